// Names of seats and cards in texts.
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
  return text.split(NAMES).flatMap((part, place) => (place % 2 ? [make("bdi", {}, part)] : dealtSigns(part))).filter(Boolean);
}

const isDealt = (code) => Object.hasOwn(CARD_NUMBER, code);

/** The same of cards alone. */
const dealtSigns = (text) => inSigns(text, isDealt);

/** Such a text where it can have no colour. */
const plainSigns = (text) => signParts(text, isDealt).map(([part]) => part).join("");

/** Shows such a text, if it is another than before. */
function setNamed(node, text) {
  if (node.dataset.text === text) return;
  node.dataset.text = text;
  node.replaceChildren(...named(text));
}
