// A sheet of puzzles: reading answers, marking them, counting the score.
// Part of tracker. SPDX-License-Identifier: MIT

const marks = JSON.parse(byId("data").textContent);
/** The boards of the puzzles with their decks, and the sentences of the marks. */
const { boards, decks, texts } = JSON.parse(byId("more").textContent);
const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("main > .puzzle:not(#send)")]);
/** By puzzle: the answer that was marked first, its number, the hints before it, and what it scored. */
const first = new Map();

/** The answer that a form gives, as the marks are filed; none where it gives none yet. */
function answerOf(form) {
  const unknown = form.querySelector("[data-part=unknown]");
  if (unknown) return unknown.checked ? unknown.value : naming(form);
  if (form.querySelector("[data-part=marks]")) return naming(form);
  const seat = form.querySelector("[data-part=seat]");
  if (seat) return asked(seat.value, form.querySelector("[data-part=card]").value);
  const options = form.querySelector(".options");
  const chosen = [...options.querySelectorAll("input:checked")].map((input) => input.value);
  if ("join" in options.dataset) return chosen.join(options.dataset.join) || options.dataset.none || null;
  return chosen[0] ?? null;
}

function naming(form) {
  const rows = [...form.querySelectorAll("tbody tr")];
  const seats = rows.map((row) => row.querySelector("input:checked")?.value);
  return seats.every(Boolean) ? seats.join(",") : null;
}

function asked(seat, card) {
  if (!seat && !card) return "none";
  return seat && card ? `${seat} ${card}` : null;
}

/** The number of the answer that a form gives, from 1, as AnswerSpace numbers them. */
function numberOf(form) {
  const chosen = (place) => [...place.querySelectorAll("input")].findIndex((input) => input.checked);
  const unknown = form.querySelector("[data-part=unknown]");
  if (unknown?.checked) return 1n;
  if (unknown || form.querySelector("[data-part=marks]")) {
    const rows = [...form.querySelectorAll("tbody tr")];
    const digits = rows.reduce((sum, row) => sum * BigInt(row.querySelectorAll("input").length) + BigInt(chosen(row)), 0n);
    return digits + (unknown ? 2n : 1n);
  }
  const seat = form.querySelector("[data-part=seat]");
  if (seat) {
    const card = form.querySelector("[data-part=card]");
    if (!seat.value) return 1n;
    return BigInt((seat.selectedIndex - 1) * (card.options.length - 1) + card.selectedIndex - 1) + 2n;
  }
  const options = form.querySelector(".options");
  if (!("join" in options.dataset)) return BigInt(chosen(options) + 1);
  return [...options.querySelectorAll("input")].reduce((sum, input, bit) => sum + (input.checked ? 1n << BigInt(bit) : 0n), 1n);
}

/** The hands of a deal, the cards that tell marked. */
function hands(deal) {
  const lines = Object.entries(deal.hands).map(([seat, cards]) =>
    make("p", {}, `${seat}: `, ...cards.flatMap((card) => [deal.tells.includes(card) ? make("mark", {}, inSigns(card)) : inSigns(card), " "])));
  return make("div", { class: "hands" }, make("p", {}, "A deal that fits all that was seen (hands now):"), lines);
}

const line = (text) => make("p", {}, inSigns(text));

/** A mark with all that shows it. */
function show(place, mark) {
  place.replaceChildren(
    make("p", { class: "verdict-word" }, mark.right ? "Right." : "Wrong."),
    ...mark.said.map(line),
    ...mark.proof.map((text) => line(texts[text])),
    ...mark.deals.map(hands),
  );
  place.classList.toggle("right", mark.right);
}

/** A first answer that is wrong: what speaks against it, and no more. The puzzle can be tried again. */
function refute(section, place, mark, answer) {
  const told = [...mark.again, partsOf(section, answer)].filter(Boolean);
  const said = told.length ? told : [dealAgainst(section, mark, answer)].filter(Boolean);
  place.replaceChildren(
    make("p", { class: "verdict-word" }, "Wrong. One more try; the first answer counts."),
    ...said.map(line),
  );
  place.classList.remove("right");
}

/** Which parts of an answer are right: cards that were placed, or several words; nothing where it has none. */
function partsOf(section, answer) {
  const right = Object.entries(marks[section.id]).find(([, mark]) => mark.right)?.[0] ?? "";
  const join = section.querySelector(".options")?.dataset.join;
  if (join !== undefined) return wordsMarked(...[answer, right].map((words) => words.split(join).filter((word) => word && word !== "none")));
  return right.includes(",") && answer.includes(",") ? namingMarked(cardsOf(section), answer.split(","), right.split(",")) : "";
}

function wordsMarked(given, wanted) {
  const told = given.map((word) => `${word} ${wanted.includes(word) ? "✔" : "✘"}`);
  if (wanted.some((word) => !given.includes(word))) told.push("something is missing");
  return `Part by part: ${told.join(", ")}.`;
}

/** The cards of a naming, each right or not; those that are not marked are left out. */
function namingMarked(cards, given, wanted) {
  const told = cards.map((card, i) => [card, given[i], given[i] === wanted[i] ? "✔" : "✘"]).filter(([, seat]) => seat !== "-").map((part) => part.join(" "));
  if (given.some((seat, i) => seat === "-" && wanted[i] !== "-")) told.push("something is missing");
  return `Part by part: ${told.join(", ")}.`;
}

/** The cards that a form places, by their codes. */
const cardsOf = (section) => [...section.querySelectorAll("tbody tr[data-card]")].map((row) => row.dataset.card);

/** A deal that fits in which an ask fails, or a card is not where it was named. */
function dealAgainst(section, mark, answer) {
  const places = answer.includes(",") ? answer.split(",").map((seat, i) => [seat, cardsOf(section)[i]]) : [answer.split(" ")];
  for (const { hands: held } of mark.against ?? mark.deals) {
    const [seat] = places.find(([name, card]) => held[name] && !held[name].includes(card)) ?? [];
    if (seat !== undefined) return `In a deal that fits all that was seen, ${seat} has ${held[seat].join(" ") || "none"}.`;
  }
  return "";
}

/** Only the first mark of a puzzle counts; each hint costs a fifth. */
function count(section, mark, answer, hints) {
  const place = { answer, number: numberOf(section.querySelector("form")), hints, score: mark.right ? 1 - hints / 5 : 0 };
  if (!first.has(section.id)) first.set(section.id, place);
  showCode();
  const sum = [...first.values()].reduce((total, one) => total + one.score, 0);
  setText(byId("total"), `Score ${+sum.toFixed(1)} of ${Object.keys(marks).length}`);
}

function markOf(section, answer) {
  const filed = marks[section.id];
  return Object.hasOwn(filed, answer) && answer ? filed[answer] : filed[""];
}

const hintsUsed = (section) => section.querySelectorAll("details[data-used]").length;

// -- links: the part after # says which puzzle, of which set, and what was answered first ---------

const number = (id) => id.replace("puzzle-", "");

/** The state as a link has it: "at=3&set=1f…&1=Bob&h1=2" (Bob was the answer to 1, after two hints). */
function linked(at) {
  const said = new URLSearchParams({ at: number(at), set: document.body.dataset.set ?? "" });
  for (const [id, one] of first) {
    said.set(number(id), one.answer);
    if (one.hints) said.set(`h${number(id)}`, one.hints);
  }
  return `#${said}`;
}

/** Fills a form in with an answer, as answerOf gave it; whether it has such a one. */
function fillIn(form, answer) {
  form.reset();
  const unknown = form.querySelector("[data-part=unknown]");
  const seat = form.querySelector("[data-part=seat]");
  if (unknown && answer === unknown.value) unknown.checked = true;
  else if (unknown || form.querySelector("[data-part=marks]")) {
    const seats = answer.split(",");
    form.querySelectorAll("tbody tr").forEach((row, place) => check(row, [seats[place]]));
  } else if (seat && answer !== "none") {
    const end = answer.lastIndexOf(" ");
    seat.value = answer.slice(0, Math.max(end, 0));
    form.querySelector("[data-part=card]").value = answer.slice(end + 1);
  } else if (!seat) {
    const options = form.querySelector(".options");
    check(options, answer === options.dataset.none ? [] : answer.split(options.dataset.join ?? "\n"));
  }
  return answerOf(form) === answer;
}

function check(place, values) {
  for (const input of place.querySelectorAll("input")) input.checked = values.includes(input.value);
}

/** What a link says: its answers are marked again, so that no score can be made up. */
function follow(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!said.has("at")) return;
  for (const section of said.get("set") === document.body.dataset.set ? sections : []) {
    const answer = said.get(number(section.id));
    if (answer == null || first.has(section.id) || !fillIn(section.querySelector("form"), answer)) continue;
    const used = Math.min(Math.max(Number.parseInt(said.get(`h${number(section.id)}`) ?? "0", 10) || 0, 0), 4);
    const mark = markOf(section, answer);
    show(section.querySelector(".marked"), mark);
    count(section, mark, answer, used);
  }
  const heading = /** @type {HTMLElement | null | undefined} */ (byId(`puzzle-${said.get("at")}`)?.querySelector("h2 a"));
  heading?.focus();
  heading?.scrollIntoView();
}

const remember = (id) => history.replaceState(null, "", linked(id));

async function copyLink() {
  let told = "The address of this page is the link: copy it.";
  try {
    await navigator.clipboard.writeText(location.href);
    told = "The link is copied.";
  } catch { /* not allowed here: the address bar has it */ }
  setText(byId("copied"), told);
}

// -- the code in which answers go to the teacher, as tracker/teach/lessons.py reads it ---------------

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECK_LETTERS = 6;

function letters(value, places) {
  let text = "";
  for (let rest = value; text.length < places; rest >>= 5n) text = LETTERS[Number(rest & 31n)] + text;
  return text;
}

/** CRC-32 of a text in UTF-8. */
function crc32(text) {
  let crc = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return BigInt(~crc >>> 0);
}

function answerCode(name, send) {
  const sizes = send.dataset.sizes.trim().split(" ").map(BigInt);
  let value = 0n;
  for (const [place, section] of sections.entries()) {
    const given = first.get(section.id);
    value = (value * (sizes[place] + 1n) + (given ? given.number : 0n)) * 5n + BigInt(given ? given.hints : 0);
  }
  const { key } = send.dataset;
  const body = key + letters(value, Number(send.dataset.letters) - key.length - CHECK_LETTERS);
  return `${name}:${body}${letters(crc32(`${name}:${body}`), CHECK_LETTERS)}`;
}

function showCode() {
  const send = byId("send");
  if (!send) return;
  const name = control("pupil").value.normalize("NFC").trim().replace(/[\s:]+/g, "_");
  setText(byId("code"), name ? answerCode(name, send) : "");
}

async function copyCode() {
  let words = "Copy the code above.";
  try {
    await navigator.clipboard.writeText(byId("code").textContent);
    words = "The code is copied.";
  } catch { /* not allowed here: it can be marked and copied */ }
  setText(byId("code-copied"), words);
}

if (byId("send")) {
  control("pupil").addEventListener("input", showCode);
  byId("copy-code").addEventListener("click", copyCode);
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-texts]"))) {
  place.append(...(place.dataset.texts ?? "").split(" ").map((text) => make("li", {}, inSigns(texts[text]))));
}
boards.forEach((board, i) => buildBoard(/** @type {HTMLElement} */ (sections[i].querySelector(".board")), board, decks[board.deck]));
for (const section of sections) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".marked"));
  for (const hint of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".ladder details"))) {
    hint.addEventListener("toggle", () => { hint.dataset.used = ""; });
  }
  section.addEventListener("focusin", () => remember(section.id));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = answerOf(form);
    if (answer == null) {
      place.classList.remove("right");
      place.replaceChildren(make("p", {}, "Choose an answer first."));
      return;
    }
    const mark = markOf(section, answer);
    if (mark.right || first.has(section.id)) show(place, mark);
    else refute(section, place, mark, answer);
    count(section, mark, answer, hintsUsed(section));
    remember(section.id);
  });
}
byId("copy").addEventListener("click", copyLink);
window.addEventListener("hashchange", () => follow(location.hash));
follow(location.hash);
