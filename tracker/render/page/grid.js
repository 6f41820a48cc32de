// The report's board: its cells say why when they are asked.
// Part of tracker. SPDX-License-Identifier: MIT

/** What a cell says to programs: whether the seat holds the card. */
function holdsWord(code) {
  if (code === CERTAIN) return "yes";
  return code === 0 ? "no" : "maybe";
}

class Grid extends AskedBoard {
  /** @param choose what to do with a cell that is asked about. */
  constructor(root, choose) {
    super(root, { seats: SEATS, cards: CARDS, books: BOOKS, teamOf: TEAM_OF }, choose);
    root.closest(".columns").classList.toggle("many-seats", this.seatsAsRows);
  }

  /**
   * Shows a view at a moment.
   * What an event tells is veiled by showing what was known before it: that points at nothing. Where
   * the answer to an ask is in question, nothing of the event is shown at all. What could be inferred
   * and is in question is not shown either.
   * @param {Shown} shown
   */
  show(shown) {
    const { view, cell, hidesAnswer } = shown;
    const at = hidesAnswer ? shown.at - 1 : shown.at;
    this.light();
    this.ringed = new Set(ringedCells(shown.review, shown.tried));
    this.showSizes(view.sizes(at));
    setAttribute(this.root, "data-at", String(at));
    setAttribute(this.root, "data-view", view.name);
    for (const panel of this.panels) this.showBook(panel, view, at);
    this.cells.forEach((node, number) => {
      if (!isOpen(cardOf(number), at)) return;
      this.showCell(number, at, shown);
      setAttribute(node, "aria-selected", String(number === cell));
    });
    this.keepOneStop(cell);
  }

  showCell(number, at, shown) {
    const { view, veiled, hidesAnswer } = shown;
    const isBefore = veiled && !hidesAnswer && at > 0 && PLACES[at][cardOf(number)] < 0;
    const known = isBefore ? at - 1 : at;
    const ring = this.ringed?.has(number) ? " ringed" : "";
    if (shown.hides?.(number) && !isInView(view, number, known)) {
      this.veil(number, ring);
      return;
    }
    const withNews = !isBefore && !hidesAnswer && shown.review === null;
    this.unveil(number, known, shown, cellClass(view, number, known, view.kind(number, known), withNews) + ring);
  }

  /** A cell with what the view knows of it, and what else is marked on it. */
  unveil(number, at, { view, veiled, truth, other, at: now }, kinds) {
    const [kind, code] = [view.kind(number, at), view.codes(at)[number]];
    const isTrue = truth && !veiled && trueHolder(cardOf(number), now) === seatOf(number);
    const parts = [kinds];
    if (isTrue) parts.push("truly");
    if (other && !veiled && differs(view, other, number, at)) parts.push("differs");
    this.paint(number, { sign: CELL_SIGNS[kind] ?? chance(code), kinds: parts.join(" "), holds: holdsWord(code), says: cellSays(kind, code) + (isTrue ? ", truly here" : "") });
  }

  /**
   * Lights what a fact is about while it is pointed at; nothing: puts the light out.
   * @param {{ cells: Cell[], seats: number[] }} about
   */
  light({ cells, seats } = { cells: [], seats: [] }) {
    for (const node of this.root.querySelectorAll(".lit")) node.classList.remove("lit");
    for (const cell of cells) this.cells[cell].classList.add("lit");
    for (const seat of seats) for (const node of this.sizes[seat]) node.classList.add("lit");
  }

  /** A half-suit that is settled stays where it is, with the hands that held it last. */
  showBook(panel, view, at) {
    const { book } = panel;
    const open = this.settle(panel, at < book.until);
    setNamed(panel.state, open ? "" : `${book.team === null ? "cancelled" : book.team} @${book.until}`);
    if (!open) setNamed(panel.hands, lastHands(book, view));
  }

  /** The cells that an event changed: what became certain, or those of the card that moved. */
  news(view, at) {
    return this.cells.filter((_, number) => isOpen(cardOf(number), at) && view.isFresh(number, at));
  }
}

/** Who held a half-suit last, as everyone saw; else as the view knew it. */
function lastHands(book, view) {
  const codes = view.codes(book.until - 1);
  const sure = (card) => SEATS.findIndex((_, seat) => codes[cellOf(card, seat)] === CERTAIN);
  const seen = (card) => SEAT_NUMBER[book.hands[CARDS[card]]] ?? -1;
  const seats = book.cards.map((card) => (seen(card) >= 0 ? seen(card) : sure(card)));
  const lost = book.cards.filter((_, i) => seats[i] < 0);
  const known = namingText(book.cards, seats);
  if (!lost.length) return known;
  return `${known}${known ? "; " : ""}not known: ${cardSigns(lost)}`;
}

/** Whether one view knows that the card is there and the other does not. */
function differs(view, other, number, at) {
  return (view.codes(at)[number] === CERTAIN) !== (other.codes(at)[number] === CERTAIN);
}

function cellClass(view, number, at, kind, withNews) {
  const code = view.codes(at)[number];
  const parts = ["cell", kind];
  if (kind === "possible") parts.push(`h${heat(code)}`);
  if (!withNews) return parts.join(" ");
  if (view.isFresh(number, at)) parts.push("fresh");
  else if (kind === "possible" && view.hasMoved(number, at)) parts.push("moved");
  return parts.join(" ");
}

function cellSays(kind, code) {
  if (kind !== "possible") return MEANING[kind];
  return code > CERTAIN ? "possible" : `${chance(code)} per cent`;
}
