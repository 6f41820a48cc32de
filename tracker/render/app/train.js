// Training: puzzles of the pack and from one's own games, marked by the engine.
// Part of tracker. SPDX-License-Identifier: MIT

import { Holders, namingOf } from "./claim.js";
import { Document } from "./document.js";
import { titleOf, Top } from "./home.js";
import { PRESETS } from "./rules.js";
import { keepNote } from "./storage.js";
import { Button, Card, counted, html, withSigns } from "./view.js";

const KINDS = { where: "Where is it?", who: "Who can hold it?", can: "Can they hold it?", claim: "Claim it", claims: "What can be claimed?", asks: "A sure ask", ruling: "Ruling", follows: "What follows?" };

/** The puzzles by the rules that the learner plays by, the easiest first. */
const offered = ({ pack, rules }) => pack.filter((puzzle) => !rules || puzzle.rules === rules);
/** The next of them that is not solved, after the one with a number. */
const nextAfter = (train, number) => offered(train).find((puzzle) => puzzle.number > number && !(train.scores[puzzle.number] > 0));

export function TrainScreen({ app, act }) {
  const { train } = app;
  if (train?.puzzle) return html`<${Puzzle} app=${app} act=${act} />`;
  if (!train?.pack) return html`<${Top} app=${app} act=${act} title="Train" /><main><p class="quiet">One moment …</p></main>`;
  const next = nextAfter(train, 0);
  return html`<${Top} app=${app} act=${act} title="Train" />
  <main class="home">
    <p>${solvedOf(offered(train), train)} of ${counted(offered(train).length, "puzzle")} solved. <span class="quiet">Your marks stay on this device.</span></p>
    <div class="actions">${next ? html`<${Button} kind="big primary" on=${() => pose(app, act, { number: next.number })}>${Object.keys(train.scores).length ? "Continue" : "Begin"}: puzzle ${next.number}, level ${next.level}<//>` : html`<p>All of them are solved.</p>`}
      <${RulesChoice} app=${app} act=${act} /></div>
    ${Object.entries(Object.groupBy(offered(train), (puzzle) => puzzle.level)).map(([level, puzzles]) => html`<${Level} key=${level} app=${app} act=${act} level=${level} puzzles=${puzzles} />`)}
    <h2>From your own games</h2>
    ${app.games.length ? html`<p class="quiet">Positions worth posing; of a game with your own hand, what you could have known.</p><ul class="games">${app.games.map((game) => html`<li key=${game.id}><span class="name"><bdi>${titleOf(game)}</bdi></span><${Button} on=${() => fromGame(app, act, game)}>Find puzzles<//></li>`)}</ul>` : html`<p class="quiet">There is no game on this device yet.</p>`}
    ${train.own ? html`<div class="puzzles">${train.own.length ? train.own.map((puzzle) => html`<${Chosen} key=${puzzle.number} puzzle=${puzzle} on=${() => pose(app, act, { text: puzzle.text })} />`) : "Nothing worth posing was found in it."}</div>` : null}
  </main>`;
}

const solvedOf = (puzzles, { scores }) => puzzles.filter((puzzle) => scores[puzzle.number] > 0).length;

/** The puzzles of a level, out of the way until they are asked for. */
const Level = ({ app, act, level, puzzles }) => html`<details class="level"><summary>Level ${level}: ${solvedOf(puzzles, app.train)} of ${puzzles.length} solved</summary>
  <div class="puzzles">${puzzles.map((puzzle) => html`<${Chosen} key=${puzzle.number} puzzle=${puzzle} score=${app.train.scores[puzzle.number]} on=${() => pose(app, act, { number: puzzle.number })} />`)}</div></details>`;

/** By which rules: a puzzle of a game that one does not play is a puzzle twice. */
function RulesChoice({ app, act }) {
  const { pack, rules } = app.train;
  const change = (event) => {
    act.set({ train: { ...app.train, rules: event.target.value } });
    return act.attempt(() => keepNote("train rules", event.target.value));
  };
  return html`<label>Rules <select value=${rules} onChange=${change}><option value="">all</option>${[...new Set(pack.map((puzzle) => puzzle.rules))].map((name) => html`<option value=${name}>${PRESETS[name] ?? "Others"}</option>`)}</select></label>`;
}

const Chosen = ({ puzzle, score, on }) => html`<${Button} kind=${score > 0 ? "solved" : ""} on=${on} aria-label=${`Puzzle ${puzzle.number}, ${KINDS[puzzle.kind]}${score > 0 ? ", solved" : ""}`}><b>${puzzle.number}</b> <small>${KINDS[puzzle.kind]}</small><//>`;

async function fromGame(app, act, game) {
  act.set({ train: { ...app.train, own: null } }); // of the game before nothing is said any more
  const own = await act.attempt(() => act.ask("puzzles", { record: game.text, view: game.view }));
  if (own) act.set({ train: { ...app.train, own } });
}

async function pose(app, act, which) {
  const posed = await act.attempt(() => act.ask("pose", which));
  if (posed) act.set({ train: { ...app.train, puzzle: { ...posed, ...which }, answer: "", where: {}, mark: null, hints: [] } });
}

// -- one puzzle -------------------------------------------------------------------------------------

function Puzzle({ app, act }) {
  const { puzzle, mark, hints } = app.train;
  const leave = () => act.set({ train: { ...app.train, puzzle: null } });
  return html`<${Top} app=${app} act=${act} title=${puzzle.title || "Puzzle"} back=${null}><${Button} on=${leave}>All puzzles<//><//>
  <main class="puzzle">
    <details><summary>How to play, and what it tells</summary><ul>${puzzle.rules.map((line) => html`<li>${withSigns(line)}</li>`)}</ul></details>
    <section class="setting"><ul>${puzzle.setting.map((line) => html`<li>${withSigns(line, puzzle.cards)}</li>`)}</ul></section>
    <section><h2>What happened</h2><${Happened} puzzle=${puzzle} lines=${puzzle.events} />${puzzle.left_out ? html`<details><summary>${puzzle.left_out} Show all</summary><${Happened} puzzle=${puzzle} lines=${puzzle.every} /></details>` : null}</section>
    <section class="answering"><h2>${withSigns(puzzle.prompt, puzzle.cards)}</h2>
      ${mark?.over ? html`<${Told} app=${app} act=${act} />` : html`<${Answer} app=${app} act=${act} />`}
      ${hints.length ? html`<ul class="hints">${hints.map((line) => html`<li>${withSigns(line, puzzle.cards)}</li>`)}</ul>` : null}
    </section>
  </main>`;
}

/** Events, each with its number. */
const Happened = ({ puzzle, lines }) => html`<ol class="happened">${lines.map((line) => html`<li value=${Number.parseInt(line, 10)}>${withSigns(line.replace(/^\s*\d+\s/, ""), puzzle.cards)}</li>`)}</ol>`;

function Answer({ app, act }) {
  const { puzzle, mark, answer } = app.train;
  const change = (more) => act.set({ train: { ...app.train, ...more } });
  const submit = (event) => {
    event.preventDefault();
    void answered(app, act);
  };
  return html`<form onSubmit=${submit}>
    ${["claim", "follows"].includes(puzzle.kind) ? html`<${Naming} app=${app} change=${change} />` : html`<${Choices} app=${app} change=${change} />`}
    <label class="line"><span class="unseen">Your answer (${puzzle.usage})</span><input value=${answer} placeholder=${puzzle.usage} onInput=${(event) => change({ answer: event.target.value })} autocomplete="off" autocapitalize="none" spellcheck="false" /><button class="primary" disabled=${!answer.trim()}>Mark it</button></label>
    ${mark ? html`<p class="warning" role="alert">Not so. ${withSigns(mark.text, puzzle.cards)} One more try; the first answer counts.</p>` : null}
    <div class="actions"><${Button} on=${() => hint(app, act)}>Hint <small>(costs a fifth)</small><//><${Button} on=${() => giveUp(app, act)}>Show the answer<//></div>
  </form>`;
}

/** What can be chosen: one thing, several, or a seat and a card. */
function Choices({ app, change }) {
  const { puzzle, answer } = app.train;
  const several = { who: " ", claims: ", " }[puzzle.kind];
  const parts = several ? answer.split(several === " " ? /\s+/ : /,\s*/).filter(Boolean) : [];
  const choose = (choice) => {
    if (several) change({ answer: (parts.includes(choice) ? parts.filter((part) => part !== choice) : [...parts, choice]).join(several) });
    else if (puzzle.kind === "asks") change({ answer: seatAndCard(answer, choice, puzzle) });
    else change({ answer: choice });
  };
  const words = new Set(several ? parts : puzzle.kind === "asks" ? answer.split(" ") : [answer]);
  return html`<div class="chips">${puzzle.choices.map((choice) => html`<${Button} aria-pressed=${words.has(choice)} on=${() => choose(choice)}>${puzzle.cards.includes(choice) ? html`<${Card} card=${choice} />` : choice}<//>`)}</div>`;
}

/** An ask that is put together from two taps, in any order. */
function seatAndCard(answer, choice, puzzle) {
  if (choice === "none") return choice;
  const words = answer.split(" ");
  const seat = puzzle.seats.includes(choice) ? choice : words.find((word) => puzzle.seats.includes(word));
  const card = puzzle.cards.includes(choice) ? choice : words.find((word) => puzzle.cards.includes(word));
  return [seat, card].filter(Boolean).join(" ");
}

/** A claim: a seat for each card; of what follows, only for those that are marked. */
function Naming({ app, change }) {
  const { puzzle, where } = app.train;
  const marks = puzzle.kind === "follows";
  const put = (placed) => change({ where: placed, answer: namingOf(puzzle.seats, puzzle.named, placed) });
  return html`<${Holders} cards=${puzzle.named} seats=${puzzle.seats} where=${where} put=${put} />
    <${Button} on=${() => change({ answer: marks ? "none" : "unknown", where: {} })}>${marks ? "Nothing follows" : "It can't be known"}<//>`;
}


async function answered(app, act) {
  const { puzzle, answer } = app.train;
  const mark = await act.attempt(() => act.ask("try", { line: answer }));
  if (!mark) return;
  if (mark.over && puzzle.number) await keepScore(app, puzzle.number, mark.right ? mark.score : 0);
  act.set({ train: { ...app.train, mark, answer: mark.over ? answer : "" } });
}

async function giveUp(app, act) {
  const mark = await act.attempt(() => act.ask("give up"));
  if (mark) act.set({ train: { ...app.train, mark } });
}

async function hint(app, act) {
  const hints = await act.attempt(() => act.ask("hint"));
  if (hints) act.set({ train: { ...app.train, hints } });
}

/** Keeps the best score of a puzzle; it is solved if that is more than nothing. */
async function keepScore(app, number, points) {
  app.train.scores = { ...app.train.scores, [number]: Math.max(points, app.train.scores[number] ?? 0) };
  await keepNote("train", app.train.scores);
}

function Told({ app, act }) {
  const { puzzle, mark } = app.train;
  const next = puzzle.number ? nextAfter(app.train, puzzle.number) : null;
  return html`<p class=${`verdict-line ${mark.right ? "proven" : "open"}`} role="status">${mark.right ? `Right. ${mark.score ? `${Math.round(mark.score * 100)} of 100.` : "The first answer counts."}` : "The answer, and why:"}</p>
    <${Document} blocks=${mark.document} cards=${puzzle.cards} />
    ${next ? html`<${Button} kind="primary" on=${() => pose(app, act, { number: next.number })}>Next puzzle<//>` : null}`;
}
