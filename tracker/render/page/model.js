// The page's data, and what follows from them for a view at a moment. No other file reads the data.
// Part of tracker. SPDX-License-Identifier: MIT

/** @type {PageData} */
const DATA = JSON.parse(byId("data").textContent ?? "");
const GAME = DATA.game;
const LAST = GAME.events.length;
const SEATS = GAME.seats;
const CARDS = GAME.cards;

// How cells are packed: see view_data.py.
const DIGITS = [...Array(94).keys()]
  .map((i) => String.fromCharCode(33 + i))
  .filter((sign) => !"\"&'<>\\".includes(sign))
  .join("");
const VALUE = Object.fromEntries([...DIGITS].map((sign, i) => [sign, i]));
const CODES = 105;
const CERTAIN = 102;
/** Open only because of a gap; and possible past a gap, nobody says how likely. */
const BY_GAP = 103;
const UNKNOWN = 104;

/** @type {(list: string[]) => Record<string, number>} */
const numbered = (list) => Object.fromEntries(list.map((one, i) => [one, i]));
const CARD_NUMBER = numbered(CARDS);
const SEAT_NUMBER = numbered(SEATS);
const cellOf = (card, seat) => card * SEATS.length + seat;
const cardOf = (cell) => Math.floor(cell / SEATS.length);
const seatOf = (cell) => cell % SEATS.length;

/** @type {Book[]} */
const BOOKS = GAME.books.map((book) => {
  const settled = GAME.settled.find(([, name]) => name === book.name);
  return {
    name: book.name,
    cards: book.cards.map((card) => CARD_NUMBER[card]),
    until: settled ? settled[0] : LAST + 1,
    team: settled ? settled[2] : null,
    hands: settled ? settled[3] : {},
  };
});
/** @type {Book[]} */
const BOOK_OF = [];
for (const book of BOOKS) for (const card of book.cards) BOOK_OF[card] = book;

/** Who was truly dealt each card, as far as the whole record tells; -1: it does not. */
const DEALT = CARDS.map((card) => SEAT_NUMBER[GAME.dealt[card]] ?? -1);

/** What was judged, by event; and of that, what one may want to look at again. */
/** @type {Map<number, Mark[]>} */
const MARKS = new Map();
for (const mark of DATA.marks) MARKS.set(mark.event, [...(MARKS.get(mark.event) ?? []), mark]);
const SLIPS = DATA.marks.filter((mark) => mark.slip);

const TEAM_OF = SEATS.map((seat) => GAME.teams.findIndex((team) => team.includes(seat)));

const isOpen = (card, at) => at < BOOK_OF[card].until;

/** For each moment, the seat each card is publicly at; -1: it has not publicly moved. */
const PLACES = everyMoment(new Int8Array(CARDS.length).fill(-1), (places, at) => {
  for (const [event, card, seat] of GAME.moves) {
    if (event === at) places[CARD_NUMBER[card]] = seat === null ? -1 : SEAT_NUMBER[seat]; // past a gap, nobody knows
  }
});

/**
 * What there is at each moment, the one from the one before.
 * @template {Int8Array | Uint8Array} Row
 * @param {Row} start
 * @param {(row: Row, at: number) => void} change
 * @returns {Row[]}
 */
function everyMoment(start, change) {
  const found = [start];
  for (let at = 1; at <= LAST; at++) {
    const next = /** @type {Row} */ (found[at - 1].slice());
    change(next, at);
    found.push(next);
  }
  return found;
}

/** The seat that truly holds a card now; -1: the record does not tell. */
const trueHolder = (card, at) => (PLACES[at][card] >= 0 ? PLACES[at][card] : DEALT[card]);

/** The views that can prove at a moment where a team has the cards of a half-suit. */
function provers(book, team, at) {
  const found = DATA.knows.find((one) => one.book === book.name && one.team[0] === GAME.teams[team][0]);
  const able = Object.entries(found?.spans ?? {});
  return able.filter(([, spans]) => spans.some(([from, to]) => from <= at && at <= to)).map(([name]) => name);
}

/** The event that brought a card publicly where it is. */
function movedAt(card, at) {
  const moves = GAME.moves.filter(([event, name]) => event <= at && name === CARDS[card]);
  return moves.length ? moves[moves.length - 1][0] : 0;
}

/** The sentences of a text: each its parts, and the cells and seats that it is about. */
const sentencesOf = (text) => DATA.texts[text].map((number) => DATA.sentences[number]).map(([parts, places, hands]) => ({
  parts,
  cells: places.map(([card, seat]) => cellOf(CARD_NUMBER[card], SEAT_NUMBER[seat])),
  seats: hands.map((seat) => SEAT_NUMBER[seat]),
}));

class View {
  /** @type {Uint8Array[] | undefined} */
  moments;
  /** @type {number[] | undefined} */
  questions;

  /** @param {ViewData} raw */
  constructor(raw) {
    this.raw = raw;
    this.name = raw.name;
    this.label = raw.seats.length > 1 ? `${raw.seats.join(" + ")}, pooled` : raw.name;
    this.own = new Set(raw.own.map((card) => CARD_NUMBER[card]));
    /** @type {Map<Cell, PackedReason[]>} */
    this.reasons = new Map();
    for (const reason of raw.why) this.reasons.set(reason[0], [...(this.reasons.get(reason[0]) ?? []), reason]);
  }

  /** What each cell shows at a moment, as codes. */
  codes(at) {
    this.moments ??= this.unpack();
    return this.moments[at];
  }

  unpack() {
    const start = new Uint8Array(CARDS.length * SEATS.length);
    apply(start, this.raw.cells[0]);
    return everyMoment(start, (codes, at) => apply(codes, this.raw.cells[at]));
  }

  /** How a cell is known: excluded, possible, public, own or deduced. */
  kind(cell, at) {
    const code = this.codes(at)[cell];
    if (code === 0) return "excluded";
    if (code === BY_GAP) return "gap";
    if (code !== CERTAIN) return "possible";
    if (PLACES[at][cardOf(cell)] >= 0) return "public";
    return this.own.has(cardOf(cell)) ? "own" : "deduced";
  }

  /**
   * Why a cell is certain, or null: it is not, or everyone saw it. The latest proof is the simplest.
   * @param {Cell} cell
   * @param {number} at
   * @returns {Reason | null}
   */
  reason(cell, at) {
    const every = this.reasons.get(cell) ?? [];
    const latest = every.findLast((reason) => reason[1] <= at);
    if (!latest || PLACES[at][cardOf(cell)] >= 0) return null;
    const [, proved, holds, smallest, causes, texts, gist] = latest;
    return {
      gist: gist ?? null,
      since: every[0][1],
      proved,
      holds: Boolean(holds),
      smallest: Boolean(smallest),
      causes: causes.map((number) => DATA.causes[number]),
      steps: texts.map(sentencesOf),
    };
  }

  /** The place now of each card in play, in a deal that fits; in it the cell is, or is not, so. */
  example(cell, at, holds) {
    const card = cardOf(cell);
    for (const [packed, last] of this.raw.deals) {
      if (last < at) break;
      if ((VALUE[packed[card]] === seatOf(cell)) === holds) {
        return CARDS.map((_, i) => (PLACES[at][i] >= 0 ? PLACES[at][i] : VALUE[packed[i]]));
      }
    }
    return null;
  }

  /** The teams that this view can speak for, by number. */
  teams() {
    return this.raw.seats.length ? [TEAM_OF[SEAT_NUMBER[this.raw.seats[0]]]] : GAME.teams.map((_, i) => i);
  }

  /** What can be said of a team's claim: verdict; and within reach its likeliest naming and odds. */
  claim(book, team, at) {
    /** @type {ViewData["claims"][number] | undefined} */
    let row;
    for (const one of this.raw.claims) {
      if (one[0] > at) break;
      if (one[1] === book.name && one[2] === team) row = one;
    }
    if (row !== undefined && row.length > 3) {
      const [, , , verdict, naming = "", code] = row;
      return { verdict, naming: [...naming].map((sign) => VALUE[sign]), code };
    }
    const codes = this.codes(at);
    const holdable = (card) => SEATS.some((_, seat) => TEAM_OF[seat] === team && codes[cellOf(card, seat)]);
    const lost = book.cards.filter((card) => !holdable(card));
    return lost.length ? { verdict: "impossible", lost } : { verdict: "far" };
  }

  /** The moments at which what a cell shows is new. */
  changes(cell) {
    const found = [];
    for (let at = 1; at <= LAST; at++) {
      if (!isOpen(cardOf(cell), at)) break;
      if (this.codes(at)[cell] !== this.codes(at - 1)[cell]) found.push(at);
    }
    return found;
  }

  /** What it knows at a moment that another view does not: cards placed, and placements excluded. */
  knowsBeyond(other, at) {
    const [mine, theirs] = [this.codes(at), other.codes(at)];
    /** @type {Cell[]} */
    const placed = [];
    /** @type {Cell[]} */
    const excluded = [];
    for (let cell = 0; cell < mine.length; cell++) {
      if (!isOpen(cardOf(cell), at)) continue;
      if (mine[cell] === CERTAIN && theirs[cell] !== CERTAIN) placed.push(cell);
    }
    const isPlaced = new Set(placed.map(cardOf));
    for (let cell = 0; cell < mine.length; cell++) {
      if (!isOpen(cardOf(cell), at) || isPlaced.has(cardOf(cell))) continue;
      if (!mine[cell] && theirs[cell]) excluded.push(cell);
    }
    return { placed, excluded };
  }

  /** What an ask would have told with the other answer; undefined: not worked out for this view. */
  otherwise(at) {
    const found = this.raw.otherwise[at];
    if (!found) return found;
    const [told, exact, placed] = found;
    return { told, exact: Boolean(exact), placed };
  }

  sizes(at) {
    while (this.raw.sizes[at] === null) at -= 1;
    return /** @type {(number | null)[]} */ (this.raw.sizes[at]);
  }

  /** What an event told the view. */
  news(at) {
    const now = this.codes(at);
    const before = this.codes(at - 1);
    /** @type {Cell[]} */
    const placed = [];
    /** @type {Cell[]} */
    const excluded = [];
    /** @type {number[]} */
    const seen = [];
    CARDS.forEach((_, card) => {
      if (!isOpen(card, at)) return;
      if (PLACES[at][card] !== PLACES[at - 1][card]) seen.push(card);
      const cells = SEATS.map((_, seat) => cellOf(card, seat));
      const place = cells.find((cell) => now[cell] === CERTAIN);
      if (place !== undefined) {
        const moved = PLACES[at][card] !== PLACES[at - 1][card];
        if (!moved && !cells.some((cell) => before[cell] === CERTAIN)) placed.push(place);
      } else {
        excluded.push(...cells.filter((cell) => before[cell] && !now[cell]));
      }
    });
    return { placed, excluded, seen, proven: this.raw.proven[at] ?? [], bits: this.raw.told[at - 1] };
  }

  /** Whether a cell became certain, one way or the other, by the event. */
  isFresh(cell, at) {
    if (at === 0) return false;
    const [now, before] = [this.codes(at)[cell], this.codes(at - 1)[cell]];
    return now !== before && (now === 0 || now === CERTAIN);
  }

  /** Whether a cell's chance moved by five points or more. */
  hasMoved(cell, at) {
    if (at === 0) return false;
    const [now, before] = [this.codes(at)[cell], this.codes(at - 1)[cell]];
    return Math.max(now, before) <= CERTAIN && Math.abs(now - before) >= 5;
  }
}

function apply(codes, packed) {
  const base = DIGITS.length;
  for (let i = 0; i < packed.length; i += 3) {
    const number = (VALUE[packed[i]] * base + VALUE[packed[i + 1]]) * base + VALUE[packed[i + 2]];
    codes[Math.floor(number / CODES)] = number % CODES;
  }
}

/** A code as what it says: "<1", "37", ">99". */
function chance(code) {
  if (code > CERTAIN) return "?";
  if (code === 1) return "<1";
  return code === CERTAIN - 1 ? ">99" : String(code - 1);
}

/** The tenth that a code is in, for the heat map. */
const heat = (code) => (code > CERTAIN ? 2 : Math.min(Math.floor(Math.max(code - 1, 0) / 10), 9));

/** A card as one says it at the table. */
const cardSign = (card) => signOf(CARDS[card]);

/** The numbers of cards as one says them, in one line. */
const cardSigns = (cards) => cards.map(cardSign).join(" ");

/** Who holds the cards of a half-suit, seat by seat: "Tom 4♣, Lars 2♣ 3♣". */
function namingText(cards, seats) {
  const held = SEATS.map((seat, number) => [seat, cards.filter((_, i) => seats[i] === number)]);
  return held.filter(([, some]) => some.length).map(([seat, some]) => `${seat} ${cardSigns(some)}`).join(", ");
}

const VIEWS = DATA.views.map((raw) => new View(raw));
