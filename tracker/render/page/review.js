// The review: the worst moments, each posed as it stood before: what would you do? Then what was done,
// what it cost, the proof in two lines, and what was better.
// Part of tracker. SPDX-License-Identifier: MIT

const REVIEW = DATA.review;

/** The number of the chair from which a deed is judged: the seat's own, else everybody's. */
const chairOf = (seat) => Math.max(VIEWS.findIndex((view) => view.name === seat), 0);

/** Whether the reader has said what to do; an ask that is not legal does not count. */
const hasTried = (tried) => tried !== null && tried.kind !== "illegal";

/**
 * What the reader would do, from a cell that was chosen.
 * @param {number} review
 * @param {Cell} cell
 * @returns {Tried}
 */
const askTried = (review, cell) => ({ kind: REVIEW[review].asks.includes(cell) ? "ask" : "illegal", cell });

/** The half-suit of a name. */
const bookNamed = (name) => /** @type {Book} */ (BOOKS.find((book) => book.name === name));

/** The half-suits whose inferences would tell the answer; every one where a claim is to be found. */
function booksInQuestion(moment) {
  return moment.cells.length ? new Set(moment.cells.map((cell) => BOOK_OF[cardOf(cell)])) : new Set(BOOKS);
}

/** The cells that are ringed: what is asked for or named; of a missed claim, once it is shown. */
function ringedCells(review, tried) {
  if (review === null) return [];
  const moment = REVIEW[review];
  if (moment.cells.length || !hasTried(tried)) return moment.cells;
  const book = bookNamed(moment.book);
  const { naming } = claimOf(moment);
  return naming ? book.cards.map((card, i) => cellOf(card, naming[i])) : [];
}

/** What the chair can say of the half-suit in question. */
function claimOf(moment) {
  const view = VIEWS[chairOf(moment.seat)];
  return view.claim(bookNamed(moment.book), TEAM_OF[SEAT_NUMBER[moment.seat]], moment.event - 1);
}

/**
 * One moment as a card.
 * @param {Shown} shown
 */
function reviewCard(shown) {
  const { tried } = shown;
  const review = /** @type {number} */ (shown.review);
  const moment = REVIEW[review];
  /** @type {(HTMLElement | null)[]} */
  const body = [para(situation(moment), "event-text")];
  if (hasTried(tried)) body.push(...tryMarked(moment, tried, shown), ...whatHappened(moment, shown));
  else body.push(...tries(moment, tried, shown));
  body.push(reviewSteps(review));
  return { head: `${review + 1} of ${REVIEW.length}, worst first`, body };
}

function situation(moment) {
  const event = GAME.events[moment.event - 1];
  if (moment.kind === "missed") return `${moment.seat} can act. Next is event ${moment.event}: ${event.text}.`;
  if (event.card !== undefined) return `${moment.seat} is about to ask ${event.target} for the ${cardSign(CARD_NUMBER[event.card])}.`;
  return `${moment.seat} is about to claim ${moment.book}: ${cellsText(moment.cells)}.`;
}

/** Cells as a naming: who holds which cards. */
function cellsText(cells) {
  return placedTexts(cells).join(", ");
}

// -- the question -----------------------------------------------------------------------------------

function tries(moment, tried, { at }) {
  const note = tried?.kind === "illegal" ? para(`${moment.seat} may not ask that. Choose another cell.`, "judged guess") : null;
  const asks = moment.asks.length ? " Choose a cell to ask for that card, or:" : "";
  return [note, para(`What would you do?${asks}`, "prompt"), make("p", { class: "choices" }, sameButtons(moment)), claimButtons(moment, at)];
}

function sameButtons(moment) {
  const isClaim = moment.book !== undefined && moment.kind !== "missed";
  const same = isClaim ? "Claim it so" : "Ask that";
  return [
    moment.kind === "missed" ? null : button(same, { "data-try": "same" }, () => say({ kind: "same" })),
    isClaim && moment.waits ? button("Do not claim it", { "data-try": "wait" }, () => say({ kind: "wait" })) : null,
    button("Show me", { "data-try": "shown" }, () => say({ kind: "shown" })),
  ];
}

function claimButtons(moment, at) {
  const open = BOOKS.filter((book) => at < book.until && moment.claims.includes(book.name));
  if (!open.length) return null;
  const buttons = open.map((book) => button(book.name, { "data-claim": book.name }, () => say({ kind: "claim", book })));
  return make("details", { open: moment.kind === "missed" }, make("summary", {}, "Claim a half-suit"), make("p", { class: "choices" }, buttons));
}

/** @param {Tried} tried */
function say(tried) {
  go({ tried });
  byId("why").focus({ preventScroll: true });
}

// -- the reader's try -------------------------------------------------------------------------------

function tryMarked(moment, tried, { view, at }) {
  if (tried.kind === "ask") return [askMarked(moment, tried.cell, view, at)];
  if (tried.kind === "claim") return [claimMarked(moment, tried.book, view, at)];
  if (tried.kind === "wait") return [para("You would wait.", `judged ${moment.kind === "guess" || moment.kind === "refuted" ? "proven" : "guess"}`)];
  return [];
}

function askMarked(moment, cell, view, at) {
  const [seat, sign, code] = [SEATS[seatOf(cell)], cardSign(cardOf(cell)), view.codes(at)[cell]];
  const start = `You ask ${seat} for the ${sign}: ${chanceWords(code)}.`;
  if (code === 0) return make("div", { class: "judged refuted" }, named(start), twoLines(proofLines(view, cell, at)));
  if (code > CERTAIN) return para(start, "judged guess");
  const isBest = code >= view.codes(at)[moment.asks[0]];
  return para(isBest ? `${start} No legal ask is likelier.` : start, `judged ${isBest ? "proven" : "guess"}`);
}

function claimMarked(moment, book, view, at) {
  const claim = view.claim(book, TEAM_OF[SEAT_NUMBER[moment.seat]], at);
  const naming = claim.naming?.length ? ` ${namingText(book.cards, claim.naming)}.` : "";
  if (claim.verdict === "proven") return para(`You claim ${book.name}: proven.${naming}`, "judged proven");
  if (claim.verdict === "impossible") return para(`You claim ${book.name}: ${cardSigns(claim.lost ?? [])} is not with the team.`, "judged refuted");
  if (claim.verdict === "far") return para(`You claim ${book.name}: not proven; some card is likelier with the other team.`, "judged refuted");
  return para(`You claim ${book.name}: not proven. The likeliest naming is right in ${chance(claim.code)}% of the deals.${naming}`, "judged guess");
}

function chanceWords(code) {
  if (code === 0) return "it cannot succeed";
  if (code > CERTAIN) return "how likely it is depends on gaps";
  return code === CERTAIN ? "sure of a yes" : `a yes in ${chance(code)}% of the deals`;
}

// -- what happened ----------------------------------------------------------------------------------

function whatHappened(moment, { view, at }) {
  const event = GAME.events[moment.event - 1];
  const kind = moment.kind === "weak" ? "guess" : moment.kind;
  const { lines, cell } = proof(moment, view, at);
  return [
    make("div", { class: `judged ${kind}` }, make("p", {}, badge(moment.kind), " ", named(`Event ${moment.event}: ${event.text}. ${moment.text}`)), make("p", { class: "cost" }, make("b", {}, "Cost: "), named(moment.cost))),
    make("h4", {}, "Why"),
    twoLines(lines),
    make("p", { class: "better" }, make("b", {}, "Better: "), named(`${moment.better}.`)),
    make("p", { class: "choices" }, cell === null ? null : button("The whole proof", { id: "whole-proof" }, () => go({ cell })), momentLink(moment.event)),
  ];
}

const twoLines = (lines) => make("ul", { class: "steps two" }, lines.map((line) => make("li", {}, ...(typeof line === "string" ? named(line) : sentence(line)))));

/** Why, in two lines at most; and the cell that has the whole proof. */
function proof(moment, view, at) {
  if (moment.kind === "missed") return missedProof(moment, view, at);
  const cells = moment.cells;
  const no = cells.find((cell) => view.codes(at)[cell] === 0);
  if (no !== undefined) return { lines: proofLines(view, no, at), cell: PLACES[at][cardOf(no)] >= 0 ? null : no };
  const open = cells.filter((cell) => view.codes(at)[cell] !== CERTAIN);
  if (!open.length) return { lines: ["No deal that fits has all of it so."], cell: null };
  const [weakest] = open.toSorted((one, other) => view.codes(at)[one] - view.codes(at)[other]);
  return { lines: openLines(view, weakest, at), cell: weakest };
}

function proofLines(view, cell, at) {
  const [card, sign] = [cardOf(cell), cardSign(cardOf(cell))];
  const place = PLACES[at][card];
  if (place >= 0) return [["All saw it: since event ", movedAt(card, at), " ", [SEATS[place]], ` has the ${sign}.`]];
  const reason = view.reason(cell, at);
  if (reason === null) return [[[SEATS[seatOf(cell)]], ` cannot have the ${sign}.`]];
  const steps = reason.steps.map((step) => step.flatMap((fact) => [...fact.parts, " "]));
  if (steps.length < 3) return steps;
  return [reason.gist ?? steps[0], steps[steps.length - 1]];
}

/** The place of which least is certain, and a deal that fits in which it is otherwise. */
function openLines(view, cell, at) {
  const [card, seat] = [cardOf(cell), SEATS[seatOf(cell)]];
  const code = view.codes(at)[cell];
  const lines = [code > CERTAIN ? `It is not certain that ${seat} has the ${cardSign(card)}.` : `${seat} has the ${cardSign(card)} in ${chance(code)}% of the deals.`];
  const places = view.example(cell, at, false);
  if (places) lines.push(`In one that fits, ${SEATS[places[card]]} has it.`);
  return lines;
}

function missedProof(moment, view, at) {
  const claim = claimOf(moment);
  const book = bookNamed(moment.book);
  if (!claim.naming?.length) return { lines: [`${moment.seat} knows where each card of ${moment.book} is.`], cell: null };
  const cells = book.cards.map((card, i) => cellOf(card, claim.naming[i]));
  const since = (cell) => view.reason(cell, at)?.since ?? -1;
  const [last] = cells.toSorted((one, other) => since(other) - since(one));
  const lines = [`${capital(moment.book)} is with ${namingText(book.cards, claim.naming)}.`];
  if (since(last) < 0) return { lines, cell: null };
  return { lines: [...lines, proofLines(view, last, at).at(-1)], cell: last };
}

// -- from moment to moment --------------------------------------------------------------------------

function reviewSteps(review) {
  const to = (number, text, id) => {
    const chosen = button(text, { id }, () => openReview(number));
    if (REVIEW[number] === undefined) /** @type {HTMLButtonElement} */ (chosen).disabled = true;
    return chosen;
  };
  return make("p", { class: "choices review-steps" }, to(review - 1, "‹ Back", "review-back"), to(review + 1, "Next ›", "review-next"), button("Go through the game", { id: "review-leave" }, () => go({ review: null })));
}

/** Shows a moment of the review: the position before it, from the chair of whoever acted. */
function openReview(number, aim = /** @type {HTMLElement | null} */ (null)) {
  jump({ ...reviewState(number), cell: null }, aim);
  byId("why").focus({ preventScroll: true });
}

const reviewState = (number) => ({ at: REVIEW[number].event - 1, view: chairOf(REVIEW[number].seat), review: number, tried: null });
