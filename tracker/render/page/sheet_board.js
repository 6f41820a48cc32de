// The board of a puzzle: what all saw, and the view's own hand, from event to event. What can be inferred
// is veiled: it is asked for.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board, knownCell, veiledCell } from "./board.js";
import { signOf } from "./signs.js";
import { Button, html, render, withSigns } from "./view.js";

/**
 * What a page has of a puzzle's board (sheet.py). A place is a seat, and how it is known: "public" or "own".
 * @typedef {{ event: number, turn: string, sizes: Record<string, number | null>, places: Record<string, [string, string]>,
 *   settled: Record<string, string> }} Moment
 * @typedef {{ game: { seats: string[], teams: string[][], books: { name: string, cards: string[] }[] }, first: string[],
 *   own: string[], moments: Moment[] }} BoardData
 */

/** A cell of the board at a moment. What is new since the moment before is marked. */
function puzzleCell(own, now, before) {
  return (card, seat) => {
    const [holder, how] = now.places[card] ?? [];
    if (!holder && !own.includes(seat)) return veiledCell("not seen");
    const shown = seat === holder ? knownCell(how, "yes") : knownCell("excluded", "no");
    return String(now.places[card]) === String(before.places[card]) ? shown : { ...shown, kinds: `${shown.kinds} fresh` };
  };
}

/** Who was seen to hold a half-suit's cards when it left play. */
function handsSeen(book, seats, before) {
  const last = before.findLast(({ settled }) => !Object.hasOwn(settled, book.name));
  if (!last) return "";
  const holderOf = (card) => last.places[card]?.[0] ?? "not seen:";
  const holders = [...seats, "not seen:"].map((name) => [name, ...book.cards.filter((card) => holderOf(card) === name)]);
  return holders.filter((held) => held.length > 1).map(([name, ...cards]) => `${name} ${cards.map(signOf).join(" ")}`).join(", ");
}

/** Pencil marks in turn, for what nobody saw: they are only for whoever thinks. */
function pencil({ target: cell }) {
  if (!cell.classList.contains("veiled")) return;
  const marks = ["", "✓", "✗", "?"];
  cell.dataset.pencil = marks[(marks.indexOf(cell.dataset.pencil ?? "") + 1) % marks.length];
}

/**
 * Builds the board of a puzzle, with its steps from event to event.
 * @param {HTMLElement} place
 * @param {BoardData} data
 */
export function buildBoard(place, { game, first, own, moments }) {
  const last = moments.length - 1;
  show(last, first.length === 0);

  function show(at, all) {
    const [now, before] = [moments[at], moments[Math.max(at - 1, 0)]];
    const text = place.parentElement?.querySelector(`.happened li[value="${now.event}"]`)?.textContent;
    const said = `${now.event ? `After event ${now.event}${text ? `: ${text}` : ""}` : "At the deal"}. To move: ${now.turn}.`;
    const ending = ({ name, cards }) => (Object.hasOwn(now.settled, name) ? { state: now.settled[name], hands: handsSeen({ name, cards }, game.seats, moments.slice(0, at)) } : null);
    render(html`<h3>The board, as all saw it</h3><p class="quiet">Tap a cell to pencil in ✓, ✗ or ?.</p>
      <p class="board-steps"><${Button} aria-label="Previous event" disabled=${at === 0} on=${() => show(at - 1, all)}>‹<//><${Button} aria-label="Next event" disabled=${at === last} on=${() => show(at + 1, all)}>›<//>
        ${first.length ? html`<${Button} aria-pressed=${String(all)} on=${() => show(at, !all)}>All half-suits<//>` : null}</p>
      <p class="board-said" role="status">${withSigns(said)}</p>
      <div onClick=${pencil}><${Board} game=${game} cell=${puzzleCell(own, now, before)} settled=${ending} sizes=${now.sizes} order=${game.books.filter(({ name }) => all || first.includes(name))} /></div>`, place);
  }
}
