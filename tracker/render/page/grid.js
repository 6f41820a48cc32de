// The card grid: a table for each half-suit in play, with cells that say why when they are asked.
// Part of tracker. SPDX-License-Identifier: MIT

const MARKS = { public: "●", own: "■", deduced: "✔", excluded: "·" };
const MEANING = {
  public: "holds it, publicly",
  own: "holds it, own hand",
  deduced: "holds it, deduced",
  excluded: "excluded",
};

class Grid {
  /** @param choose what to do with a cell that is asked about. */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.cells = [];
    this.panels = BOOKS.map((book) => this.panel(book));
    root.append(...this.panels.map((panel) => panel.node));
    root.style.setProperty("--seats", SEATS.length);
    root.classList.toggle("crowded", SEATS.length > 8);
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
  }

  panel(book) {
    const state = make("span", { class: "state" });
    const heads = SEATS.map((seat, i) =>
      make("th", { scope: "col", class: `team${TEAM_OF[i]}`, title: seat }, make("span", {}, seat)),
    );
    const table = make(
      "table",
      { role: "grid", "aria-label": book.name },
      make("thead", {}, make("tr", {}, make("td", {}), heads)),
      make("tbody", {}, book.cards.map((card) => this.row(card))),
    );
    const node = make("section", { class: "panel" }, make("h4", {}, book.name, " ", state), table);
    return { node, table, state, book };
  }

  row(card) {
    const suit = "DH".includes(CARDS[card].slice(-1)) || CARDS[card] === "RJ" ? "red" : "black";
    const cells = SEATS.map((_, seat) => {
      const cell = cellOf(card, seat);
      this.cells[cell] = make("td", { role: "gridcell", tabindex: -1, "data-cell": cell });
      return this.cells[cell];
    });
    return make("tr", {}, make("th", { scope: "row", class: suit }, cardSign(card)), cells);
  }

  /** Shows a view at a moment. */
  show({ view, at, cell, veiled }) {
    for (const panel of this.panels) this.showBook(panel, at);
    const codes = view.codes(at);
    this.cells.forEach((node, number) => {
      if (!isOpen(cardOf(number), at)) return;
      const kind = view.kind(number, at);
      const hidden = veiled && view.tellsNews(number, at);
      const shown = hidden ? "?" : (MARKS[kind] ?? chance(codes[number]));
      setText(node, shown);
      setAttribute(node, "class", cellClass(view, number, at, kind, hidden));
      setAttribute(node, "aria-label", cellLabel(number, kind, codes[number], hidden));
      setAttribute(node, "aria-selected", String(number === cell));
    });
    this.keepOneStop(cell, at);
  }

  showBook(panel, at) {
    const open = at < panel.book.until;
    panel.node.classList.toggle("settled", !open);
    panel.table.hidden = !open;
    const team = panel.book.team;
    setText(panel.state, open ? "" : `${team === null ? "cancelled" : team} @${panel.book.until}`);
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

  /** Moves the focus by an arrow key; up and down go on into the next half-suit. */
  move(number, key) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (!step) return false;
    const rows = CARDS.map((_, card) => card).filter((card) => this.isShown(card));
    const row = rows.indexOf(cardOf(number)) + step[0];
    const seat = seatOf(number) + step[1];
    if (rows[row] !== undefined && seat >= 0 && seat < SEATS.length) {
      this.cells[cellOf(rows[row], seat)].focus();
    }
    return true;
  }

  isShown(card) {
    return !this.panels.find((panel) => panel.book === BOOK_OF[card]).table.hidden;
  }
}

function cellClass(view, number, at, kind, hidden) {
  if (hidden) return "cell veiled";
  const code = view.codes(at)[number];
  const parts = ["cell", kind];
  if (kind === "possible") parts.push(`h${heat(code)}`);
  if (view.isFresh(number, at)) parts.push("fresh");
  else if (kind === "possible" && view.hasMoved(number, at)) parts.push("moved");
  return parts.join(" ");
}

function cellLabel(number, kind, code, hidden) {
  const where = `${CARDS[cardOf(number)]}, ${SEATS[seatOf(number)]}`;
  if (hidden) return `${where}: hidden`;
  return `${where}: ${kind === "possible" ? `${chance(code)} per cent` : MEANING[kind]}`;
}
