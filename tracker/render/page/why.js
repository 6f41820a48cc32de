// The panel beside the board: what the event told; or, of the cell chosen, why, or how likely.
// Part of tracker. SPDX-License-Identifier: MIT

import { isSameCell } from "./board.js";
import { shareOf } from "./cells.js";
import { ClaimsNow, Comparison, Judged, Overview, Truly, WhatIf } from "./claims.js";
import { Answered, AnswerMarked, AnswerPrompt, Prompt, Score, withoutAnswer } from "./quiz.js";
import { ReviewCard } from "./posed.js";
import { signOf } from "./signs.js";
import { Button, Component, counted, html } from "./view.js";

export function Why({ shown }) {
  const { game, at, cell, moment, act } = shown;
  const isAsked = Boolean(cell && game.isOpen(cell.card, at));
  const [head, body] = isAsked ? [`${signOf(cell.card)} and ${cell.seat}`, CellTold] : moment ? [`${shown.review + 1} of ${game.review.length}, worst first`, ReviewCard] : [at === 0 ? "At the deal" : `Event ${at}`, EventTold];
  return html`<section class=${isAsked || moment || shown.instead ? "why asked" : "why"} aria-labelledby="why-head" tabindex="0" id="why">
    <div class="board-head"><h3 id="why-head">${game.named(head)}</h3><${Button} id="close" aria-label="Close the explanation" hidden=${!isAsked && !moment} on=${act.close}>×<//></div>
    <div id="reasons">${shown.instead ?? html`<${body} key=${isAsked ? `${cell.card} ${cell.seat}` : ""} shown=${shown} />`}</div></section>`;
}

/** The events that what is shown of a cell cites. */
export function citedBy({ view, at, cell, veiled, game }) {
  if (!cell || !game.isOpen(cell.card, at)) return [];
  if (view.seen(cell.card, at) !== null) return [view.seenSince(cell.card, at) ?? []].flat();
  if (veiled) return [];
  return (view.reason(cell, at)?.because ?? []).flatMap((cause) => cause.event ?? []);
}

// -- the event --------------------------------------------------------------------------------------

function EventTold({ shown }) {
  const { game, at, veiled, hidesAnswer, answer } = shown;
  if (at === 0) return html`<${Deal} shown=${shown} />${shown.more}`;
  const event = game.events[at - 1];
  if (hidesAnswer) return html`<${Para} game=${game} text=${withoutAnswer(event)} kind="event-text" /><${AnswerPrompt} shown=${shown} /><${Score} shown=${shown} />`;
  return html`<${Para} game=${game} text=${event.text} kind="event-text" />
    ${event.note ? html`<${Para} game=${game} text=${event.note} kind="note" />` : null}
    ${answer === null ? null : html`<${AnswerMarked} shown=${shown} />`}
    ${veiled ? html`<${Prompt} shown=${shown} /><${Score} shown=${shown} />` : html`<${WhatFollowed} shown=${shown} />`}`;
}

/** What an event told, and how it is judged. */
function WhatFollowed({ shown }) {
  const { game, view, at, other, more } = shown;
  return html`${(game.marks.get(at) ?? []).map((mark) => html`<${Judged} game=${game} mark=${mark} />`)}
    ${view.isFollowed(at) ? html`<${News} view=${view} at=${at} />` : null}
    ${other?.board(at) ? html`<${Comparison} view=${view} other=${other} at=${at} />` : null}
    ${game.isWhole ? html`<${Reported} shown=${shown} />` : more}`;
}

/** What is said of an event in a report alone. */
function Reported({ shown }) {
  const { game, view, at, ask } = shown;
  return html`<${WhatIf} game=${game} at=${at} />
    ${ask ? html`<${Score} shown=${shown} />` : null}
    ${game.openBooks(at).length ? html`<${ClaimsNow} view=${view} at=${at} />` : null}
    ${ask ? null : html`<${Following} key=${`${view.name} ${at}`} shown=${shown} />`}
    ${at === game.last ? html`<${Overview} game=${game} />` : null}`;
}

function Deal({ shown: { game, view, ask, more } }) {
  const left = view.board(0)?.bits ?? null;
  return html`${left === null ? null : html`<${Para} game=${game} text=${`${bits(left)} left to learn, as ${view.looker} it.`} />`}
    ${more ? null : html`<p class="quiet">Choose a cell to ask why.</p>`}${ask || !game.isWhole ? null : html`<${Overview} game=${game} />`}`;
}

function News({ view, at }) {
  const { game } = view;
  const { placed, excluded, seen, proven, bits: told } = view.news(at);
  const lists = [
    ["Now proven", proven.map(([book, team]) => `${book}: ${team} has it all`)],
    ["Seen by all", seen.map((card) => `${view.seen(card, at) ?? "nobody knows who"} has the ${signOf(card)}`)],
    ["Placed", placedTexts(placed)],
    ["Ruled out", ruledOut(excluded)],
  ].filter(([, items]) => items.length);
  return html`${lists.map(([head, items]) => html`<${List} game=${game} head=${head} items=${items} />`)}
    ${lists.length ? null : html`<p class="quiet">Nothing became certain.</p>`}
    ${told === null ? null : html`<${Para} game=${game} text=${`Told ${view.viewer} ${bits(told)}. One bit rules out half of the deals.`} kind="quiet" />`}`;
}

// -- a cell -----------------------------------------------------------------------------------------

function CellTold({ shown }) {
  const { game, view, at, cell, veiled, truth, right, act } = shown;
  if (veiled && view.seen(cell.card, at) === null) return html`<${Answered} shown=${shown} />`;
  return html`${isSameCell(right, cell) ? html`<p class="judged proven">Right.</p>` : null}
    <${Para} game=${game} text=${`As ${view.looker} it after event ${at}.`} kind="quiet" />
    ${cellVerdict(shown)}
    ${truth && !veiled ? html`<${Truly} view=${view} at=${at} cell=${cell} />` : null}
    <${Changes} act=${act} />`;
}

/** What is known of a cell, and why, or how likely it is. */
export function cellVerdict(shown) {
  const { view, at, cell } = shown;
  const told = view.seen(cell.card, at) !== null ? Seen : view.holds(cell, at) === "maybe" ? Open : Certain;
  return html`<${told} shown=${shown} />`;
}

/** To the events before and after this that changed what the cell shows. */
function Changes({ act }) {
  const [before, after] = [act.changeFrom(-1), act.changeFrom(1)];
  if (before === undefined && after === undefined) return null;
  const to = (event, text, label) => (event === undefined ? null : html`<a class="moment" href=${`#event=${event}`} aria-label=${label}>${text}</a>`);
  return html`<p class="cell-steps">This cell changed: ${to(before, `‹ event ${before}`, `this cell changed before, at event ${before}`)} ${to(after, `event ${after} ›`, `this cell changes next, at event ${after}`)}</p>`;
}

function Seen({ shown: { game, view, at, cell } }) {
  const since = view.seenSince(cell.card, at);
  return html`<${Verdict} game=${game} kind="proven" text=${`${view.seen(cell.card, at)} holds the ${signOf(cell.card)}: everyone sees it.`} />
    ${since === undefined ? null : html`<${List} game=${game} head="Seen at" items=${[eventLink(game, since)]} />`}`;
}

function Certain({ shown }) {
  const { game, view, at, cell } = shown;
  const reason = view.reason(cell, at);
  if (reason === undefined) return html`<p class="quiet">Working it out …</p>`;
  if (reason === null) {
    const chair = view.name === "public" ? "" : ` --as ${view.name}`;
    return html`<${Verdict} game=${game} kind="proven" text="Proven, however the gaps are filled." />
      <p class="quiet">The causes are told by <code>tracker why FILE ${cell.card} ${cell.seat} --at ${at}${chair}</code>.</p>`;
  }
  const { length } = reason.because;
  const size = length === 1 ? "one cause" : `${length} causes`;
  const earlier = reason.at ? `after event ${reason.at}` : "at the deal";
  return html`<${Verdict} game=${game} kind="proven" text=${`Proven: ${cell.seat} ${reason.holds ? "holds" : "does not hold"} the ${signOf(cell.card)}.`} />
    ${reason.since === undefined ? null : html`<p>${reason.since ? html`Certain since <${MomentLink} event=${reason.since} />.` : "Certain since the deal."}</p>`}
    <h4>Why</h4>
    ${reason.at < at ? html`<p class="quiet">This proof was made ${earlier}: hands and places in it are those of that moment.</p>` : null}
    ${reason.gist === null ? null : html`<${Para} game=${game} text=${reason.gist} />`}
    <${Steps} shown=${shown} steps=${reason.steps} />
    <p class="quiet">${reason.smallest ? `The fewest causes that force it: ${size}` : `${size}, none to spare (perhaps not the fewest)`}.</p>`;
}

function Open({ shown: { game, view, at, cell } }) {
  const entry = view.entry(cell.card, at);
  const [card, odds] = [signOf(cell.card), view.odds(cell, at)];
  if (!odds) {
    const why = entry.status === "gap" ? "open only because of a gap: however it is filled, one seat alone can hold it." : "open; how likely each place is is not known.";
    return html`<${Verdict} game=${game} kind="open" text=${`The ${card} is ${why}`} /><${List} game=${game} head="Who can hold it" items=${entry.holders} />`;
  }
  return html`<${Verdict} game=${game} kind="open" text=${`Open: in ${odds} per cent of the deals, ${cell.seat} holds the ${card}.`} />
    <h4>Who can hold the ${card}</h4><${Bars} entry=${entry} />
    <${Example} view=${view} at=${at} cell=${cell} holds=${false} /><${Example} view=${view} at=${at} cell=${cell} holds=${true} />`;
}

function Bars({ entry }) {
  const bars = entry.holders.map((seat, i) => ({ seat, odds: entry.odds[i], share: shareOf(entry.odds[i]) })).filter(({ odds }) => odds);
  return html`<ul class="bars">${bars.toSorted((one, other) => other.share - one.share).map(({ seat, odds, share }) =>
    html`<li><bdi>${seat}</bdi><span class="bar" style=${{ "--share": `${Math.max(share, 0.5)}%` }}></span><span>${odds}%</span></li>`)}</ul>`;
}

/** A deal in which the cell is so, or is otherwise: the hands it leaves now. */
export function Example({ view, at, cell, holds }) {
  const places = view.example(cell, at, holds);
  if (places === null) return null;
  const said = holds ? `A deal that fits, with it at ${cell.seat}` : "A deal that fits, with it elsewhere";
  const hand = (seat) => Object.keys(places).filter((card) => places[card] === seat);
  return html`<details open=${!holds}><summary>${said}</summary><ul class="hands">${view.game.seats.map((seat) =>
    html`<li><strong><bdi>${seat}</bdi></strong> <span>${hand(seat).map((card) => html`${card === cell.card ? html`<mark>${signOf(card)}</mark>` : signOf(card)} `)}</span></li>`)}</ul></details>`;
}

// -- all that follows -------------------------------------------------------------------------------

/** What is told item by item: one more at each press, or all. */
export class OneByOne extends Component {
  state = { told: this.props.first };

  render({ items, kind }, { told }) {
    const more = (number, words) => html`<${Button} on=${() => this.setState({ told: number })}>${words}<//>`;
    return html`<ol class=${kind}>${items.slice(0, told)}</ol>
      ${told < items.length ? html`<p class="choices">${more(told + 1, "One more step")}${more(items.length, `All ${counted(items.length, "step")}`)}</p>` : null}`;
  }
}

/** All that follows at a moment, the easiest first: each card with its proof. */
function Following({ shown }) {
  const { game, view, at } = shown;
  const found = allThatFollows(view, at);
  const above = new Map();
  const items = found.map(({ cell, reason, level }) => html`<li><strong>Level ${level}: ${game.named(placeText(cell))}</strong><${Steps} shown=${shown} steps=${reason.steps.map((facts) => notAgain(facts, cell, above))} /></li>`);
  return items.length ? html`<details class="listed"><summary>What follows: ${items.length === 1 ? "one card" : `${items.length} cards`}, easiest first</summary><${OneByOne} first=${0} kind="following" items=${items} /></details>` : null;
}

function allThatFollows(view, at) {
  const cells = view.game.openCards(at).map((card) => ({ card, seat: view.entry(card, at).holders[0] })).filter(({ card }) => view.entry(card, at).status === "deduced");
  const found = cells.map((cell) => ({ cell, reason: view.reason(cell, at) })).filter(({ reason }) => reason?.holds);
  const levelled = found.map((each) => ({ ...each, level: view.game.technique(each.reason).level }));
  return levelled.sort((one, other) => one.level - other.level || one.reason.steps.length - other.reason.steps.length || one.reason.because.length - other.reason.because.length);
}

const placeText = ({ card, seat }) => `${card} with ${seat}.`;

/** A step of a proof, as its facts; one that stands above is only named. */
function notAgain(facts, cell, above) {
  const text = JSON.stringify(facts);
  const told = above.get(text);
  if (told === undefined) above.set(text, cell);
  return told === undefined ? facts : [[[`As above, for the ${placeText(told)}`], [], []]];
}

// -- parts ------------------------------------------------------------------------------------------

/** A number of bits; past gaps it is not worked out. */
export const bits = (number) => `${number?.toFixed(2) ?? "?"} ${number === 1 ? "bit" : "bits"}`;
export const Para = ({ game, text, kind }) => html`<p class=${kind}>${game.named(text)}</p>`;
const Verdict = ({ game, kind, text }) => html`<p class=${`verdict-line ${kind}`}>${game.named(text)}</p>`;
export const MomentLink = ({ event, text = `event ${event}` }) => html`<a href=${`#event=${event}`} class="moment">${text}</a>`;
const eventLink = (game, event) => html`<span><${MomentLink} event=${event} /> ${game.named(game.events[event - 1].text)}</span>`;
export const List = ({ game, head, items, kind = "listed" }) => html`<div class=${kind}><h4>${game.named(head)}</h4>
  ${items.length ? html`<ul>${items.map((item) => html`<li>${typeof item === "string" ? game.named(item) : item}</li>`)}</ul>` : html`<p class="quiet">Nothing.</p>`}</div>`;

/** The parts of a sentence: events (numbers) as links, players (in an array) apart, cards as on the board. */
export const sentence = (game, parts) => parts.map((part) => (typeof part === "number" ? html`<${MomentLink} event=${part} text=${String(part)} />` : typeof part === "string" ? game.signs(part) : html`<bdi>${part}</bdi>`));

/** The steps of a proof, a line a fact; what a fact is about is lit while it is pointed at. */
export function Steps({ shown: { game, act }, steps }) {
  const line = ([parts, cells, seats]) => {
    const light = () => act.light({ cells: cells.map(([card, seat]) => ({ card, seat })), seats });
    const dark = () => act.light(null);
    return html`<p class="fact" tabindex="0" onPointerEnter=${light} onFocusIn=${light} onPointerLeave=${dark} onFocusOut=${dark}>${sentence(game, parts)}</p>`;
  };
  return html`<${steps.length > 1 ? "ol" : "ul"} class="steps">${steps.map((facts) => html`<li>${facts.map(line)}</li>`)}<//>`;
}

/** Placements that are ruled out, by their cards or by their seats: whichever is shorter. */
export function ruledOut(cells) {
  const byCard = Map.groupBy(cells, ({ card }) => card);
  const bySeat = Map.groupBy(cells, ({ seat }) => seat);
  if (byCard.size <= bySeat.size) return [...byCard].map(([card, places]) => `${signOf(card)} not ${places.map(({ seat }) => seat).join(", ")}`);
  return [...bySeat].map(([seat, places]) => `${seat} not ${signsOf(places)}`);
}

/** Cards that are placed, by their seats. */
export const placedTexts = (cells) => [...Map.groupBy(cells, ({ seat }) => seat)].map(([seat, places]) => `${signsOf(places)} with ${seat}`);

const signsOf = (places) => places.map(({ card }) => signOf(card)).join(" ");

export const Causes = ({ shown: { game }, causes }) => html`<ul class="causes">${causes.map((cause) => html`<li>${causeText(game, cause)}</li>`)}</ul>`;

function causeText(game, cause) {
  if (cause.event !== undefined) return eventLink(game, cause.event);
  if (cause.hand !== undefined) return game.named(`how many cards ${cause.hand} then held`);
  if (cause.size !== undefined) return game.named(`the size of ${cause.size}’s hand as dealt`);
  if (cause.own !== undefined) return game.named(`${cause.seat}’s own hand: ${signOf(cause.own)}`);
  return game.named(`the header: ${cause.header}`);
}
