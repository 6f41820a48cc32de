// The state of the page (moment, view, cell), how it changes, and what then is shown.
// Part of tracker. SPDX-License-Identifier: MIT

document.documentElement.classList.add("live");

/** @type {State} */
const state = { at: 0, view: 0, cell: null, ask: false, revealed: false, right: null, answer: null, hints: 0, wrong: [], truth: false, other: null, review: null, tried: null };

const events = new EventList(byId("events"), (at, how) => (how?.step ? step({ at }) : jump({ at })));
const grid = new Grid(byId("grid-place"), (cell) => choose(cell));
const why = new Why(byId("why-head"), byId("reasons"));
const toldChart = new ToldChart(byId("told"), (at) => jump({ at }, byId("game")));
const leftChart = new LeftChart(byId("left"), (at) => jump({ at }, byId("game")));
const winningChart = new WinningChart(byId("winning"), (at) => jump({ at }, byId("game")));
const charts = [toldChart, leftChart, winningChart];

/**
 * Changes the state, and shows it.
 * @param {Partial<State>} change
 */
function go(change) {
  const before = { ...state };
  Object.assign(state, change);
  state.at = Math.max(0, Math.min(LAST, state.at));
  const moved = state.at !== before.at || state.view !== before.view;
  if (moved || state.ask !== before.ask) forgetAnswer(change);
  if (!("review" in change) && (moved || state.ask)) state.review = null;
  show(before);
}

/** A question is asked anew at each moment; a cell that was chosen before is no answer to it. */
function forgetAnswer(change) {
  state.revealed = false;
  state.right = null;
  state.answer = null;
  state.hints = 0;
  state.wrong = [];
  if (state.ask && !("cell" in change)) state.cell = null;
}

/** A step from event to event: what it tells comes into view. */
function step(change) {
  go(change);
  lookAtNews();
}

/**
 * A jump, which the browser's Back undoes.
 * @param {Partial<State>} change
 * @param {HTMLElement | null} [aim] what is to be in sight
 */
function jump(change, aim = null) {
  history.replaceState(null, "", address());
  go(change);
  clearTimeout(timer);
  history.pushState(null, "", address());
  if (aim) aim.scrollIntoView();
  lookAtWhatMatters(change);
}

/** Brings into sight what a change is about: the cell, the cells in question, or the news. */
function lookAtWhatMatters(change) {
  if (state.cell !== null && "cell" in change) lookAtCell();
  else if (state.review !== null) lookAtReview();
  else lookAtNews();
}

/** A cell was pointed at: to ask why, or, where something is asked, to answer. */
function choose(cell) {
  if (hidesAnswer()) return;
  if (isPosed()) {
    go({ tried: askTried(/** @type {number} */ (state.review), cell) });
    return;
  }
  const view = VIEWS[state.view];
  const isAsked = isVeiled() && state.at > 0 && view.news(state.at).placed.length > 0;
  const isRight = isAsked && view.news(state.at).placed.includes(cell);
  if (isAsked) count(view, state.at, "place", isRight);
  if (isRight) go({ cell, revealed: true, right: cell });
  else go({ cell: cell === state.cell ? null : cell });
  if (state.cell !== null) lookAtCell();
}

const isVeiled = () => state.ask && !state.revealed;
/** Whether the answer to the ask is in question, and so not shown. */
const hidesAnswer = () => isVeiled() && state.answer === null && state.at > 0 && foretold(VIEWS[state.view], state.at) !== null;

/** Whether a moment of the review asks what to do. */
const isPosed = () => state.review !== null && !hasTried(state.tried);

/** The answer to an ask was said to be sure, or not to be known. A wrong one is refuted; the question stays. */
function sayAnswer(answer) {
  const view = VIEWS[state.view];
  const isRight = answer === foretold(view, state.at);
  count(view, state.at, "answer", isRight);
  if (isRight) go({ answer, revealed: view.news(state.at).placed.length === 0 });
  else go({ wrong: [...state.wrong, answer] });
}

/** Which cells are in question: of them only what the view saw, or has in its hands, is shown. */
function hidden() {
  if (hidesAnswer()) return () => true;
  if (isPosed()) {
    const books = booksInQuestion(REVIEW[/** @type {number} */ (state.review)]);
    return (cell) => books.has(BOOK_OF[cardOf(cell)]);
  }
  const asks = isVeiled() && state.hints === 0 && state.at > 0 && VIEWS[state.view].news(state.at).placed.length > 0;
  return asks ? () => true : null;
}

/** @param {State | null} before */
function show(before) {
  const view = VIEWS[state.view];
  const veiled = isVeiled();
  const other = state.other === null || state.other === state.view ? null : VIEWS[state.other];
  /** @type {Shown} */
  const shown = { ...state, view, veiled, other, hidesAnswer: hidesAnswer(), hides: hidden() };
  grid.show(shown);
  const cited = why.show(shown);
  events.show({ ...shown, cited, hideFuture: state.ask || isPosed() });
  showControls(view);
  if (before === null || before.view !== state.view) showCharts();
  for (const chart of charts) chart.point(shown);
  if (before === null || state.ask || before.ask) hideWhatIsToCome();
  later(() => announce(view, veiled));
}

function showControls(view) {
  control("view").value = String(state.view);
  control("other").value = String(state.other ?? -1);
  control("slider").value = String(state.at);
  byId("slider").setAttribute("aria-valuetext", `${state.at}: ${said(state.at)}`);
  setText(byId("count"), `${state.at} / ${LAST}`);
  setNamed(byId("said"), said(state.at));
  setNamed(byId("facts"), factsText(view));
  control("back").disabled = control("first").disabled = state.at === 0;
  control("forward").disabled = control("end").disabled = state.at === LAST;
  control("slip-back").disabled = !slipFrom(-1);
  control("slip-forward").disabled = !slipFrom(1);
  byId("ask").setAttribute("aria-pressed", String(state.ask));
  byId("truth").setAttribute("aria-pressed", String(state.truth));
  byId("reveal").hidden = !state.ask;
  control("reveal").disabled = state.revealed;
  document.documentElement.classList.toggle("asking", state.ask);
}

function said(at) {
  if (at === 0) return "The deal";
  return hidesAnswer() ? withoutAnswer(at) : GAME.events[at - 1].text;
}

function factsText(view) {
  const at = hidesAnswer() ? state.at - 1 : state.at;
  const score = GAME.teams.map((team, i) => `${team.join("+")} ${GAME.scores[at][i]}`);
  const sizes = view.sizes(at).map((size, i) => `${SEATS[i]} ${size ?? "?"}`);
  return `Turn: ${GAME.turns[at]}. Score: ${score.join(", ")}. Cards: ${sizes.join(", ")}.`;
}

function showCharts() {
  const view = VIEWS[state.view];
  setNamed(byId("told-head"), `Bits that each event told ${viewer(view)}`);
  toldChart.show(view);
  leftChart.show(view);
  winningChart.show();
  drawKey(byId("key"), view, (number) => go({ view: number }));
}

/** With "Ask first", all that tells of later events is hidden. */
function hideWhatIsToCome() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-event], [data-until]"))) {
    const event = Number(node.dataset.event ?? node.dataset.until);
    const isHidden = state.ask && (event > state.at || (event === state.at && isVeiled() && "event" in node.dataset));
    node.toggleAttribute("hidden", isHidden);
  }
}

/** Says the moment, and writes it into the address, once things come to rest. */
let timer = 0;
function later(work) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work();
    history.replaceState(null, "", address());
  }, 250);
}

function announce(view, veiled) {
  const panel = byId("reasons").querySelector(".verdict-line, .judged, .prompt");
  if ((state.cell !== null || state.review !== null) && panel) {
    setText(byId("live"), `${byId("why-head").textContent}. ${panel.textContent}`);
    return;
  }
  const parts = [`Event ${state.at} of ${LAST}, ${view.label}: ${said(state.at)}.`];
  if (state.at > 0 && !veiled) {
    const { placed, excluded, bits: told } = view.news(state.at);
    parts.push(`${bits(told)}; ${placed.length} placed, ${excluded.length} ruled out.`);
    parts.push(...(MARKS.get(state.at) ?? []).map((mark) => mark.text));
  }
  setText(byId("live"), parts.join(" "));
}

// -- what is in sight -----------------------------------------------------------------------------

/**
 * Scrolls so far that some cells are in sight, between the controls and the panel below. Where they
 * have no room there, a panel at the foot of the window makes some; then the rows, if they are high.
 * @param {HTMLElement[]} nodes
 */
function bringIntoView(nodes) {
  byId("why").classList.remove("low");
  grid.root.classList.remove("dense");
  for (const node of nodes.toReversed()) bringBeside(node);
  for (const roomier of [() => byId("why").classList.add("low"), () => grid.root.classList.add("dense")]) {
    if (hasRoom(nodes)) break;
    roomier();
  }
  const [{ top, bottom }, sight] = [extent(nodes), inSight()];
  let by = 0;
  if (bottom > sight.bottom) by = bottom - sight.bottom;
  if (top - by < sight.top) by = top - sight.top;
  if (by && nodes.length) window.scrollBy(0, by);
}

function hasRoom(nodes) {
  const [{ top, bottom }, sight] = [extent(nodes), inSight()];
  return bottom - top <= sight.bottom - sight.top;
}

/** From where to where some elements reach; those that are not shown count for nothing. */
function extent(nodes) {
  const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.height);
  return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
}

/** Scrolls half-suits that are wider than the window, so far that a cell is beside the head of its row. */
function bringBeside(cell) {
  const [frame, head, box] = [grid.root, cell.parentElement.firstElementChild, cell].map((node) => node.getBoundingClientRect());
  if (box.left < head.right) grid.root.scrollLeft -= head.right - box.left;
  else if (box.right > frame.right) grid.root.scrollLeft += box.right - frame.right;
}

/** What is left of the window between the controls, if they stick, and the panel at its foot. */
function inSight() {
  const controls = byId("controls");
  const sticks = getComputedStyle(controls).position === "sticky";
  const panel = byId("why");
  const isSheet = getComputedStyle(panel).getPropertyValue("--sheet-height").trim() !== "";
  const foot = isSheet ? panel.offsetHeight : 0;
  return { top: (sticks ? controls.offsetHeight : 0) + 34, bottom: window.innerHeight - foot - 8 };
}

const lookAtNews = () => bringIntoView(isVeiled() ? [] : grid.news(VIEWS[state.view], state.at));
const lookAtReview = () => bringIntoView(grid.nodes(ringedCells(state.review, state.tried)));
const lookAtCell = () => bringIntoView(state.cell === null ? [] : grid.nodes([state.cell]));

// -- mistakes -------------------------------------------------------------------------------------

/** The next slip, or the one before; with "Ask first" none that is still to come. */
function slipFrom(direction) {
  const allowed = SLIPS.filter((mark) => !state.ask || mark.event <= state.at);
  return direction > 0 ? allowed.find((mark) => mark.event > state.at) : allowed.findLast((mark) => mark.event < state.at);
}

/** Goes to a slip: as the one who made it saw it, where that is known. */
function goToSlip(mark) {
  if (!mark) return;
  const chair = VIEWS.findIndex((view) => view.name === mark.seat);
  jump({ at: mark.event, view: chair < 0 ? state.view : chair, cell: null });
}

byId("slip-count").textContent = SLIPS.length === 1 ? "1 mistake or guess" : `${SLIPS.length} mistakes and guesses`;
byId("slips").append(...slipLists(goToSlip));
byId("slips").hidden = byId("slip-back").hidden = byId("slip-forward").hidden = !SLIPS.length;
byId("slip-back").addEventListener("click", () => goToSlip(slipFrom(-1)));
byId("slip-forward").addEventListener("click", () => goToSlip(slipFrom(1)));
drawMarks(byId("ticks"));

// -- deep links -----------------------------------------------------------------------------------

function address() {
  const parts = [`event=${state.at}`, `as=${encode(VIEWS[state.view].name)}`];
  if (state.review !== null) parts.push(`review=${state.review + 1}`);
  if (state.cell !== null) {
    parts.push(`card=${CARDS[cardOf(state.cell)]}`, `seat=${encode(SEATS[seatOf(state.cell)])}`);
  }
  if (state.other !== null) parts.push(`with=${encode(VIEWS[state.other].name)}`);
  if (state.truth) parts.push("truth=1");
  if (state.ask) parts.push("quiz=1");
  return `#${parts.join("&")}`;
}

/**
 * The state that an address asks for; what it does not say stays as it is.
 * @param {string} fragment
 */
function asked(fragment) {
  const pairs = fragment.slice(1).split("&").map((part) => part.split("="));
  const wanted = Object.fromEntries(pairs.map(([key, value]) => [key, decode(value ?? "")]));
  /** @type {Partial<State>} */
  const change = {};
  if (REVIEW[Number(wanted.review) - 1]) Object.assign(change, reviewState(Number(wanted.review) - 1));
  else if (/^\d+$/.test(wanted.event ?? "")) change.at = Math.min(LAST, Number(wanted.event));
  const view = VIEWS.findIndex((one) => one.name === wanted.as);
  if (view >= 0 && change.review === undefined) change.view = view;
  const other = VIEWS.findIndex((one) => one.name === wanted.with);
  if (other >= 0) change.other = other;
  if (wanted.truth === "1") change.truth = true;
  if (wanted.quiz === "1") change.ask = true;
  const [card, seat] = [CARD_NUMBER[wanted.card], SEAT_NUMBER[wanted.seat]];
  if (card !== undefined && seat !== undefined && !change.ask) change.cell = cellOf(card, seat);
  return change;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address that says where one is, or was, says whether a cell is chosen, too. */
window.addEventListener("hashchange", () => {
  const change = asked(location.hash);
  if (!Object.keys(change).length) return;
  go({ ...change, cell: change.cell ?? null });
  lookAround(change);
});

function lookAround(change) {
  if (change.cell !== undefined && isOpen(cardOf(change.cell), state.at)) {
    byId("game").scrollIntoView();
    lookAtCell();
  } else if (change.at !== undefined) {
    byId("game").scrollIntoView();
    lookAtWhatMatters(change);
  }
}

// -- controls -------------------------------------------------------------------------------------

VIEWS.forEach((view, i) => {
  byId("view").append(make("option", { value: i }, view.label));
  byId("other").append(make("option", { value: i }, view.label));
});
byId("view").addEventListener("change", (event) => go({ view: Number(control(targetOf(event).id).value) }));
byId("other").addEventListener("change", (event) => go({ other: Number(control(targetOf(event).id).value) < 0 ? null : Number(control(targetOf(event).id).value) }));
byId("slider").addEventListener("input", (event) => go({ at: Number(control(targetOf(event).id).value) }));
byId("slider").addEventListener("change", lookAtNews);
byId("first").addEventListener("click", () => jump({ at: 0 }));
byId("back").addEventListener("click", () => step({ at: state.at - 1 }));
byId("forward").addEventListener("click", () => step({ at: state.at + 1 }));
byId("end").addEventListener("click", () => jump({ at: LAST }));
byId("ask").addEventListener("click", () => go({ ask: !state.ask, cell: null }));
byId("truth").addEventListener("click", () => go({ truth: !state.truth }));
byId("truth").hidden = DEALT.every((seat) => seat < 0);
byId("close").addEventListener("click", () => close());

/** Closes the explanation, or leaves the review; the focus goes back to the cell. */
function close() {
  const cell = state.cell === null ? null : grid.node(state.cell);
  const isInside = byId("why").contains(document.activeElement);
  if (cell) go({ cell: null });
  else go({ review: null });
  if (isInside) cell?.focus();
}
byId("reveal").addEventListener("click", () => reveal());
byId("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
byId("help-open").addEventListener("click", () => helpBox.showModal());
byId("link").addEventListener("click", () => copyLink());
byId("save").addEventListener("click", () => savePage(heading(), `event-${state.at}.html`));
byId("numbers").addEventListener("toggle", (event) => {
  const root = targetOf(event).querySelector(".scroll");
  if (root && !root.firstChild) root.append(numbersTable());
});

function reveal() {
  go({ revealed: true });
  lookAtNews();
}

/** Links within the page are jumps, to the moment and into sight of it. */
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (targetOf(event).closest("a.moment"));
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.review !== undefined) {
    openReview(Number(link.dataset.review), byId("game"));
    return;
  }
  const seat = link.dataset.as ? `&as=${link.dataset.as}` : "";
  const change = asked(link.getAttribute("href") + seat);
  const isInside = link.closest("#game");
  jump(isInside ? change : { ...change, cell: null }, isInside ? null : byId("game"));
});

/** The position for someone else: its address, or in words where the page is a file of one's own. */
async function copyLink() {
  history.replaceState(null, "", address());
  const isFile = location.protocol === "file:" || window.top !== window;
  const text = [heading(), ...whyLines()].join("\n");
  const told = isFile ? { title: document.title, text } : { title: document.title, text, url: location.href };
  sayOn(byId("link"), await share(told, isFile ? text : location.href));
}

const moment = () => (state.at === 0 ? "The deal" : `Event ${state.at}: ${plainSigns(said(state.at))}`);
const heading = () => `${moment()} (${document.title}, as ${looker(VIEWS[state.view])} it)`;

/** Why the chosen cell is as it is, line by line; nothing where none is chosen. */
function whyLines() {
  if (state.cell === null) return [];
  return [...byId("reasons").querySelectorAll(".verdict-line, .fact")].map((node) => node.textContent ?? "");
}

/** Says on a button what came of it, for a while. */
function sayOn(node, text) {
  node.dataset.name ??= node.textContent;
  setText(node, text);
  setTimeout(() => setText(node, node.dataset.name), 2000);
}

new ResizeObserver(() => {
  if (byId("left").clientWidth && byId("left").clientWidth !== leftChart.width) {
    showCharts();
    const shown = { ...state, veiled: isVeiled() };
    for (const chart of charts) chart.point(shown);
  }
}).observe(byId("left"));

// -- dark and light -------------------------------------------------------------------------------

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  nameTheme();
}

function nameTheme() {
  setText(byId("theme"), isDark() ? "Light" : "Dark");
}

prefersDark.addEventListener("change", nameTheme);

// -- keyboard -------------------------------------------------------------------------------------

const helpBox = /** @type {HTMLDialogElement} */ (byId("help"));

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => step({ at: state.at - 1 }),
  ArrowRight: () => step({ at: state.at + 1 }),
  Home: () => jump({ at: 0 }),
  End: () => jump({ at: LAST }),
  Escape: () => close(),
  j: () => step({ at: state.at + 1 }),
  k: () => step({ at: state.at - 1 }),
  n: () => goToSlip(slipFrom(1)),
  p: () => goToSlip(slipFrom(-1)),
  v: () => go({ view: (state.view + 1) % VIEWS.length }),
  V: () => go({ view: (state.view + VIEWS.length - 1) % VIEWS.length }),
  a: () => go({ ask: !state.ask, cell: null }),
  q: () => byId("next-question")?.click(),
  r: () => state.ask && reveal(),
  h: () => byId("truth").hidden || go({ truth: !state.truth }),
  "[": () => changeOfCell(-1),
  "]": () => changeOfCell(1),
  t: () => setTheme(isDark() ? "light" : "dark"),
  "?": () => helpBox.showModal(),
};

/** Goes to the event before, or after, that changed what the chosen cell shows. */
function changeOfCell(direction) {
  if (state.cell === null || isVeiled()) return;
  const changes = VIEWS[state.view].changes(state.cell).filter((at) => !state.ask || at <= state.at);
  const at = direction > 0 ? changes.find((event) => event > state.at) : changes.findLast((event) => event < state.at);
  if (at !== undefined) jump({ at, cell: state.cell });
}

/** Whether what has the focus has a use for a key itself; to a closed list the arrows to the side are none. */
function takesKey(target, key) {
  const isAside = key === "ArrowLeft" || key === "ArrowRight";
  const list = target.closest("select");
  if (list) return !(isAside && isClosed(list));
  if (key.length === 1 || key === "Escape") return false;
  const wide = target.closest(".scroll");
  if (wide && isAside) return wide.scrollWidth > wide.clientWidth;
  return target.closest("input, .scroll, #grid") !== null;
}

/** Whether a list is known to be closed: not every browser says so. */
const isClosed = (list) => CSS.supports("selector(:open)") && !list.matches(":open");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || helpBox.open) return;
  if (event.key.length === 1 && !control("single").checked) return;
  if (takesKey(targetOf(event), event.key)) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// -- the beginning --------------------------------------------------------------------------------

/** Without a wish, the page opens at the worst moment; without one, at the deal. */
function begin() {
  const theme = remembered("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  nameTheme();
  drawSides(byId("sides"));
  const change = asked(location.hash);
  const start = REVIEW.length && !Object.keys(change).length ? reviewState(0) : { at: 0 };
  Object.assign(state, start, change);
  show(null);
  requestAnimationFrame(() => lookAround(change));
}

begin();
