// Going through a game: where one is (moment, view, cell), how that changes, and what is then shown. On a page it is
// the report; in the app, a screen.
// Part of tracker. SPDX-License-Identifier: MIT

import { isSameCell } from "./board.js";
import { newsCells, said } from "./explorer.js";
import { savePage, share } from "./position.js";
import { count, foretold } from "./quiz.js";
import { askTried, booksInQuestion, hasTried, ringedCells } from "./posed.js";
import { bringIntoView, nodesOf } from "./sight.js";
import { Button, byId, html } from "./view.js";
import { bits, citedBy } from "./why.js";

/** Milliseconds of rest after which the moment is said, and written into the address. */
const REST = 250;
const COPY = "Copy link";
/** What is said of a moment in passing. */
const UNSAID = { lit: null, announced: "", told: null };
/** What was answered at a moment, where that is asked first. */
const UNANSWERED = { revealed: false, right: null, answer: null, hints: 0, wrong: [], counts: false };

/**
 * Where a walk takes place.
 * @typedef {object} Place
 * @property {(shown: any, before: State) => void} draw shows what there is to be seen, at once
 * @property {(state: State) => void} [look] sees to it that what is looked at is worked out
 * @property {(isNew: boolean) => void} [mark] writes the moment into the address; a new one can be gone back from
 * @property {() => string | null} link the address of the moment for others; null: it has none
 * @property {() => boolean} hasLetters whether single letters are shortcuts
 * @property {string} title what the game is called
 * @property {Record<string, () => void>} [keys] shortcuts beside those of any walk
 */

export class Walk {
  /** @type {State} */
  state;
  timer = 0;
  copyTimer = 0;
  copyWords = COPY;

  /** It begins at the worst moment, else at the deal. @param {import("./model.js").Game} game @param {Place} place */
  constructor(game, place) {
    this.game = game;
    this.place = place;
    this.state = { at: 0, view: game.views[0], cell: null, ask: false, truth: false, other: null, review: null, tried: null, looked: false, ...UNSAID, ...UNANSWERED };
    if (game.review.length) Object.assign(this.state, this.reviewState(0));
  }

  get moment() {
    return this.state.review === null ? undefined : this.game.review[this.state.review];
  }

  // -- going --------------------------------------------------------------------------------------

  /**
   * Changes the state, and shows it.
   * @param {Partial<State>} change
   */
  go = (change) => {
    const { state } = this;
    const before = { ...state };
    Object.assign(state, UNSAID, { looked: true }, change);
    state.at = Math.max(0, Math.min(this.game.last, state.at));
    const moved = state.at !== before.at || state.view !== before.view;
    // A question is asked anew at each moment; a cell that was chosen before is no answer to it.
    if (moved || state.ask !== before.ask) Object.assign(state, UNANSWERED, state.ask && !("cell" in change) ? { cell: null } : {});
    if (!("review" in change) && (moved || state.ask)) state.review = null;
    this.place.look?.(state);
    this.show(before);
    if (byId("why")) byId("why").scrollTop = 0;
    this.rest();
  };

  /** A step from event to event: what it tells comes into view. */
  step = (at) => {
    this.go({ at });
    this.lookAtNews();
  };

  /**
   * A jump, which the browser's Back undoes.
   * @param {Partial<State>} change
   * @param {boolean} [isFar] whether the game is to be brought into sight
   */
  jump = (change, isFar = false) => {
    this.place.mark?.(false);
    this.go(change);
    this.place.mark?.(true);
    if (isFar) byId("game").scrollIntoView();
    this.lookAtWhatMatters(change);
  };

  /** Brings into sight what a change is about: the cell, the cells in question, or the news. */
  lookAtWhatMatters(change) {
    const { cell, review, tried } = this.state;
    if (cell && "cell" in change) bringIntoView([cell]);
    else if (review !== null) bringIntoView(ringedCells(this.game, this.moment, tried));
    else this.lookAtNews();
  }

  lookAtNews = () => bringIntoView(this.isVeiled ? [] : newsCells(this.shown));

  light = (lit) => {
    this.state.lit = lit;
    this.show();
  };

  // -- answers ------------------------------------------------------------------------------------

  get isVeiled() {
    return this.state.ask && !this.state.revealed;
  }

  /** Whether the answer to the ask is in question, and so not shown. */
  get hidesAnswer() {
    const { answer, at, view } = this.state;
    return this.isVeiled && answer === null && foretold(view, at) !== null;
  }

  /** Whether a moment of the review asks what to do. */
  get isPosed() {
    return this.state.review !== null && !hasTried(this.state.tried);
  }

  /** A cell was pointed at: to ask why, or, where something is asked, to answer. */
  choose = (cell) => {
    if (this.hidesAnswer) return;
    const { state } = this;
    if (this.isPosed) {
      this.go({ tried: askTried(this.moment, cell) });
      return;
    }
    const placed = this.isVeiled ? state.view.news(state.at).placed : [];
    const isRight = placed.some((each) => isSameCell(each, cell));
    if (placed.length) count(this.shown, "place", isRight);
    if (isRight) this.go({ cell, revealed: true, right: cell });
    else this.go({ cell: isSameCell(cell, state.cell) ? null : cell });
    if (state.cell) bringIntoView([state.cell]);
  };

  /** The answer to an ask was said to be sure, or not to be known. A wrong one is refuted; the question stays. */
  sayAnswer = (answer) => {
    const { at, view, wrong } = this.state;
    const isRight = answer === foretold(view, at);
    count(this.shown, "answer", isRight);
    if (isRight) this.go({ answer, revealed: view.news(at).placed.length === 0 });
    else this.go({ wrong: [...wrong, answer] });
  };

  /** What the reader of the review would do. */
  say = (tried) => {
    this.go({ tried });
    byId("why").focus({ preventScroll: true });
  };

  reveal = () => {
    this.go({ revealed: true });
    this.lookAtNews();
  };

  /** Closes the explanation, or leaves the review; the focus goes back to the cell. */
  close = () => {
    const { cell } = this.state;
    const isInside = byId("why").contains(document.activeElement);
    this.go(cell ? { cell: null } : { review: null });
    if (isInside && cell) nodesOf([cell])[0]?.focus();
  };

  /** Which cells are in question: of them only what the view saw, or has in its hands, is shown. */
  get hides() {
    const { game, state } = this;
    if (this.hidesAnswer) return () => true;
    if (this.isPosed) {
      const books = booksInQuestion(game, this.moment);
      return ({ card }) => books.has(game.bookOf.get(card));
    }
    return this.isVeiled && state.hints === 0 && state.view.news(state.at).placed.length > 0 ? () => true : null;
  }

  // -- showing ------------------------------------------------------------------------------------

  /** All that the parts of the screen show, and what they can do. */
  get shown() {
    const { state, game, moment, isVeiled: veiled, hidesAnswer, hides } = this;
    const shown = { ...state, game, act: this, moment, other: state.other === state.view ? null : state.other, veiled, hidesAnswer, hides, isAhead: state.ask || this.isPosed };
    return { ...shown, cited: citedBy(shown) };
  }

  show(before = this.state) {
    this.place.draw(this.shown, before);
  }

  /** Says the moment, and writes it into the address, once things come to rest. */
  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.announce();
      this.place.mark?.(false);
    }, REST);
  }

  announce() {
    const { cell, review } = this.state;
    const panel = byId("reasons")?.querySelector(".verdict-line, .judged, .prompt");
    const isAbout = (cell || review !== null) && panel;
    this.state.announced = isAbout ? `${byId("why-head").textContent}. ${panel.textContent}` : this.momentWords();
    this.show();
  }

  /** The moment for who hears it. */
  momentWords() {
    const { game, state: { at, view } } = this;
    const parts = [`Event ${at} of ${game.last}, ${view.label}: ${said(this.shown)}.`];
    if (!this.isVeiled) {
      const { placed, excluded, bits: told } = view.news(at);
      if (view.isFollowed(at)) parts.push(`${bits(told)}; ${placed.length} placed, ${excluded.length} ruled out.`);
      parts.push(...(game.marks.get(at) ?? []).map((mark) => mark.text));
    }
    return parts.join(" ");
  }

  // -- mistakes -----------------------------------------------------------------------------------

  /** Of things with an event the next, or the one before; with "Ask first" none that is still to come. */
  nearest(things, direction) {
    const { ask, at } = this.state;
    if (direction < 0) return things.findLast(({ event }) => event < at);
    return ask ? undefined : things.find(({ event }) => event > at);
  }

  /** The next slip, or the one before. */
  slipFrom = (direction) => this.nearest(this.game.slips, direction);

  /** The event before, or after, that changed what the chosen cell shows. */
  changeFrom = (direction) => this.nearest(this.state.view.changes(this.state.cell).map((event) => ({ event })), direction)?.event;

  /** Goes to a slip: as the one who made it saw it, where that is known. */
  goToSlip = (mark) => {
    if (mark) this.jump({ at: mark.event, view: this.game.view(mark.seat) ?? this.state.view, cell: null });
  };

  /** Shows a moment of the review: the position before it, from the chair of whoever acted. */
  openReview = (number, isFar = false) => {
    this.jump({ ...this.reviewState(number), cell: null }, isFar);
    byId("why").focus({ preventScroll: true });
  };

  reviewState(number) {
    const { game } = this;
    return { at: game.review[number].event - 1, view: game.chairOf(game.review[number].seat), review: number, tried: null };
  }

  // -- links --------------------------------------------------------------------------------------

  /** The state as the end of an address. */
  get address() {
    const { at, view, review, cell, other, truth, ask } = this.state;
    const wanted = { event: at, as: view.name, review: review === null ? "" : review + 1, ...cell, with: other?.name ?? "", truth: truth ? 1 : "", quiz: ask ? 1 : "" };
    const parts = Object.entries(wanted).filter(([, value]) => value !== "").map(([key, value]) => [key, String(value)]);
    return `#${new URLSearchParams(parts)}`.replaceAll("%2B", "+");
  }

  /**
   * The state that an address asks for; what it does not say stays as it is.
   * @param {string} fragment
   */
  asked(fragment) {
    const { game } = this;
    const wanted = Object.fromEntries(new URLSearchParams(fragment.slice(1).replaceAll("+", "%2B")));
    /** @type {Partial<State>} */
    const change = {};
    if (game.review[Number(wanted.review) - 1]) Object.assign(change, this.reviewState(Number(wanted.review) - 1));
    else if (/^\d+$/.test(wanted.event ?? "")) change.at = Number(wanted.event);
    const [view, other] = [game.view(wanted.as), game.view(wanted.with)];
    if (view && change.review === undefined) change.view = view;
    if (other) change.other = other;
    if (wanted.truth === "1") change.truth = true;
    if (wanted.quiz === "1") change.ask = true;
    if (game.cards.includes(wanted.card) && game.seats.includes(wanted.seat) && !change.ask) change.cell = { card: wanted.card, seat: wanted.seat };
    return change;
  }

  /** Links to moments are jumps, to the moment and into sight of it. */
  follow = (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a.moment"));
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.review !== undefined) {
      this.openReview(Number(link.dataset.review), true);
      return;
    }
    const change = this.asked(link.getAttribute("href") + (link.dataset.as ? `&as=${link.dataset.as}` : ""));
    const isFar = !link.closest("#game");
    this.jump(isFar ? { ...change, cell: null } : change, isFar);
  };

  /** Begins at what is wished for, if anything is. */
  begin(fragment) {
    const change = this.asked(fragment);
    this.go(Object.keys(change).length ? { at: 0, view: this.game.views[0], review: null, ...change } : {});
    requestAnimationFrame(() => this.lookAround(change));
  }

  lookAround(change) {
    if (change.at === undefined && change.cell === undefined) return;
    byId("game")?.scrollIntoView();
    this.lookAtWhatMatters(change);
  }

  // -- the position for others --------------------------------------------------------------------

  get heading() {
    const { game, state: { at, view }, place } = this;
    return `${at === 0 ? "The deal" : `Event ${at}: ${game.plain(said(this.shown))}`} (${place.title}, as ${view.looker} it)`;
  }

  /** The position for someone else: its address, or in words where it has none. */
  copyLink = async () => {
    const { title } = this.place;
    this.place.mark?.(false);
    // Why the chosen cell is as it is, line by line.
    const why = this.state.cell ? [...byId("reasons").querySelectorAll(".verdict-line, .fact")].map((node) => node.textContent ?? "") : [];
    const [url, text] = [this.place.link(), [this.heading, ...why].join("\n")];
    this.copyWords = await share(url ? { title, text, url } : { title, text }, url ?? text);
    this.show();
    clearTimeout(this.copyTimer); // what came of it last is said as long as what came of it first
    this.copyTimer = setTimeout(() => {
      this.copyWords = COPY;
      this.show();
    }, 2000);
  };

  save = () => savePage(this.game.named(this.heading), this.heading, `event-${this.state.at}.html`);

  // -- keyboard -----------------------------------------------------------------------------------

  nextView(by) {
    const { views } = this.game;
    this.go({ view: views[(views.indexOf(this.state.view) + by + views.length) % views.length] });
  }

  askFirst = () => this.go({ ask: !this.state.ask, cell: null });

  tellTruth = () => Object.keys(this.game.dealt).length && this.go({ truth: !this.state.truth });

  goToChange(direction) {
    const { cell } = this.state;
    const at = cell && !this.isVeiled ? this.changeFrom(direction) : undefined;
    if (at !== undefined) this.jump({ at, cell });
  }

  back = () => this.step(this.state.at - 1);
  forward = () => this.step(this.state.at + 1);

  /** @type {Record<string, () => void>} */
  keys = {
    ArrowLeft: this.back,
    ArrowRight: this.forward,
    ArrowUp: this.back,
    ArrowDown: this.forward,
    Home: () => this.jump({ at: 0 }),
    End: () => this.jump({ at: this.game.last }),
    Escape: this.close,
    j: this.forward,
    k: this.back,
    n: () => this.goToSlip(this.slipFrom(1)),
    p: () => this.goToSlip(this.slipFrom(-1)),
    v: () => this.nextView(1),
    V: () => this.nextView(-1),
    a: this.askFirst,
    q: () => byId("next-question")?.click(),
    r: () => this.state.ask && this.reveal(),
    h: this.tellTruth,
    "[": () => this.goToChange(-1),
    "]": () => this.goToChange(1),
  };

  /** Listens to the keyboard as long as an element is there. */
  listen = (node) => document[node ? "addEventListener" : "removeEventListener"]("keydown", this.pressed);

  pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key.length === 1 && !this.place.hasLetters()) return;
    const action = this.keys[event.key] ?? this.place.keys?.[event.key];
    if (!action || takesKey(event.target, event.key)) return;
    event.preventDefault();
    action();
  };
}

/** Whether what has the focus has a use for a key itself; to a closed list the arrows to the side are none. Up and down go along the list of events alone. */
function takesKey(target, key) {
  if (key === "ArrowUp" || key === "ArrowDown") return target.closest("#events") === null;
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

/** What can be done with the position, whatever it is. */
export const Tools = ({ shown: { game, ask, truth, act } }) => html`
  <${Button} id="ask" aria-pressed=${String(ask)} title="Hide what is not yet known, and ask (A)" on=${act.askFirst}>Ask first<//>
  <${Button} id="truth" aria-pressed=${String(truth)} hidden=${!Object.keys(game.dealt).length} title="Mark where the cards truly were (H)" on=${act.tellTruth}>True hands<//>
  <${Button} id="link" title="Copy a link to this position" on=${act.copyLink}>${act.copyWords}<//>
  <${Button} id="save" title="Save a small page of this position with its proof" on=${act.save}>Save position<//>`;
