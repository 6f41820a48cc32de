// The report's board: its cells say why when they are asked.
// Part of tracker. SPDX-License-Identifier: MIT

/** What a cell says to programs: whether the seat holds the card. */
function holdsWord(code) {
  if (code === CERTAIN) return "yes";
  return code === 0 ? "no" : "maybe";
}

const placeOf = (cell) => ({ card: CARDS[cardOf(cell)], seat: SEATS[seatOf(cell)] });
const cellAt = ({ card, seat }) => cellOf(CARD_NUMBER[card], SEAT_NUMBER[seat]);

class Grid {
  /** @param choose what to do with a cell that is asked about. */
  constructor(place, choose) {
    /** @type {Shown} */
    this.shown = /** @type {any} */ (null);
    this.place = place;
    this.choose = choose;
    place.closest(".columns").classList.toggle("many-seats", SEATS.length > 8);
  }

  get root() {
    return byId("grid");
  }

  /** The cell on the page; of a half-suit that is settled there is none. */
  node(cell) {
    const { card, seat } = placeOf(cell);
    return /** @type {HTMLElement | null} */ (this.root.querySelector(`td[data-card="${CSS.escape(card)}"][data-seat="${CSS.escape(seat)}"]`));
  }

  nodes(cells) {
    return cells.map((cell) => this.node(cell)).filter(Boolean);
  }

  /**
   * Shows a view at a moment.
   * What an event tells is veiled by showing what was known before it: that points at nothing. Where
   * the answer to an ask is in question, nothing of the event is shown at all. What could be inferred
   * and is in question is not shown either.
   * @param {Shown} shown
   */
  show(shown) {
    this.shown = shown;
    this.light();
  }

  /**
   * Lights what a fact is about while it is pointed at; nothing: puts the light out.
   * @param {{ cells: Cell[], seats: number[] }} about
   */
  light({ cells, seats } = { cells: [], seats: [] }) {
    const { view, cell, at: now, hidesAnswer } = this.shown;
    const at = hidesAnswer ? now - 1 : now;
    const ringed = new Set(ringedCells(this.shown.review, this.shown.tried));
    const sizes = Object.fromEntries(view.sizes(at).map((size, seat) => [SEATS[seat], size]));
    const cellShown = (card, seat) => shownCell(cellAt({ card, seat }), at, this.shown, ringed);
    const ending = (book) => endingOf(bookNamed(book.name), view, at);
    const lit = { cells: cells.map(placeOf), seats: seats.map((seat) => SEATS[seat]) };
    render(html`<${Board} id="grid" game=${GAME} cell=${cellShown} settled=${ending} sizes=${sizes} at=${at} view=${view.name}
      chosen=${cell === null ? null : placeOf(cell)} choose=${(place) => this.choose(cellAt(place))} lit=${lit} />`, this.place);
  }

  /** The cells that an event changed: what became certain, or those of the card that moved. */
  news(view, at) {
    return this.nodes([...CARDS.keys()].flatMap((card) => SEATS.map((_, seat) => cellOf(card, seat))).filter((cell) => isOpen(cardOf(cell), at) && view.isFresh(cell, at)));
  }
}

function shownCell(cell, at, shown, ringed) {
  const { view, veiled, hidesAnswer } = shown;
  const isBefore = veiled && !hidesAnswer && at > 0 && PLACES[at][cardOf(cell)] < 0;
  const known = isBefore ? at - 1 : at;
  const withNews = !isBefore && !hidesAnswer && shown.review === null;
  const drawn = shown.hides?.(cell) && !isInView(view, cell, known) ? veiledCell() : unveiled(cell, known, shown, withNews);
  return ringed.has(cell) ? { ...drawn, kinds: `${drawn.kinds} ringed` } : drawn;
}

/** A cell with what the view knows of it, and what else is marked on it. */
function unveiled(cell, at, { view, veiled, truth, other, at: now }, withNews) {
  const [kind, code] = [view.kind(cell, at), view.codes(at)[cell]];
  const possible = { kinds: `possible h${heat(code)}`, sign: chance(code), says: code > CERTAIN ? "possible" : `${chance(code)} per cent`, holds: "maybe" };
  const drawn = kind === "possible" ? possible : knownCell(kind, holdsWord(code));
  const isTrue = truth && !veiled && trueHolder(cardOf(cell), now) === seatOf(cell);
  const marks = [
    withNews && (view.isFresh(cell, at) ? "fresh" : kind === "possible" && view.hasMoved(cell, at) && "moved"),
    isTrue && "truly",
    other && !veiled && differs(view, other, cell, at) && "differs",
  ];
  return { ...drawn, kinds: [drawn.kinds, ...marks].filter(Boolean).join(" "), says: drawn.says + (isTrue ? ", truly here" : "") };
}

/** Who won a half-suit, and the hands that held it last; null: it is in play. */
function endingOf(book, view, at) {
  if (at < book.until) return null;
  return { state: `${book.team ?? "cancelled"} @${book.until}`, hands: inBdi(lastHands(book, view)) };
}

/** A text with its names of seats apart, and its cards as signs, for a template. */
const inBdi = (text) => text.split(NAMES).map((part, place) => (place % 2 ? html`<bdi>${part}</bdi>` : signParts(part, isDealt).map(([some, red]) => (red ? html`<span class="red">${some}</span>` : some))));

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
