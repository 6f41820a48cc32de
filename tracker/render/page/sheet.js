// A sheet of puzzles: reading answers, marking them, counting the score.
// Part of tracker. SPDX-License-Identifier: MIT

import { buildBoard } from "./sheet_board.js";
import { byId, html, readTable, render, withSigns } from "./view.js";

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** By puzzle: its board, and what makes the marks of answers. */
const puzzles = await readTable(byId("data"));
const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("main > .puzzle:not(#send)")]);
/** By puzzle: the answer that was marked first, the hints before it, and what it scored. */
const first = new Map();

/** The box for "none", where there is one. */
const noneOf = (section) => section.querySelector("[data-part=none]");
/** What stands between the parts of an answer: the options chosen, a seat and a card, or the seats of all cards. */
const jointOf = (section) => section.querySelector("fieldset").dataset.join;

/** The answer that a form gives, as links have it: the parts in their order, "-" for a card that is not marked; none where too few are given yet. */
function answerOf(form) {
  const none = noneOf(form);
  if (none?.checked) return none.value;
  const parts = [...new FormData(form).values()];
  const given = parts.filter((part) => part && part !== "-");
  return given.length < Number(form.querySelector("fieldset").dataset.least) ? null : parts.join(jointOf(form));
}

/** "None" and all else rule each other out. */
function keepOne(form, changed) {
  const none = noneOf(form);
  if (!none) return;
  if (changed !== none) none.checked = false;
  else if (none.checked) {
    form.reset();
    none.checked = true;
  }
}

/** The cards that a form places, by their codes. */
const cardsOf = (section) => [...section.querySelectorAll("tbody tr[data-card]")].map((row) => row.dataset.card);

/** The options that an answer chooses, as the reasons are filed: "5H Bob" where cards are placed. */
function chosenBy(section, answer) {
  if (answer === noneOf(section)?.value || answer === "unknown") return [];
  if (section.querySelector("select")) return [answer];
  const [parts, cards] = [answer.split(jointOf(section)), cardsOf(section)];
  return cards.length ? cards.map((card, i) => `${card} ${parts[i]}`).filter((_, i) => parts[i] !== "-") : parts;
}

/** The mark of an answer, as the library gives it (mark_choice in tracker/teach/marking.py). */
function markOf(section, answer) {
  const filed = puzzles[section.id].marks;
  const chosen = chosenBy(section, answer);
  if (filed.right.some((right) => right.length === chosen.length && right.every((option) => chosen.includes(option)))) {
    return { right: true, said: [], proof: filed.proof, deals: filed.deals };
  }
  const against = Object.keys(filed.wrong).filter((option) => chosen.includes(option)).map((option) => filed.wrong[option]);
  const wrong = filed.one_statement ? against.slice(0, 1) : against;
  const lacking = wrong.length && filed.wrong_alone ? [] : Object.keys(filed.missing).filter((option) => !chosen.includes(option));
  const reasons = [...wrong, ...lacking.map((option) => filed.missing[option])];
  const notes = reasons.map((reason) => reason.note).join("; ");
  const deals = reasons.flatMap((reason) => reason.deals);
  return {
    right: false,
    said: [notes && `${notes[0].toUpperCase()}${notes.slice(1)}.`, filed.said].filter(Boolean),
    again: [...(wrong[0]?.again ?? []), filed.parts ? partsOf(section, chosen, filed.right[0]) : ""].filter(Boolean),
    proof: reasons.flatMap((reason) => reason.proof),
    deals: filed.right[0].length || deals.length > 1 ? deals : [...deals, ...filed.deals.filter((deal) => deals.every((other) => handsIn(other) !== handsIn(deal)))],
  };
}

/** Which options are right, and whether some are missing; of a card that is misplaced only that. */
function partsOf(section, chosen, right) {
  const isPlaced = cardsOf(section).length > 0;
  const subject = (option) => (isPlaced ? option.split(" ")[0] : option);
  const told = chosen.map((option) => `${option} ${right.includes(option) ? "✔" : "✘"}`);
  if (right.some((option) => !chosen.some((other) => subject(other) === subject(option)))) told.push("something is missing");
  return chosen.length ? `Part by part: ${told.join(", ")}.` : "";
}

const handsIn = (deal) => JSON.stringify(deal.hands);

/** The hands of a deal, the cards that tell marked. */
function hands({ hands: held, tells }) {
  const sign = (card) => (tells.includes(card) ? html`<mark>${withSigns(card)}</mark>` : withSigns(card));
  return html`<div class="hands"><p>A deal that fits all that was seen (hands now):</p>
    ${Object.entries(held).map(([seat, cards]) => html`<p>${seat}: ${cards.map((card) => html`${sign(card)} `)}</p>`)}</div>`;
}

/** Says something of an answer, below its puzzle. */
function tell(section, isRight, word, lines = [], deals = []) {
  const place = section.querySelector(".marked");
  place.classList.toggle("right", isRight);
  render(html`${word ? html`<p class="verdict-word">${word}</p>` : null}${lines.map((line) => html`<p>${withSigns(line)}</p>`)}${deals.map(hands)}`, place);
}

/** A mark with all that shows it. */
const show = (section, { right, said, proof, deals }) => tell(section, right, right ? "Right." : "Wrong.", [...said, ...proof], deals);

/** A first answer that is wrong: what speaks against it, and no more. The puzzle can be tried again. */
const refute = (section, mark) => tell(section, false, "Wrong. One more try; the first answer counts.", mark.again);

/** Only the first mark of a puzzle counts; each hint costs a fifth. */
function count(section, mark, answer, hints) {
  const place = { answer, hints, score: mark.right ? 1 - hints / 5 : 0 };
  if (!first.has(section.id)) first.set(section.id, place);
  showCode();
  const sum = [...first.values()].reduce((total, one) => total + one.score, 0);
  setText(byId("total"), `Score ${+sum.toFixed(1)} of ${sections.length}`);
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
  const parts = answer.split(jointOf(form));
  for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = parts.includes(box.value);
  const names = new Set([...form.querySelectorAll("[type=radio], select")].map((field) => field.name));
  for (const [place, name] of [...names].entries()) form.elements.namedItem(name).value = parts[place];
  return answerOf(form) === answer;
}

/** What a link says: its answers are marked again, so that no score can be made up. */
function follow(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!said.has("at")) {
    turnTo(fragment.slice(1));
    return;
  }
  turnTo(`puzzle-${said.get("at")}`);
  for (const section of said.get("set") === document.body.dataset.set ? sections : []) {
    const answer = said.get(number(section.id));
    if (answer == null || first.has(section.id) || !fillIn(section.querySelector("form"), answer)) continue;
    const used = Math.min(Math.max(Number.parseInt(said.get(`h${number(section.id)}`) ?? "0", 10) || 0, 0), 4);
    const mark = markOf(section, answer);
    show(section, mark);
    count(section, mark, answer, used);
  }
  const heading = /** @type {HTMLElement | null | undefined} */ (byId(`puzzle-${said.get("at")}`)?.querySelector("h2 a"));
  heading?.focus();
  heading?.scrollIntoView();
}

/** Shows one page: the rules, a puzzle, or the line to send. */
function turnTo(id) {
  const pages = [...document.querySelectorAll("main > .page")];
  const wanted = pages.find((page) => page.id === id) ?? pages[0];
  for (const page of pages) page.classList.toggle("away", page !== wanted);
  for (const link of document.querySelectorAll("nav.turn a")) link.toggleAttribute("aria-current", link.getAttribute("href") === `#${wanted.id}`);
  window.scrollTo(0, 0);
}

/** The events, hands and cells that a hint speaks of, while it is open. */
function light(section, hint) {
  for (const name of hint.dataset.lit?.split(" ") ?? []) {
    const [card, seat] = name.split("-");
    const parts = seat ? `td[data-card="${CSS.escape(card)}"][data-seat="${CSS.escape(seat)}"]` : `.happened li[value="${CSS.escape(name)}"], th[title="${CSS.escape(name)}"]`;
    for (const part of section.querySelectorAll(parts)) part.toggleAttribute("data-lit", hint.open);
  }
}

const remember = (id) => history.replaceState(null, "", linked(id));

/** Copies a text, and says so; where that is not allowed, what to do instead. */
async function copy(text, place, copied, otherwise) {
  let words = copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    words = otherwise;
  }
  setText(byId(place), words);
}

// -- the line in which answers go to the teacher, as tracker/teach/lessons.py reads it ---------------

const LETTERS = "ABCDEFGHJKLMNPQRSTVWXYZ";

/** The letter that checks a text. */
const checkLetter = (text) => LETTERS[[...text].reduce((sum, character) => (sum * 5 + character.codePointAt(0)) % LETTERS.length, 0)];

/** The first answer to a puzzle, in words that can be read, with the hints taken before. */
function inLine(section) {
  const given = first.get(section.id);
  if (!given) return "-";
  const chosen = chosenBy(section, given.answer);
  const words = (cardsOf(section).length ? seatBySeat(chosen) : chosen).join(",") || given.answer;
  return given.hints ? `${words}+${given.hints}` : words;
}

/** A naming as it is said: "Ann 2H 3H", "Carl 5H". */
function seatBySeat(chosen) {
  const placed = chosen.map((option) => option.split(" "));
  return [...new Set(placed.map(([, seat]) => seat))].map((seat) => [seat, ...placed.filter(([, other]) => other === seat).map(([card]) => card)].join(" "));
}

function answerLine(name, send) {
  const answers = sections.map((section, place) => `${place + 1}=${inLine(section)}`).join(" ");
  return `${name}: ${answers} ${checkLetter(`${send.dataset.key} ${answers}`)}`;
}

function showCode() {
  const send = byId("send");
  if (!send) return;
  const pupil = /** @type {HTMLInputElement} */ (byId("pupil"));
  const name = pupil.value.normalize("NFC").replace(/[\s:;,=\]>]+/g, " ").trim();
  setText(byId("code"), name ? answerLine(name, send) : "");
}

byId("pupil")?.addEventListener("input", showCode);
byId("copy-code")?.addEventListener("click", () => copy(byId("code").textContent ?? "", "code-copied", "The line is copied.", "Copy the line above."));
byId("copy").addEventListener("click", () => copy(location.href, "copied", "The link is copied.", "The address of this page is the link: copy it."));

for (const section of sections) {
  buildBoard(/** @type {HTMLElement} */ (section.querySelector(".board")), puzzles[section.id].board);
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  for (const hint of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".ladder details"))) {
    hint.addEventListener("toggle", () => {
      hint.dataset.used = "";
      light(section, hint);
    });
  }
  form.addEventListener("change", (event) => keepOne(form, event.target));
  section.addEventListener("focusin", () => remember(section.id));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = answerOf(form);
    if (answer == null) {
      tell(section, false, "", ["Choose an answer first."]);
      return;
    }
    const mark = markOf(section, answer);
    if (mark.right || first.has(section.id)) show(section, mark);
    else refute(section, mark);
    count(section, mark, answer, hintsUsed(section));
    remember(section.id);
  });
}
document.body.classList.add("turned");
window.addEventListener("hashchange", () => follow(location.hash));
follow(location.hash);
