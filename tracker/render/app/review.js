// Going through a game: every moment, every chair; why on a tap; what tracker says of it all.
// Part of tracker. SPDX-License-Identifier: MIT

import { isCertain } from "./cells.js";
import { Detective, isShown, mark, newDetective } from "./detective.js";
import { Document } from "./document.js";
import { inOrder, Tabs } from "./enter.js";
import { titleOf, Top } from "./home.js";
import { askChances, followGame } from "./opened.js";
import { Walking } from "./report_screen.js";
import { Button, download, fileName, html, withSigns } from "./view.js";
import { OneByOne } from "./why.js";

export function ReviewScreen({ app, act }) {
  const { game, walk } = app;
  askChances(app, act);
  const share = followGame(app, act);
  return html`<${Top} app=${app} act=${act} title=${titleOf(game)}>${game.id ? html`<${Tabs} app=${app} on="review" />` : html`<${Button} on=${() => act.attempt(act.keepHere)}>Keep on this device<//>`}<//>
  <main class="review" data-moments=${walk.state.view.found.filter(Boolean).length}>
    ${share ? html`<progress value=${share} aria-label="The other moments are being worked out"></progress>` : null}
    <${Story} app=${app} act=${act} />
    <${Walking} walk=${walk} shown=${shownNow(app, act)} />
  </main>`;
}

/** What is shown of the moment: the half-suit that matters first; for a detective, only what is proven. */
function shownNow(app, act) {
  const { walk, detective } = app;
  const { view, at, told } = walk.state;
  const board = view.board(at);
  const shown = { ...walk.shown, order: inOrder(walk, momentHere(app, act)?.event ?? at) };
  if (detective && board) {
    return { ...shown, cell: null, hides: (cell) => !isShown(detective, walk.state, cell), choose: (cell) => mark(app, act, cell), instead: html`<${Detective} app=${app} act=${act} board=${board} shown=${shown} />` };
  }
  const reply = told && act.answer(told.question, told.parameters);
  return { ...shown, instead: told && reply !== null && html`<${Told} app=${app} reply=${reply} />`, more: html`<${Summary} app=${app} board=${board} /><${Questions} app=${app} act=${act} />` };
}

/** What the moves of the open game were worth, where that is asked: of a game that is over it always is. */
const storyOf = ({ game, asksStory }, act) => (game.over || asksStory === game.text ? act.answer("review", { record: game.text }, true) : undefined);

/** The moment of the story that is looked at: what was done next. */
const momentHere = (app, act) => storyOf(app, act)?.json?.moments.find((moment) => moment.event === app.walk.state.at + 1);

/** How the game went, and the moments that mattered. */
function Story({ app, act }) {
  const { game, detective, walk: { state: { at, looked }, go } } = app;
  const [story, here] = [storyOf(app, act), momentHere(app, act)];
  if (!game.over && app.asksStory !== game.text) return html`<section class="story"><${Button} kind="small" on=${() => act.set({ asksStory: game.text })}>Which moves mattered?<//></section>`;
  if (!story?.json) return story === null ? null : html`<section class="story"><p class="quiet">Which moves mattered is being worked out. <progress value=${story?.share ?? 0} aria-label="How much is judged"></progress></p></section>`;
  const [first] = story.told;
  // Whoever has not looked at anything yet sees the first moment that mattered.
  if (first && at === 0 && !looked && !detective) queueMicrotask(() => go({ at: first - 1 }));
  const { cards } = game.game;
  const moments = story.told.map((event) => html`<${Button} kind="small" aria-current=${event === at + 1 ? "step" : null} aria-label=${`Event ${event}`} on=${() => go({ at: event - 1 })}>${event}<//>`);
  return html`<section class="story" aria-label="The story of the game"><p>${withSigns(story.headline, cards)}</p>
    ${moments.length ? html`<p class="moments">The moments that mattered: ${moments}</p>` : html`<p class="quiet">${story.none}</p>`}
    ${here ? html`<p class="moment"><b>Was that the right move?</b> ${here.event}. ${withSigns(here.reason, cards)} <span class="quiet" title=${story.estimate}>(${here.grade}, −${here.error.toFixed(2)} points)</span></p>` : null}</section>`;
}

// -- the panel --------------------------------------------------------------------------------------

function Told({ app, reply }) {
  const { walk: { go, state: { told: { title, question } } }, game: { game: { cards } } } = app;
  const { json, document: blocks, markdown } = reply ?? {};
  const save = () => download(fileName(title, "md"), markdown, "text/markdown");
  return html`<p><${Button} kind="small" on=${() => go({})}>‹ Back<//> <b>${markdown ? "" : title}</b></p>
    ${json && question === "consequences" ? html`<${Chain} chain=${json} cards=${cards} />` : blocks ? html`<${Document} blocks=${blocks} cards=${cards} />` : html`<p class="quiet">Working it out …</p>`}
    ${markdown ? html`<p><${Button} on=${save}>Save as Markdown<//> <${Button} on=${() => print()}>Print<//></p>` : null}`;
}

/** All that follows, the easiest step first. */
function Chain({ chain, cards }) {
  const steps = chain.steps.map((step) => html`<li><span class="quiet">Level ${step.level}.</span> ${withSigns(step.text, cards)}</li>`);
  if (!chain.cards.length) return html`<p>Of no card in play does it follow where it is.</p>`;
  return html`<p>${chain.cards.length === 1 ? "One card" : `${chain.cards.length} cards`} can be placed, easiest first.</p>
    <${OneByOne} first=${1} kind="steps chain" items=${steps} />
    ${chain.unexplained.length ? html`<p class="quiet">Not explained in time: ${withSigns(chain.unexplained.join(" "), cards)}</p>` : null}`;
}

function Summary({ app, board }) {
  if (!board) return null;
  const certain = Object.values(board.cards).filter(isCertain).length;
  return html`<p>${certain} of ${Object.keys(board.cards).length} cards are certain.${board.bits ? html` ${board.bits.toFixed(1)} bits left.` : ""} <span class="quiet">Tap a cell to ask why.</span></p>
    ${board.isCounted === false ? html`<p>How likely each place is would take long to count. <${Button} kind="small" on=${() => app.walk.go({ counts: true })}>Count it<//></p>` : null}
    <p><a class="button" href=${app.game.id ? `#report/${app.game.id}` : "#report"}>Mistakes, charts and quiz: the report</a></p>`;
}

/** What else tracker can say; each answer is that of the command of that name. */
function Questions({ app, act }) {
  const { game, walk: { state: { at, view: { name: view } } } } = app;
  const ruled = [at + 1, at].find((number) => ["correct", "wrong"].includes(game.game.events[number - 1]?.kind));
  const tell = (title, question, parameters) => () => {
    const told = { title, question, parameters: { record: game.text, document: true, ...parameters } };
    app.walk.go({ cell: null, told });
  };
  return html`<div class="questions">
    <${Button} on=${tell("What follows", "consequences", { view, at })}>What follows?<//>
    <${Button} on=${tell("Claims now", "claims", { view, at })}>What can be claimed?<//>
    <${Button} on=${tell("What to ask", "asks", { at })} disabled=${at === game.game.events.length && !app.walk.state.view.board(at)?.turn}>What to ask?<//>
    <${Button} on=${tell("Who could prove it", "knows", { at })}>Who could prove it?<//>
    ${ruled ? html`<${Button} on=${tell(`Ruling on event ${ruled}`, "ruling", { event: ruled })}>Ruling on event ${ruled}<//>` : null}
    <${Button} on=${tell("All claims, judged", "audit", {})}>Judge all claims<//>
    <${Button} on=${() => act.set({ detective: newDetective() })}>Detective<//>
  </div>`;
}
