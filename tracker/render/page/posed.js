// The review: the worst moments, each posed as it stood before: what would you do? Then what was done,
// why it was a mistake and what was better, what it cost, and the proof in two lines.
// Part of tracker. SPDX-License-Identifier: MIT

import { isSameCell } from "./board.js";
import { Badge } from "./events.js";
import { capital } from "./quiz.js";
import { shareOf } from "./cells.js";
import { signOf } from "./signs.js";
import { Button, html } from "./view.js";
import { MomentLink, Para, placedTexts, sentence } from "./why.js";

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
  return namedCells(claimOf(game, moment));
}

const namedCells = ({ holdings = {} }) => Object.entries(holdings).map(([card, seat]) => ({ card, seat }));

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

function AskMarked({ shown: { game, moment, tried: { cell }, view, at } }) {
  const start = `You ask ${cell.seat} for the ${signOf(cell.card)}: ${chanceWords(view, cell, at)}.`;
  if (view.holds(cell, at) === "no") return html`<div class="judged refuted">${game.named(start)}<${TwoLines} game=${game} lines=${proofLines(view, cell, at)} /></div>`;
  const share = (ask) => (view.holds(ask, at) === "yes" ? 101 : shareOf(view.odds(ask, at)));
  const isBest = share(cell) >= share(moment.asks[0]);
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

function WhatHappened({ shown: { game, moment, view, at, act } }) {
  const { lines, cell } = proof(game, moment, view, at);
  return html`<div class=${`judged ${moment.kind === "weak" ? "guess" : moment.kind}`}><p><${Badge} kind=${moment.kind} /> ${game.named(`Event ${moment.event}: ${moment.reason}`)}</p><p class="cost"><strong>Cost: </strong>${game.named(moment.cost)}</p></div>
    <h4>Why</h4><${TwoLines} game=${game} lines=${lines} />
    <p class="choices">${cell ? html`<${Button} id="whole-proof" on=${() => act.go({ cell })}>The whole proof<//>` : null}<${MomentLink} event=${moment.event} /></p>`;
}

const TwoLines = ({ game, lines }) => html`<ul class="steps two">${lines.map((line) => html`<li>${typeof line === "string" ? game.named(line) : sentence(game, line)}</li>`)}</ul>`;

/** Why, in two lines at most; and the cell that has the whole proof. */
function proof(game, moment, view, at) {
  if (moment.kind === "missed") return missedProof(game, moment, view, at);
  const no = moment.cells.find((cell) => view.holds(cell, at) === "no");
  if (no) return { lines: proofLines(view, no, at), cell: view.seen(no.card, at) === null ? no : null };
  const open = moment.cells.filter((cell) => view.holds(cell, at) === "maybe");
  if (!open.length) return { lines: ["No deal that fits has all of it so."], cell: null };
  const [weakest] = open.toSorted((one, other) => shareOf(view.odds(one, at)) - shareOf(view.odds(other, at)));
  return { lines: openLines(view, weakest, at), cell: weakest };
}

function proofLines(view, cell, at) {
  const [sign, holder] = [signOf(cell.card), view.seen(cell.card, at)];
  if (holder !== null) return [["All saw it: since event ", view.seenSince(cell.card, at), " ", [holder], ` has the ${sign}.`]];
  const reason = view.reason(cell, at);
  if (reason === null) return [[[cell.seat], ` cannot have the ${sign}.`]];
  const steps = reason.steps.map((facts) => facts.flatMap(([parts]) => [...parts, " "]));
  return steps.length < 3 ? steps : [reason.gist ?? steps[0], steps.at(-1)];
}

/** The place of which least is certain, and a deal that fits in which it is otherwise. */
function openLines(view, cell, at) {
  const [sign, odds, places] = [signOf(cell.card), view.odds(cell, at), view.example(cell, at, false)];
  const line = odds ? `${cell.seat} has the ${sign} in ${odds}% of the deals.` : `It is not certain that ${cell.seat} has the ${sign}.`;
  return places ? [line, `In one that fits, ${places[cell.card]} has it.`] : [line];
}

function missedProof(game, moment, view, at) {
  const claim = claimOf(game, moment);
  if (!claim.holdings) return { lines: [`${moment.seat} knows where each card of ${moment.book} is.`], cell: null };
  const since = (cell) => view.reason(cell, at)?.since ?? -1;
  const [last] = namedCells(claim).toSorted((one, other) => since(other) - since(one));
  const line = `${capital(moment.book)} is with ${game.naming(claim.holdings)}.`;
  return since(last) < 0 ? { lines: [line], cell: null } : { lines: [line, proofLines(view, last, at).at(-1)], cell: last };
}

// -- from moment to moment --------------------------------------------------------------------------

function ReviewSteps({ shown: { game, review, act } }) {
  const to = (number, text, id) => html`<${Button} id=${id} disabled=${!game.review[number]} on=${() => act.openReview(number)}>${text}<//>`;
  return html`<p class="choices review-steps">${to(review - 1, "‹ Back", "review-back")}${to(review + 1, "Next ›", "review-next")}<${Button} id="review-leave" on=${() => act.go({ review: null })}>Go through the game<//></p>`;
}
