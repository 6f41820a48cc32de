// Asking first: what an event can be asked about, hints, and answers marked.
// Part of tracker. SPDX-License-Identifier: MIT

import { isCertain, shareOf } from "./cells.js";
import { signOf } from "./signs.js";
import { Button, html } from "./view.js";
import { Causes, cellVerdict, Example, Para, Steps } from "./why.js";

/** How many hints there are to a question. */
const HINTS = 4;
/** Every so many asks that nobody can tell the answer to are asked about, too. */
const OPEN_ASKS = 5;
/** The odds, in per cent, from which on something is worth showing. */
export const LIKELY = 10;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether where a card is needs no inference: everyone saw it, or a hand of the view's has it or not. */
export function isInView(view, { card, seat }, at) {
  return view.seen(card, at) !== null || view.raw.own.includes(card) || view.raw.seats.includes(seat);
}

/** The cell that an ask is about: the card, at the one asked; null for any other event. */
function askedCell(event) {
  if (event?.target === undefined || event.card === undefined || !["yes", "no"].includes(event.kind)) return null;
  return { card: event.card, seat: event.target };
}

/**
 * What a view could say of the answer before it was given: "yes", "no" or "open"; null where that is
 * no question: everyone could see it, or it is in the view's own hands, or too simple.
 */
export function foretold(view, at) {
  const cell = askedCell(view.game.events[at - 1]);
  if (cell === null || isInView(view, cell, at - 1)) return null;
  const holds = view.holds(cell, at - 1);
  if (holds === "maybe") return at % OPEN_ASKS === 0 && !(shareOf(view.odds(cell, at - 1)) < LIKELY) ? "open" : null;
  const isHard = (view.reason(cell, at - 1)?.because.length ?? 0) > 1;
  return isHard ? holds : null;
}

/** The cells that an event lets a view place and that are worth asking for: they are not told, and more events than that one tell them. */
const worthAsking = (view, at) => view.news(at).placed.filter((cell) => {
  const reason = view.reason(cell, at);
  return reason && !reason.at_once && view.game.technique(reason) !== view.game.techniques[0];
});

/** Whether there is something to ask a view about. */
const isQuestion = (view, at) => foretold(view, at) !== null || worthAsking(view, at).length > 0;

/** An ask without its answer. */
export const withoutAnswer = (event) => `${event.actor} asks ${event.target} ${event.card}: ?`;

// -- what is asked --------------------------------------------------------------------------------

/** Counts the first attempt at a question of a view and an event; each hint costs a fifth, as in all puzzles. */
export function count({ game, view, at, hints }, kind, isRight) {
  const key = `${view.name} ${at} ${kind}`;
  if (!game.attempts.has(key)) game.attempts.set(key, isRight ? 1 - hints / (HINTS + 1) : 0);
}

/** Where the next question is, and the points so far. */
export function Score({ shown: { game, view, at, act } }) {
  const points = [...game.attempts.values()].reduce((sum, one) => sum + one, 0);
  const ahead = game.events.findIndex((_, i) => i >= at && isQuestion(view, i + 1)) + 1;
  const next = html`<${Button} id="next-question" title="Next question (Q)" on=${() => act.jump({ at: ahead, cell: null })}>Next question<//>`;
  return html`<p>${ahead ? next : html`<span class="quiet">No question is left in this view.</span>`}</p>
    ${game.attempts.size ? html`<p class="quiet score-line">Points for first attempts: ${+points.toFixed(1)} of ${game.attempts.size}.</p>` : null}`;
}

/** What is asked at an event, before it is revealed; with the hints given so far. */
export function Prompt({ shown }) {
  const { game, view, at, hints, act } = shown;
  const { length } = view.news(at).placed;
  const said = length
    ? `From this, ${view.viewer} can tell where ${length === 1 ? "one card" : `${length} cards`} must be, without having seen it. Which, and who holds it? Choose the cell.`
    : `${capital(view.viewer)} cannot place a card by this event.`;
  const isHinted = worthAsking(view, at).length && hints < HINTS;
  return html`<p class="prompt">${game.named(said)}</p><${Hints} shown=${shown} />
    ${isHinted ? html`<p class="choices"><${Button} id="hint" on=${() => act.go({ hints: hints + 1 })}>${hints ? "Another hint" : "Hint"} (a fifth of the point)<//></p>` : null}`;
}

/** The question for the answer to an ask, with what one may say; what was wrong is refuted. */
export function AnswerPrompt({ shown }) {
  const { game, view, at, wrong, act } = shown;
  const before = view.name === "public" ? "Could everyone tell" : `Could ${view.viewer} tell`;
  const options = [["yes", "Yes, it is sure"], ["no", "No, it is sure"], ["open", "It can’t be known"]];
  return html`${wrong.length ? html`<${AnswerRefuted} view=${view} at=${at} wrong=${wrong.at(-1)} />` : null}
    <p class="prompt">${game.named(`${before} what the answer will be, before it is given?`)}</p>
    <p class="choices">${options.map(([answer, text]) => html`<${Button} data-answer=${answer} disabled=${wrong.includes(answer)} on=${() => act.sayAnswer(answer)}>${text}<//>`)}</p>`;
}

/** What speaks against an answer, and no more: a deal that fits in which it is false. */
function AnswerRefuted({ view, at, wrong }) {
  if (wrong === "open") return html`<p class="judged refuted">No: in every deal that fits, the answer is the same.</p>`;
  return html`<p class="judged refuted">No: there is a deal that fits in which the answer is ${wrong === "yes" ? "no" : "yes"}.</p>
    <${Example} view=${view} at=${at - 1} cell=${askedCell(view.game.events[at - 1])} holds=${wrong === "no"} />`;
}

/** The ladder of hints, as in all puzzles: what matters, what to ask of it, the first step, all steps. */
function Hints({ shown }) {
  const { game, view, at, hints } = shown;
  const [cell] = worthAsking(view, at);
  if (!cell) return null;
  const reason = view.reason(cell, at);
  const { asks } = game.technique(reason);
  return [
    html`<div class="listed"><h4>What matters</h4><${Causes} shown=${shown} causes=${reason.because} /></div>`,
    html`<p>${asks}</p>`,
    html`<div><h4>The first step:</h4><${Steps} shown=${shown} steps=${reason.steps.slice(0, 1)} /></div>`,
    html`<div><h4>All steps:</h4><${Steps} shown=${shown} steps=${reason.steps} /></div>`,
  ].slice(0, hints);
}

// -- answers --------------------------------------------------------------------------------------

/** What was rightly said of the answer to an ask, with the reason. */
export function AnswerMarked({ shown }) {
  const { game, at, answer: right } = shown;
  const cell = askedCell(game.events[at - 1]);
  return html`<p class="judged proven">Right.</p><p>${right === "open" ? "It could not be known." : `It had to be ${right}.`}</p>
    ${cellVerdict({ ...shown, cell, at: at - 1 })}`;
}

/** A cell that was chosen as an answer and is not right: what speaks against it. */
export function Answered({ shown }) {
  const { game, view, at, cell } = shown;
  const { seat } = cell;
  const card = signOf(cell.card);
  if (!view.news(at).placed.length) return html`<${Prompt} shown=${shown} /><${Score} shown=${shown} />`;
  const again = html`<p class="quiet">Choose another cell, or reveal it.</p>`;
  const refuted = (text) => html`<${Para} game=${game} text=${text} kind="judged refuted" />${again}`;
  if (view.holds(cell, at - 1) === "no") return refuted(`No: ${seat} could not hold the ${card} even before this.`);
  if (isCertain(view.entry(cell.card, at - 1))) return html`<${Para} game=${game} text=${`That ${seat} holds the ${card} was certain before this.`} kind="judged guess" />${again}`;
  if (view.holds(cell, at) === "no") return refuted(`No: ${seat} cannot hold the ${card}.`);
  return html`<${Para} game=${game} text=${`Not certain: there is a deal that fits in which ${seat} does not hold the ${card}.`} kind="judged refuted" />
    <${Example} view=${view} at=${at} cell=${cell} holds=${false} />${again}`;
}
