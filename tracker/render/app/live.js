// The game that is open, as the engine works it out: moment by moment, as they are asked for.
// Part of tracker. SPDX-License-Identifier: MIT

import { isFresh } from "./cells.js";
import { Game, View } from "./model.js";

/** A chance as it is shown, in per cent; one that depends on a gap, or is not counted, is none. */
function percent(chance) {
  if (typeof chance !== "number") return null;
  if (chance < 0.005) return "<1";
  return chance > 0.995 ? ">99" : String(Math.round(chance * 100));
}

/** @param {AppGame} opened a game as it was opened or entered */
export function liveGame({ game, settled, views }) {
  const live = new Game({ game: { ...game, settled, turns: [], scores: [], dealt: {} } });
  live.views = views.map((name) => new LiveView(name, live));
  return live;
}

export class LiveView extends View {
  /** @type {any[]} by moment; null: nothing can be deduced there */
  found = [];
  /** Why, by cell and moment, as far as it was asked. */
  answers = new Map();
  /** @type {any} the board that was shown before this game's last change */
  before = null;

  constructor(name, game) {
    super({ name, seats: name === "public" ? [] : name.split("+"), own: [], moments: [], claims: [], why: [], deals: [], otherwise: {} }, game);
  }

  board(at) {
    return this.found[at];
  }

  turn(at) {
    return this.board(at).turn ?? "nobody";
  }

  score(at) {
    return Object.values(this.board(at).score).map((points) => (typeof points === "number" ? points : "?"));
  }

  /** A board came, as ``show --json`` has it. Of a record with gaps it tells which half-suits are left. */
  keep(board) {
    this.found[board.at] ??= board;
    for (const book of this.game.books) {
      const { state, team } = board.books[book.name] ?? { state: "settled", team: null };
      if (!["open", "gap"].includes(state) && board.at < book.until) Object.assign(book, { until: board.at, team });
    }
  }

  /** It came how likely each place is at a moment, as ``deals --json`` has it. */
  count(at, { probability, bits, count }) {
    const entries = Object.entries(this.found[at].cards).map(([card, entry]) => [card, { ...entry, odds: entry.holders.map((seat) => percent(probability?.[card]?.[seat])) }]);
    this.found[at] = { ...this.found[at], cards: Object.fromEntries(entries), bits, isCounted: count !== null };
  }

  isFresh({ card, seat }, at) {
    return this.isFollowed(at) ? super.isFresh({ card, seat }, at) : isFresh(this.entry(card, at), this.before?.cards[card], seat);
  }

  answer({ card, seat }, at) {
    return this.answers.get(`${card} ${seat} ${at}`);
  }

  proof(cell, at) {
    return this.answer(cell, at)?.reason;
  }

  example(cell, at, holds) {
    const hands = holds ? null : this.answer(cell, at)?.json.hands;
    return hands ? Object.fromEntries(Object.entries(hands).flatMap(([seat, cards]) => cards.map((card) => [card, seat]))) : null;
  }
}
