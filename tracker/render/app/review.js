// Going through a game: every moment, every chair; why on a tap; what tracker says of it all.
// Part of tracker. SPDX-License-Identifier: MIT

import { isCertain } from "./cells.js";
import { BoardNow } from "./live_board.js";
import { Detective, mark, newDetective, shownMarks } from "./detective.js";
import { Document } from "./document.js";
import { bookOf, Tabs } from "./enter.js";
import { titleOf, Top, Waiting } from "./home.js";
import { Button, Card, download, fileName, html, withSigns } from "./view.js";

export function ReviewScreen({ app, act }) {
  const { game, at, view } = app;
  if (!game) return html`<${Waiting} app=${app} act=${act} />`;
  const board = app.boards.get(`${view} ${at}`);
  const veil = app.detective && board ? shownMarks(board, app.detective.marks) : null;
  const choose = (cell) => (app.detective ? act.set({ detective: mark(app.detective, board, cell) }) : act.choose(cell));
  return html`<${Top} app=${app} act=${act} title=${titleOf(game)}>${game.id ? html`<${Tabs} app=${app} on="review" />` : html`<${Button} on=${() => act.attempt(act.keepHere)}>Keep on this device<//>`}<//>
  <main class="review" data-moments=${app.boards.size} onKeyDown=${(event) => stepByKey(event, app, act)}>
    <${Stepper} app=${app} act=${act} />
    <${Story} app=${app} act=${act} />
    <section class="position" aria-label="Who can hold what">
      ${board ? html`<${BoardNow} game=${game} board=${board} before=${app.boards.get(`${view} ${at - 1}`)} odds=${app.odds.get(`${view} ${at}`)?.probability} cell=${app.cell} choose=${choose} marks=${veil} other=${app.other ? app.boards.get(`${app.other} ${at}`) : null} first=${bookOf(game, momentHere(app)?.event ?? at)} />` : html`<p class="quiet">${board === null ? "Nothing is deduced here: the record contradicts itself." : "Working it out …"}</p>`}
    </section>
    <section class=${`panel-why${app.cell || app.told ? " asked" : ""}`} tabindex="0" aria-label="Explanation"><${Panel} app=${app} act=${act} board=${board} /></section>
    <section class="events" aria-label="Events"><${Events} app=${app} act=${act} /></section>
  </main>`;
}

/** The moment of the story that is looked at: what was done next. */
const momentHere = ({ story, game, at }) => (story?.text === game.text ? story.json?.moments.find((moment) => moment.event === at + 1) : undefined);

/** How the game went, and the moments that mattered. */
function Story({ app, act }) {
  const { story, game, at } = app;
  if (story?.text !== game.text) return game.over ? null : html`<section class="story"><${Button} kind="small" on=${act.tellStory}>Which moves mattered?<//></section>`;
  if (story.trouble) return html`<section class="story"><p class="quiet">${story.trouble}</p></section>`;
  if (!story.json) return html`<section class="story"><p class="quiet">Which moves mattered is being worked out. <progress value=${story.share} aria-label="How much is judged"></progress></p></section>`;
  const here = momentHere(app);
  const { cards } = game.game;
  const moments = story.told.map((event) => html`<${Button} kind="small" aria-current=${event === at + 1 ? "step" : null} aria-label=${`Event ${event}`} on=${() => act.look({ at: event - 1 })}>${event}<//>`);
  return html`<section class="story" aria-label="The story of the game"><p>${withSigns(story.headline, cards)}</p>
    ${moments.length ? html`<p class="moments">The moments that mattered: ${moments}</p>` : html`<p class="quiet">No mistake with an exact reason was found.</p>`}
    ${here ? html`<p class="moment"><b>Was that the right move?</b> ${here.event}. ${withSigns(here.reason, cards)} <span class="quiet" title=${story.estimate}>(${here.grade}, −${here.error.toFixed(2)} points)</span></p>` : null}</section>`;
}

function stepByKey(event, app, act) {
  if (event.target.closest("td, input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  act.look({ at: app.at + by });
}

function Stepper({ app, act }) {
  const { game, at } = app;
  const last = game.game.events.length;
  const event = game.game.events[at - 1];
  const to = (moment) => act.look({ at: moment });
  return html`<div class="stepping">
    <div class="stepper">
      <${Button} on=${() => to(at - 1)} disabled=${at === 0} aria-label="Previous event">‹<//>
      <input type="range" min="0" max=${last} value=${at} aria-label="Event" onInput=${(change) => to(Number(change.target.value))} />
      <${Button} on=${() => to(at + 1)} disabled=${at === last} aria-label="Next event">›<//>
      <label class="view-choice"><span class="unseen">View</span><select value=${app.view} onChange=${(change) => act.look({ view: change.target.value })}>${game.views.map((view) => html`<option>${view}</option>`)}</select></label>
    </div>
    <p class="now"><b>${at}/${last}</b> ${event ? withSigns(event.text, game.game.cards) : "The deal"}</p>
    ${app.progress === null ? null : html`<progress value=${app.progress} aria-label="The other moments are being worked out"></progress>`}
  </div>`;
}

function Events({ app, act }) {
  const { game, at } = app;
  const cited = new Set((app.why?.because ?? []).map((cause) => cause.event));
  const item = (number, text, kind = "", note = "") => html`<li key=${number} class=${cited.has(number) ? "cited" : ""}><button type="button" class=${kind} aria-current=${number === at ? "step" : null} onClick=${() => act.look({ at: number })}><span class="number">${number || ""}</span><span>${text}</span><span></span>${note ? html`<span class="note">${note}</span>` : null}</button></li>`;
  return html`<h2>Events</h2><ol>${item(0, "The deal")}${game.game.events.map((event, i) => item(i + 1, withSigns(event.text, game.game.cards), event.kind, event.note))}</ol>`;
}

// -- the panel --------------------------------------------------------------------------------------

function Panel({ app, act, board }) {
  if (app.detective && board) return html`<${Detective} app=${app} act=${act} board=${board} />`;
  if (app.cell) return html`<${Why} app=${app} act=${act} />`;
  if (app.told) return html`<div class="told"><p><${Button} kind="small" on=${() => act.set({ told: null })}>‹ Back<//> <b>${app.told.markdown ? "" : app.told.title}</b></p><${Told} app=${app} act=${act} /></div>`;
  return html`<${Summary} app=${app} act=${act} board=${board} /><${Questions} app=${app} act=${act} />`;
}

function Told({ app, act }) {
  const { told: reply, game } = app;
  if (reply.chain) return html`<${Chain} reply=${reply} cards=${game.game.cards} act=${act} />`;
  if (!reply.blocks) return html`<p class="quiet">Working it out …</p>`;
  const save = () => download(fileName(reply.title, "md"), reply.markdown, "text/markdown");
  return html`<${Document} blocks=${reply.blocks} cards=${game.game.cards} />
    ${reply.markdown ? html`<p><${Button} on=${save}>Save as Markdown<//> <${Button} on=${() => print()}>Print<//></p>` : null}`;
}

/** All that follows, the easiest step first: one more at each press, or all. */
function Chain({ reply, cards, act }) {
  const { chain, shown } = reply;
  const more = (number) => () => act.set({ told: { ...reply, shown: number } });
  const steps = chain.steps.slice(0, shown).map((step) => html`<li><span class="quiet">Level ${step.level}.</span> ${withSigns(step.text, cards)}</li>`);
  if (!chain.cards.length) return html`<p>Of no card in play does it follow where it is.</p>`;
  return html`<p>${chain.cards.length === 1 ? "One card" : `${chain.cards.length} cards`} can be placed, easiest first.</p>
    <ol class="steps chain">${steps}</ol>
    ${shown < chain.steps.length ? html`<p><${Button} on=${more(shown + 1)}>One more step<//> <${Button} on=${more(chain.steps.length)}>All ${chain.steps.length} steps<//></p>` : null}
    ${chain.unexplained.length ? html`<p class="quiet">Not explained in time: ${withSigns(chain.unexplained.join(" "), cards)}</p>` : null}`;
}

function Summary({ app, act, board }) {
  const odds = app.odds.get(`${app.view} ${app.at}`);
  if (!board) return null;
  const certain = Object.values(board.cards).filter(isCertain).length;
  const scores = Object.entries(board.score).map(([team, points]) => html`<li><bdi>${team.replaceAll("+", " ")}</bdi> <b>${points}</b></li>`);
  return html`<ul class="scores">${scores}</ul>
    <p>${board.turn ? html`<b><bdi>${board.turn}</bdi></b> to move. ` : ""}${certain} of ${Object.keys(board.cards).length} cards are certain.${odds?.bits ? html` ${odds.bits.toFixed(1)} bits left.` : ""}</p>
    <p class="quiet">Tap a cell to ask why.</p>
    <p><a class="button" href=${app.game.id ? `#report/${app.game.id}` : "#report"}>Mistakes, charts and quiz: the report</a></p>
    ${app.game.views.length > 1 ? html`<label class="against">Compare with <select value=${app.other ?? ""} onChange=${(change) => act.look({ other: change.target.value })}><option value="">nobody</option>${app.game.views.filter((view) => view !== app.view).map((view) => html`<option>${view}</option>`)}</select>${app.other ? html` <span class="quiet">dashed: one of the two knows that it is there</span>` : null}</label>` : null}
    ${odds && odds.count === null ? html`<p>How likely each place is would take long to count. <${Button} kind="small" on=${() => act.count()}>Count it<//></p>` : null}`;
}

/** What else tracker can say; each answer is that of the command of that name. */
function Questions({ app, act }) {
  const { game, at, view } = app;
  const claim = game.game.events[at]?.kind;
  const isClaim = claim === "correct" || claim === "wrong";
  const made = game.game.events[at - 1]?.kind;
  const ruled = isClaim ? at + 1 : made === "correct" || made === "wrong" ? at : null;
  const tell = (title, question, parameters) => () => told(app, act, title, question, parameters);
  return html`<div class="questions">
    <${Button} on=${tell("What follows", "consequences", { view, at })}>What follows?<//>
    <${Button} on=${tell("Claims now", "claims", { view, at })}>What can be claimed?<//>
    <${Button} on=${tell("What to ask", "asks", { at })} disabled=${at === game.game.events.length && !app.boards.get(`${view} ${at}`)?.turn}>What to ask?<//>
    <${Button} on=${tell("Who could prove it", "knows", { at })}>Who could prove it?<//>
    ${ruled ? html`<${Button} on=${tell(`Ruling on event ${ruled}`, "ruling", { event: ruled })}>Ruling on event ${ruled}<//>` : null}
    <${Button} on=${tell("All claims, judged", "audit", {})}>Judge all claims<//>
    <${Button} on=${() => act.set({ detective: newDetective(), cell: null })}>Detective<//>
  </div>`;
}

async function told(app, act, title, question, parameters) {
  act.set({ told: { title } });
  const reply = await act.attempt(() => act.ask(question, { record: app.game.text, document: true, ...parameters }));
  if (app.told?.title === title) act.set({ told: reply ? { title, blocks: reply.document, markdown: reply.markdown, chain: question === "consequences" ? reply.json : null, shown: 1 } : null });
}

// -- why --------------------------------------------------------------------------------------------

function Why({ app, act }) {
  const { cell, why, game } = app;
  const head = html`<p class="why-head"><${Button} kind="small" on=${() => act.set({ cell: null, why: null })} aria-label="Close the explanation">✕<//> <b><${Card} card=${cell.card} /> and <bdi>${cell.seat}</bdi></b></p>`;
  if (!why) return html`${head}<p class="quiet">Working it out …</p>`;
  return html`${head}${why.verdict === "open" ? html`<${Open} app=${app} />` : html`<${Proven} why=${why} game=${game} act=${act} />`}`;
}

function Proven({ why, game, act }) {
  const { cards } = game.game;
  const { card, seat, holds } = why.conclusion;
  const steps = why.steps.map((step) => html`<li>${withSigns(step.text, cards)}</li>`);
  return html`<p class="verdict-line proven">Proven: ${withSigns(`${seat} ${holds ? "holds" : "does not hold"} the ${card}.`, cards)}</p>
    ${why.gist ? html`<p>${withSigns(why.gist, cards)}</p>` : null}
    ${steps.length > 1 ? html`<ol class="steps">${steps}</ol>` : html`<ul class="steps">${steps}</ul>`}
    <details open=${why.because.length < 7}><summary>${why.smallest ? "Fewer facts would not prove it" : "None of these can be left out"}</summary>
      <ul class="causes">${why.because.map((cause) => html`<li><${Cause} cause=${cause} game=${game} act=${act} /></li>`)}</ul></details>`;
}

function Cause({ cause, game, act }) {
  const { cards, events } = game.game;
  if (cause.event) return html`<button type="button" class="link" onClick=${() => act.look({ at: cause.event })}>event ${cause.event}</button> ${withSigns(events[cause.event - 1].text, cards)}`;
  if (cause.hand) return html`how many cards ${cause.hand} holds`;
  if (cause.size) return html`the size of ${cause.size}'s hand as dealt`;
  if (cause.own) return html`${cause.seat}'s own hand: <${Card} card=${cause.own} />`;
  return html`${cause.gap ? `event ${cause.gap}, whichever way it was` : `the header: ${cause.header}`}`;
}

function Open({ app }) {
  const { cell, why, game } = app;
  const odds = app.odds.get(`${app.view} ${app.at}`)?.probability[cell.card] ?? {};
  const bars = Object.entries(odds).filter(([, chance]) => typeof chance === "number" && chance > 0).sort((one, other) => other[1] - one[1]);
  return html`<p class="verdict-line open">Open: it can be so, and it can be otherwise.</p>
    <ul class="bars">${bars.map(([seat, chance]) => html`<li><bdi>${seat}</bdi><span class="bar" style=${{ "--share": `${Math.max(chance * 100, 0.5)}%` }}></span><span>${Math.round(chance * 100)}%</span></li>`)}</ul>
    ${why.hands ? html`<details open><summary>A deal that fits, in which it is otherwise</summary><ul class="hands">${game.game.seats.map((seat) => html`<li><strong><bdi>${seat}</bdi></strong><span>${(why.hands[seat] ?? []).map((card) => html`${card === cell.card ? html`<mark><${Card} card=${card} /></mark>` : html`<${Card} card=${card} />`} `)}</span></li>`)}</ul></details>` : null}`;
}
