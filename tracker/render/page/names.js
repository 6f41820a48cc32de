// Names of seats and cards in texts; in heads short names stand for long ones.
// Part of tracker. SPDX-License-Identifier: MIT

/** Where the names of seats stand in a text: as whole words. */
const NAMES = namesIn(SEATS);

function namesIn(seats) {
  const longestFirst = [...seats].sort((one, other) => other.length - one.length);
  const either = longestFirst.map((seat) => seat.replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`));
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_.-])(${either.join("|")})(?![\\p{L}\\p{N}\\p{M}_-]|\\.[\\p{L}\\p{N}])`, "u");
}

/** A text with its names of seats apart, so that each keeps its own direction of writing; its cards as signs. */
function named(text) {
  return text.split(NAMES).flatMap((part, place) => (place % 2 ? [make("bdi", {}, part)] : withSigns(part))).filter(Boolean);
}

/** Cards in a text, by their codes or their signs. */
const CARD_IN_TEXT = /(?<![\p{L}\p{N}])((?:10|[2-9JQKA])(?:[CDHS](?![\p{L}\p{N}])|[♣♦♥♠]\uFE0E?))/u;

/** A text with its cards as one says them at the table, the red suits red. */
function withSigns(text) {
  return text.split(CARD_IN_TEXT).map((part, place) => {
    if (place % 2 === 0) return part;
    const sign = Object.hasOwn(CARD_NUMBER, part) ? cardSign(CARD_NUMBER[part]) : part;
    return /[♦♥]/.test(sign) ? make("span", { class: "red" }, sign) : sign;
  });
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
function shortNames(seats) {
  const ways = SHORTENINGS.map((shorten) => seats.map(shorten));
  const isClear = (names) => new Set(names.map((name) => name.toLowerCase())).size === seats.length;
  return ways.find(isClear) ?? seats.map((seat, i) => `${lettersOf(seat)[0]}${i + 1}`);
}

/** Shows such a text, if it is another than before. */
function setNamed(node, text) {
  if (node.dataset.text === text) return;
  node.dataset.text = text;
  node.replaceChildren(...named(text));
}
