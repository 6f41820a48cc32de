// What a cell of the board shows, from what ``show --json`` says of its card.
// Part of tracker. SPDX-License-Identifier: MIT

const SIGNS = { public: "●", own: "■", deduced: "✔", excluded: "·", gap: "⁇" };
const MEANING = {
  public: "holds it, publicly",
  own: "holds it, own hand",
  deduced: "holds it, deduced",
  excluded: "excluded",
  gap: "open only because of a gap",
};
/** How it is known who holds a card, where it is. */
const PLACED = ["public", "own", "deduced"];

/** Whether it is certain who holds a card. Where it may be out of play, a card with one possible holder is not. */
export const isCertain = (entry) => PLACED.includes(entry?.status);

/** The cells that a naming names: who has which card. */
export const cellsOf = (holdings = {}) => Object.entries(holdings).map(([card, seat]) => ({ card, seat }));

/** The seat that everyone saw take a card; null: nobody did. */
export const seenWith = (entry) => (entry?.status === "public" ? entry.holders[0] : null);

/**
 * What is known of a card and a seat.
 * @returns {Known} its odds in words: "<1", "37"; undefined or null: they are not known
 */
export function known(entry, seat) {
  const place = entry?.holders.indexOf(seat) ?? -1;
  if (place < 0) return { kind: "excluded", holds: "no" };
  if (isCertain(entry)) return { kind: entry.status, holds: "yes" };
  return { kind: entry.status === "gap" ? "gap" : "possible", holds: "maybe", odds: entry.odds?.[place] };
}

/** Odds in words as a number, to compare. */
export const shareOf = (odds) => ({ "<1": 0, ">99": 100 })[odds] ?? Number(odds ?? NaN);

/** A cell that says nothing, to the eye, to a reader or to a program. */
export const veiledCell = (says = "not shown yet") => ({ kinds: "veiled", sign: "", says });

/**
 * What a cell shows.
 * @param {Known} what is known
 */
export function cellOf({ kind, holds, odds }) {
  if (kind !== "possible") return { kinds: kind, sign: SIGNS[kind], says: MEANING[kind], holds };
  const heat = odds ? Math.min(Math.floor(shareOf(odds) / 10), 9) : 2;
  return { kinds: `possible h${heat}`, sign: odds ?? "?", says: odds ? `${odds} per cent` : "possible", holds };
}
