// What is in sight: cells that something is about are brought between the controls and the panel below.
// Part of tracker. SPDX-License-Identifier: MIT

import { byId } from "./view.js";

/** The cells of a board on the page; of a half-suit that is settled there are none. */
export function nodesOf(cells) {
  const found = cells.map(({ card, seat }) => byId("grid").querySelector(`td[data-card="${CSS.escape(card)}"][data-seat="${CSS.escape(seat)}"]`));
  return /** @type {HTMLElement[]} */ (found.filter(Boolean));
}

/**
 * Scrolls so far that some cells are in sight, between the controls and the panel below. Where they
 * have no room there, a panel at the foot of the window makes some; then the rows, if they are high.
 */
export function bringIntoView(cells) {
  const [grid, why] = [byId("grid"), byId("why")];
  if (!grid || !why) return;
  const nodes = nodesOf(cells);
  why.classList.remove("low");
  grid.classList.remove("dense");
  for (const node of nodes.toReversed()) bringBeside(grid, node);
  for (const roomier of [() => why.classList.add("low"), () => grid.classList.add("dense")]) {
    if (hasRoom(nodes)) break;
    roomier();
  }
  const [{ top, bottom }, sight] = [extent(nodes), inSight()];
  let by = 0;
  if (bottom > sight.bottom) by = bottom - sight.bottom;
  if (top - by < sight.top) by = top - sight.top;
  if (by && nodes.length) window.scrollBy(0, by);
}

function hasRoom(nodes) {
  const [{ top, bottom }, sight] = [extent(nodes), inSight()];
  return bottom - top <= sight.bottom - sight.top;
}

/** From where to where some elements reach; those that are not shown count for nothing. */
function extent(nodes) {
  const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.height);
  return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
}

/** Scrolls half-suits that are wider than the window, so far that a cell is beside the head of its row. */
function bringBeside(grid, cell) {
  const [frame, head, box] = [grid, cell.parentElement.firstElementChild, cell].map((node) => node.getBoundingClientRect());
  if (box.left < head.right) grid.scrollLeft -= head.right - box.left;
  else if (box.right > frame.right) grid.scrollLeft += box.right - frame.right;
}

/** What is left of the window between the controls, if they stick, and the panel at its foot. */
function inSight() {
  const [controls, panel] = [byId("controls"), byId("why")];
  const sticks = getComputedStyle(controls).position === "sticky";
  const isSheet = getComputedStyle(panel).getPropertyValue("--sheet-height").trim() !== "";
  const foot = isSheet ? panel.offsetHeight : 0;
  return { top: (sticks ? controls.offsetHeight : 0) + 34, bottom: window.innerHeight - foot - 8 };
}
