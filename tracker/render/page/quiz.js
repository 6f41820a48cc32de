// Asking first: what an event can be asked about, hints, and answers marked.
// Part of tracker. SPDX-License-Identifier: MIT

/** How many hints there are to a question. */
const HINTS = 3;
/** Every so many asks that nobody can tell the answer to are asked about, too. */
const OPEN_ASKS = 5;

/** Whether where a card is needs no inference: everyone saw it, or a hand of the view's has it or not. */
function isInView(view, cell, at) {
  const card = cardOf(cell);
  return PLACES[at][card] >= 0 || view.own.has(card) || view.raw.seats.includes(SEATS[seatOf(cell)]);
}

/** The cell that an ask is about: the card, at the one asked; null for any other event. */
function askedCell(at) {
  const event = GAME.events[at - 1];
  if (event?.target === undefined || event.card === undefined || !["yes", "no"].includes(event.kind)) return null;
  return cellOf(CARD_NUMBER[event.card], SEAT_NUMBER[event.target]);
}

/**
 * What a view could say of the answer before it was given: "yes", "no" or "open"; null where that is
 * no question: everyone could see it, or it is in the view's own hands, or too simple.
 * @param {View} view
 * @param {number} at
 */
function foretold(view, at) {
  const cell = askedCell(at);
  if (cell === null || isInView(view, cell, at - 1)) return null;
  const code = view.codes(at - 1)[cell];
  if (code !== 0 && code !== CERTAIN) return at % OPEN_ASKS === 0 && code >= LIKELY ? "open" : null;
  const isHard = (view.reason(cell, at - 1)?.causes.length ?? 0) > 1;
  return isHard ? (code === 0 ? "no" : "yes") : null;
}

/** The cells that an event lets a view place and that are worth asking for: more events than that one tell them. */
const worthAsking = (view, at) => view.news(at).placed.filter((cell) => view.raw.techniques[cell] !== undefined);

/** The events with something to ask a view about. */
function questions(view) {
  view.questions ??= GAME.events.map((_, i) => i + 1).filter((at) => foretold(view, at) !== null || worthAsking(view, at).length);
  return view.questions;
}

/** An ask without its answer. */
function withoutAnswer(at) {
  const event = GAME.events[at - 1];
  return `${event.actor} asks ${event.target} ${event.card}: ?`;
}

// -- what is asked --------------------------------------------------------------------------------

/** The points for the first attempt, by view, event and question. */
const attempts = new Map();

/** What a right answer at the first attempt is worth after so many hints. */
const worth = (hints) => (hints === 0 ? 1 : hints === 1 ? 0.5 : 0);

function count(view, at, kind, isRight) {
  const key = `${view.name} ${at} ${kind}`;
  if (!attempts.has(key)) attempts.set(key, isRight ? worth(state.hints) : 0);
}

function score() {
  const points = [...attempts.values()].reduce((sum, one) => sum + one, 0);
  return attempts.size ? para(`Points for first attempts: ${points} of ${attempts.size}.`, "quiet score-line") : null;
}

/**
 * What is asked at an event, before it is revealed; with the hints given so far.
 * @param {Shown} shown
 */
function prompt({ view, at, hints }) {
  const placed = view.news(at).placed;
  const cards = placed.length === 1 ? "one card" : `${placed.length} cards`;
  const said = placed.length
    ? `From this, ${viewer(view)} can tell where ${cards} must be, without having seen it. Which, and who holds it? Choose the cell.`
    : `${capital(viewer(view))} cannot place a card by this event.`;
  const buttons = make("p", { class: "choices" }, hintButton(view, at, hints), nextQuestion(view, at));
  return [para(said, "prompt"), ...hintsGiven(view, at, hints), buttons, score()];
}

/**
 * The question for the answer to an ask, with what one may say; what was wrong is refuted.
 * @param {Why} why
 * @param {Shown} shown
 */
function answerPrompt(why, { view, at, wrong }) {
  const before = view.name === "public" ? "Could everyone tell" : `Could ${viewer(view)} tell`;
  const options = [["yes", "Yes, it is sure"], ["no", "No, it is sure"], ["open", "It can’t be known"]];
  const choices = options.map(([answer, text]) => button(text, { "data-answer": answer, disabled: wrong.includes(answer) }, () => sayAnswer(answer)));
  const refuted = wrong.length ? answerRefuted(why, view, at, wrong[wrong.length - 1]) : [];
  return [...refuted, para(`${before} what the answer will be, before it is given?`, "prompt"), make("p", { class: "choices" }, choices), make("p", {}, nextQuestion(view, at)), score()];
}

/** What speaks against an answer, and no more: a deal that fits in which it is false. */
function answerRefuted(why, view, at, wrong) {
  const cell = askedCell(at);
  if (wrong === "open") return [para("No: in every deal that fits, the answer is the same.", "judged refuted")];
  const said = `No: there is a deal that fits in which the answer is ${wrong === "yes" ? "no" : "yes"}.`;
  return [para(said, "judged refuted"), why.example(view, at - 1, cell, wrong === "no")];
}

function nextQuestion(view, at) {
  const ahead = questions(view).find((event) => event > at);
  if (ahead === undefined) return make("span", { class: "quiet" }, "No question is left in this view.");
  return button("Next question", { id: "next-question", title: "Next question (Q)" }, () => jump({ at: ahead, cell: null }));
}

/** The ladder of hints: where to look, the events that matter, the first step of the proof. */
function hintsGiven(view, at, hints) {
  const cell = worthAsking(view, at)[0];
  if (cell === undefined) return [];
  const reason = view.reason(cell, at);
  const technique = DATA.techniques[view.raw.techniques[cell]];
  const ladder = [
    () => para(`Look at ${BOOK_OF[cardOf(cell)].name}. ${capital(technique)}.`),
    () => make("div", { class: "listed" }, make("h4", {}, "What matters"), causeList(reason.causes)),
    () => make("div", {}, make("h4", {}, "The first step:"), stepList([reason.steps[0]])),
  ];
  return ladder.slice(0, hints).map((rung) => rung());
}

function hintButton(view, at, hints) {
  if (!worthAsking(view, at).length || hints >= HINTS) return null;
  const cost = hints ? "then it counts nothing" : "then it counts half";
  return button(`${hints ? "Another hint" : "Hint"} (${cost})`, { id: "hint" }, () => go({ hints: hints + 1 }));
}

// -- answers --------------------------------------------------------------------------------------

/** What was said of the answer to an ask, marked, with the reason. */
function answerMarked(view, at, said) {
  const right = foretold(view, at);
  const cell = askedCell(at);
  const [seat, card] = [SEATS[seatOf(cell)], cardSign(cardOf(cell))];
  const verdictText = said === right ? "Right." : "Wrong.";
  const parts = [para(verdictText, `judged ${said === right ? "proven" : "refuted"}`)];
  if (right === "open") {
    const code = view.codes(at - 1)[cell];
    parts.push(para(code > CERTAIN ? "It could not be known." : `It could not be known: in ${chance(code)} per cent of the deals, ${seat} held the ${card}.`));
  } else {
    const reason = view.reason(cell, at - 1);
    parts.push(para(`It had to be ${right}: ${seat} ${right === "yes" ? "held" : "did not hold"} the ${card}.`));
    parts.push(stepList(reason.steps));
  }
  return parts;
}

/** A cell that was chosen as an answer and is not right: what speaks against it. */
function answered(why, shown) {
  const { view, at, cell } = shown;
  const [seat, card] = [SEATS[seatOf(cell)], cardSign(cardOf(cell))];
  if (!view.news(at).placed.length) return prompt(shown);
  const again = para("Choose another cell, or reveal it.", "quiet");
  if (view.codes(at - 1)[cell] === 0) return [para(`No: ${seat} could not hold the ${card} even before this.`, "judged refuted"), again];
  if (view.codes(at - 1)[cell] === CERTAIN) return [para(`That ${seat} holds the ${card} was certain before this.`, "judged guess"), again];
  if (view.codes(at)[cell] === 0) return [para(`No: ${seat} cannot hold the ${card}.`, "judged refuted"), again];
  const said = `Not certain: there is a deal that fits in which ${seat} does not hold the ${card}.`;
  return [para(said, "judged refuted"), why.example(view, at, cell, false), again];
}
