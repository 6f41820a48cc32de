// Training: puzzles of the pack and from one's own games, as a sheet has them.
// Part of tracker. SPDX-License-Identifier: MIT

import { titleOf, Top } from "./home.js";
import { Puzzle } from "./puzzle.js";
import { PRESETS } from "./rules.js";
import { keepNote } from "./storage.js";
import { Button, counted, html, withSigns } from "./view.js";

const KINDS = { where: "Where is it?", who: "Who can hold it?", can: "Can they hold it?", claim: "Claim it", claims: "What can be claimed?", asks: "A sure ask", ruling: "Ruling", follows: "What follows?" };

/** The puzzles by the rules that the learner plays by, the easiest first. */
const offered = ({ pack, rules }) => pack.filter((puzzle) => !rules || puzzle.rules === rules);
/** The next of them that is not solved, after the one with a number. */
const nextAfter = (train, number) => offered(train).find((puzzle) => puzzle.number > number && !(train.scores[puzzle.number] > 0));

export function TrainScreen({ app, act }) {
  const { train } = app;
  if (train?.puzzle) return html`<${Posed} app=${app} act=${act} />`;
  if (!train) return html`<${Top} app=${app} act=${act} title="Train" /><main><p class="quiet">One moment …</p></main>`;
  const [next, own] = [nextAfter(train, 0), train.from && act.answer("puzzles", train.from)];
  return html`<${Top} app=${app} act=${act} title="Train" />
  <main class="home">
    <p>${solvedOf(offered(train), train)} of ${counted(offered(train).length, "puzzle")} solved. <span class="quiet">Your marks stay on this device.</span></p>
    <div class="actions">${next ? html`<${Button} kind="big primary" on=${() => pose(app, act, { number: next.number })}>${Object.keys(train.scores).length ? "Continue" : "Begin"}: puzzle ${next.number}, level ${next.level}<//>` : html`<p>All of them are solved.</p>`}
      <${RulesChoice} app=${app} act=${act} /></div>
    ${Object.entries(Object.groupBy(offered(train), (puzzle) => puzzle.level)).map(([level, puzzles]) => html`<${Level} key=${level} app=${app} act=${act} level=${level} puzzles=${puzzles} />`)}
    <h2>From your own games</h2>
    ${app.games.length ? html`<p class="quiet">Positions worth posing; of a game with your own hand, what you could have known.</p><ul class="games">${app.games.map((game) => html`<li key=${game.id}><span class="name"><bdi>${titleOf(game)}</bdi></span><${Button} on=${() => act.set({ train: { ...train, from: { record: game.text, view: game.view } } })}>Find puzzles<//></li>`)}</ul>` : html`<p class="quiet">There is no game on this device yet.</p>`}
    ${own ? html`<div class="puzzles">${own.length ? own.map((puzzle) => html`<${Chosen} key=${puzzle.number} puzzle=${puzzle} on=${() => pose(app, act, { text: puzzle.text })} />`) : "Nothing worth posing was found in it."}</div>` : null}
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

async function pose(app, act, which) {
  const puzzle = await act.attempt(() => act.ask("pose", which));
  // Who has left for another screen meanwhile wants no puzzle.
  if (puzzle && app.train) act.set({ train: { ...app.train, puzzle, number: which.number, turn: app.train.turn + 1, isAnswered: false } });
}

function Posed({ app, act }) {
  const { puzzle, number, turn, isAnswered } = app.train;
  const next = number ? nextAfter(app.train, number) : null;
  const taken = async (first) => {
    if (number && first.answer !== null) await keepScore(app, number, first.score);
    if (app.train) act.set({ train: { ...app.train, isAnswered: true } });
  };
  return html`<${Top} app=${app} act=${act} title=${puzzle.title || "Puzzle"} back=${null}><${Button} on=${() => act.set({ train: { ...app.train, puzzle: null } })}>All puzzles<//><//>
  <main class="puzzle">
    <details><summary>How to play, and what it tells</summary><ul>${puzzle.rules.map((line) => html`<li>${withSigns(line)}</li>`)}</ul></details>
    <section class="posed" aria-label="The puzzle"><h2>${number ? `Puzzle ${number}, level ${puzzle.level}` : "From your own game"}</h2><${Puzzle} key=${turn} puzzle=${puzzle} giveUp counted=${(first) => act.attempt(() => taken(first))} />
      ${next && isAnswered ? html`<p><${Button} kind="primary" on=${() => pose(app, act, { number: next.number })}>Next puzzle<//></p>` : null}</section>
  </main>`;
}

/** Keeps the best score of a puzzle; it is solved if that is more than nothing. */
async function keepScore(app, number, points) {
  app.train.scores = { ...app.train.scores, [number]: Math.max(points, app.train.scores[number] ?? 0) };
  await keepNote("train", app.train.scores);
}
