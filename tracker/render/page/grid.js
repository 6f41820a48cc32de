// The card grid: a table for each half-suit, with cells that say why when they are asked.
// Part of tracker. SPDX-License-Identifier: MIT

const CELL_SIGNS = { public: "●", own: "■", deduced: "✔", excluded: "·", gap: "⁇" };
const MEANING = {
  public: "holds it, publicly",
  own: "holds it, own hand",
  deduced: "holds it, deduced",
  excluded: "excluded",
  gap: "open only because of a gap",
};
/** With many seats, these are the rows and the cards the columns: more half-suits fit side by side. */
const SEATS_AS_ROWS = SEATS.length > 8;

const SHORT_NAMES = shortNames(SEATS);

/** What a cell says to programs: whether the seat holds the card. */
function holdsWord(code) {
  if (code === CERTAIN) return "yes";
  return code === 0 ? "no" : "maybe";
}

class Grid {
  /** @param choose what to do with a cell that is asked about. */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {HTMLElement[][]} the hand sizes in the heads, by seat */
    this.sizes = SEATS.map(() => []);
    this.panels = BOOKS.map((book) => this.panel(book));
    root.append(...this.panels.map((panel) => panel.node));
    root.style.setProperty("--columns", SEATS_AS_ROWS ? Math.max(...BOOKS.map((book) => book.cards.length)) : SEATS.length);
    root.classList.toggle("many", SEATS_AS_ROWS);
    root.closest(".columns").classList.toggle("many-seats", SEATS_AS_ROWS);
    new ResizeObserver(() => this.shortenNames()).observe(root);
    root.addEventListener("mousedown", (event) => this.touched(event));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
  }

  panel(book) {
    const state = make("span", { class: "state" });
    const hands = make("p", { class: "last-hands" });
    for (const card of book.cards) {
      SEATS.forEach((_, seat) => {
        const number = cellOf(card, seat);
        this.cells[number] = make("td", { role: "gridcell", tabindex: -1, "data-cell": number, "data-card": CARDS[card], "data-seat": SEATS[seat] });
      });
    }
    const [heads, rows] = SEATS_AS_ROWS ? this.seatsAsRows(book) : this.cardsAsRows(book);
    const table = make(
      "table",
      { role: "grid", "aria-label": book.name },
      make("thead", {}, make("tr", {}, make("td", {}), heads)),
      make("tbody", {}, rows),
    );
    const node = make("section", { class: "panel" }, make("h4", {}, book.name, " ", state), hands, table);
    return { node, table, state, hands, book };
  }

  cardsAsRows(book) {
    const heads = SEATS.map((_, seat) => this.seatHead(seat, "col"));
    const rows = book.cards.map((card) =>
      make("tr", {}, this.cardHead(card, "row"), SEATS.map((_, seat) => this.cells[cellOf(card, seat)])),
    );
    return [heads, rows];
  }

  seatsAsRows(book) {
    const heads = book.cards.map((card) => this.cardHead(card, "col"));
    const rows = SEATS.map((_, seat) =>
      make("tr", {}, this.seatHead(seat, "row"), book.cards.map((card) => this.cells[cellOf(card, seat)])),
    );
    return [heads, rows];
  }

  seatHead(seat, scope) {
    const whole = make("bdi", { class: "whole" }, SEATS[seat]);
    const short = make("bdi", { class: "short", "aria-hidden": "true" }, SHORT_NAMES[seat]);
    const size = make("span", { class: "hand-size" });
    this.sizes[seat].push(size);
    return make("th", { scope, class: `seat team${TEAM_OF[seat]}`, title: SEATS[seat] }, whole, short, " ", size);
  }

  cardHead(card, scope) {
    const isRed = "DH".includes(CARDS[card].slice(-1)) || CARDS[card] === "RJ";
    return make("th", { scope, class: `card ${isRed ? "red" : "black"}` }, cardSign(card));
  }

  /** Where a name would be cut off at the head of its column, its beginning stands for it. */
  shortenNames() {
    const heads = [...this.root.querySelectorAll("thead th.seat")].filter((head) => head.clientWidth);
    this.root.classList.remove("short-names");
    const isCut = heads.some((head) => head.firstChild.scrollWidth > head.clientWidth);
    this.root.classList.toggle("short-names", isCut);
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
      this.showCell(node, number, at, shown);
      setAttribute(node, "aria-selected", String(number === cell));
    });
    this.keepOneStop(cell, at);
  }

  /** The hand sizes in the heads; most stay as they are from event to event. */
  showSizes(sizes) {
    SEATS.forEach((_, seat) => {
      if (this.shownSizes?.[seat] === sizes[seat]) return;
      for (const node of this.sizes[seat]) node.textContent = String(sizes[seat] ?? "?");
    });
    this.shownSizes = sizes;
  }

  showCell(node, number, at, shown) {
    const { view, veiled, hidesAnswer } = shown;
    const isBefore = veiled && !hidesAnswer && at > 0 && PLACES[at][cardOf(number)] < 0;
    const known = isBefore ? at - 1 : at;
    const ring = this.ringed?.has(number) ? " ringed" : "";
    if (shown.hides?.(number) && !isInView(view, number, known)) {
      this.veil(node, number, ring);
      return;
    }
    const withNews = !isBefore && !hidesAnswer && shown.review === null;
    this.unveil(node, number, known, shown, cellClass(view, number, known, view.kind(number, known), withNews) + ring);
  }

  /** A cell with what the view knows of it, and what else is marked on it. */
  unveil(node, number, at, { view, veiled, truth, other, at: now }, kinds) {
    const [kind, code] = [view.kind(number, at), view.codes(at)[number]];
    const isTrue = truth && !veiled && trueHolder(cardOf(number), now) === seatOf(number);
    const parts = [kinds];
    if (isTrue) parts.push("truly");
    if (other && !veiled && differs(view, other, number, at)) parts.push("differs");
    setText(node, CELL_SIGNS[kind] ?? chance(code));
    setAttribute(node, "class", parts.join(" "));
    setAttribute(node, "data-holds", holdsWord(code));
    setAttribute(node, "aria-label", cellLabel(number, kind, code) + (isTrue ? ", truly here" : ""));
  }

  /** A cell that says nothing, to the eye, to a reader or to a program. */
  veil(node, number, ring) {
    setText(node, "");
    setAttribute(node, "class", `cell veiled${ring}`);
    node.removeAttribute("data-holds");
    setAttribute(node, "aria-label", `${CARDS[cardOf(number)]}, ${SEATS[seatOf(number)]}: not shown yet`);
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
    const open = at < book.until;
    panel.node.classList.toggle("settled", !open);
    panel.table.hidden = !open;
    panel.hands.hidden = open;
    setNamed(panel.state, open ? "" : `${book.team === null ? "cancelled" : book.team} @${book.until}`);
    if (!open) setNamed(panel.hands, lastHands(book, view));
  }

  /** The cells that an event changed: what became certain, or those of the card that moved. */
  news(view, at) {
    return this.cells.filter((_, number) => isOpen(cardOf(number), at) && view.isFresh(number, at));
  }

  /** The Tab key stops at one cell: the chosen one, or the first. */
  keepOneStop(cell, at) {
    if (this.stop !== undefined) this.cells[this.stop].tabIndex = -1;
    if (cell !== null && isOpen(cardOf(cell), at)) this.stop = cell;
    else if (this.stop === undefined || !isOpen(cardOf(this.stop), at)) {
      const first = this.cells.findIndex((_, number) => isOpen(cardOf(number), at));
      this.stop = first < 0 ? undefined : first;
    }
    if (this.stop !== undefined) this.cells[this.stop].tabIndex = 0;
  }

  focused(event) {
    const number = event.target.dataset.cell;
    if (number === undefined) return;
    if (this.stop !== undefined) this.cells[this.stop].tabIndex = -1;
    this.stop = Number(number);
    event.target.tabIndex = 0;
  }

  /** A pointer chooses a cell without taking the keyboard into the grid: the arrows still step. */
  touched(event) {
    if (!event.target.closest("[data-cell]")) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  }

  clicked(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.choose(Number(cell.dataset.cell));
  }

  pressed(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    const number = Number(cell.dataset.cell);
    if (event.key === "Enter" || event.key === " ") this.choose(number);
    else if (!this.move(number, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus by an arrow key; past the edge of a half-suit it goes on into the next. */
  move(number, key) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (!step) return false;
    const [byCard, bySeat] = SEATS_AS_ROWS ? [step[1], step[0]] : step;
    const cards = CARDS.map((_, card) => card).filter((card) => this.isShown(card));
    const card = cards[cards.indexOf(cardOf(number)) + byCard];
    const seat = seatOf(number) + bySeat;
    if (card !== undefined && seat >= 0 && seat < SEATS.length) this.cells[cellOf(card, seat)].focus();
    return true;
  }

  isShown(card) {
    return this.panels.some((panel) => panel.book === BOOK_OF[card] && !panel.table.hidden);
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

function cellLabel(number, kind, code) {
  const where = `${CARDS[cardOf(number)]}, ${SEATS[seatOf(number)]}`;
  return `${where}: ${kind !== "possible" ? MEANING[kind] : code > CERTAIN ? "possible" : `${chance(code)} per cent`}`;
}
