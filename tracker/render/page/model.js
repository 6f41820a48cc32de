// The game of a report, and what each view knows of it at each moment: the documents that the report was made with.
// Part of tracker. SPDX-License-Identifier: MIT

import { cellsOf, isCertain, known, seenWith, shareOf } from "./cells.js";
import { namingOf, signParts } from "./signs.js";
import { html, withSigns } from "./view.js";

/** What lines tell that those they are held against do not: cards placed, and placements excluded. */
function beyond(lines) {
  const [placed, open] = [lines.filter(({ entry, than }) => isCertain(entry) && !isCertain(than)), lines.filter(({ entry }) => !isCertain(entry))];
  return {
    placed: placed.map(({ card, entry }) => ({ card, seat: entry.holders[0] })),
    excluded: open.flatMap(({ card, entry, than }) => than.holders.filter((seat) => !entry.holders.includes(seat)).map((seat) => ({ card, seat }))),
  };
}

/** Who holds each card of some hands. */
const holdersIn = (hands) => Object.fromEntries(Object.entries(hands).flatMap(([seat, cards]) => cards.map((card) => [card, seat])));

/** Where the names of seats stand in a text: as whole words. */
function namesIn(seats) {
  const longestFirst = seats.toSorted((one, other) => other.length - one.length);
  const either = longestFirst.map((seat) => seat.replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`));
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_.-])(${either.join("|")})(?![\\p{L}\\p{N}\\p{M}_-]|\\.[\\p{L}\\p{N}])`, "u");
}

/** A moment of the review as a question: what was done there, in which cells, and what it cost. */
function asPosed(moment) {
  const { why, chosen, better, error } = moment;
  const posed = { ...moment, cost: `${error.toFixed(2)} points, as an estimate.` };
  if (why === "proven-claim-withheld" || !chosen) return { ...posed, kind: "missed", book: better.claim.book, cells: [] };
  const { ask, claim, chance } = chosen;
  if (ask) return { ...posed, kind: chance ? "weak" : "dead", cells: [{ card: ask.card, seat: ask.target }] };
  return { ...posed, kind: chance ? "guess" : "refuted", book: claim.book, cells: cellsOf(claim.holdings) };
}

export class Game {
  /** @param {Pick<ReportTable, "game"> & Partial<ReportTable>} table */
  constructor({ game, views = [], marks = [], review = [], knows = [], techniques = [] }) {
    /** Whether all is worked out: a report. Else only what was asked for is there. */
    this.isWhole = views.length > 0;
    /** @type {((view: View, cell: Cell, at: number, lacks?: boolean) => any) | undefined} where not all is: asks why a seat has a card, or has it not */
    this.why = undefined;
    this.seats = game.seats;
    this.teams = game.teams;
    this.cards = game.cards;
    this.events = game.events;
    this.dealt = game.dealt;
    this.review = review.map(asPosed);
    this.knows = knows;
    this.techniques = techniques;
    /** The points for first attempts, by view, event and question. */
    this.attempts = new Map();
    this.last = game.events.length;
    this.names = namesIn(game.seats);
    /** @type {Book[]} */
    this.books = game.books.map((book) => ({ ...book, until: this.last + 1, team: null, hands: {} }));
    this.bookOf = new Map(this.books.flatMap((book) => book.cards.map((card) => [card, book])));
    /** What was judged, by event; and of that, what one may want to look at again. */
    this.marks = Map.groupBy(marks, (mark) => mark.event);
    this.slips = marks.filter((mark) => mark.slip);
    this.views = views.map((raw) => new View(raw, this));
    /** Whether it is told when half-suits left play; else the boards tell, as far as they are worked out. */
    this.tellsEndings = this.isWhole;
    views[0]?.moments.forEach(({ books = {} }, at) => this.settle(books, at));
  }

  /** Takes in what is said of half-suits after an event, as ``show --json`` has them: who was seen to hold the cards that left play. */
  settle(books, at) {
    for (const book of this.books) {
      const { state, team = null } = books[book.name] ?? {};
      if (["won", "cancelled"].includes(state) && at < book.until) Object.assign(book, { until: at, team, hands: this.events[at - 1]?.held ?? {} });
    }
  }

  /** The half-suits that have left play, in the order in which they did. */
  get settled() {
    return this.books.filter(({ until }) => until <= this.last).toSorted((one, other) => one.until - other.until);
  }

  view(name) {
    return this.views.find((view) => view.name === name);
  }

  /** The chair from which a deed is judged: the seat's own, else everybody's. */
  chairOf(seat) {
    return this.view(seat) ?? this.views[0];
  }

  teamOf(seat) {
    return this.teams.findIndex((team) => team.includes(seat));
  }

  /** What a reason takes at most: how hard that is, and what there is to ask. */
  technique(reason) {
    return this.techniques.find(({ name }) => name === reason.technique);
  }

  isOpen(card, at) {
    return at < (this.bookOf.get(card)?.until ?? 0);
  }

  openBooks(at) {
    return this.books.filter((book) => at < book.until);
  }

  openCards(at) {
    return this.cards.filter((card) => this.isOpen(card, at));
  }

  /** The views that can prove at a moment where a team has the cards of a half-suit. */
  provers(book, team, at) {
    const found = this.knows.find((one) => one.book === book.name && one.team === this.teams[team].join("+"));
    const able = Object.entries(found?.provable ?? {});
    return able.filter(([, spans]) => spans.some((span) => Array.isArray(span) && span[0] <= at && at <= span[1])).map(([name]) => name);
  }

  /** A text with its names of seats apart, so that each keeps its own direction of writing; its cards as signs. */
  named(text) {
    return text.split(this.names).map((part, place) => (place % 2 ? html`<bdi>${part}</bdi>` : this.signs(part)));
  }

  /** A text with its cards as signs, the red suits red. */
  signs(text) {
    return withSigns(text, this.cards);
  }

  /** The same where it can have no colour. */
  plain(text) {
    return signParts(text, this.cards).map(([part]) => part).join("");
  }

  /** Who holds some cards, seat by seat: "Tom 4♣, Lars 2♣ 3♣". */
  naming(holdings) {
    return namingOf(Object.keys(holdings), (card) => holdings[card], this.seats);
  }
}

export class View {
  /** @type {(Moment | null)[] | undefined} */
  boards;
  /** @type {any} the board that was shown before this game's last change */
  before = null;

  /** @param {ViewDocument} raw @param {Game} game */
  constructor(raw, game) {
    this.raw = raw;
    this.game = game;
    this.name = raw.name;
    this.label = raw.seats.length > 1 ? `${raw.seats.join(" + ")}, pooled` : raw.name;
    this.reasons = Map.groupBy(raw.why, ({ card, seat }) => `${card} ${seat}`);
  }

  /** The viewer in words: who is told something, who sees it. */
  get viewer() {
    return this.name === "public" ? "the public" : this.raw.seats.join(" and ");
  }

  get looker() {
    return this.raw.seats.length > 1 ? `${this.viewer} together see` : `${this.viewer} sees`;
  }

  get knower() {
    return this.name === "public" ? "everyone" : this.name;
  }

  /** The boards by moment. On a page each document has what is new; null: nothing can be deduced there. */
  get found() {
    this.boards ??= this.raw.moments.reduce((/** @type {(Moment | null)[]} */ found, moment, number) => {
      const before = found[number - 1];
      const whole = (part) => ({ ...before?.[part], ...moment[part] });
      return [...found, { ...before, ...moment, score: whole("score"), sizes: whole("sizes"), cards: whole("cards"), claims: whole("claims") }];
    }, []);
    return this.boards;
  }

  /** @returns {Moment | null | undefined} what it knows at a moment; nothing where it is not worked out */
  board(at) {
    return this.found[at];
  }

  /** The points of each team, where the view tells them. */
  score(at) {
    return Object.values(this.board(at)?.score ?? {}).map((points) => (typeof points === "number" ? points : "?"));
  }

  /** @returns {any} what is said of a card at a moment; nothing where that is not worked out */
  entry(card, at) {
    return this.board(at)?.cards[card];
  }

  known({ card, seat }, at) {
    return known(this.entry(card, at), seat);
  }

  holds(cell, at) {
    return this.known(cell, at).holds;
  }

  odds(cell, at) {
    return this.known(cell, at).odds;
  }

  /** How likely a cell is, to compare: what is certain stands beyond all odds. */
  share(cell, at) {
    return { yes: 101, no: -1, maybe: shareOf(this.odds(cell, at)) }[this.holds(cell, at)];
  }

  /** The seat that a card is publicly at; null: it has not publicly moved. */
  seen(card, at) {
    return seenWith(this.entry(card, at));
  }

  /** The event that brought a card publicly where it is. */
  seenSince(card, at) {
    const holder = this.seen(card, at);
    return this.since(at, (moment) => this.seen(card, moment) === holder);
  }

  /** The moment since which something is so without a break; undefined: not all before it is worked out. */
  since(at, isSo) {
    while (at > 0 && this.board(at - 1) && isSo(at - 1)) at -= 1;
    return at === 0 || this.board(at - 1) ? at : undefined;
  }

  /** The seat that truly holds a card now; undefined: the record does not tell. */
  truly(card, at) {
    return this.seen(card, at) ?? this.game.dealt[card];
  }

  /**
   * Why a cell is certain, or null: it is not, or everyone saw it. Undefined: that is being worked out. Of several
   * proofs the latest is the simplest.
   * @returns {(Reason & { since?: number }) | null | undefined}
   */
  reason(cell, at) {
    if (this.seen(cell.card, at) !== null) return null;
    const latest = this.reasons.get(`${cell.card} ${cell.seat}`)?.findLast((reason) => reason.at <= at) ?? null;
    const proof = this.game.why ? this.game.why(this, cell, at)?.reason : latest;
    const holds = this.holds(cell, at);
    return proof && { ...proof, since: this.since(at, (moment) => this.holds(cell, moment) === holds) };
  }

  /** Who has each card in play now, in a deal that fits; in it the cell is, or is not, so. */
  example({ card, seat }, at, holds) {
    const asked = this.game.why?.(this, { card, seat }, at, holds)?.json.hands;
    if (asked) return holdersIn(asked);
    const place = this.game.cards.indexOf(card);
    const deal = this.raw.deals.find(({ dealt, last }) => last >= at && (dealt[place] === seat) === holds);
    return deal ? Object.fromEntries(this.game.openCards(at).map((each) => [each, this.seen(each, at) ?? deal.dealt[this.game.cards.indexOf(each)]])) : null;
  }

  /** The teams that this view can speak for, by number. */
  teams() {
    return this.raw.seats.length ? [this.game.teamOf(this.raw.seats[0])] : this.game.teams.map((_, i) => i);
  }

  /** What can be said of a team's claim: verdict; and within reach its likeliest naming and odds. */
  claim(book, team, at) {
    const reached = this.board(at)?.claims?.[`${book.name} ${this.game.teams[team].join("+")}`];
    if (reached) return reached;
    const isOurs = (card) => this.entry(card, at).holders.some((seat) => this.game.teamOf(seat) === team);
    const lost = book.cards.filter((card) => !isOurs(card));
    return lost.length ? { verdict: "impossible", lost } : { verdict: "far" };
  }

  /** Whether an event's moment and the one before it are worked out. */
  isFollowed(at) {
    return Boolean(this.board(at) && this.board(at - 1));
  }

  /** The moments at which what a cell shows is new. */
  changes(place) {
    const shown = (at) => [this.holds(place, at), this.odds(place, at), this.entry(place.card, at).status === "gap"].join();
    const isNew = (at) => this.game.isOpen(place.card, at) && this.isFollowed(at) && shown(at) !== shown(at - 1);
    return this.game.events.map((_, i) => i + 1).filter(isNew);
  }

  /** What it knows at a moment that another view does not: cards placed, and placements excluded. */
  knowsBeyond(other, at) {
    return beyond(this.lines(at, other.board(at)));
  }

  /** What an event told the view. */
  news(at) {
    if (!this.isFollowed(at)) return { seen: [], placed: [], excluded: [], proven: [], bits: null };
    const { proven = [], told = null } = /** @type {Moment} */ (this.board(at));
    const open = this.lines(at, this.board(at - 1));
    const still = open.filter(({ entry, than }) => seenWith(entry) === seenWith(than));
    return { ...beyond(open), placed: beyond(still).placed, seen: open.filter((line) => !still.includes(line)).map(({ card }) => card), proven, bits: told };
  }

  /** The cards in play at a moment, each with what is said of it, and what another board says. */
  lines(at, other) {
    const cards = this.board(at)?.cards ?? {};
    return this.game.openCards(at).filter((card) => cards[card] && other.cards[card]).map((card) => ({ card, entry: cards[card], than: /** @type {Entry} */ (other.cards[card]) }));
  }

  /** Whether a cell became certain, one way or the other, by the event. */
  isFresh({ card, seat }, at) {
    const before = this.isFollowed(at) ? this.entry(card, at - 1) : this.before?.cards[card];
    const { holds } = known(this.entry(card, at), seat);
    return Boolean(before) && holds !== "maybe" && holds !== known(before, seat).holds;
  }

  /** Whether a cell's chance moved by five points or more. */
  hasMoved(place, at) {
    return this.isFollowed(at) && Math.abs(this.share(place, at) - this.share(place, at - 1)) >= 5;
  }
}
