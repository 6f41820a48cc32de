// The game that is open: what the engine has worked out so far is put into its views, moment by moment.
// Part of tracker. SPDX-License-Identifier: MIT

import { Game, View } from "./model.js";

/**
 * @param {AppGame} given a game as it was opened or entered; nothing is worked out yet
 * @param {(question: string, parameters: object) => any} answer gives an answer, once it is there
 */
export function openedGame({ text, game, books, views }, answer) {
  const opened = new Game({ game: { ...game, dealt: {} } });
  opened.tellsEndings = books.length > 0;
  for (const { book, event, ...settled } of books) opened.settle({ [book]: settled }, event ?? opened.last + 1);
  const empty = { own: [], moments: [], why: [], deals: [], otherwise: {} };
  opened.views = views.map((name) => new View({ ...empty, name, seats: name === "public" ? [] : name.split("+") }, opened));
  opened.why = (view, { card, seat }, at, lacks = view.holds({ card, seat }, at) === "no") => view.board(at) && answer("why", { record: text, card, seat, lacks, view: view.name, at });
  return opened;
}

/** A board came, as ``show --json`` has it. Of a record with gaps it tells which half-suits are left. */
export function keepBoard(view, board) {
  view.found[board.at] ??= board;
  view.game.settle(board.books, board.at);
}

/** So many moments are asked for at once. */
const AT_ONCE = 25;

/**
 * All moments of the view that is looked at, some at a time.
 * @returns {number | null} which share of them is there; null: all, or no more will come
 */
export function followGame({ game, walk: { game: { last }, state: { view } } }, act) {
  const missing = () => [...view.found, undefined].indexOf(undefined);
  for (let start = missing(); start <= last; start = missing()) {
    const boards = act.answer("moments", { record: game.text, view: view.name, start, count: AT_ONCE }, true);
    if (!boards?.length) return boards === undefined ? start / (last + 1) : null;
    for (const board of boards) keepBoard(view, board);
  }
  return null;
}

/** How likely each place is, once nobody slides or taps on: to count that may take a second. */
export function askChances({ game, walk: { state: { view, at, counts, announced } } }, act) {
  const board = view.board(at);
  if (!announced || !board || board.isCounted) return;
  const chances = act.answer(counts ? "count" : "deals", { record: game.text, view: view.name, at }, !counts);
  if (chances) keepChances(view, at, chances);
}

/** It came how likely each place is at a moment, as ``deals --json`` has it, and in words. */
function keepChances(view, at, { json: { bits, count }, odds }) {
  const board = view.found[at];
  const entries = Object.entries(board.cards).map(([card, entry]) => [card, { ...entry, odds: entry.holders.map((seat) => odds[card]?.[seat]) }]);
  view.found[at] = { ...board, cards: Object.fromEntries(entries), bits, isCounted: count !== null };
}
