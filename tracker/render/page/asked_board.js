// A board whose cells are asked about: by a pointer, or by the arrow keys and Enter.
// Part of tracker. SPDX-License-Identifier: MIT

class AskedBoard extends Board {
  /**
   * @param {HTMLElement} root
   * @param {Table} table
   * @param {(cell: number) => void} choose what to do with a cell that is asked about
   * @param {string} heading the element that names a half-suit
   */
  constructor(root, table, choose, heading = "h4") {
    super(root, table, true, heading);
    this.choose = choose;
    this.panelOf = new Map(this.panels.flatMap((panel) => panel.book.cards.map((card) => [card, panel])));
    root.addEventListener("mousedown", (event) => this.touched(event));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
  }

  /** Whether the half-suit of a card is in play, by the card's number. */
  isShown(card) {
    return Boolean(this.panelOf.get(card)?.table.parentNode);
  }

  isCellShown(cell) {
    return this.isShown(Math.floor(cell / this.table.seats.length));
  }

  /** The Tab key stops at one cell: the chosen one, or the first. */
  keepOneStop(cell) {
    if (cell !== null && this.isCellShown(cell)) this.stopAt(cell);
    else if (this.stop === undefined || !this.isCellShown(this.stop)) this.stopAt(this.cells.findIndex((_, number) => this.isCellShown(number)));
  }

  stopAt(cell) {
    if (this.stop !== undefined) this.cells[this.stop].tabIndex = -1;
    this.stop = cell < 0 ? undefined : cell;
    if (this.stop !== undefined) this.cells[this.stop].tabIndex = 0;
  }

  focused(event) {
    const number = event.target.dataset.cell;
    if (number !== undefined) this.stopAt(Number(number));
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
    const [byCard, bySeat] = this.seatsAsRows ? [step[1], step[0]] : step;
    const count = this.table.seats.length;
    const cards = this.table.cards.map((_, card) => card).filter((card) => this.isShown(card));
    const card = cards[cards.indexOf(Math.floor(number / count)) + byCard];
    const seat = (number % count) + bySeat;
    if (card !== undefined && seat >= 0 && seat < count) this.at(card, seat).focus();
    return true;
  }
}
