// The game as it is gone through: the moment and the view, the events, the board, the panel beside it.
// Part of tracker. SPDX-License-Identifier: MIT

import { Board, isSameCell } from "./board.js";
import { cellOf, isCertain, veiledCell } from "./cells.js";
import { EventList, Slips, Ticks } from "./events.js";
import { isInView, withoutAnswer } from "./quiz.js";
import { ringedCells } from "./posed.js";
import { signOf } from "./signs.js";
import { Button, html } from "./view.js";
import { Why } from "./why.js";

export const Explorer = ({ shown }) => html`<${Controls} shown=${shown} />
  <p class="unseen" role="status" aria-live="polite" id="live">${shown.announced}</p>
  <div class=${shown.game.seats.length > 8 ? "columns many-seats" : "columns"}>
    <section class="events" aria-labelledby="events-head"><h3 id="events-head">Events</h3><${Slips} shown=${shown} /><${EventList} shown=${shown} /></section>
    <section class="board" aria-labelledby="board-head"><h3 id="board-head" class="unseen">Who can hold what</h3><${Legend} shown=${shown} /><${Grid} shown=${shown} /></section>
    <${Why} shown=${shown} />
  </div>`;

/** What an event is said to be: its answer may be in question. */
export const said = ({ game, at, hidesAnswer }) => (at === 0 ? "The deal" : hidesAnswer ? withoutAnswer(game.events[at - 1]) : game.events[at - 1].text);

function Controls({ shown }) {
  const { game, view, at, other, act } = shown;
  const chosen = (event) => game.view(event.target.value);
  const options = (now) => game.views.map((one) => html`<option value=${one.name} selected=${one === now}>${one.label}</option>`);
  const slips = [act.slipFrom(-1), act.slipFrom(1)];
  return html`<div class="controls" id="controls" role="group" aria-label="Moment and view">
    <div class="choosers">
      <label class="chooser" for="view"><span>View</span><select id="view" onChange=${(event) => act.go({ view: chosen(event) })}>${options(view)}</select></label>
      <label class="chooser" for="other"><span>against</span><select id="other" onChange=${(event) => act.go({ other: chosen(event) ?? null })}><option value="">nobody</option>${options(other)}</select></label>
    </div>
    <div class="stepper">
      <${Button} id="first" aria-label="To the deal" title="To the deal (Home)" disabled=${at === 0} on=${() => act.jump({ at: 0 })}>«<//>
      <${Button} id="back" aria-label="Previous event" title="Previous event (←, K)" disabled=${at === 0} on=${() => act.step(at - 1)}>‹<//>
      <div class="track"><input type="range" id="slider" min="0" max=${game.last} value=${at} aria-label="Event" aria-valuetext=${`${at}: ${said(shown)}`} onInput=${(event) => act.go({ at: Number(event.target.value) })} onChange=${act.lookAtNews} /><${Ticks} shown=${shown} /></div>
      <${Button} id="forward" aria-label="Next event" title="Next event (→, J)" disabled=${at === game.last} on=${() => act.step(at + 1)}>›<//>
      <${Button} id="end" aria-label="To the last event" title="To the last event (End)" disabled=${at === game.last} on=${() => act.jump({ at: game.last })}>»<//>
      ${game.slips.length ? html`<${Button} id="slip-back" aria-label="Previous mistake" title="Previous mistake or guess (P)" disabled=${!slips[0]} on=${() => act.goToSlip(slips[0])}>‹ ✘<//>
      <${Button} id="slip-forward" aria-label="Next mistake" title="Next mistake or guess (N)" disabled=${!slips[1]} on=${() => act.goToSlip(slips[1])}>✘ ›<//>` : null}
    </div>
    <p class="now"><span id="count">${at} / ${game.last}</span> <span id="said">${game.named(said(shown))}</span></p>
    <p class="facts" id="facts">${game.named(facts(shown))}</p></div>`;
}

function facts({ game, view, at, hidesAnswer }) {
  const known = hidesAnswer ? at - 1 : at;
  const board = view.board(known);
  if (!board) return "";
  // On a page everybody's view alone tells whose turn it is, and the score.
  const referee = game.isWhole ? game.views[0] : view;
  const score = game.teams.map((team, i) => `${team.join("+")} ${referee.score(known)[i]}`);
  const sizes = game.seats.map((seat) => `${seat} ${board.sizes[seat] ?? "?"}`);
  return `Turn: ${referee.board(known)?.turn ?? "nobody"}. Score: ${score.join(", ")}. Cards: ${sizes.join(", ")}.`;
}

/** What the marks mean. */
function Legend({ shown: { view, at, ask, revealed, act } }) {
  const isCounted = (view.board(at)?.bits ?? null) !== null;
  const mark = (kinds, sign, words) => html`<li><span class=${`cell ${kinds}`}>${sign}</span> ${words}</li>`;
  return html`<ul class="legend" aria-label="Marks">${mark("public", "●", "public")}${mark("own", "■", "own hand")}${mark("deduced", "✔", "deduced")}${mark("excluded", "·", "excluded")}
    ${isCounted ? mark("possible h3", "37", "possible, in % of the deals") : html`${mark("possible h2", "?", "possible")}${mark("gap", "⁇", "open only because of a gap")}`}
    ${mark("excluded fresh", "·", "certain by this event")}
    ${isCounted ? html`${mark("possible h3 moved", "37", "moved by 5 or more")}<li>1 bit: half of the deals gone</li>` : null}
    <li><${Button} id="reveal" hidden=${!ask} disabled=${revealed} title="Show what follows (R)" on=${act.reveal}>Reveal<//></li></ul>`;
}

// -- the board --------------------------------------------------------------------------------------

/**
 * The board of a view at a moment.
 * What an event tells is veiled by showing what was known before it: that points at nothing. Where
 * the answer to an ask is in question, nothing of the event is shown at all. What could be inferred
 * and is in question is not shown either.
 */
export function Grid({ shown }) {
  const { game, view, cell, lit, moment, tried, hidesAnswer, act, order, heading, choose = act.choose } = shown;
  const at = hidesAnswer ? shown.at - 1 : shown.at;
  const board = view.board(at);
  if (!board) return html`<p class="quiet">${board === null ? "Nothing is deduced here: the record contradicts itself." : "Working it out …"}</p>`;
  const ringed = ringedCells(game, moment, tried);
  const cellShown = (card, seat) => {
    const drawn = drawnCell({ card, seat }, at, shown);
    return ringed.some((each) => isSameCell(each, { card, seat })) ? { ...drawn, kinds: `${drawn.kinds} ringed` } : drawn;
  };
  const since = (book) => (game.tellsEndings || view.board(book.until - 1) ? ` @${book.until}` : "");
  const ending = (book) => (at < book.until ? null : { state: `${book.team ?? "cancelled"}${since(book)}`, hands: game.named(lastHands(game, view, book)) });
  return html`<${Board} id="grid" game=${game} cell=${cellShown} settled=${ending} sizes=${board.sizes ?? {}} order=${order} heading=${heading} at=${at} view=${view.name} choose=${choose} chosen=${cell} lit=${lit} />`;
}

function drawnCell(cell, at, shown) {
  const { view, veiled, hidesAnswer, hides } = shown;
  const isBefore = veiled && !hidesAnswer && at > 0 && view.seen(cell.card, at) === null;
  const known = isBefore ? at - 1 : at;
  if (hides?.(cell) && !isInView(view, cell, known)) return veiledCell();
  const drawn = cellOf(view.known(cell, known));
  const news = isBefore || hidesAnswer || shown.moment ? "" : newsMark(view, cell, known);
  const more = veiled ? [] : moreMarks(cell, known, shown);
  return { ...drawn, kinds: [drawn.kinds, news, ...more].filter(Boolean).join(" "), says: drawn.says + (more.includes("truly") ? ", truly here" : "") };
}

/** What an event did to a cell. */
function newsMark(view, cell, at) {
  if (view.isFresh(cell, at)) return "fresh";
  return view.holds(cell, at) === "maybe" && view.hasMoved(cell, at) ? "moved" : "";
}

/** Where a card truly is, and what another view does not know. */
function moreMarks(cell, at, { view, truth, other, at: now }) {
  const isTrue = truth && view.truly(cell.card, now) === cell.seat;
  const differs = other?.board(at) && (view.holds(cell, at) === "yes") !== (other.holds(cell, at) === "yes");
  return [isTrue ? "truly" : "", differs ? "differs" : ""];
}

/** Who held a half-suit last, as everyone saw; else as the view knew it. */
function lastHands(game, view, book) {
  const entry = (card) => view.entry(card, book.until - 1);
  const holder = (card) => book.hands[card] ?? (isCertain(entry(card)) ? entry(card).holders[0] : null);
  const known = Object.fromEntries(book.cards.filter(holder).map((card) => [card, holder(card)]));
  const lost = book.cards.filter((card) => entry(card) && !holder(card)).map(signOf).join(" ");
  return [game.naming(known), lost && `not known: ${lost}`].filter(Boolean).join("; ");
}

/** The cells that an event changed: what became certain, or those of the card that moved. */
export const newsCells = ({ game, view, at }) => game.openCards(at).flatMap((card) => game.seats.map((seat) => ({ card, seat }))).filter((cell) => view.isFresh(cell, at));
