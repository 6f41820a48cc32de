// The list of events: one button each; the present one is marked, and those that are cited.
// Part of tracker. SPDX-License-Identifier: MIT

import { withoutAnswer } from "./quiz.js";
import { html } from "./view.js";

/** The signs of what was judged; ``slips`` are those one may want to look at again. */
const BADGES = {
  proven: { sign: "✔", says: "proven" },
  guess: { sign: "?", says: "a guess" },
  refuted: { sign: "✘", says: "refuted" },
  unknown: { sign: "–", says: "cannot be judged" },
  missed: { sign: "○", says: "a claim missed" },
  since: { sign: "◔", says: "could be claimed since" },
  weak: { sign: "↓", says: "another ask was likelier" },
  dead: { sign: "⊘", says: "cannot succeed" },
  depends: { sign: "⁇", says: "depends on a gap" },
  undecided: { sign: "…", says: "undecided" },
  gap: { sign: "⁇", says: "half remembered" },
  closed: { sign: "⁇", says: "half remembered; the rest of the record tells what it was" },
};

export function Badge({ kind }) {
  const { sign, says } = BADGES[kind];
  return html`<span class=${`badge ${kind}`} title=${says}><span aria-hidden="true">${sign}</span><span class="unseen">, ${says}</span></span>`;
}

/** The list is one stop of the Tab key; within it the arrows go from event to event. */
export function EventList({ shown }) {
  const events = [{ text: "The deal", kind: "deal" }, ...shown.game.events];
  return html`<ol id="events" tabindex="-1" ref=${(list) => list && showPresent(list)}>${events.map((event, number) => itemOf(shown, event, number))}</ol>`;
}

/** Brings the present event into the list's own window, without moving the page. It has the focus, if the list has it. */
function showPresent(list) {
  const current = list.querySelector("[aria-current]");
  const item = current.parentElement;
  if (list.contains(document.activeElement)) current.focus({ preventScroll: true });
  const top = item.offsetTop; // the list is positioned, so this is within it
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

function itemOf({ game, at, act, veiled, hidesAnswer, isAhead, cited }, event, number) {
  const [isNow, isCited] = [number === at, cited.includes(number)];
  const { text, note = "" } = hidesAnswer && isNow ? { text: withoutAnswer(event) } : event;
  const marks = (veiled && isNow ? null : game.marks.get(number)) ?? [];
  return html`<li class=${isCited ? "cited" : ""} hidden=${isAhead && number > at}><button type="button" class=${event.kind} tabindex=${isNow ? 0 : -1} aria-current=${isNow ? "step" : null} onClick=${() => act.jump({ at: number })}>
    <span class="number">${number || ""}</span><span>${game.named(text)}</span><span class="marks">${marks.map((mark) => html`<${Badge} kind=${mark.kind} />`)}</span>${note ? html`<span class="note">${game.named(note)}</span>` : null}<span class="unseen">${isCited ? ", cited" : ""}</span></button></li>`;
}

/** The marks under the slider: where in the game something was judged. */
export function Ticks({ shown: { game, at, ask, veiled } }) {
  const isHidden = (event) => ask && (event > at || (event === at && veiled));
  const kindOf = (marks) => (marks.find((mark) => mark.slip) ?? marks[0]).kind;
  return html`<div class="ticks" id="ticks"><svg viewBox=${`0 0 ${Math.max(game.last, 1)} 4`} preserveAspectRatio="none" aria-hidden="true">${[...game.marks].map(([event, marks]) =>
    isHidden(event) ? null : html`<rect class=${`tick ${kindOf(marks)}`} x=${event - 0.4} y="0" width="0.8" height="4" />`)}</svg></div>`;
}

// -- what one may want to look at again -----------------------------------------------------------

/** How much of it there is. */
export const slipsCounted = ({ slips: { length } }) => (length === 1 ? "1 mistake or guess" : `${length} mistakes and guesses`);

/** From so many on, it is listed by who did it. */
const MANY_SLIPS = 20;

/** It as a list of links; many of them player by player. */
export function Slips({ shown }) {
  const { game, at, ask, veiled } = shown;
  const slips = game.slips.filter(({ event }) => !ask || event < at || (event === at && !veiled));
  const bySeat = Map.groupBy(slips, (mark) => mark.seat);
  const seats = game.seats.filter((seat) => bySeat.has(seat));
  if (!game.slips.length) return null;
  return html`<details id="slips"><summary id="slip-count">${slipsCounted(game)}</summary>${game.slips.length < MANY_SLIPS
    ? html`<${SlipList} shown=${shown} slips=${slips} />`
    : seats.map((seat) => html`<details key=${seat}><summary>${game.named(`${seat}: ${bySeat.get(seat)?.length}`)}</summary><${SlipList} shown=${shown} slips=${bySeat.get(seat)} /></details>`)}</details>`;
}

const SlipList = ({ shown: { game, act }, slips }) => html`<ol class="slips">${slips.map((mark) => html`<li><button type="button" onClick=${() => act.goToSlip(mark)}><span class="number">${mark.event}</span><${Badge} kind=${mark.kind} /><span>${game.named(slipText(mark))}</span></button></li>`)}</ol>`;

function slipText(mark) {
  if (mark.kind === "missed") return `${mark.seat} can claim ${mark.book}`;
  const said = { guess: "guesses", refuted: "claims what is provably not so" }[mark.kind] ?? "claims wrongly";
  return `${mark.seat} ${said}: ${mark.book}`;
}
