// The state of the page (moment, view, cell), how it changes, and what then is shown.
// Part of tracker. SPDX-License-Identifier: MIT

const state = { at: 0, view: 0, cell: null, ask: false, revealed: false };

const events = new EventList(byId("events"), (at) => go({ at }));
const grid = new Grid(byId("grid"), (cell) => go({ cell: cell === state.cell ? null : cell }));
const why = new Why(byId("why-head"), byId("reasons"));
const toldChart = new ToldChart(byId("told"), (at) => go({ at }));
const leftChart = new LeftChart(byId("left"), (at) => go({ at }));

/** Changes the state, and shows it. */
function go(change) {
  const before = { ...state };
  Object.assign(state, change);
  state.at = Math.max(0, Math.min(LAST, state.at));
  if (state.at !== before.at) state.revealed = false;
  show(before);
}

function show(before) {
  const view = VIEWS[state.view];
  const veiled = state.ask && !state.revealed;
  grid.show({ view, at: state.at, cell: state.cell, veiled });
  const cited = why.show({ view, at: state.at, cell: state.cell, veiled });
  events.show(state.at, cited, state.ask);
  showControls(view);
  if (before === null || before.view !== state.view) showCharts();
  toldChart.point(state.at, state.ask);
  leftChart.point(state.at, state.ask);
  hideWhatIsToCome();
  later(() => announce(view, veiled));
}

function showControls(view) {
  byId("view").value = String(state.view);
  byId("slider").value = String(state.at);
  byId("slider").setAttribute("aria-valuetext", `${state.at}: ${said(state.at)}`);
  setText(byId("count"), `${state.at} / ${LAST}`);
  setText(byId("said"), said(state.at));
  setText(byId("facts"), factsText(view));
  byId("back").disabled = byId("first").disabled = state.at === 0;
  byId("forward").disabled = byId("end").disabled = state.at === LAST;
  byId("ask").setAttribute("aria-pressed", String(state.ask));
  byId("reveal").hidden = !state.ask;
  byId("reveal").disabled = state.revealed;
}

const said = (at) => (at === 0 ? "The deal" : GAME.events[at - 1].text);

function factsText(view) {
  const score = GAME.teams.map((team, i) => `${team.join("+")} ${GAME.scores[state.at][i]}`);
  const sizes = view.sizes(state.at).map((size, i) => `${SEATS[i]} ${size ?? "?"}`);
  return `Turn: ${GAME.turns[state.at]}. Score: ${score.join(", ")}. Cards: ${sizes.join(", ")}.`;
}

function showCharts() {
  const view = VIEWS[state.view];
  setText(byId("told-head"), `Bits that each event told ${viewer(view)}`);
  toldChart.show(view);
  leftChart.show(view);
  drawKey(byId("key"), view, (number) => go({ view: number }));
}

/** With "Ask first", all that tells of later events is hidden. */
function hideWhatIsToCome() {
  for (const node of document.querySelectorAll("[data-event], [data-until]")) {
    const event = Number(node.dataset.event ?? node.dataset.until);
    node.hidden = state.ask && event > state.at;
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
  const parts = [`Event ${state.at} of ${LAST}, ${view.label}: ${said(state.at)}.`];
  if (state.at > 0 && !veiled) {
    const { placed, excluded, bits: told } = view.news(state.at);
    parts.push(`${bits(told)}; ${placed.length} placed, ${excluded.length} ruled out.`);
  }
  setText(byId("live"), parts.join(" "));
}

// -- deep links -----------------------------------------------------------------------------------

function address() {
  const parts = [`event=${state.at}`, `as=${encode(VIEWS[state.view].name)}`];
  if (state.cell !== null) {
    parts.push(`card=${CARDS[cardOf(state.cell)]}`, `seat=${encode(SEATS[seatOf(state.cell)])}`);
  }
  return `#${parts.join("&")}`;
}

const encode = (name) => encodeURIComponent(name).replaceAll("%2B", "+");

/** The state that the address asks for; what it does not say stays as it is. */
function asked() {
  const pairs = location.hash.slice(1).split("&").map((part) => part.split("="));
  const wanted = Object.fromEntries(pairs.map(([key, value]) => [key, decode(value ?? "")]));
  const change = {};
  if (/^\d+$/.test(wanted.event ?? "")) change.at = Number(wanted.event);
  const view = VIEWS.findIndex((one) => one.name === wanted.as);
  if (view >= 0) change.view = view;
  const [card, seat] = [CARD_NUMBER[wanted.card], SEAT_NUMBER[wanted.seat]];
  if (card !== undefined && seat !== undefined) change.cell = cellOf(card, seat);
  return change;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

window.addEventListener("hashchange", () => {
  const change = asked();
  if (Object.keys(change).length) go(change);
});

// -- controls -------------------------------------------------------------------------------------

VIEWS.forEach((view, i) => byId("view").append(make("option", { value: i }, view.label)));
byId("view").addEventListener("change", (event) => go({ view: Number(event.target.value) }));
byId("slider").addEventListener("input", (event) => go({ at: Number(event.target.value) }));
byId("first").addEventListener("click", () => go({ at: 0 }));
byId("back").addEventListener("click", () => go({ at: state.at - 1 }));
byId("forward").addEventListener("click", () => go({ at: state.at + 1 }));
byId("end").addEventListener("click", () => go({ at: LAST }));
byId("ask").addEventListener("click", () => go({ ask: !state.ask, revealed: false }));
byId("close").addEventListener("click", () => {
  const cell = grid.cells[state.cell];
  go({ cell: null });
  cell.focus();
});
byId("reveal").addEventListener("click", () => go({ revealed: true }));
byId("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
byId("help-open").addEventListener("click", () => byId("help").showModal());
byId("numbers").addEventListener("toggle", (event) => {
  const root = event.target.querySelector(".scroll");
  if (!root.firstChild) root.append(numbersTable());
});
document.addEventListener("click", (event) => {
  // A link to a moment leads to the grid, wherever it stands.
  if (event.target.closest("main > section:not(#game) a.moment")) byId("game").scrollIntoView();
});
new ResizeObserver(() => {
  if (byId("left").clientWidth && byId("left").clientWidth !== leftChart.width) {
    showCharts();
    toldChart.point(state.at, state.ask);
    leftChart.point(state.at, state.ask);
  }
}).observe(byId("left"));

// -- dark and light -------------------------------------------------------------------------------

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  nameTheme();
}

function nameTheme() {
  setText(byId("theme"), isDark() ? "Light" : "Dark");
}

prefersDark.addEventListener("change", nameTheme);

// -- keyboard -------------------------------------------------------------------------------------

const KEYS = {
  ArrowLeft: () => go({ at: state.at - 1 }),
  ArrowRight: () => go({ at: state.at + 1 }),
  Home: () => go({ at: 0 }),
  End: () => go({ at: LAST }),
  Escape: () => go({ cell: null }),
  j: () => go({ at: state.at + 1 }),
  k: () => go({ at: state.at - 1 }),
  v: () => go({ view: (state.view + 1) % VIEWS.length }),
  V: () => go({ view: (state.view + VIEWS.length - 1) % VIEWS.length }),
  a: () => go({ ask: !state.ask, revealed: false }),
  r: () => state.ask && go({ revealed: true }),
  t: () => setTheme(isDark() ? "light" : "dark"),
  "?": () => byId("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  if (event.key.length === 1 && !byId("single").checked) return;
  const takesKeys = event.target.closest("select, textarea, input, .scroll, #events, #grid");
  if (takesKeys && event.key.length > 1 && event.key !== "Escape") return;
  if (event.target.closest("select, textarea")) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

nameTheme();
Object.assign(state, asked());
state.at = Math.min(LAST, state.at);
show(null);
