// Detective: a game is gone through, and its board is veiled. A mark counts only when it is proven.
// Part of tracker. SPDX-License-Identifier: MIT

import { isCertain } from "./cells.js";
import { Button, Card, counted, html, withSigns } from "./view.js";

/** What everyone sees, and the viewer's own hand: that needs no detective. */
const isSeen = (entry) => entry.status === "public" || entry.status === "own";

/** The places that follow at a moment and are not simply seen. */
function followed(board) {
  return Object.entries(board.cards).filter(([, entry]) => isCertain(entry) && !isSeen(entry)).map(([card, entry]) => `${card} ${entry.holders[0]}`);
}

/** The cells that are shown: what is seen, and the marks that hold at this moment. */
export function shownMarks(board, marks) {
  const shown = new Set();
  for (const [card, entry] of Object.entries(board.cards)) {
    if (isSeen(entry)) shown.add(`${card} ${entry.holders[0]}`);
  }
  for (const place of marks) {
    const [card, seat] = place.split(" ");
    const entry = board.cards[card];
    if (entry && (!entry.holders.includes(seat) || isCertain(entry))) shown.add(place);
  }
  return shown;
}

/** Marks a cell: right only where it is proven, even if it is true; the engine judges it as an answer to a puzzle. What is shown already counts no more. */
export async function mark(app, act, board, { card, seat }) {
  const { detective, game, walk: { state: { at, view } } } = app;
  const { lacks } = detective;
  const place = `${card} ${seat}`;
  const isShown = shownMarks(board, detective.marks).has(place);
  const judged = isShown ? { verdict: "shown", told: [] } : await act.attempt(() => act.ask("judge", { record: game.text, view: view.name, at, card, seat, lacks }));
  const now = app.detective;
  if (!judged || !now) return;
  const isRight = judged.verdict === "proven";
  const tally = isShown ? {} : isRight ? { right: now.right + 1 } : { wrong: now.wrong + 1 };
  const marks = isRight ? new Set([...now.marks, place]) : now.marks;
  act.set({ detective: { ...now, ...tally, marks, last: { card, seat, ...judged } } });
}

const SAID = { proven: "proven.", open: "not proven. It may be so all the same.", impossible: "not so: that is impossible.", shown: "that is shown already." };

export function Detective({ app, act, board }) {
  const { detective } = app;
  const places = followed(board);
  const left = places.filter((place) => !detective.marks.has(place)).length;
  const change = (more) => act.set({ detective: { ...detective, ...more } });
  const { last } = detective;
  return html`<div class="detective"><p><b>Detective.</b> Go through the game; mark what is proven.</p>
    <p role="status">${last ? html`<${Card} card=${last.card} /> and <bdi>${last.seat}</bdi>: ${SAID[last.verdict]} ` : ""}${left ? html`<b>${counted(left, "place")} more ${left === 1 ? "follows" : "follow"} now.</b>` : "Nothing more follows now."}</p>
    ${last?.told.map((line) => html`<p class="quiet">${withSigns(line, app.game.game.cards)}</p>`)}
    <p class="quiet">${detective.right} right, ${detective.wrong} not.</p>
    <div class="questions"><${Button} aria-pressed=${!detective.lacks} on=${() => change({ lacks: false })}>has it<//><${Button} aria-pressed=${detective.lacks} on=${() => change({ lacks: true })}>has it not<//><${Button} on=${() => act.set({ detective: null })}>End<//></div></div>`;
}

export const newDetective = () => ({ marks: new Set(), right: 0, wrong: 0, lacks: false, last: null });
