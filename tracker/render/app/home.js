// The first screen, with the games on this device; and the one where a game begins.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, counted, download, html } from "./view.js";

/** What every screen has at its top: the way back, and whether the engine is at work. */
export function Top({ app, act, title, back = "#", children }) {
  return html`<header class="top" data-engine=${app.status} data-kept=${app.isKept}>
    ${back === null ? null : html`<a class="back" href=${back} aria-label="Back">‹</a>`}
    <h1><bdi>${title}</bdi></h1>
    ${children}
    <${Starting} app=${app} />
    ${app.status === "ready" && app.busy > 0 ? html`<${Button} kind="stop" on=${act.stop}>Stop<//>` : null}
  </header>`;
}

/** How far the engine is: how much of it has come, or that it starts. */
function Starting({ app }) {
  const { loaded = 0, total = 0 } = app.coming ?? {};
  if (app.status !== "starting") return html`<span class="engine" role="status">${app.status === "failed" ? "not started" : ""}</span>`;
  if (loaded >= total) return html`<span class="engine" role="status">starting …</span>`;
  return html`<span class="engine"><progress value=${loaded / total} aria-label="How much of tracker has come"></progress> ${megabytes(loaded)} of ${megabytes(total)} MB</span>`;
}

/** What a game is called. */
export const titleOf = (game) => game?.title || (game?.game ?? game)?.seats?.join(" ") || "A game";

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** What stands on a game's screens until the engine has read it: the record itself. */
export const Waiting = ({ app, act }) => html`<${Top} app=${app} act=${act} title=${app.waiting ? titleOf(app.waiting) : "…"} />
  <main class="home"><p class="quiet">${app.status === "starting" ? "tracker is starting. What follows is worked out then." : "One moment …"}</p>
    ${app.waiting ? html`<pre class="record" tabindex="0" aria-label="The record">${app.waiting.text}</pre>` : null}</main>`;

export function HomeScreen({ app, act }) {
  return html`<${Top} app=${app} act=${act} title="tracker" back=${null} />
  <main class="home">
    <p class="quiet">Literature (Canadian Fish): what is certain, for whom, and why. All of it happens on this device; nothing leaves it.</p>
    <div class="actions">
      <a class="big primary" href="#new">Enter a game</a>
      <a class="big" href="#sample">A sample game</a>
      <a class="big" href="#rules">Learn the rules</a>
      <a class="big" href="#train">Train</a>
      <label class="big">Open a file<input type="file" class="unseen" accept=".lit,.json,.txt,.log" onChange=${(event) => openFile(event, act)} /></label>
    </div>
    <details><summary>Paste a link or a record</summary><${Paste} act=${act} /></details>
    <h2>Games on this device</h2>
    ${app.games.length ? html`<ul class="games">${app.games.map((game) => html`<${Game} key=${game.id} game=${game} act=${act} />`)}</ul>
      <${Button} on=${() => exportAll(app.games)}>Export all<//>` : html`<p class="quiet">None yet.</p>`}
  </main>`;
}

function Game({ game, act }) {
  const when = new Date(game.changed).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
  const forget = () => confirm(`Remove “${game.title || "this game"}” from this device?`) && act.attempt(() => act.remove(game.id));
  return html`<li><a href=${`#play/${game.id}`}><strong><bdi>${titleOf(game)}</bdi></strong>
      <span class="quiet">${counted(game.events, "event")} · ${when}</span></a>
    <a class="button" href=${`#review/${game.id}`}>Review</a>
    <${Button} on=${forget} aria-label=${`Remove ${game.title || "this game"}`}>✕<//></li>`;
}

function Paste({ act }) {
  const take = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text");
    void act.attempt(() => act.take(String(text), "Pasted"));
  };
  return html`<form class="paste" onSubmit=${take}><textarea name="text" rows="4" aria-label="A link, or a record" required></textarea><button>Open</button></form>`;
}

async function openFile(event, act) {
  const [file] = event.target.files;
  if (!file) return;
  event.target.value = "";
  await act.attempt(async () => {
    if (file.size > 4 * 1024 * 1024) throw new Error("A record has at most 4 MiB; this file is longer.");
    await act.take(await file.text(), file.name.replace(/\.\w+$/, ""));
  });
}

/** All games as one file of many games. */
function exportAll(games) {
  download("tracker-games.lit", games.map((game) => game.text.trimEnd()).join("\n---\n") + "\n");
}
