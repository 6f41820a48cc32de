// What is in sight: cells that something is about are brought between the controls and the panel below.
// Part of tracker. SPDX-License-Identifier: MIT

import { byId } from "./view.js";

/** The cells of a board on the page; of a half-suit that is settled there are none. */
export function nodesOf(cells) {
  const found = cells.map(({ card, seat }) => byId("grid").querySelector(`td[data-card="${CSS.escape(card)}"][data-seat="${CSS.escape(seat)}"]`));
  return /** @type {HTMLElement[]} */ (found.filter(Boolean));
}

/**
 * Scrolls so far that some cells are in sight, between the controls and the panel below, beside the heads of their
 * rows. Where they have no room there, a panel at the foot of the window makes some; then the rows, if they are high.
 */
export function bringIntoView(cells) {
  const [grid, why] = [byId("grid"), byId("why")];
  if (!grid || !why) return;
  const nodes = nodesOf(cells);
  why.classList.remove("low");
  grid.classList.remove("dense");
  for (const roomier of [() => why.classList.add("low"), () => grid.classList.add("dense")]) {
    if (hasRoom(nodes)) break;
    roomier();
  }
  const { top, foot } = covered();
  for (const node of nodes.toReversed()) {
    const head = /** @type {HTMLElement} */ (node.parentElement?.firstElementChild);
    node.style.scrollMargin = `${top}px 0 ${foot}px ${head.offsetWidth}px`;
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Whether some cells have room in sight; those that are not shown count for nothing. */
function hasRoom(nodes) {
  const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.height);
  const { top, foot } = covered();
  return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)) <= window.innerHeight - top - foot;
}

/** What is covered of the window: by the controls, if they stick, and by the panel at its foot. */
function covered() {
  const [controls, panel] = [byId("controls"), byId("why")];
  const sticks = getComputedStyle(controls).position === "sticky";
  const isSheet = getComputedStyle(panel).getPropertyValue("--sheet-height").trim() !== "";
  return { top: (sticks ? controls.offsetHeight : 0) + 34, foot: (isSheet ? panel.offsetHeight : 0) + 8 };
}
