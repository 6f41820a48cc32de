// The state of a report (moment, view, cell), how it changes, and what then is shown.
// Part of tracker. SPDX-License-Identifier: MIT

import { Charts } from "./charts.js";
import { encode } from "./claims.js";
import { Explorer, newsCells, said } from "./explorer.js";
import { Game, readTable } from "./model.js";
import { savePage, share } from "./position.js";
import { count, foretold } from "./quiz.js";
import { askTried, booksInQuestion, hasTried, ringedCells } from "./posed.js";
import { bringIntoView, nodesOf } from "./sight.js";
import { isSameCell } from "./board.js";
import { Button, byId, html, render } from "./view.js";
import { bits, citedBy } from "./why.js";

const game = new Game(await readTable(byId("data")));
const LAST = game.last;

/** @type {State} */
const state = { at: 0, view: game.views[0], cell: null, ask: false, revealed: false, right: null, answer: null, hints: 0, wrong: [], truth: false, other: null, review: null, tried: null, lit: null, announced: "" };

const moment = () => (state.review === null ? undefined : game.review[state.review]);

/**
 * Changes the state, and shows it.
 * @param {Partial<State>} change
 */
function go(change) {
  const before = { ...state };
  Object.assign(state, { lit: null }, change);
  state.at = Math.max(0, Math.min(LAST, state.at));
  const moved = state.at !== before.at || state.view !== before.view;
  // A question is asked anew at each moment; a cell that was chosen before is no answer to it.
  if (moved || state.ask !== before.ask) Object.assign(state, { revealed: false, right: null, answer: null, hints: 0, wrong: [] }, state.ask && !("cell" in change) ? { cell: null } : {});
  if (!("review" in change) && (moved || state.ask)) state.review = null;
  show();
  byId("why").scrollTop = 0;
  if (state.ask || before.ask) hideWhatIsToCome();
  later(announce);
}

/** A step from event to event: what it tells comes into view. */
function step(at) {
  go({ at });
  lookAtNews();
}

/**
 * A jump, which the browser's Back undoes.
 * @param {Partial<State>} change
 * @param {boolean} [isFar] whether the game is to be brought into sight
 */
function jump(change, isFar = false) {
  history.replaceState(null, "", address());
  go(change);
  clearTimeout(timer);
  history.pushState(null, "", address());
  if (isFar) byId("game").scrollIntoView();
  lookAtWhatMatters(change);
}

/** Brings into sight what a change is about: the cell, the cells in question, or the news. */
function lookAtWhatMatters(change) {
  if (state.cell !== null && "cell" in change) bringIntoView([state.cell]);
  else if (state.review !== null) bringIntoView(ringedCells(game, moment(), state.tried));
  else lookAtNews();
}

const lookAtNews = () => bringIntoView(isVeiled() ? [] : newsCells(position()));
const position = () => ({ ...state, game });

/** A cell was pointed at: to ask why, or, where something is asked, to answer. */
function choose(cell) {
  if (hidesAnswer()) return;
  if (isPosed()) {
    go({ tried: askTried(moment(), cell) });
    return;
  }
  const placed = isVeiled() && state.at > 0 ? state.view.news(state.at).placed : [];
  const isRight = placed.some((each) => isSameCell(each, cell));
  if (placed.length) count(position(), "place", isRight);
  if (isRight) go({ cell, revealed: true, right: cell });
  else go({ cell: isSameCell(cell, state.cell) ? null : cell });
  if (state.cell !== null) bringIntoView([state.cell]);
}

const isVeiled = () => state.ask && !state.revealed;
/** Whether the answer to the ask is in question, and so not shown. */
const hidesAnswer = () => isVeiled() && state.answer === null && state.at > 0 && foretold(state.view, state.at) !== null;
/** Whether a moment of the review asks what to do. */
const isPosed = () => state.review !== null && !hasTried(state.tried);

/** The answer to an ask was said to be sure, or not to be known. A wrong one is refuted; the question stays. */
function sayAnswer(answer) {
  const isRight = answer === foretold(state.view, state.at);
  count(position(), "answer", isRight);
  if (isRight) go({ answer, revealed: state.view.news(state.at).placed.length === 0 });
  else go({ wrong: [...state.wrong, answer] });
}

/** What the reader of the review would do. */
function say(tried) {
  go({ tried });
  byId("why").focus({ preventScroll: true });
}

/** Which cells are in question: of them only what the view saw, or has in its hands, is shown. */
function hidden() {
  if (hidesAnswer()) return () => true;
  if (isPosed()) {
    const books = booksInQuestion(game, moment());
    return ({ card }) => books.has(game.bookOf.get(card));
  }
  return isVeiled() && state.hints === 0 && state.at > 0 && state.view.news(state.at).placed.length > 0 ? () => true : null;
}

/** All that the parts of the page show, and what they can do. */
function shownNow() {
  const shown = { ...state, game, act, moment: moment(), other: state.other === state.view ? null : state.other, veiled: isVeiled(), hidesAnswer: hidesAnswer(), hides: hidden(), isAhead: state.ask || isPosed() };
  return { ...shown, cited: citedBy(shown) };
}

function show() {
  const shown = shownNow();
  document.documentElement.classList.toggle("asking", state.ask);
  render(html`<${Tools} shown=${shown} />`, byId("tools"));
  render(html`<${Charts} shown=${shown} />`, byId("charts"));
  render(html`<${Explorer} shown=${shown} />`, byId("explorer")); // last: its list of events measures the page
}

const Tools = ({ shown: { ask, truth } }) => html`
  <${Button} id="ask" aria-pressed=${String(ask)} title="Hide what is not yet known, and ask (A)" on=${KEYS.a}>Ask first<//>
  <${Button} id="truth" aria-pressed=${String(truth)} hidden=${!Object.keys(game.dealt).length} title="Mark where the cards truly were (H)" on=${KEYS.h}>True hands<//>
  <${Button} id="link" title="Copy a link to this position" on=${copyLink}>${buttonWords}<//>
  <${Button} id="save" title="Save a small page of this position with its proof" on=${() => savePage(game.named(heading()), heading(), `event-${state.at}.html`)}>Save position<//>
  <${Button} id="theme" title="Dark or light (T)" on=${KEYS.t}>${isDark() ? "Light" : "Dark"}<//>
  <${Button} id="help-open" title="Keyboard (?)" on=${KEYS["?"]}>Keys<//>`;

/** With "Ask first", all that tells of later events is hidden. */
function hideWhatIsToCome() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-event], [data-until]"))) {
    const event = Number(node.dataset.event ?? node.dataset.until);
    node.toggleAttribute("hidden", state.ask && (event > state.at || (event === state.at && isVeiled() && "event" in node.dataset)));
  }
}

/** Says the moment, and writes it into the address, once things come to rest. */
let timer = 0;
function later(work) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work();
    history.replaceState(null, "", address());
  }, 250);
}

function announce() {
  const panel = byId("reasons").querySelector(".verdict-line, .judged, .prompt");
  const isAbout = (state.cell !== null || state.review !== null) && panel;
  state.announced = isAbout ? `${byId("why-head").textContent}. ${panel.textContent}` : momentWords();
  show();
}

/** The moment for who hears it. */
function momentWords() {
  const parts = [`Event ${state.at} of ${LAST}, ${state.view.label}: ${said({ ...state, game, hidesAnswer: hidesAnswer() })}.`];
  if (state.at > 0 && !isVeiled()) {
    const { placed, excluded, bits: told } = state.view.news(state.at);
    parts.push(`${bits(told)}; ${placed.length} placed, ${excluded.length} ruled out.`);
    parts.push(...(game.marks.get(state.at) ?? []).map((mark) => mark.text));
  }
  return parts.join(" ");
}

// -- mistakes -------------------------------------------------------------------------------------

/** The next slip, or the one before; with "Ask first" none that is still to come. */
function slipFrom(direction) {
  const allowed = game.slips.filter((mark) => !state.ask || mark.event <= state.at);
  return direction > 0 ? allowed.find((mark) => mark.event > state.at) : allowed.findLast((mark) => mark.event < state.at);
}

/** Goes to a slip: as the one who made it saw it, where that is known. */
function goToSlip(mark) {
  if (mark) jump({ at: mark.event, view: game.view(mark.seat) ?? state.view, cell: null });
}

/** Shows a moment of the review: the position before it, from the chair of whoever acted. */
function openReview(number, isFar = false) {
  jump({ ...reviewState(number), cell: null }, isFar);
  byId("why").focus({ preventScroll: true });
}

const reviewState = (number) => ({ at: game.review[number].event - 1, view: game.chairOf(game.review[number].seat), review: number, tried: null });

// -- deep links -----------------------------------------------------------------------------------

function address() {
  const { at, view, review, cell, other, truth, ask } = state;
  const parts = [`event=${at}`, `as=${encode(view.name)}`];
  if (review !== null) parts.push(`review=${review + 1}`);
  if (cell !== null) parts.push(`card=${encode(cell.card)}`, `seat=${encode(cell.seat)}`);
  if (other !== null) parts.push(`with=${encode(other.name)}`);
  if (truth) parts.push("truth=1");
  if (ask) parts.push("quiz=1");
  return `#${parts.join("&")}`;
}

/**
 * The state that an address asks for; what it does not say stays as it is.
 * @param {string} fragment
 */
function asked(fragment) {
  const pairs = fragment.slice(1).split("&").map((part) => part.split("="));
  const wanted = Object.fromEntries(pairs.map(([key, value]) => [key, decode(value ?? "")]));
  /** @type {Partial<State>} */
  const change = {};
  if (game.review[Number(wanted.review) - 1]) Object.assign(change, reviewState(Number(wanted.review) - 1));
  else if (/^\d+$/.test(wanted.event ?? "")) change.at = Math.min(LAST, Number(wanted.event));
  const [view, other] = [game.view(wanted.as), game.view(wanted.with)];
  if (view && change.review === undefined) change.view = view;
  if (other) change.other = other;
  if (wanted.truth === "1") change.truth = true;
  if (wanted.quiz === "1") change.ask = true;
  if (game.cards.includes(wanted.card) && game.seats.includes(wanted.seat) && !change.ask) change.cell = { card: wanted.card, seat: wanted.seat };
  return change;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address that says where one is, or was, says whether a cell is chosen, too. */
window.addEventListener("hashchange", () => {
  const change = asked(location.hash);
  if (!Object.keys(change).length) return;
  go({ ...change, cell: change.cell ?? null });
  lookAround(change);
});

function lookAround(change) {
  if (change.at === undefined && change.cell === undefined) return;
  byId("game").scrollIntoView();
  lookAtWhatMatters(change);
}

/** Links within the page are jumps, to the moment and into sight of it. */
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a.moment"));
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.review !== undefined) {
    openReview(Number(link.dataset.review), true);
    return;
  }
  const change = asked(link.getAttribute("href") + (link.dataset.as ? `&as=${link.dataset.as}` : ""));
  const isFar = !link.closest("#game");
  jump(isFar ? { ...change, cell: null } : change, isFar);
});

// -- the position for others ------------------------------------------------------------------------

let buttonWords = "Copy link";

/** The position for someone else: its address, or in words where the page is a file of one's own. */
async function copyLink() {
  history.replaceState(null, "", address());
  const isFile = location.protocol === "file:" || window.top !== window;
  const text = [heading(), ...whyLines()].join("\n");
  const told = isFile ? { title: document.title, text } : { title: document.title, text, url: location.href };
  buttonWords = await share(told, isFile ? text : location.href);
  show();
  setTimeout(() => {
    buttonWords = "Copy link";
    show();
  }, 2000);
}

const heading = () => `${state.at === 0 ? "The deal" : `Event ${state.at}: ${game.plain(said({ ...state, game, hidesAnswer: hidesAnswer() }))}`} (${document.title}, as ${state.view.looker} it)`;

/** Why the chosen cell is as it is, line by line; nothing where none is chosen. */
const whyLines = () => (state.cell === null ? [] : [...byId("reasons").querySelectorAll(".verdict-line, .fact")].map((node) => node.textContent ?? ""));

// -- dark and light -------------------------------------------------------------------------------

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  show();
}

prefersDark.addEventListener("change", () => show());

/** What is kept from visit to visit, where the browser allows that. */
function remember(key, value) {
  try {
    localStorage.setItem(`tracker-${key}`, value);
  } catch {
    // nothing is kept, then
  }
}

function remembered(key) {
  try {
    return localStorage.getItem(`tracker-${key}`);
  } catch {
    return null;
  }
}

// -- keyboard -------------------------------------------------------------------------------------

const helpBox = /** @type {HTMLDialogElement} */ (byId("help"));
const nextView = (by) => game.views[(game.views.indexOf(state.view) + by + game.views.length) % game.views.length];

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => step(state.at - 1),
  ArrowRight: () => step(state.at + 1),
  Home: () => jump({ at: 0 }),
  End: () => jump({ at: LAST }),
  Escape: () => close(),
  j: () => step(state.at + 1),
  k: () => step(state.at - 1),
  n: () => goToSlip(slipFrom(1)),
  p: () => goToSlip(slipFrom(-1)),
  v: () => go({ view: nextView(1) }),
  V: () => go({ view: nextView(-1) }),
  a: () => go({ ask: !state.ask, cell: null }),
  q: () => byId("next-question")?.click(),
  r: () => state.ask && reveal(),
  h: () => Object.keys(game.dealt).length && go({ truth: !state.truth }),
  "[": () => changeOfCell(-1),
  "]": () => changeOfCell(1),
  t: () => setTheme(isDark() ? "light" : "dark"),
  "?": () => helpBox.showModal(),
};

function reveal() {
  go({ revealed: true });
  lookAtNews();
}

/** Closes the explanation, or leaves the review; the focus goes back to the cell. */
function close() {
  const { cell } = state;
  const isInside = byId("why").contains(document.activeElement);
  go(cell ? { cell: null } : { review: null });
  if (isInside && cell) nodesOf([cell])[0]?.focus();
}

/** Goes to the event before, or after, that changed what the chosen cell shows. */
function changeOfCell(direction) {
  if (state.cell === null || isVeiled()) return;
  const changes = state.view.changes(state.cell).filter((at) => !state.ask || at <= state.at);
  const at = direction > 0 ? changes.find((event) => event > state.at) : changes.findLast((event) => event < state.at);
  if (at !== undefined) jump({ at, cell: state.cell });
}

/** Whether what has the focus has a use for a key itself; to a closed list the arrows to the side are none. */
function takesKey(target, key) {
  const isAside = key === "ArrowLeft" || key === "ArrowRight";
  const list = target.closest("select");
  if (list) return !(isAside && isClosed(list));
  if (key.length === 1 || key === "Escape") return false;
  const wide = target.closest(".scroll");
  if (wide && isAside) return wide.scrollWidth > wide.clientWidth;
  return target.closest("input, .scroll, #grid") !== null;
}

/** Whether a list is known to be closed: not every browser says so. */
const isClosed = (list) => CSS.supports("selector(:open)") && !list.matches(":open");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || helpBox.open) return;
  if (event.key.length === 1 && !(/** @type {HTMLInputElement} */ (byId("single")).checked)) return;
  if (takesKey(event.target, event.key)) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// -- the beginning --------------------------------------------------------------------------------

/** What the parts of the page can do. */
const act = { go, step, jump, choose, close, reveal, say, sayAnswer, openReview, goToSlip, slipFrom, lookAtNews, light: (lit) => { state.lit = lit; show(); } };

/** Without a wish, the page opens at the worst moment; without one, at the deal. */
function begin() {
  const theme = remembered("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  const change = asked(location.hash);
  Object.assign(state, game.review.length && !Object.keys(change).length ? reviewState(0) : { at: 0 }, change);
  document.documentElement.classList.add("live");
  show();
  hideWhatIsToCome();
  later(announce);
  requestAnimationFrame(() => lookAround(change));
}

begin();
