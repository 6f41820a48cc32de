// The board of a moment, as the engine gives it: who can hold what, in one view.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board, veiledCell } from "./board.js";
import { cellOf, holdsIn, isFresh } from "./cells.js";
import { html, withSigns } from "./view.js";

/** A chance as it is shown, in per cent; one that depends on a gap, or is not counted, is none. */
function percent(chance) {
  if (typeof chance !== "number") return null;
  if (chance < 0.005) return "<1";
  return chance > 0.995 ? ">99" : String(Math.round(chance * 100));
}

const isInPlay = (board, book) => ["open", "gap"].includes(board.books[book.name]?.state);

/**
 * The board of a moment. ``marks`` veils it: only cells that it names ("5H Ann") are shown. The half-suit that is wanted
 * stands first, then those still in play.
 */
export function BoardNow({ game: { game, settled }, board, before, odds, cell, choose, marks, first, other }) {
  const shown = (card, seat) => {
    const [entry, then, theirs] = [board, before, other].map((each) => each?.cards[card]);
    if (!entry || (marks && !marks.has(`${card} ${seat}`))) return veiledCell(marks ? "not marked" : "out of play");
    const now = cellOf(entry, seat, percent(odds?.[card]?.[seat]));
    const differs = theirs && (holdsIn(theirs, seat) === "yes") !== (now.holds === "yes");
    const kinds = `${now.kinds}${!marks && isFresh(entry, then, seat) ? " fresh" : ""}${differs ? " differs" : ""}`;
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
