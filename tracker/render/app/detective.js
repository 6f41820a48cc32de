// Detective: a game is gone through, and its board is veiled. A mark counts only when it is proven.
// Part of tracker. SPDX-License-Identifier: MIT

import { known } from "./cells.js";
import { Button, Card, counted, html, withSigns } from "./view.js";

/** Whether a cell is shown: what everyone sees, and the viewer's own hand, need no detective; a mark does while it holds. */
export function isShown({ cards }, marks, { card, seat }) {
  const { holds, kind } = known(cards[card], seat);
  if (holds === "yes" && kind !== "deduced") return true;
  return Boolean(cards[card]) && holds !== "maybe" && marks.has(`${card} ${seat}`);
}

/** Marks a cell: right only where it is proven, even if it is true; the engine judges it as an answer to a puzzle. What is shown already counts no more. */
export async function mark(app, act, board, { card, seat }) {
  const { detective, game, walk: { state: { at, view } } } = app;
  const { lacks } = detective;
  const place = `${card} ${seat}`;
  const shown = isShown(board, detective.marks, { card, seat });
  const judged = shown ? { verdict: "shown", told: [] } : await act.attempt(() => act.ask("judge", { record: game.text, view: view.name, at, card, seat, lacks }));
  const now = app.detective;
  if (!judged || !now) return;
  const isRight = judged.verdict === "proven";
  const tally = shown ? {} : isRight ? { right: now.right + 1 } : { wrong: now.wrong + 1 };
  const marks = isRight ? new Set([...now.marks, place]) : now.marks;
  act.set({ detective: { ...now, ...tally, marks, last: { card, seat, ...judged } } });
}

const SAID = { proven: "proven.", open: "not proven. It may be so all the same.", impossible: "not so: that is impossible.", shown: "that is shown already." };

export function Detective({ app, act, board }) {
  const { detective } = app;
  const left = Object.entries(board.cards).filter(([card, { status, holders }]) => status === "deduced" && !detective.marks.has(`${card} ${holders[0]}`)).length;
  const change = (more) => act.set({ detective: { ...detective, ...more } });
  const { last } = detective;
  return html`<div class="detective"><p><b>Detective.</b> Go through the game; mark what is proven.</p>
    <p role="status">${last ? html`<${Card} card=${last.card} /> and <bdi>${last.seat}</bdi>: ${SAID[last.verdict]} ` : ""}${left ? html`<b>${counted(left, "place")} more ${left === 1 ? "follows" : "follow"} now.</b>` : "Nothing more follows now."}</p>
    ${last?.told.map((line) => html`<p class="quiet">${withSigns(line, app.game.game.cards)}</p>`)}
    <p class="quiet">${detective.right} right, ${detective.wrong} not.</p>
    <div class="questions"><${Button} aria-pressed=${!detective.lacks} on=${() => change({ lacks: false })}>has it<//><${Button} aria-pressed=${detective.lacks} on=${() => change({ lacks: true })}>has it not<//><${Button} on=${() => act.set({ detective: null })}>End<//></div></div>`;
}

export const newDetective = () => ({ marks: new Set(), right: 0, wrong: 0, lacks: false, last: null });
