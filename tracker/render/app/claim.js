// A claim, by taps: the half-suit, who has which card, what came of it; of a wrong one, where the cards were.
// Part of tracker. SPDX-License-Identifier: MIT

import { namingOf } from "./signs.js";
import { Button, Card, html, withSigns } from "./view.js";

const OUTCOMES = [["correct", "Right"], ["split", "Team's, but wrong"], ["opponents", "Opponents had one"], ["cancelled", "Cancelled"], ["?", "Don't remember"]];
/** The outcomes after which a table shows where the cards were. */
const WRONG = ["split", "opponents"];

export function ClaimPad({ app, act }) {
  const { claiming } = app.entry;
  const change = (more) => act.set({ entry: { ...app.entry, claiming: { ...claiming, ...more } } });
  const back = () => {
    if (claiming.shown) change({ shown: null, outcome: null });
    else if (claiming.book) change({ book: null, where: {} });
    else act.set({ entry: {} });
  };
  return html`<div class="step claim">
    <p class="question"><${Button} kind="small" on=${back} aria-label="Back">‹<//>
      <label><span class="unseen">Who claims</span><select value=${claiming.claimant} onChange=${(event) => change({ claimant: event.target.value, book: null, where: {}, outcome: null, shown: null })}>${app.game.game.seats.map((seat) => html`<option>${seat}</option>`)}</select></label>
      claims ${claiming.book ?? "…"}</p>
    ${claiming.shown ? html`<${Shown} app=${app} act=${act} change=${change} />` : claiming.book ? html`<${Named} app=${app} act=${act} change=${change} />` : html`<${Books} app=${app} act=${act} change=${change} />`}</div>`;
}

const teamOf = (app, seat) => app.game.game.teams.find((team) => team.includes(seat));
const cardsOf = (app, name) => app.game.game.books.find((each) => each.name === name).cards;

function Books({ app, act, change }) {
  const team = teamOf(app, app.entry.claiming.claimant);
  const judged = act.answer("claims", { record: app.game.text, view: app.walk.state.view.name });
  const verdict = (book) => judged?.json.claims.find((claim) => claim.book === book && claim.team === team.join("+"));
  // Only what is proven is chosen beforehand: nobody said the rest.
  const start = (book) => change({ book, outcome: null, where: verdict(book)?.verdict === "proven" ? { ...verdict(book).holdings } : {} });
  return html`<div class="targets">${app.game.open.map((book) => html`<${Button} kind="big" on=${() => start(book)}>${book}${verdict(book) ? html` <small>${verdict(book).verdict}</small>` : null}<//>`)}</div>`;
}

/** Who has which card: a second tap takes one back; "rest" is for all that nobody has yet. */
function Holders({ cards, seats, where, put }) {
  const left = cards.filter((card) => !where[card]);
  const rest = (seat) => put({ ...where, ...Object.fromEntries(left.map((card) => [card, seat])) });
  return html`<div class="holders">
    ${left.length > 1 ? html`<div class="row" key="rest" role="group" aria-label="rest"><span>rest</span>${seats.map((seat) => html`<${Button} on=${() => rest(seat)}><bdi>${seat}</bdi><//>`)}</div>` : null}
    ${cards.map((card) => html`<div class="row" key=${card} role="group" aria-label=${card}><${Card} card=${card} />
      ${seats.map((seat) => html`<${Button} aria-pressed=${where[card] === seat} on=${() => put({ ...where, [card]: where[card] === seat ? null : seat })}><bdi>${seat}</bdi><//>`)}</div>`)}</div>`;
}

/** What was named; then what came of it. A naming that lacks a card is asked about once. */
function Named({ app, act, change }) {
  const { claimant, book, where, outcome } = app.entry.claiming;
  const team = teamOf(app, claimant);
  const cards = cardsOf(app, book);
  const left = cards.filter((card) => !where[card]);
  const say = (came) => {
    if (left.length && left.length < cards.length && came !== outcome) change({ outcome: came });
    else if (WRONG.includes(came)) change({ outcome: came, shown: {} });
    else takeIn(app, act, came);
  };
  const question = left.length === 0 ? "What came of it?" : outcome ? html`<b>Who was named for the ${withSigns(left.join(" "), cards)}?</b> If nobody remembers, tap what came of it again: the naming is kept as a comment.` : "Tap who was named for each card. From a naming that is not whole nothing is deduced.";
  return html`<${Holders} cards=${cards} seats=${team} where=${where} put=${(put) => change({ where: put })} />
    <p class="quiet" role="status">${question}</p>
    <div class="answers">${OUTCOMES.map(([came, words]) => html`<${Button} kind="big" aria-pressed=${came === outcome} on=${() => say(came)}>${words}<//>`)}</div>`;
}

/** After a wrong claim the cards are shown. */
function Shown({ app, act, change }) {
  const { claimant, book, outcome, shown } = app.entry.claiming;
  const cards = cardsOf(app, book);
  const seats = outcome === "split" ? teamOf(app, claimant) : app.game.game.seats;
  const left = cards.filter((card) => !shown[card]);
  return html`<p class="question">Where were they?</p>
    <${Holders} cards=${cards} seats=${seats} where=${shown} put=${(put) => change({ shown: put })} />
    <div class="answers"><${Button} kind="big primary" disabled=${left.length > 0} on=${() => takeIn(app, act, outcome, written(seats, cards, shown))}>Take in<//><${Button} kind="big" on=${() => takeIn(app, act, outcome)}>Not shown<//></div>`;
}

function takeIn(app, act, outcome, shown = "") {
  const { claimant, book, where } = app.entry.claiming;
  const cards = cardsOf(app, book);
  const named = written(teamOf(app, claimant), cards, where);
  const isWhole = cards.every((card) => where[card]);
  return act.deed("enter", { line: `${claimant} claims ${book}: ${isWhole ? named : "?"}: ${outcome}${shown && `; shown ${shown}`}${named && !isWhole ? ` # named: ${named}` : ""}` });
}

/** Who has what, as the notation has it. */
const written = (seats, cards, where) => namingOf(cards, (card) => where[card], seats, String);
