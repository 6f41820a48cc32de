// Cards as signs, and short names for heads: for all pages.
// Part of tracker. SPDX-License-Identifier: MIT

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A card as one says it at the table: 5♥; jokers keep their names. */
export function signOf(code) {
  const sign = SUITS[code.slice(-1)];
  return sign ? `${code.slice(0, -1)}${sign}\uFE0E` : code;
}

/** Whether a card is drawn in red. */
export const isRed = (code) => "DH".includes(code.slice(-1)) || code === "RJ";

/** Cards in a text, by their codes or their signs. */
const CARD_IN_TEXT = /(?<![\p{L}\p{N}])((?:10|[2-9JQKA])(?:[CDHS](?![\p{L}\p{N}])|[♣♦♥♠]\uFE0E?))/u;

/**
 * A text in parts, its cards as signs: each part, and whether it is drawn in red.
 * @param {string} text
 * @param {string[]} [cards] those of the game; without them, any that looks like one is a card
 * @returns {[string, boolean][]}
 */
export function signParts(text, cards) {
  return text.split(CARD_IN_TEXT).map((part, place) => {
    if (place % 2 === 0) return [part, false];
    const sign = cards?.includes(part) ?? true ? signOf(part) : part;
    return [sign, /[♦♥]/.test(sign)];
  });
}

/** Who has which of some cards, seat by seat: "Tom 4♣, Lars 2♣ 3♣"; a seat without any is left out. */
export function namingOf(cards, holderOf, seats, say = signOf) {
  const hands = seats.map((seat) => [seat, ...cards.filter((card) => holderOf(card) === seat).map(say)]);
  return hands.filter(({ length }) => length > 1).map((words) => words.join(" ")).join(", ");
}

/** Letters as a reader counts them: an accent belongs to its letter. */
const lettersOf = (name) => [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
const digitsOf = (name) => name.replace(/\P{N}/gu, "").slice(-3);
const wordsOf = (name) => name.match(/\p{Lu}?[\p{L}\p{M}]+?(?=\p{Lu}|[^\p{L}\p{M}]|$)/gu) ?? [name];

/** Ways to shorten a name, the plainest first: its beginning; its initials and digits; both its ends. */
const SHORTENINGS = [
  (name) => lettersOf(name).slice(0, 3).join(""),
  (name) => lettersOf(name).slice(0, 4).join(""),
  (name) => wordsOf(name).map((word) => lettersOf(word)[0]).slice(0, 3).join("") + digitsOf(name),
  (name) => lettersOf(name).slice(0, 2).join("") + digitsOf(name),
  (name) => lettersOf(name)[0] + lettersOf(name).slice(-2).join(""),
];

/** Names of at most five letters or so that tell the seats apart, as upper and lower case do not. */
export function shortNames(seats) {
  const ways = SHORTENINGS.map((shorten) => seats.map(shorten));
  const isClear = (names) => new Set(names.map((name) => name.toLowerCase())).size === seats.length;
  return ways.find(isClear) ?? seats.map((seat, i) => `${lettersOf(seat)[0]}${i + 1}`);
}
