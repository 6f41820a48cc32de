// The board: a table for each half-suit, with the hand sizes in its heads. What a cell shows is a function of card
// and seat, and nothing else tells the report, the app, a quiz and a puzzle apart.
// Part of tracker. SPDX-License-Identifier: MIT

import { isRed, shortNames, signOf } from "./signs.js";
import { Component, html } from "./view.js";

/** With more seats, these are the rows and the cards the columns: more half-suits fit side by side. */
const MOST_COLUMNS = 8;
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** How many digits wide a name is, about: where that is more than its column (board.css), its beginning stands for it. */
const lettersWide = (name) => name.replace(/[\u2E80-\u{10FFFF}]/gu, "00").length;

export const isSameCell = (one, other) => Boolean(one && other) && one.card === other.card && one.seat === other.seat;

/**
 * @typedef {{ card: string, seat: string }} Place
 * @typedef {{ kinds: string, sign: string, says: string, holds?: string }} CellShown
 * @typedef {object} Shown
 * @property {{ seats: string[], teams: string[][], books: { name: string, cards: string[] }[] }} game who plays with which cards
 * @property {(card: string, seat: string) => CellShown} cell what a cell shows
 * @property {(book: { name: string, cards: string[] }) => { state: string, hands: unknown } | null} settled who won a half-suit, and the hands that held it last; null: it is in play
 * @property {Record<string, number | null | undefined>} sizes the hand sizes
 * @property {(place: Place) => void} [choose] what to do with a cell that is asked about, by a pointer or by the arrow keys and Enter
 * @property {Place | null} [chosen]
 * @property {{ cells: Place[], seats: string[] }} [lit] what is pointed at elsewhere
 * @property {{ name: string, cards: string[] }[]} [order] the half-suits that are shown
 * @property {string} [heading] the element that names a half-suit
 * @property {string} [id]
 * @property {number} [at]
 * @property {string} [view]
 */

export class Board extends Component {
  /** @type {{ stop: Place | null }} where the Tab key stopped last */
  state = { stop: null };

  render() {
    /** @type {Shown} */
    const { game, settled, chosen, id, at, view, order = game.books } = this.props;
    if (this.seats !== game.seats) {
      this.seats = game.seats;
      this.short = shortNames(game.seats);
    }
    /** Whether seats are the rows. */
    this.turned = game.seats.length > MOST_COLUMNS;
    /** The cards in play, and where the Tab key stops now. */
    const open = order.filter((book) => !settled(book)).flatMap((book) => book.cards);
    this.tab = [chosen, this.state.stop].find((place) => place && open.includes(place.card)) ?? { card: open[0], seat: game.seats[0] };
    this.open = open;
    const columns = this.turned ? Math.max(...game.books.map((book) => book.cards.length)) : game.seats.length;
    return html`<div id=${id} class=${this.turned ? "panels many" : "panels"} style=${{ "--columns": columns, "--letters": Math.max(...game.seats.map(lettersWide)) }} data-at=${at} data-view=${view}
      onMouseDown=${this.touched} onClick=${this.clicked} onKeyDown=${this.pressed} onFocusIn=${this.focused}>${order.map((book) => this.panel(book, settled(book)))}</div>`;
  }

  /** A half-suit; one that is settled stays where it is, without its cells. */
  panel(book, settled) {
    const { heading = "h4" } = this.props;
    return html`<section key=${book.name} class=${settled ? "panel settled" : "panel"}><${heading}>${book.name} <span class="state">${settled?.state}</span><//>
      ${settled ? html`<p class="last-hands">${settled.hands}</p>` : this.table(book)}</section>`;
  }

  table(book) {
    const { game, choose } = this.props;
    const [columns, rows] = this.turned ? [book.cards, game.seats] : [game.seats, book.cards];
    const head = (name, scope, isCard) => (isCard ? this.cardHead(name, scope) : this.seatHead(name, scope));
    const row = (name) => html`<tr key=${name}>${head(name, "row", !this.turned)}${columns.map((column) => (this.turned ? this.cell(column, name) : this.cell(name, column)))}</tr>`;
    return html`<table role=${choose ? "grid" : null} aria-label=${book.name}><thead><tr><td></td>${columns.map((name) => head(name, "col", this.turned))}</tr></thead>
      <tbody>${rows.map(row)}</tbody></table>`;
  }

  seatHead(seat, scope) {
    const { game, sizes, lit } = this.props;
    const number = game.seats.indexOf(seat);
    return html`<th scope=${scope} class=${`seat team${game.teams[0].includes(seat) ? 0 : 1}`} title=${seat}><bdi class="whole">${seat}</bdi><bdi class="short" aria-hidden="true">${this.short[number]}</bdi> <span class=${lit?.seats.includes(seat) ? "hand-size lit" : "hand-size"}>${sizes[seat] ?? "?"}</span></th>`;
  }

  cardHead(card, scope) {
    return html`<th scope=${scope} class=${`card ${isRed(card) ? "red" : "black"}`}>${signOf(card)}</th>`;
  }

  cell(card, seat) {
    const { cell, choose, chosen, lit } = this.props;
    const place = { card, seat };
    const { kinds, sign, says, holds } = cell(card, seat);
    const isLit = lit?.cells.some((each) => isSameCell(each, place));
    const asked = choose ? { role: "gridcell", tabindex: isSameCell(this.tab, place) ? 0 : -1, "aria-selected": String(isSameCell(chosen, place)) } : {};
    return html`<td ...${asked} class=${`cell ${kinds}${isLit ? " lit" : ""}`} data-card=${card} data-seat=${seat} data-holds=${holds} aria-label=${`${card}, ${seat}: ${says}`}>${sign}</td>`;
  }

  /** @type {(event: Event) => Place | null} the cell that an event is about, where cells can be chosen */
  place = (event) => {
    const node = /** @type {HTMLElement} */ (event.target).closest("td[data-card]");
    const { card, seat } = /** @type {HTMLElement | null} */ (node)?.dataset ?? {};
    return this.props.choose && card && seat ? { card, seat } : null;
  };

  focused = (event) => {
    const place = this.place(event);
    if (place) this.setState({ stop: place });
  };

  /** A pointer chooses a cell without taking the keyboard into the grid: the arrows still step. */
  touched = (event) => {
    if (!this.place(event)) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  };

  clicked = (event) => {
    const place = this.place(event);
    if (place) this.props.choose(place);
  };

  pressed = (event) => {
    const place = this.place(event);
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") this.props.choose(place);
    else if (ARROWS[event.key]) this.move(place, ARROWS[event.key], event.currentTarget);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Moves the focus by an arrow key; past the edge of a half-suit it goes on into the next. */
  move({ card, seat }, step, root) {
    const [byCard, bySeat] = this.turned ? [step[1], step[0]] : step;
    const { seats } = this.props.game;
    const { open = [] } = this;
    const [nextCard, nextSeat] = [open[open.indexOf(card) + byCard], seats[seats.indexOf(seat) + bySeat]];
    const next = nextCard && nextSeat && root.querySelector(`td[data-card="${CSS.escape(nextCard)}"][data-seat="${CSS.escape(nextSeat)}"]`);
    /** @type {HTMLElement | null} */ (next || null)?.focus();
  }
}
