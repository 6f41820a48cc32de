// The first screen, with the games on this device; and the one where a game begins.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, counted, download, html } from "./view.js";

/** What every screen has at its top: the way back, and whether the engine is at work. */
export function Top({ app, act, title, back = "#", children }) {
  const isWorking = app.status === "starting" || app.busy > 0;
  return html`<header class="top" data-engine=${app.status}>
    ${back === null ? null : html`<a class="back" href=${back} aria-label="Back">‹</a>`}
    <h1><bdi>${title}</bdi></h1>
    ${children}
    <span class="engine" role="status">${app.status === "starting" ? "starting …" : app.status === "failed" ? "not started" : ""}</span>
    ${isWorking && app.status === "ready" ? html`<${Button} kind="stop" on=${act.stop}>Stop<//>` : null}
  </header>`;
}

const SAMPLE_NAMES = { 4: "Ann Bob Carl Dora", 6: "Ann Bob Carl Dora Eve Finn", 8: "Ann Bob Carl Dora Eve Finn Gus Hal" };

export function HomeScreen({ app, act }) {
  return html`<${Top} app=${app} act=${act} title="tracker" back=${null} />
  <main class="home">
    <p class="quiet">Literature (Canadian Fish): what is certain, for whom, and why. All of it happens on this device; nothing leaves it.</p>
    <div class="actions">
      <a class="big primary" href="#new">New game</a>
      <label class="big">Open a file<input type="file" class="unseen" accept=".lit,.json,.txt,.log" onChange=${(event) => openFile(event, act)} /></label>
      <a class="big" href="#train">Train</a>
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
  return html`<li><a href=${`#play/${game.id}`}><strong><bdi>${game.title || game.seats?.join(" ") || "A game"}</bdi></strong>
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

// -- a new game -------------------------------------------------------------------------------------

const PRESETS = [
  ["pagat", "Pagat's rules, 48 cards without the 8s"],
  ["wikipedia-2006", "Wikipedia 2006, 48 cards without the 2s"],
  ["canadian-54", "Canadian, 54 cards with jokers"],
  ["india-52", "India, all 52 cards"],
  ["quartets", "Quartets, 52 cards in fours"],
  ["either-team-48", "Claims for either team, 48 cards"],
  ["team-turn-48", "Claims in the team's turn, 48 cards"],
];

export function NewScreen({ app, act }) {
  const draft = app.entry.draft ?? { names: SAMPLE_NAMES[6], rules: "pagat", dealer: "", me: "", hand: [] };
  const change = (more) => act.set({ entry: { ...app.entry, draft: { ...draft, ...more } } });
  // Names that are set apart by commas may have spaces; in a record a name is one word.
  const names = draft.names.split(draft.names.includes(",") ? "," : /\s+/);
  const seats = names.map((name) => name.trim().replace(/\s+/g, "_")).filter(Boolean);
  const start = (event) => {
    event.preventDefault();
    void act.attempt(() => act.begin(header(draft, seats), draft.me && draft.hand.length ? draft.me : "public"));
  };
  return html`<${Top} app=${app} act=${act} title="New game" />
  <main class="new"><form onSubmit=${start}>
    <fieldset class="segments"><legend>Players</legend>${[4, 6, 8].map((count) => html`<${Button} aria-pressed=${seats.length === count} on=${() => change({ names: SAMPLE_NAMES[count], me: "", dealer: "" })}>${count}<//>`)}</fieldset>
    <label>Names, clockwise, set apart by spaces or commas; teams sit alternately<input value=${draft.names} onInput=${(event) => change({ names: event.target.value })} autocapitalize="words" autocomplete="off" spellcheck="false" required /></label>
    <label>Rules and deck<select value=${draft.rules} onChange=${(event) => change({ rules: event.target.value, hand: [] })}>${PRESETS.map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select></label>
    <label>Who dealt, and begins<select value=${draft.dealer} onChange=${(event) => change({ dealer: event.target.value })}><option value="">${seats[0] ?? ""}</option>${seats.slice(1).map((seat) => html`<option>${seat}</option>`)}</select></label>
    <label>A hand that is known (may be left out)<select value=${draft.me} onChange=${(event) => change({ me: event.target.value, hand: [] })}><option value="">nobody's</option>${seats.map((seat) => html`<option>${seat}</option>`)}</select></label>
    ${draft.me && app.decks ? html`<${HandPad} books=${app.decks[draft.rules]} draft=${draft} change=${change} />` : null}
    <button class="big primary">Start</button>
  </form></main>`;
}

function header(draft, seats) {
  const lines = [`rules: ${draft.rules}`, `seats: ${seats.join(" ")}`, `dealer: ${draft.dealer || seats[0]}`];
  if (draft.me && draft.hand.length) lines.push(`hand ${draft.me}: ${draft.hand.join(" ")}`);
  return `${lines.join("\n")}\n`;
}

/** The cards of a deck, to choose a hand from. */
function HandPad({ books, draft, change }) {
  const turn = (card) => change({ hand: draft.hand.includes(card) ? draft.hand.filter((other) => other !== card) : [...draft.hand, card] });
  return html`<fieldset class="pad"><legend>${counted(draft.hand.length, "card")} of ${draft.me}</legend>
    ${books.map((book) => html`<div class="row" key=${book.name}>${book.cards.map((card) => html`<${Button} kind=${isRed(card) ? "red" : "black"} aria-pressed=${draft.hand.includes(card)} on=${() => turn(card)}>${signOf(card)}<//>`)}</div>`)}
  </fieldset>`;
}
