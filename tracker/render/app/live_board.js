// The board: who can hold what, at one moment, in one view. It is the board of the report's page
// (page/asked_board.js), which is shown moments as the engine gives them.
// Part of tracker. SPDX-License-Identifier: MIT

import { Component, html } from "./view.js";

/** How it is known who holds a card, where it is. */
const PLACED = ["public", "own", "deduced"];

/** Whether it is certain who holds a card. Where it may be out of play, a card with one possible holder is not. */
export const isCertain = (entry) => PLACED.includes(entry.status);

/** What a cell is: "yes", "no" or "maybe", and how that is drawn. */
export function cellOf(board, card, seat, odds) {
  const entry = board.cards[card];
  if (!entry.holders.includes(seat)) return drawn("no", "excluded");
  if (isCertain(entry)) return drawn("yes", entry.status);
  const chance = odds?.[card]?.[seat];
  if (entry.status === "gap") return drawn("maybe", "gap");
  if (typeof chance !== "number") return { holds: "maybe", kinds: "possible h2", sign: "?", says: chance === undefined ? "possible" : "possible; how likely depends on a gap" };
  const shown = percent(chance);
  const heat = Math.min(Math.floor(chance * 10), 9);
  return { holds: "maybe", kinds: `possible h${heat}`, sign: shown, says: `${shown} per cent` };
}

const drawn = (holds, kind) => ({ holds, kinds: kind, sign: CELL_SIGNS[kind], says: MEANING[kind] });

function percent(chance) {
  if (chance < 0.005) return "<1";
  return chance > 0.995 ? ">99" : String(Math.round(chance * 100));
}

/** Whether a cell became certain, one way or the other, since another board. */
function isFresh(board, before, card, seat) {
  if (!before?.cards[card]) return false;
  const [now, then] = [cellOf(board, card, seat).holds, cellOf(before, card, seat).holds];
  return now !== then && now !== "maybe";
}

/** Who plays with which cards, as a board needs it. */
function tableOf({ seats, teams, cards, books }) {
  const number = new Map(cards.map((card, i) => [card, i]));
  return {
    seats,
    cards,
    books: books.map((book) => ({ name: book.name, cards: book.cards.map((card) => number.get(card) ?? -1) })),
    teamOf: seats.map((seat) => (teams[0].includes(seat) ? 0 : 1)),
  };
}

class LiveBoard extends AskedBoard {
  constructor(root, game, choose) {
    super(root, tableOf(game), (number) => choose(this.placeOf(number)), "h2");
  }

  /** The card and the seat of a cell. */
  placeOf(number) {
    const { cards, seats } = this.table;
    return { card: cards[Math.floor(number / seats.length)], seat: seats[number % seats.length] };
  }

  /** Shows a moment. ``marks`` veils it: only cells that it names ("5H Ann") are shown. */
  show({ game, board, before, odds, cell, marks, first, other }) {
    setAttribute(this.root, "data-at", String(board.at));
    setAttribute(this.root, "data-view", board.view);
    this.showSizes(this.table.seats.map((seat) => board.sizes?.[seat]));
    this.arrange(board, first);
    for (const panel of this.panels) this.showBook(panel, board, game.settled);
    const { cards, seats } = this.table;
    const chosen = cell ? cards.indexOf(cell.card) * seats.length + seats.indexOf(cell.seat) : null;
    this.cells.forEach((node, number) => {
      if (!this.isCellShown(number)) return;
      this.showCell(number, { board, before, odds, marks, other });
      setAttribute(node, "aria-selected", String(number === chosen));
    });
    this.keepOneStop(chosen);
  }

  /** The half-suits: the one that is wanted first, then those still in play. */
  arrange(board, first) {
    const rank = ({ book }) => (book.name === first ? 0 : isInPlay(board, book) ? 1 : 2);
    const order = this.panels.toSorted((one, another) => rank(one) - rank(another));
    if (order.every((panel, i) => panel.node === this.root.children[i])) return;
    this.root.append(...order.map((panel) => panel.node));
  }

  /** A half-suit: its cells, or who won it, with the hands that all saw. */
  showBook(panel, board, settled) {
    const { name } = panel.book;
    const isOpen = this.settle(panel, isInPlay(board, panel.book));
    const team = board.books[name]?.team;
    setText(panel.state, isOpen ? "" : team ? `won by ${team}` : "cancelled");
    const holders = settled.find(([, book]) => book === name)?.[3] ?? {};
    const hands = this.table.seats.map((seat) => [seat, ...Object.keys(holders).filter((card) => holders[card] === seat)]);
    const seen = hands.filter((hand) => hand.length > 1).map(([seat, ...cards]) => `${seat} ${cards.map(signOf).join(" ")}`);
    setSigns(panel.hands, isOpen ? "" : seen.join(", "));
  }

  showCell(number, { board, before, odds, marks, other }) {
    const { card, seat } = this.placeOf(number);
    if (!board.cards[card] || (marks && !marks.has(`${card} ${seat}`))) {
      this.veil(number, "", marks ? "not marked" : "out of play");
      return;
    }
    const shown = cellOf(board, card, seat, odds);
    const differs = other?.cards[card] && (cellOf(other, card, seat).holds === "yes") !== (shown.holds === "yes");
    const kinds = ["cell", shown.kinds];
    if (!marks && isFresh(board, before, card, seat)) kinds.push("fresh");
    if (differs) kinds.push("differs");
    this.paint(number, { ...shown, kinds: kinds.join(" "), says: shown.says + (differs ? `; ${other.view} knows otherwise` : "") });
  }
}

const isInPlay = (board, book) => ["open", "gap"].includes(board.books[book.name]?.state);

/** Where the board stands on a screen; it is built anew for another table. */
class Place extends Component {
  /** @type {LiveBoard | undefined} */
  live;
  /** @type {HTMLElement | null} */
  root = null;

  componentDidMount() {
    if (!this.root) return;
    this.live = new LiveBoard(this.root, this.props.game.game, (cell) => this.props.choose?.(cell));
    this.live.show(this.props);
  }

  componentDidUpdate() {
    this.live?.show(this.props);
  }

  render() {
    return html`<div class="panels" ref=${(root) => { this.root = root; }}></div>`;
  }
}

/** The board of a moment. */
export const BoardNow = (shown) => html`<${Place} key=${JSON.stringify(tableOf(shown.game.game))} ...${shown} />`;
