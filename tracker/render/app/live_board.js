// The board of a moment, as the engine gives it: who can hold what, in one view.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board, knownCell, veiledCell } from "./board.js";
import { html, withSigns } from "./view.js";

/** How it is known who holds a card, where it is. */
const PLACED = ["public", "own", "deduced"];

/** Whether it is certain who holds a card. Where it may be out of play, a card with one possible holder is not. */
export const isCertain = (entry) => PLACED.includes(entry.status);

/** What a cell is: "yes", "no" or "maybe", and how that is drawn. */
export function cellOf(board, card, seat, odds) {
  const entry = board.cards[card];
  if (!entry.holders.includes(seat)) return knownCell("excluded", "no");
  if (isCertain(entry)) return knownCell(entry.status, "yes");
  const chance = odds?.[card]?.[seat];
  if (entry.status === "gap") return knownCell("gap", "maybe");
  if (typeof chance !== "number") return { holds: "maybe", kinds: "possible h2", sign: "?", says: chance === undefined ? "possible" : "possible; how likely depends on a gap" };
  const shown = percent(chance);
  const heat = Math.min(Math.floor(chance * 10), 9);
  return { holds: "maybe", kinds: `possible h${heat}`, sign: shown, says: `${shown} per cent` };
}

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

const isInPlay = (board, book) => ["open", "gap"].includes(board.books[book.name]?.state);

/**
 * The board of a moment. ``marks`` veils it: only cells that it names ("5H Ann") are shown. The half-suit that is wanted
 * stands first, then those still in play.
 */
export function BoardNow({ game: { game, settled }, board, before, odds, cell, choose, marks, first, other }) {
  const shown = (card, seat) => {
    if (!board.cards[card] || (marks && !marks.has(`${card} ${seat}`))) return veiledCell(marks ? "not marked" : "out of play");
    const now = cellOf(board, card, seat, odds);
    const differs = other?.cards[card] && (cellOf(other, card, seat).holds === "yes") !== (now.holds === "yes");
    const kinds = `${now.kinds}${!marks && isFresh(board, before, card, seat) ? " fresh" : ""}${differs ? " differs" : ""}`;
    return { ...now, kinds, says: now.says + (differs ? `; ${other.view} knows otherwise` : "") };
  };
  const ending = (book) => (isInPlay(board, book) ? null : { state: board.books[book.name]?.team ? `won by ${board.books[book.name].team}` : "cancelled", hands: lastHands(game, settled, book.name) });
  const rank = (book) => (book.name === first ? 0 : isInPlay(board, book) ? 1 : 2);
  const order = game.books.toSorted((one, another) => rank(one) - rank(another));
  return html`<${Board} game=${game} cell=${shown} settled=${ending} sizes=${board.sizes ?? {}} choose=${choose} chosen=${cell} order=${order} heading="h2" at=${board.at} view=${board.view} />`;
}

/** Who was seen to hold a half-suit's cards when it left play. */
function lastHands(game, settled, name) {
  const holders = settled.find(([, book]) => book === name)?.[3] ?? {};
  const hands = game.seats.map((seat) => [seat, ...Object.keys(holders).filter((card) => holders[card] === seat)]);
  return withSigns(hands.filter((hand) => hand.length > 1).map((hand) => hand.join(" ")).join(", "), game.cards);
}
