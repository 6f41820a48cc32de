// The rules on one screen, for who has never seen the game; and a new game by them, or by a house's own.
// Part of tracker. SPDX-License-Identifier: MIT

import { Top } from "./home.js";
import { isRed, signOf } from "./signs.js";
import { Button, counted, html, withSigns } from "./view.js";

const SAMPLE_NAMES = { 4: "Ann Bob Carl Dora", 6: "Ann Bob Carl Dora Eve Finn", 8: "Ann Bob Carl Dora Eve Finn Gus Hal" };
export const PRESETS = { pagat: "Pagat's rules, 48 cards without the 8s", "wikipedia-2006": "Wikipedia 2006, 48 cards without the 2s", "canadian-54": "Canadian, 54 cards with jokers", "india-52": "India, all 52 cards", quartets: "Quartets, 52 cards in fours", "either-team-48": "Claims for either team, 48 cards", "team-turn-48": "Claims in the team's turn, 48 cards" };

const PresetChoice = ({ rules, on }) => html`<label>Rules and deck<select value=${rules} onChange=${(event) => on(event.target.value)}>${Object.entries(PRESETS).map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select></label>`;

export function RulesScreen({ app, act }) {
  const { rules: document } = app;
  const name = app.entry.preset ?? "pagat";
  const preset = document?.presets[name];
  return html`<${Top} app=${app} act=${act} title="The rules" />
  <main class="home">${preset ? html`<div class="new"><${PresetChoice} rules=${name} on=${(chosen) => act.set({ entry: { ...app.entry, preset: chosen } })} /></div>
    <ol class="primer">${preset.primer.map((line) => html`<li>${withSigns(line, preset.cards)}</li>`)}</ol>
    <p>${withSigns(preset.example, preset.cards)}</p>
    <p>${document.answers}</p>
    <${Others} document=${document} values=${preset.values} />
    <div class="actions"><a class="big" href="#sample">A sample game</a><a class="big" href="#train">Train</a><a class="big primary" href="#new">Enter a game</a></div>` : html`<p class="quiet">One moment …</p>`}
  </main>`;
}

const meaningOf = (document, key, value) => document.keys[key].find((each) => each.value === value)?.meaning ?? value;
/** The values of a preset, with what a house changed. */
const valuesOf = (document, draft) => ({ ...document.presets[draft.rules].values, ...draft.house });

/** All rules that are not what is usual. */
function Others({ document, values }) {
  const other = Object.entries(values).filter(([key, value]) => key !== "deck" && value !== document.keys[key][0].value);
  return html`<p>${meaningOf(document, "deck", values.deck)}.</p>
    ${other.length ? html`<ul class="listed">${other.map(([key, value]) => html`<li>${meaningOf(document, key, value)}</li>`)}</ul>` : null}`;
}

// -- a new game -------------------------------------------------------------------------------------

export function NewScreen({ app, act }) {
  const draft = app.entry.draft ?? { names: SAMPLE_NAMES[6], title: "", rules: "pagat", house: {}, dealer: "", me: "", hand: [] };
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
    <label>What the game is called (may be left out)<input name="title" value=${draft.title} onInput=${(event) => change({ title: event.target.value })} autocomplete="off" maxlength="200" /></label>
    <${PresetChoice} rules=${draft.rules} on=${(rules) => change({ rules, house: {}, hand: [] })} />
    ${app.rules ? html`<${House} document=${app.rules} draft=${draft} change=${change} />` : null}
    <label>Who dealt, and begins<select value=${draft.dealer} onChange=${(event) => change({ dealer: event.target.value })}><option value="">${seats[0] ?? ""}</option>${seats.slice(1).map((seat) => html`<option>${seat}</option>`)}</select></label>
    <label>A hand that is known (may be left out)<select value=${draft.me} onChange=${(event) => change({ me: event.target.value, hand: [] })}><option value="">nobody's</option>${seats.map((seat) => html`<option>${seat}</option>`)}</select></label>
    ${draft.me && app.rules ? html`<${HandPad} books=${app.rules.decks[valuesOf(app.rules, draft).deck]} draft=${draft} change=${change} />` : null}
    <button class="big primary">Start</button>
  </form></main>`;
}

/** What the rules mean, and what a house plays otherwise. */
function House({ document, draft, change }) {
  const values = valuesOf(document, draft);
  const preset = document.presets[draft.rules].values;
  const turn = (key, value) => change({ house: Object.fromEntries(Object.entries({ ...draft.house, [key]: value }).filter(([each, now]) => now !== preset[each])), hand: key === "deck" ? [] : draft.hand });
  const keys = Object.entries(document.keys);
  return html`<div class="quiet meaning"><${Others} document=${document} values=${values} /></div>
    <details class="house"><summary>House rules${Object.keys(draft.house).length ? html` <b>(${counted(Object.keys(draft.house).length, "change")})</b>` : null}</summary>
      ${keys.map(([key, choices]) => html`<div role="group" aria-label=${key}>${choices.filter(({ value }) => value !== "custom").map(({ value, meaning }) => html`<${Button} aria-pressed=${values[key] === value} on=${() => turn(key, value)}>${meaning}<//>`)}</div>`)}</details>`;
}

function header(draft, seats) {
  const changes = Object.entries(draft.house).map(([key, value]) => `, ${key}=${value}`).join("");
  const lines = [`rules: ${draft.rules}${changes}`, `seats: ${seats.join(" ")}`, `dealer: ${draft.dealer || seats[0]}`];
  const title = draft.title.replace(/\s+/g, " ").trim();
  if (title) lines.unshift(`title: ${title}`);
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
