// The board of a puzzle: what all saw, and the view's own hand, from event to event. What can be inferred
// is veiled: it is asked for.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board } from "./board.js";
import { cellOf, known, veiledCell } from "./cells.js";
import { namingOf } from "./signs.js";
import { Button, Component, html, withSigns } from "./view.js";

/** A cell of the board at a moment. What is new since the moment before is marked. */
function puzzleCell(own, now, before) {
  return (card, seat) => {
    const [holder, how] = now.places[card] ?? [];
    if (!holder && !own.includes(seat)) return veiledCell("not seen");
    const shown = cellOf(known(holder && { holders: [holder], status: how }, seat));
    return String(now.places[card]) === String(before.places[card]) ? shown : { ...shown, kinds: `${shown.kinds} fresh` };
  };
}

/** Who was seen to hold a half-suit's cards when it left play. */
function handsSeen(book, seats, before) {
  const last = before.findLast(({ settled }) => !Object.hasOwn(settled, book.name));
  return last ? namingOf(book.cards, (card) => last.places[card]?.[0] ?? "not seen:", [...seats, "not seen:"]) : "";
}

/** Pencil marks in turn, for what nobody saw: they are only for whoever thinks. */
function pencil({ target: cell }) {
  if (!cell.classList.contains("veiled")) return;
  const marks = ["", "✓", "✗", "?"];
  cell.dataset.pencil = marks[(marks.indexOf(cell.dataset.pencil ?? "") + 1) % marks.length];
}

/** What a hint speaks of: hands by their seats, cells by card and seat. */
function litOn(lit) {
  const places = lit.map((name) => name.split("-"));
  return { seats: lit, cells: places.filter(([, seat]) => seat).map(([card, seat]) => ({ card, seat })) };
}

/** The board, with its steps from event to event. It begins at the end, with the half-suits in question. */
export class PuzzleBoard extends Component {
  state = { at: this.props.puzzle.board.moments.length - 1, isAll: this.props.puzzle.board.first.length === 0 };

  render({ puzzle, lit }, { at, isAll }) {
    const { game, first, own, moments } = puzzle.board;
    const [now, before] = [moments[at], moments[Math.max(at - 1, 0)]];
    const text = puzzle.events.find(([number]) => number === now.event)?.[1];
    const said = `${now.event ? `After event ${now.event}${text ? `: ${text}` : ""}` : "At the deal"}. To move: ${now.turn}.`;
    const ending = (book) => (Object.hasOwn(now.settled, book.name) ? { state: now.settled[book.name], hands: handsSeen(book, game.seats, moments.slice(0, at)) } : null);
    const step = (by) => () => this.setState({ at: at + by });
    return html`<div class="board"><h3>The board, as all saw it</h3><p class="quiet">Tap a cell to pencil in ✓, ✗ or ?.</p>
      <p class="board-steps"><${Button} aria-label="Previous event" disabled=${at === 0} on=${step(-1)}>‹<//><${Button} aria-label="Next event" disabled=${at === moments.length - 1} on=${step(1)}>›<//>
        ${first.length ? html`<${Button} aria-pressed=${String(isAll)} on=${() => this.setState({ isAll: !isAll })}>All half-suits<//>` : null}</p>
      <p class="board-said" role="status">${withSigns(said)}</p>
      <div onClick=${pencil}><${Board} game=${game} cell=${puzzleCell(own, now, before)} settled=${ending} sizes=${now.sizes} lit=${litOn(lit)} order=${game.books.filter(({ name }) => isAll || first.includes(name))} /></div></div>`;
  }
}
