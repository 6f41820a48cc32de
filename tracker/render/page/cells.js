// What a cell of the board shows, from what ``show --json`` says of its card.
// Part of tracker. SPDX-License-Identifier: MIT

import { knownCell } from "./board.js";

/** How it is known who holds a card, where it is. */
const PLACED = ["public", "own", "deduced"];

/** Whether it is certain who holds a card. Where it may be out of play, a card with one possible holder is not. */
export const isCertain = (entry) => Boolean(entry) && PLACED.includes(entry.status);

/** The seat that everyone saw take a card; null: nobody did. */
export const seenWith = (entry) => (entry?.status === "public" ? entry.holders[0] : null);

/** Whether a seat holds a card: "yes", "no" or "maybe". */
export function holdsIn(entry, seat) {
  if (!entry?.holders.includes(seat)) return "no";
  return isCertain(entry) ? "yes" : "maybe";
}

/** In how many per cent of the deals a seat holds a card, in words: "<1", "37"; undefined or null: that is not known. */
export const oddsIn = (entry, seat) => entry.odds?.[entry.holders.indexOf(seat)];

/** Odds in words as a number, to compare. */
export const shareOf = (odds) => ({ "<1": 0, ">99": 100 })[odds] ?? Number(odds ?? NaN);

/** What a cell shows. */
export function cellOf(entry, seat, odds = oddsIn(entry, seat)) {
  const holds = holdsIn(entry, seat);
  if (holds !== "maybe") return knownCell(holds === "no" ? "excluded" : entry.status, holds);
  if (entry.status === "gap") return knownCell("gap", holds);
  const heat = odds ? Math.min(Math.floor(shareOf(odds) / 10), 9) : 2;
  return { holds, kinds: `possible h${heat}`, sign: odds ?? "?", says: odds ? `${odds} per cent` : "possible" };
}
