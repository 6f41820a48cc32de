// A sheet of puzzles: reading answers, marking them, counting the score.
// Part of tracker. SPDX-License-Identifier: MIT

const marks = JSON.parse(byId("data").textContent);
const scores = new Map();

/** The answer that a form gives, as the marks are filed; none where it gives none yet. */
function answerOf(form) {
  const unknown = form.querySelector("[data-part=unknown]");
  if (unknown) return unknown.checked ? unknown.value : naming(form);
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

/** The hands of a deal, the cards that tell marked. */
function hands(deal) {
  const lines = Object.entries(deal.hands).map(([seat, cards]) =>
    make("p", {}, `${seat}: `, ...cards.flatMap((card) => [deal.tells.includes(card) ? make("mark", {}, card) : card, " "])));
  return make("div", { class: "hands" }, make("p", {}, "A deal that fits all that was seen (hands now):"), lines);
}

function show(place, mark) {
  place.replaceChildren(
    make("p", { class: "verdict-word" }, mark.right ? "Right." : "Wrong."),
    ...mark.said.map((line) => make("p", {}, line)),
    ...mark.deals.map(hands),
    ...mark.proof.map((line) => make("p", {}, line)),
  );
  place.classList.toggle("right", mark.right);
}

/** Only the first mark of a puzzle counts; each hint costs a fifth. */
function count(section, mark) {
  if (!scores.has(section.id)) {
    const hints = section.querySelectorAll("details[data-used]").length;
    scores.set(section.id, mark.right ? 1 - hints / 5 : 0);
  }
  const sum = [...scores.values()].reduce((total, one) => total + one, 0);
  setText(byId("total"), `Score ${+sum.toFixed(1)} of ${Object.keys(marks).length}`);
}

for (const section of document.querySelectorAll(".puzzle")) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".marked"));
  for (const hint of section.querySelectorAll("details")) {
    hint.addEventListener("toggle", () => { hint.dataset.used = ""; });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = answerOf(form);
    if (answer == null) {
      place.classList.remove("right");
      place.replaceChildren(make("p", {}, "Choose an answer first."));
      return;
    }
    const filed = marks[section.id];
    const mark = Object.hasOwn(filed, answer) && answer ? filed[answer] : filed[""];
    show(place, mark);
    count(section, mark);
  });
}
