// Detective: a game is gone through, and its board is veiled. A mark counts only when it is proven.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, Card, counted, html } from "./view.js";
import { cellVerdict, Example } from "./why.js";

/** Whether a cell is shown: what everyone sees, and the viewer's own hand, need no detective; a mark does while it holds. */
export function isShown({ marks }, { view, at }, { card, seat }) {
  const { holds, kind } = view.known({ card, seat }, at);
  return (holds === "yes" && kind !== "deduced") || (holds !== "maybe" && marks.has(`${card} ${seat}`));
}

/** Marks a cell: right only where it is proven, even if it is true. What is shown already counts no more. */
export function mark({ detective, walk: { state: { view, at } } }, act, cell) {
  const { lacks, marks } = detective;
  const holds = view.holds(cell, at);
  const judged = holds === "maybe" ? "open" : (holds === "no") === lacks ? "proven" : "impossible";
  const verdict = isShown(detective, { view, at }, cell) ? "shown" : judged;
  const wrong = { wrong: detective.wrong + 1 };
  const tally = { shown: {}, proven: { right: detective.right + 1, marks: new Set([...marks, `${cell.card} ${cell.seat}`]) } }[verdict] ?? wrong;
  act.set({ detective: { ...detective, ...tally, last: { cell, view, at, lacks, verdict } } });
}

const SAID = { proven: "proven.", open: "not proven. It may be so all the same.", impossible: "not so: that is impossible.", shown: "that is shown already." };

/** What shows it: the proof; of what is open, a deal that fits in which it is otherwise. */
function toldOf(shown, { verdict, lacks, ...marked }) {
  if (verdict === "shown") return null;
  return verdict === "open" ? html`<${Example} ...${marked} holds=${lacks} />` : cellVerdict({ ...shown, ...marked });
}

export function Detective({ app, act, board, shown }) {
  const { detective } = app;
  const left = Object.entries(board.cards).filter(([card, { status, holders }]) => status === "deduced" && !detective.marks.has(`${card} ${holders[0]}`)).length;
  const change = (more) => act.set({ detective: { ...detective, ...more } });
  const { last } = detective;
  return html`<div class="detective"><p><b>Detective.</b> Go through the game; mark what is proven.</p>
    <p role="status">${last ? html`<${Card} card=${last.cell.card} /> and <bdi>${last.cell.seat}</bdi>: ${SAID[last.verdict]} ` : ""}${left ? html`<b>${counted(left, "place")} more ${left === 1 ? "follows" : "follow"} now.</b>` : "Nothing more follows now."}</p>
    ${last ? toldOf(shown, last) : null}
    <p class="quiet">${detective.right} right, ${detective.wrong} not.</p>
    <div class="questions"><${Button} aria-pressed=${!detective.lacks} on=${() => change({ lacks: false })}>has it<//><${Button} aria-pressed=${detective.lacks} on=${() => change({ lacks: true })}>has it not<//><${Button} on=${() => act.set({ detective: null })}>End<//></div></div>`;
}

export const newDetective = () => ({ marks: new Set(), right: 0, wrong: 0, lacks: false, last: null });
