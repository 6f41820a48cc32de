// The board of a puzzle: what all saw, and the view's own hand, from event to event. What can be inferred
// is veiled: it is asked for.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board, knownCell, veiledCell } from "./board.js";
import { signOf } from "./signs.js";
import { Button, html, render, withSigns } from "./view.js";

/**
 * What a page has of a puzzle's board (sheet.py); a moment: event, turn, hand sizes, places and settled half-suits that are new.
 * @typedef {{ seats: string, teams: number[], deck: number, first: number[], own: number[],
 *   moments: [number, string, (number | null)[], string, [string, string][]][] }} BoardData
 */

/** Where a card is that nobody saw. */
const NOWHERE = "-";

/** The moments, each with the places of all cards and with all half-suits that are settled. */
function unpacked(data, cards) {
  const places = cards.map(() => NOWHERE);
  /** @type {Map<string, string>} */
  const settled = new Map();
  return data.moments.map(([, , sizes, moved, gone]) => {
    for (const [, card, place] of moved.matchAll(/(\d\d)(.)/g)) places[Number(card)] = place;
    for (const [name, team] of gone) settled.set(name, team);
    return { sizes, placeOf: Object.fromEntries(cards.map((card, i) => [card, places[i]])), settled: new Map(settled) };
  });
}

/** A cell of the board at a moment. What is new since the moment before is marked. */
function puzzleCell(data, seats, now, before) {
  return (card, seat) => {
    const [place, number] = [now.placeOf[card], seats.indexOf(seat)];
    const holder = seatAt(place);
    if (holder < 0 && !data.own.includes(number)) return veiledCell("not seen");
    const shown = number === holder ? knownCell(place === place.toLowerCase() ? "public" : "own", "yes") : knownCell("excluded", "no");
    return place === before.placeOf[card] ? shown : { ...shown, kinds: `${shown.kinds} fresh` };
  };
}

/** Who was seen to hold a half-suit's cards when it left play. */
function handsSeen(book, seats, before) {
  const last = before.findLast(({ settled }) => !settled.has(book.name));
  if (!last) return "";
  const holderOf = (card) => seats[seatAt(last.placeOf[card])] ?? "not seen:";
  const holders = [...seats, "not seen:"].map((name) => [name, ...book.cards.filter((card) => holderOf(card) === name)]);
  return holders.filter((held) => held.length > 1).map(([name, ...cards]) => `${name} ${cards.map(signOf).join(" ")}`).join(", ");
}

/** Pencil marks in turn, for what nobody saw: they are only for whoever thinks. */
function pencil({ target: cell }) {
  if (!cell.classList.contains("veiled")) return;
  const marks = ["", "✓", "✗", "?"];
  cell.dataset.pencil = marks[(marks.indexOf(cell.dataset.pencil ?? "") + 1) % marks.length];
}

/** The number of the seat that a place says; -1: nobody saw it. */
export const seatAt = (place) => (place === NOWHERE ? -1 : place.toLowerCase().charCodeAt(0) - "a".charCodeAt(0));

/**
 * Builds the board of a puzzle, with its steps from event to event.
 * @param {HTMLElement} place
 * @param {BoardData} data
 * @param {string[][]} deck
 */
export function buildBoard(place, data, deck) {
  const seats = data.seats.split(" ");
  const books = deck.map(([name, ...cards]) => ({ name, cards }));
  const moments = unpacked(data, books.flatMap((book) => book.cards));
  const game = { seats, books, teams: [0, 1].map((team) => seats.filter((_, i) => data.teams[i] === team)) };
  const last = moments.length - 1;
  show(last, data.first.length === 0);

  function show(at, all) {
    const [now, before] = [moments[at], moments[Math.max(at - 1, 0)]];
    const [event, turn] = data.moments[at];
    const text = place.parentElement?.querySelector(`.happened li[value="${event}"]`)?.textContent;
    const said = `${event ? `After event ${event}${text ? `: ${text}` : ""}` : "At the deal"}. To move: ${turn}.`;
    const ending = (book) => (now.settled.has(book.name) ? { state: now.settled.get(book.name), hands: handsSeen(book, seats, moments.slice(0, at)) } : null);
    render(html`<h3>The board, as all saw it</h3><p class="quiet">Tap a cell to pencil in ✓, ✗ or ?.</p>
      <p class="board-steps"><${Button} aria-label="Previous event" disabled=${at === 0} on=${() => show(at - 1, all)}>‹<//><${Button} aria-label="Next event" disabled=${at === last} on=${() => show(at + 1, all)}>›<//>
        ${data.first.length ? html`<${Button} aria-pressed=${String(all)} on=${() => show(at, !all)}>All half-suits<//>` : null}</p>
      <p class="board-said" role="status">${withSigns(said)}</p>
      <div onClick=${pencil}><${Board} game=${game} cell=${puzzleCell(data, seats, now, before)} settled=${ending} sizes=${Object.fromEntries(seats.map((seat, i) => [seat, now.sizes[i]]))} order=${books.filter((_, i) => all || data.first.includes(i))} /></div>`, place);
  }
}
