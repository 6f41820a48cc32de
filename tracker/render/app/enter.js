// Entering a game, with one thumb: who is asked, which card, what was the answer.
// Part of tracker. SPDX-License-Identifier: MIT

import { ClaimPad } from "./claim.js";
import { Grid } from "./explorer.js";
import { titleOf, Top, Waiting } from "./home.js";
import { askChances } from "./opened.js";
import { RecordList } from "./record.js";
import { isRed, signOf } from "./signs.js";
import { Button, Card, html, withSigns } from "./view.js";
import { sentence } from "./why.js";

export function EnterScreen({ app, act }) {
  const { game } = app;
  if (!game.turn) return html`<${Waiting} app=${app} act=${act} />`;
  const { walk } = app;
  askChances(app, act);
  return html`<${Top} app=${app} act=${act} title=${titleOf(game)}><${Tabs} app=${app} on="play" /><//>
  <main class="play">
    <section class="position" aria-label="Who can hold what">
      <${Status} app=${app} act=${act} />
      ${boardNow(app) ? html`<${Grid} shown=${{ ...walk.shown, order: inOrder(walk, walk.game.last), heading: "h2" }} />` : html`<p class="quiet">${game.obstacle ?? "Nothing is deduced while the record contradicts itself."}</p>`}
      <${RecordList} app=${app} act=${act} />
    </section>
    <section class="entry" aria-label="What happened">
      ${game.branches ? html`<${Branch} act=${act} />` : null}
      <${News} app=${app} act=${act} />
      ${app.entry.refused ? html`<${Refused} app=${app} act=${act} />` : html`<${Pad} app=${app} act=${act} />`}
    </section>
  </main>`;
}

/** The board after the last event, in the view that is entered with. */
const boardNow = ({ walk }) => walk.state.view.board(walk.game.last);

/** The half-suit that an event is about stands first: on a phone it is in sight. Then come those still in play. */
export function inOrder({ game, state: { at } }, number) {
  const event = game.events[number - 1];
  const rank = (book) => (book.cards.includes(event?.card) || event?.text.includes(book.name) ? 0 : at < book.until ? 1 : 2);
  return game.books.toSorted((one, other) => rank(one) - rank(other));
}

/** The three ways to look at one game. */
export function Tabs({ app, on }) {
  const id = app.game?.id;
  const tab = (screen, words) => html`<a href=${`#${screen}/${id}`} aria-current=${on === screen ? "page" : null}>${words}</a>`;
  if (!id) return html`<nav class="tabs" aria-label="This game"><span class="quiet">from a link</span></nav>`;
  return html`<nav class="tabs" aria-label="This game">${tab("play", "Enter")}${tab("review", "Review")}${tab("share", "Share")}</nav>`;
}

/** What if: nothing of a branch is kept before one says so. */
const Branch = ({ act }) => html`<div class="branch"><b>What if …</b> Nothing of this is kept. <${Button} kind="small" on=${() => act.deed("keep")}>Keep it<//> <${Button} kind="small" on=${() => act.deed("discard")}>Leave<//></div>`;

/** Whose turn, the score, the view; undo and redo. */
function Status({ app, act }) {
  const { game } = app;
  const scores = Object.entries(boardNow(app)?.score ?? {});
  const turn = game.over ? "The game is over" : `${game.turn.join(" or ") || "?"} to move`;
  return html`<div class="status">
    <strong>${turn}</strong>
    <span class="score-line">${scores.map(([team, points], i) => html`<span class=${`team${i}`}><bdi>${team.replaceAll("+", " ")}</bdi> <b>${points}</b></span>`)}</span>
    <label class="view-choice"><span class="unseen">View</span><select value=${app.walk.state.view.name} onChange=${(event) => act.deed("as", { line: event.target.value })}>${game.views.map((view) => html`<option>${view}</option>`)}</select></label>
    <${Button} on=${() => act.deed("undo")} aria-label="Undo">↶<//>
    <${Button} on=${() => act.deed("redo")} aria-label="Redo">↷<//>
  </div>`;
}

/** What the last event was, and what it told. */
function News({ app, act }) {
  const { game } = app;
  const last = game.game.events.length;
  const event = game.game.events[last - 1];
  if (app.walk.state.cell) return html`<${WhyLine} walk=${app.walk} />`;
  const mends = game.contradicts ? act.answer("mends") : null;
  if (!event) return html`<div class="news"><p>The deal. Tap who is asked, the card, the answer.</p></div>`;
  return html`<div class="news" aria-live="polite"><p><b>${last}.</b> ${withSigns(event.text, game.game.cards)}</p>
    ${game.news.slice(0, 3).map((line) => html`<p class="quiet">${withSigns(line, game.game.cards)}</p>`)}
    ${game.problems.length ? html`<p class="warning">${withSigns(game.problems[0].text, game.game.cards)}${game.problems.length > 1 ? ` (and ${game.problems.length - 1} more)` : ""}</p>` : null}
    ${mends?.length ? html`<div class="ways">${mends.map((mend, number) => html`<${Button} on=${() => act.deed("mend", { number: number + 1 })}>It fits if ${withSigns(mend, game.game.cards)}<//>`)}</div>` : null}</div>`;
}

/** In one line why a cell is as it is; all of it stands in the review. */
function WhyLine({ walk: { game, state: { view, cell, at }, go } }) {
  const holds = view.holds(cell, at);
  const reason = view.reason(cell, at);
  const verdict = holds === "maybe" ? "open" : `proven, ${holds === "yes" ? "held" : "not held"}`;
  const said = view.seen(cell.card, at) !== null ? "Everyone sees it." : reason ? sentence(game, reason.gist === null ? reason.steps.at(-1).flatMap(([parts]) => [...parts, " "]) : [reason.gist]) : "";
  return html`<div class="news"><p><${Card} card=${cell.card} /> <bdi>${cell.seat}</bdi>: ${verdict}
    ${" "}<${Button} kind="small" on=${() => go({ cell: null })}>Close<//></p>
    <p class="quiet">${said}</p></div>`;
}

/** Why a statement was refused, and every way out. */
function Refused({ app, act }) {
  const { refused } = app.entry;
  const { cards } = app.game.game;
  const leave = () => act.set({ entry: { ...app.entry, refused: null } });
  return html`<div class="refused" role="alert">
    <p><b>Not taken in:</b> ${withSigns(refused.text, cards)}</p>
    <ul>${refused.reasons.map((reason) => html`<li>${withSigns(reason, cards)}</li>`)}</ul>
    <div class="ways">
      <${Button} kind="primary" on=${leave}>Correct it<//>
      ${refused.irregular ? html`<${Button} on=${() => act.deed("!")}>It happened: keep it as irregular<//>` : null}
      ${refused.remedies.map((remedy, number) => html`<${Button} on=${() => act.deed("mend", { number: number + 1 })}>It fits if ${withSigns(remedy, cards)}<//>`)}
    </div></div>`;
}

// -- the pad ----------------------------------------------------------------------------------------

function Pad({ app, act }) {
  const { entry, game } = app;
  if (entry.claiming) return html`<${ClaimPad} app=${app} act=${act} />`;
  if (entry.typing) return html`<${TypedLine} app=${app} act=${act} />`;
  if (entry.target) return html`<${CardPad} app=${app} act=${act} />`;
  const asker = entry.asker ?? game.turn[0];
  if (!asker) return html`<${More} app=${app} act=${act} />`;
  const ask = (target) => act.set({ entry: { chosen: entry.chosen, number: entry.number, asker, target } });
  return html`<div class="step">
    <p class="question">${entry.number ? html`<${Button} kind="small" on=${() => act.set({ entry: {} })} aria-label="Back">‹<//> ${entry.number}. ` : null}<${AskerChoice} app=${app} act=${act} asker=${asker} /> asks …</p>
    <div class="targets">${game.opponents[asker].map((seat) => html`<${Button} key=${seat} kind="big" disabled=${game.sizes[seat] === 0} on=${() => ask(seat)}><bdi>${seat}</bdi> <small>${game.sizes[seat] ?? "?"}</small><//>`)}
      <${Button} kind="big" on=${() => ask("?")} title="Nobody remembers whom">?<//></div>
    ${entry.number ? null : html`<${More} app=${app} act=${act} />`}
  </div>`;
}

function AskerChoice({ app, act, asker }) {
  const change = (event) => act.set({ entry: { ...app.entry, asker: event.target.value } });
  return html`<label><span class="unseen">Who asks</span><select value=${asker} onChange=${change}>${app.game.game.seats.map((seat) => html`<option>${seat}</option>`)}</select></label>`;
}

function More({ app, act }) {
  const type = (line) => act.set({ entry: { ...app.entry, typing: { line } } });
  const seat = app.game.turn[0] ?? "";
  const claim = () => act.set({ entry: { ...app.entry, claiming: { claimant: seat || app.game.game.seats[0], book: null, where: {} } } });
  return html`<div class="more">
    <${Button} on=${claim}>Claim<//>
    <${Button} on=${() => type(seat ? `${seat} passes to ` : "")}>Pass<//>
    <${Button} on=${() => type("")}>Type<//>
    <${Button} on=${() => act.deed("enter", { line: "..." })} title="Here something is missing that nobody remembers">Gap<//>
    ${app.game.branches ? null : html`<${Button} on=${() => act.deed("what if")}>What if<//>`}
  </div>`;
}

/** What may come next in a line that is being typed; a line may stand in for an event. */
const proposals = (act, typed, number) => act.answer("proposals", { typed, at: number ? number - 1 : undefined });

function CardPad({ app, act }) {
  const { asker, target: seat, card, number } = app.entry;
  const back = () => act.set({ entry: card ? { ...app.entry, card: null } : { ...app.entry, asker, target: null } });
  return html`<div class="step">
    <p class="question"><${Button} kind="small" on=${back} aria-label="Back">‹<//> ${number ? `${number}.` : null} <bdi>${asker}</bdi> asks <bdi>${seat}</bdi>${card ? html` for the ${card === "?" ? "?" : html`<${Card} card=${card} />`}` : " for …"}</p>
    ${card ? html`<${Answers} app=${app} act=${act} />` : html`<${Cards} app=${app} act=${act} />`}</div>`;
}

/** All cards in play: those that may be asked for, as tracker says, stand first; the others are there all the same. */
function Cards({ app, act }) {
  const { game, entry: { asker, target, number } } = app;
  const proposed = target === "?" ? undefined : proposals(act, `${asker} asks ${target} `, number);
  const legal = proposed === undefined ? null : new Map((proposed ?? []).map((each) => [each.text, each.note]));
  const choose = (card) => act.set({ entry: { ...app.entry, card } });
  const rank = (book) => (legal && book.cards.some((card) => legal.has(card)) ? 0 : 1);
  const books = game.game.books.filter((book) => game.open.includes(book.name)).sort((one, other) => rank(one) - rank(other));
  return html`<div class="pad cards">${books.map((book) => html`<div class="row" key=${book.name} aria-label=${book.name} role="group">
    ${book.cards.map((card) => html`<${CardKey} key=${card} card=${card} legal=${legal} on=${() => choose(card)} />`)}</div>`)}
    <div class="row"><${Button} on=${() => choose("?")} title="Nobody remembers which card">? forgotten<//></div></div>`;
}

function CardKey({ card, legal, on }) {
  const note = legal?.get(card);
  const kind = `${isRed(card) ? "red" : "black"} ${legal && note === undefined ? "unlikely" : ""}`;
  const mark = note === "certain: yes" ? "✔" : note === "certain: no" ? "✘" : "";
  return html`<${Button} kind=${kind} on=${on} aria-label=${`${signOf(card)}${note ? `, ${note}` : ""}`}>${signOf(card)}${mark ? html`<sup>${mark}</sup>` : null}<//>`;
}

/** The third tap. */
function Answers({ app, act }) {
  const { asker, target: seat, card, number } = app.entry;
  const say = (answer) => act.deed(number ? "edit" : "enter", { line: `${asker} asks ${seat} ${card}: ${answer}`, number });
  return html`<div class="answers">
    <${Button} kind="big yes" on=${() => say("yes")}>Yes<//><${Button} kind="big no" on=${() => say("no")}>No<//>
    <${Button} kind="big" on=${() => say("?")}>Don't remember<//>
    ${/^rules:.*surrender/m.test(app.game.text) ? html`<${Button} kind="big" on=${() => say("surrender")}>Surrender<//>` : null}</div>`;
}

// -- a typed line -----------------------------------------------------------------------------------

function TypedLine({ app, act }) {
  const { typing } = app.entry;
  const { line, number, deed = "enter" } = typing;
  const change = (text) => act.set({ entry: { ...app.entry, typing: { ...typing, line: text } } });
  const submit = (event) => {
    event.preventDefault();
    return act.deed(deed, { line, ...(number ? { number } : {}) });
  };
  typing.proposed = proposals(act, line, number) ?? typing.proposed ?? []; // what was proposed last stays until more comes
  return html`<form class="step typed" onSubmit=${submit}>
    <p class="question"><${Button} kind="small" on=${() => act.set({ entry: {} })} aria-label="Back">‹<//> ${number ? `${deed} ${number}` : "In words, or short: bob 5h n"}</p>
    <div class="line"><input value=${line} onInput=${(event) => change(event.target.value)} aria-label="What happened" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="done" /><button class="primary">Take in</button></div>
    <div class="chips">${typing.proposed.slice(0, 24).map((each) => html`<${Button} title=${each.note} on=${() => change(joined(line, each.text))}>${each.text}<//>`)}</div></form>`;
}

/** A line with the last word, as far as it was typed, replaced. */
const joined = (line, text) => `${line.replace(/\S*$/, "")}${text} `;
