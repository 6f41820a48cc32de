// The statements of a game that is being entered: each can be changed, taken out, or have a comment.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, html, withSigns } from "./view.js";

export function RecordList({ app, act }) {
  const { events, cards } = app.game.game;
  const { chosen } = app.entry;
  const choose = (number) => act.set({ entry: { ...app.entry, chosen: chosen === number ? null : number } });
  const wrong = new Set(app.game.problems.map((problem) => problem.event));
  const rows = events.map((event, i) => html`<li key=${i} class=${wrong.has(i + 1) ? "cited" : ""}><button type="button" class=${event.kind} aria-expanded=${chosen === i + 1} onClick=${() => choose(i + 1)}><span class="number">${i + 1}</span><span>${withSigns(event.text, cards)}</span><span></span>${event.note ? html`<span class="note">${event.note}</span>` : null}</button>
    ${chosen === i + 1 ? html`<${Deeds} app=${app} act=${act} number=${i + 1} event=${event} />` : null}</li>`);
  if (!rows.length) return null;
  return html`<details class="events" open=${Boolean(chosen || wrong.size)}><summary>All ${rows.length} statements</summary><ol>${rows}</ol></details>`;
}

/** What can be done to one of them. */
function Deeds({ app, act, number, event }) {
  const type = (deed, line) => act.set({ entry: { chosen: number, typing: { line, deed, number } } });
  // An ask is changed with the three taps that it was entered with.
  const change = () => (event.target ? act.set({ entry: { chosen: number, number, asker: event.actor, target: event.target, card: event.card } }) : type("edit", event.text));
  return html`<div class="deeds">
    <${Button} on=${change}>Change<//>
    <${Button} on=${() => type("edit", event.text)}>In words<//>
    <${Button} on=${() => type("insert", "")}>Insert before<//>
    <${Button} on=${() => type("comment", event.note ?? "")}>Comment<//>
    <${Button} on=${() => act.deed("delete", { number })}>Take out<//>
    <a class="button" href=${`#review/${app.game.id}`} onClick=${() => { app.walk.state.at = number; }}>Look</a>
  </div>`;
}
