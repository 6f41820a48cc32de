// A claim, by taps: the half-suit, who has which card, what came of it.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, Card, html } from "./view.js";

const OUTCOMES = [["correct", "Right"], ["split", "Team's, but wrong"], ["opponents", "Opponents had one"], ["cancelled", "Cancelled"], ["?", "Don't remember"]];

export function ClaimPad({ app, act }) {
  const { claiming } = app.entry;
  const change = (more) => act.set({ entry: { ...app.entry, claiming: { ...claiming, ...more } } });
  const back = () => (claiming.book ? change({ book: null, where: {} }) : act.set({ entry: {} }));
  return html`<div class="step claim">
    <p class="question"><${Button} kind="small" on=${back} aria-label="Back">‹<//>
      <label><span class="unseen">Who claims</span><select value=${claiming.claimant} onChange=${(event) => change({ claimant: event.target.value, book: null, where: {} })}>${app.game.game.seats.map((seat) => html`<option>${seat}</option>`)}</select></label>
      claims ${claiming.book ?? "…"}</p>
    ${claiming.book ? html`<${Holders} app=${app} act=${act} change=${change} />` : html`<${Books} app=${app} change=${change} />`}</div>`;
}

const teamOf = (app, seat) => app.game.game.teams.find((team) => team.includes(seat));

function Books({ app, change }) {
  const { claimant, judged } = app.entry.claiming;
  const team = teamOf(app, claimant);
  const verdict = (book) => judged?.find((claim) => claim.book === book && claim.team === team.join("+"));
  // Only what is proven is chosen beforehand: nobody said the rest.
  const start = (book) => change({ book, where: verdict(book)?.verdict === "proven" ? { ...verdict(book).holdings } : {} });
  return html`<div class="targets">${app.game.open.map((book) => html`<${Button} kind="big" on=${() => start(book)}>${book}${verdict(book) ? html` <small>${verdict(book).verdict}</small>` : null}<//>`)}</div>`;
}

function Holders({ app, act, change }) {
  const { claimant, book, where } = app.entry.claiming;
  const team = teamOf(app, claimant);
  const { cards } = app.game.game.books.find((each) => each.name === book);
  const put = (card, seat) => change({ where: { ...where, [card]: where[card] === seat ? null : seat } });
  const isWhole = cards.every((card) => where[card]);
  const named = namingOf(team, cards, where);
  const say = (outcome) => act.deed("enter", { line: `${claimant} claims ${book}: ${isWhole ? named : "?"}: ${outcome}${named && !isWhole ? ` # named: ${named}` : ""}` });
  return html`<div class="holders">${cards.map((card) => html`<div class="row" key=${card} role="group" aria-label=${card}><${Card} card=${card} />
      ${team.map((seat) => html`<${Button} aria-pressed=${where[card] === seat} on=${() => put(card, seat)}><bdi>${seat}</bdi><//>`)}</div>`)}</div>
    <p class="quiet">${isWhole ? "What came of it?" : "Tap who was named for each card. A naming that is not whole is kept as a comment: nothing is deduced from it."}</p>
    <div class="answers">${OUTCOMES.map(([outcome, words]) => html`<${Button} kind="big" on=${() => say(outcome)}>${words}<//>`)}</div>`;
}

/** Who was named for what, as the notation has it. */
function namingOf(team, cards, where) {
  const named = team.map((seat) => [seat, cards.filter((card) => where[card] === seat)]);
  return named.filter(([, held]) => held.length).map(([seat, held]) => `${seat} ${held.join(" ")}`).join(", ");
}
