// The board: a table for each half-suit, with the hand sizes in its heads. The sheet of puzzles goes
// through what all saw with it (sheet_board.js); the report, its quiz and the app ask its cells (asked_board.js).
// Part of tracker. SPDX-License-Identifier: MIT

/**
 * Who plays with which cards; seats and cards by their numbers.
 * @typedef {{ seats: string[], cards: string[], books: { name: string, cards: number[] }[], teamOf: number[] }} Table
 */

const CELL_SIGNS = { public: "●", own: "■", deduced: "✔", excluded: "·", gap: "⁇" };
const MEANING = {
  public: "holds it, publicly",
  own: "holds it, own hand",
  deduced: "holds it, deduced",
  excluded: "excluded",
  gap: "open only because of a gap",
};
/** With more seats, these are the rows and the cards the columns: more half-suits fit side by side. */
const MOST_COLUMNS = 8;

class Board {
  /**
   * @param {HTMLElement} root
   * @param {Table} table
   * @param {boolean} isAsked whether its cells can be asked
   * @param {string} heading the element that names a half-suit
   */
  constructor(root, table, isAsked, heading = "h4") {
    this.root = root;
    this.table = table;
    this.isAsked = isAsked;
    this.heading = heading;
    this.seatsAsRows = table.seats.length > MOST_COLUMNS;
    this.shortNames = shortNames(table.seats);
    /** What each cell is called. */
    this.names = table.cards.flatMap((card) => table.seats.map((seat) => `${card}, ${seat}`));
    /** @type {HTMLElement[]} */
    this.cells = table.cards.flatMap((card, i) => table.seats.map((seat, j) => this.cell(card, seat, i * table.seats.length + j)));
    /** @type {HTMLElement[][]} the hand sizes in the heads, by seat */
    this.sizes = table.seats.map(() => []);
    this.panels = table.books.map((book) => this.panel(book));
    root.append(...this.panels.map((panel) => panel.node));
    root.style.setProperty("--columns", String(this.seatsAsRows ? Math.max(...table.books.map((book) => book.cards.length)) : table.seats.length));
    root.classList.toggle("many", this.seatsAsRows);
    new ResizeObserver(() => this.shortenNames()).observe(root);
  }

  cell(card, seat, number) {
    const role = this.isAsked ? { role: "gridcell", tabindex: -1 } : {};
    return make("td", { ...role, "data-cell": number, "data-card": card, "data-seat": seat });
  }

  panel(book) {
    const state = make("span", { class: "state" });
    const hands = make("p", { class: "last-hands" });
    const [heads, rows] = this.seatsAsRows ? this.rowsOfSeats(book) : this.rowsOfCards(book);
    const table = make(
      "table",
      { role: this.isAsked ? "grid" : null, "aria-label": book.name },
      make("thead", {}, make("tr", {}, make("td", {}), heads)),
      make("tbody", {}, rows),
    );
    const node = make("section", { class: "panel" }, make(this.heading, {}, book.name, " ", state), hands, table);
    return { node, table, state, hands, book };
  }

  rowsOfCards(book) {
    const heads = this.table.seats.map((_, seat) => this.seatHead(seat, "col"));
    const rows = book.cards.map((card) => make("tr", {}, this.cardHead(card, "row"), this.table.seats.map((_, seat) => this.at(card, seat))));
    return [heads, rows];
  }

  rowsOfSeats(book) {
    const heads = book.cards.map((card) => this.cardHead(card, "col"));
    const rows = this.table.seats.map((_, seat) => make("tr", {}, this.seatHead(seat, "row"), book.cards.map((card) => this.at(card, seat))));
    return [heads, rows];
  }

  at(card, seat) {
    return this.cells[card * this.table.seats.length + seat];
  }

  seatHead(seat, scope) {
    const name = this.table.seats[seat];
    const whole = make("bdi", { class: "whole" }, name);
    const short = make("bdi", { class: "short", "aria-hidden": "true" }, this.shortNames[seat]);
    const size = make("span", { class: "hand-size" });
    this.sizes[seat].push(size);
    return make("th", { scope, class: `seat team${this.table.teamOf[seat]}`, title: name }, whole, short, " ", size);
  }

  cardHead(card, scope) {
    const code = this.table.cards[card];
    return make("th", { scope, class: `card ${isRed(code) ? "red" : "black"}` }, signOf(code));
  }

  /** Where a name would be cut off at the head of its column, its beginning stands for it. */
  shortenNames() {
    const heads = [...this.root.querySelectorAll("thead th.seat")].filter((head) => head.clientWidth);
    this.root.classList.remove("short-names");
    const isCut = heads.some((head) => (head.firstElementChild?.scrollWidth ?? 0) > head.clientWidth);
    this.root.classList.toggle("short-names", isCut);
  }

  /** The hand sizes in the heads; most stay as they are from event to event. */
  showSizes(sizes) {
    this.table.seats.forEach((_, seat) => {
      if (this.shownSizes?.[seat] === sizes[seat]) return;
      for (const node of this.sizes[seat]) node.textContent = String(sizes[seat] ?? "?");
    });
    this.shownSizes = sizes;
  }

  /** What is seen of a cell, said to programs and readers, too. */
  paint(number, { sign, kinds, holds, says }) {
    const node = this.cells[number];
    setText(node, sign);
    setAttribute(node, "class", kinds);
    setAttribute(node, "data-holds", holds);
    setAttribute(node, "aria-label", `${this.names[number]}: ${says}`);
  }

  /** A cell that says nothing, to the eye, to a reader or to a program. */
  veil(number, ring = "", says = "not shown yet") {
    const node = this.cells[number];
    setText(node, "");
    setAttribute(node, "class", `cell veiled${ring}`);
    node.removeAttribute("data-holds");
    setAttribute(node, "aria-label", `${this.names[number]}: ${says}`);
  }

  /** A half-suit that is settled stays where it is, without its cells. Says whether it is still in play. */
  settle(panel, isOpen) {
    panel.node.classList.toggle("settled", !isOpen);
    panel.hands.hidden = isOpen;
    if (!isOpen) panel.table.remove();
    else if (!panel.table.parentNode) panel.node.append(panel.table);
    return isOpen;
  }
}
