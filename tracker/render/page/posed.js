// The review: the worst moments, each posed as it stood before: what would you do? Then what was done,
// why it was a mistake and what was better, what it cost, and the proof in two lines.
// Part of tracker. SPDX-License-Identifier: MIT

import { isSameCell } from "./board.js";
import { cellsOf } from "./cells.js";
import { Badge } from "./events.js";
import { capital } from "./quiz.js";
import { signOf } from "./signs.js";
import { Button, html } from "./view.js";
import { cellVerdict, MomentLink, Para, placedTexts } from "./why.js";

/** Whether the reader has said what to do; an ask that is not legal does not count. */
export const hasTried = (tried) => tried !== null && tried.kind !== "illegal";

/**
 * What the reader would do, from a cell that was chosen.
 * @returns {Tried}
 */
export const askTried = (moment, cell) => ({ kind: moment.asks.some((ask) => isSameCell(ask, cell)) ? "ask" : "illegal", cell });

/** The half-suits whose inferences would tell the answer; every one where a claim is to be found. */
export const booksInQuestion = (game, moment) => new Set(moment.cells.length ? moment.cells.map(({ card }) => game.bookOf.get(card)) : game.books);

/** The cells that are ringed: what is asked for or named; of a missed claim, once it is shown. */
export function ringedCells(game, moment, tried) {
  if (!moment) return [];
  if (moment.cells.length || !hasTried(tried)) return moment.cells;
  return cellsOf(claimOf(game, moment).holdings);
}

/** What the chair can say of the half-suit in question. */
const claimOf = (game, moment) => game.chairOf(moment.seat).claim(game.books.find((book) => book.name === moment.book), game.teamOf(moment.seat), moment.event - 1);

/** One moment as a card. */
export function ReviewCard({ shown }) {
  const { game, moment, tried } = shown;
  return html`<${Para} game=${game} text=${situation(game, moment)} kind="event-text" />
    ${hasTried(tried) ? html`<${TryMarked} shown=${shown} /><${WhatHappened} shown=${shown} />` : html`<${Tries} shown=${shown} />`}
    <${ReviewSteps} shown=${shown} />`;
}

function situation({ events }, moment) {
  const event = events[moment.event - 1];
  if (moment.kind === "missed") return `${moment.seat} can act. Next is event ${moment.event}: ${event.text}.`;
  if (event.card !== undefined) return `${moment.seat} is about to ask ${event.target} for the ${signOf(event.card)}.`;
  return `${moment.seat} is about to claim ${moment.book}: ${placedTexts(moment.cells).join(", ")}.`;
}

// -- the question -----------------------------------------------------------------------------------

function Tries({ shown: { game, moment, tried, at, act } }) {
  const isMissed = moment.kind === "missed";
  const isClaim = moment.book !== undefined && !isMissed;
  const open = game.openBooks(at).filter((book) => moment.claims.includes(book.name));
  return html`${tried?.kind === "illegal" ? html`<${Para} game=${game} text=${`${moment.seat} may not ask that. Choose another cell.`} kind="judged guess" />` : null}
    <p class="prompt">What would you do?${moment.asks.length ? " Choose a cell to ask for that card, or:" : ""}</p>
    <p class="choices">${isMissed ? null : html`<${Button} data-try="same" on=${() => act.say({ kind: "same" })}>${isClaim ? "Claim it so" : "Ask that"}<//>`}
      ${isClaim && moment.waits ? html`<${Button} data-try="wait" on=${() => act.say({ kind: "wait" })}>Do not claim it<//>` : null}
      <${Button} data-try="shown" on=${() => act.say({ kind: "shown" })}>Show me<//></p>
    ${open.length ? html`<details open=${isMissed}><summary>Claim a half-suit</summary><p class="choices">${open.map((book) => html`<${Button} data-claim=${book.name} on=${() => act.say({ kind: "claim", book })}>${book.name}<//>`)}</p></details>` : null}`;
}

// -- the reader's try -------------------------------------------------------------------------------

function TryMarked({ shown }) {
  const { game, moment, tried, view, at } = shown;
  if (tried.kind === "ask") return html`<${AskMarked} shown=${shown} />`;
  const [text, kind] = tried.kind === "claim" ? claimMarked(game, moment, tried.book, view, at) : ["You would wait.", ["guess", "refuted"].includes(moment.kind) ? "proven" : "guess"];
  return ["claim", "wait"].includes(tried.kind) ? html`<${Para} game=${game} text=${text} kind=${`judged ${kind}`} />` : null;
}

function AskMarked({ shown }) {
  const { game, moment, tried: { cell }, view, at } = shown;
  const start = `You ask ${cell.seat} for the ${signOf(cell.card)}: ${chanceWords(view, cell, at)}.`;
  if (view.holds(cell, at) === "no") return html`<${Para} game=${game} text=${start} kind="judged refuted" />${cellVerdict({ ...shown, cell })}`;
  const isBest = view.share(cell, at) >= view.share(moment.asks[0], at);
  return html`<${Para} game=${game} text=${isBest ? `${start} No legal ask is likelier.` : start} kind=${`judged ${isBest ? "proven" : "guess"}`} />`;
}

function chanceWords(view, cell, at) {
  const [holds, odds] = [view.holds(cell, at), view.odds(cell, at)];
  if (holds === "no") return "it cannot succeed";
  if (holds === "yes") return "sure of a yes";
  return odds ? `a yes in ${odds}% of the deals` : "how likely it is depends on gaps";
}

/** What is said of a claim that the reader would make, and how it is judged. */
function claimMarked(game, moment, book, view, at) {
  const claim = view.claim(book, game.teamOf(moment.seat), at);
  const start = `You claim ${book.name}:`;
  const naming = claim.holdings ? ` ${game.naming(claim.holdings)}.` : "";
  switch (claim.verdict) {
    case "proven": return [`${start} proven.${naming}`, "proven"];
    case "impossible": return [`${start} ${(claim.lost ?? []).map(signOf).join(" ")} is not with the team.`, "refuted"];
    case "far": return [`${start} not proven; some card is likelier with the other team.`, "refuted"];
    default: return [`${start} not proven. The likeliest naming is right in ${claim.odds ?? "?"}% of the deals.${naming}`, "guess"];
  }
}

// -- what happened ----------------------------------------------------------------------------------

function WhatHappened({ shown }) {
  const { game, moment } = shown;
  return html`<div class=${`judged ${moment.kind === "weak" ? "guess" : moment.kind}`}><p><${Badge} kind=${moment.kind} /> ${game.named(`Event ${moment.event}: ${moment.reason}`)}</p><p class="cost"><strong>Cost: </strong>${game.named(moment.cost)}</p></div>
    ${moment.kind === "missed" ? missedTold(shown) : doneTold(shown)}
    <p class="choices"><${MomentLink} event=${moment.event} /></p>`;
}

/** Why what was done was a mistake: of its cells one that cannot be so, else the one that is least likely. */
function doneTold(shown) {
  const { game, moment, view, at } = shown;
  const [cell] = moment.cells.filter((each) => view.holds(each, at) !== "yes").toSorted((one, other) => view.share(one, at) - view.share(other, at));
  return cell ? cellVerdict({ ...shown, cell }) : html`<${Para} game=${game} text="No deal that fits has all of it so." />`;
}

/** Where the cards of a claim were that was missed, and why the last of them is certain. */
function missedTold(shown) {
  const { game, moment, view, at } = shown;
  const claim = claimOf(game, moment);
  if (!claim.holdings) return html`<${Para} game=${game} text=${`${moment.seat} knows where each card of ${moment.book} is.`} />`;
  const since = (each) => view.reason(each, at)?.since ?? -1;
  const [cell] = cellsOf(claim.holdings).toSorted((one, other) => since(other) - since(one));
  return html`<${Para} game=${game} text=${`${capital(moment.book)} is with ${game.naming(claim.holdings)}.`} />${cellVerdict({ ...shown, cell })}`;
}

// -- from moment to moment --------------------------------------------------------------------------

function ReviewSteps({ shown: { game, review, act } }) {
  const to = (number, text, id) => html`<${Button} id=${id} disabled=${!game.review[number]} on=${() => act.openReview(number)}>${text}<//>`;
  return html`<p class="choices review-steps">${to(review - 1, "‹ Back", "review-back")}${to(review + 1, "Next ›", "review-next")}<${Button} id="review-leave" on=${() => act.go({ review: null })}>Go through the game<//></p>`;
}
