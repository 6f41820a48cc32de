// A sheet of puzzles: a page for each, the score, links with the answers, and the line for a teacher.
// Part of tracker. SPDX-License-Identifier: MIT

import { chosenBy, Puzzle } from "./puzzle.js";
import { byId, copied, html, readTable, render } from "./view.js";

/** The documents of the puzzles (sheet.py), in their order. */
const puzzles = Object.values(await readTable(byId("data")));
/** By puzzle: the answer that was marked first, the hints before it, and what it scored. */
const first = new Map();
/** What a link says was answered before: with how many hints. */
const given = new Map();

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Only the first mark of a puzzle counts. */
function taken(puzzle, place) {
  first.set(puzzle.id, place);
  const sum = [...first.values()].reduce((total, one) => total + one.score, 0);
  setText(byId("total"), `Score ${+sum.toFixed(1)} of ${puzzles.length}`);
  showCode();
}

function draw() {
  for (const puzzle of puzzles) render(html`<${Puzzle} key=${given.get(puzzle.id)?.answer} puzzle=${puzzle} given=${given.get(puzzle.id)} counted=${(place) => taken(puzzle, place)} />`, placeOf(puzzle));
}

const placeOf = ({ id }) => /** @type {HTMLElement} */ (byId(id).querySelector(".posed"));

// -- links: the part after # says which puzzle, of which set, and what was answered first ---------

/** Writes the state into the address: "at=3&set=1f…&1=Bob&h1=2" (Bob was the answer to 1, after two hints). */
function remember({ number }) {
  const said = new URLSearchParams({ at: number, set: document.body.dataset.set ?? "" });
  for (const puzzle of puzzles) {
    const { answer, hints } = first.get(puzzle.id) ?? {};
    if (answer) said.set(puzzle.number, answer);
    if (hints) said.set(`h${puzzle.number}`, hints);
  }
  history.replaceState(null, "", `#${said}`);
}

/** What a link says: its answers are marked again, so that no score can be made up. */
function follow(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  turnTo(said.has("at") ? `puzzle-${said.get("at")}` : fragment.slice(1));
  for (const { id, number } of said.get("set") === document.body.dataset.set ? puzzles : []) {
    const answer = said.get(String(number));
    const hints = Math.min(Math.max(Number.parseInt(said.get(`h${number}`) ?? "0", 10) || 0, 0), 4);
    if (answer !== null && !first.has(id)) given.set(id, { answer, hints });
  }
  draw();
  if (!said.has("at")) return;
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

/** Copies a text, and says so; where that is not allowed, what to do instead. */
const copy = async (text, place, done, otherwise) => setText(byId(place), (await copied(text)) ? done : otherwise);

// -- the line in which answers go to the teacher, as tracker/teach/lessons.py reads it ---------------

const LETTERS = "ABCDEFGHJKLMNPQRSTVWXYZ";

/** The letter that checks a text. */
const checkLetter = (text) => LETTERS[[...text].reduce((sum, character) => (sum * 5 + character.codePointAt(0)) % LETTERS.length, 0)];

/** The first answer to a puzzle, in words that can be read, with the hints taken before. */
function inLine(puzzle) {
  const { answer, hints } = first.get(puzzle.id) ?? {};
  if (!answer) return "-";
  const chosen = chosenBy(puzzle, answer);
  const words = (puzzle.fields.grid ?? puzzle.fields.marks ? seatBySeat(chosen) : chosen).join(",") || answer;
  return hints ? `${words}+${hints}` : words;
}

/** A naming as it is said: "Ann 2H 3H", "Carl 5H". */
function seatBySeat(chosen) {
  const bySeat = Map.groupBy(chosen.map((option) => option.split(" ")), ([, seat]) => seat);
  return [...bySeat].map(([seat, places]) => [seat, ...places.map(([card]) => card)].join(" "));
}

function showCode() {
  const send = byId("send");
  if (!send) return;
  const pupil = /** @type {HTMLInputElement} */ (byId("pupil"));
  const name = pupil.value.normalize("NFC").replace(/[\s:;,=\]>]+/g, " ").trim();
  const answers = puzzles.map((puzzle) => `${puzzle.number}=${inLine(puzzle)}`).join(" ");
  setText(byId("code"), name ? `${name}: ${answers} ${checkLetter(`${send.dataset.key} ${answers}`)}` : "");
}

byId("pupil")?.addEventListener("input", showCode);
byId("copy-code")?.addEventListener("click", () => copy(byId("code").textContent ?? "", "code-copied", "The line is copied.", "Copy the line above."));
byId("copy").addEventListener("click", () => copy(location.href, "copied", "The link is copied.", "The address of this page is the link: copy it."));

for (const puzzle of puzzles) {
  placeOf(puzzle).replaceChildren();
  for (const deed of ["focusin", "submit"]) byId(puzzle.id).addEventListener(deed, () => remember(puzzle));
}
document.body.classList.add("turned");
window.addEventListener("hashchange", () => follow(location.hash));
follow(location.hash);
