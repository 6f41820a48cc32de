// The app: what it knows, how that changes, and which screen shows it. Screens are functions of ``app``.
// Part of tracker. SPDX-License-Identifier: MIT

import { Engine } from "./engine.js";
import { EnterScreen } from "./enter.js";
import { HomeScreen, titleOf, Waiting } from "./home.js";
import { keepAll, served } from "./offline.js";
import { hasLetters, ReportScreen } from "./report_screen.js";
import { ReviewScreen } from "./review.js";
import { ShareScreen } from "./share.js";
import { keepBoard, openedGame } from "./opened.js";
import * as storage from "./storage.js";
import { NewScreen, RulesScreen } from "./rules.js";
import { TrainScreen } from "./train.js";
import { html, render } from "./view.js";
import { Walk } from "./walk.js";

/** @type {AppState} */
const app = {
  screen: "home",
  status: "starting",
  busy: 0,
  isKept: false,
  games: [],
  entry: {},
  answers: new Map(),
};

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
let isDrawing = false;
const draw = () => render(html`<${App} />`, root);

/**
 * Changes what the app knows, and shows it.
 * @param {Partial<AppState>} change
 */
function set(change) {
  Object.assign(app, change);
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    draw();
  });
}

const engine = new Engine(engineChanged, served((news) => set(news.kept ? { isKept: true } : { coming: news })));

/** The engine is ready, at work, or will not start. */
function engineChanged(status, busy) {
  if (status === "ready" && app.status === "starting") void keepAll();
  set({ status, busy, ...(status === "failed" ? { message: [engine.trouble] } : {}) });
}

/** Who left something while an answer was awaited wants nothing more of it: `attempt` is silent about that. */
const left = (what) => Object.assign(new Error(`The ${what} was left.`), { kind: "Stopped" });

/** The game that is open. */
function current() {
  if (!app.game) throw left("game");
  return app.game;
}

/** How often a screen was gone to. */
let visits = 0;

/**
 * What has to be there before a screen is shown.
 * @template T
 * @param {Promise<T>} coming
 */
async function awaited(coming) {
  const visit = visits;
  const came = await coming;
  if (visit !== visits) throw left("screen");
  return came;
}

/**
 * Does something that may fail, and says why it did.
 * @param {() => any} work
 */
async function attempt(work) {
  try {
    return await work();
  } catch (caught) {
    const error = /** @type {{kind?: string, lines?: string[], message?: string}} */ (caught);
    if (error.kind !== "Stopped") set({ message: error.lines ?? [String(error.message ?? error)] });
    return undefined;
  }
}

// -- games ------------------------------------------------------------------------------------------

const act = {
  set,
  draw,
  attempt,
  ask: (question, parameters, background) => engine.ask(question, parameters, background),

  /**
   * The answer to a question, if it is there; else it is asked, and once it came the screen is drawn with it. One that
   * says which share of it is done is asked for the next step. All is asked anew when the open game changes.
   * @returns {any} null: there is none, and why was said
   */
  answer(question, parameters = {}, background = false) {
    const [{ answers }, key] = [app, JSON.stringify([question, parameters])];
    const ask = async () => {
      do {
        answers.set(key, (await attempt(() => engine.ask(question, parameters, background))) ?? null);
        set({});
      } while (app.answers === answers && answers.get(key)?.share !== undefined);
    };
    if (!answers.has(key)) {
      answers.set(key, undefined);
      void ask();
    }
    return answers.get(key);
  },

  /** Ends what the engine works on; the game being entered is begun anew. */
  stop() {
    engine.stop();
    if (app.walk) app.walk.state.told = null;
    if (app.screen === "play") void attempt(() => begin(current().text, app.walk.state.view.name));
  },

  /** Opens a game from a text in any form; it is kept on this device. */
  async take(text, name) {
    const isLink = /^\s*(?:[a-z][a-z0-9+.-]*:\S*)?#g=\S+\s*$/i.test(text);
    const game = isLink ? await engine.ask("followed", { link: text }) : await engine.ask("open", { text });
    await adopt({ ...game, title: game.title || name }, "public", "review");
  },

  /** Begins a game: the lines of its header. */
  async begin(text, view) {
    await adopt(await engine.ask("open", { text }), view, "play");
  },

  /** Does something to the game being entered; shown when it is kept. What was half entered before goes then, what was begun meanwhile stays. */
  async deed(what, more = {}) {
    const { entry } = app;
    if (entry.working) return;
    entry.working = true;
    const changed = await attempt(() => engine.ask("do", { do: what, ...more }));
    const done = changed && !changed.refused && (await attempt(() => taken(changed)));
    app.entry.working = false;
    const begun = app.entry === entry ? {} : app.entry;
    set({ entry: done ? begun : { ...app.entry, refused: changed?.refused ?? null } });
  },

  async remove(id) {
    await storage.removeGame(id);
    set({ games: await storage.allGames() });
  },

  /** Keeps a game that came in a link. */
  keepHere: () => adopt(current(), app.walk.state.view.name, "review"),
};

/** Keeps a game that is new on this device, and goes to a screen of it. */
async function adopt(game, view, screen) {
  const id = storage.newId();
  await keep({ ...game, id }, view);
  location.hash = `#${screen}/${id}`;
}

/** Keeps a game on this device. */
function keep(game, view) {
  const { id, title, text, past } = game;
  const { events, seats } = game.game;
  return storage.keepGame({ id, title, text, past, view, events: events.length, seats, changed: Date.now() });
}

/** What the engine took in: first kept, then shown. */
async function taken(changed) {
  const { id, title } = current();
  const game = { ...changed, id, title: changed.title || title };
  try {
    // A branch is in no file: what is kept is what it branched off.
    await keep({ ...game, text: changed.kept }, changed.view);
  } catch (error) {
    await engine.ask("do", { do: "undo" });
    throw new Error(`It was not taken in, for the device would not keep it: ${error}`, { cause: error });
  }
  entered(game);
  return changed;
}

/** The game being entered, as the engine has it now, with its board. */
function entered(game) {
  opened(game, game.view);
  if (game.board) keepBoard(app.walk.state.view, game.board);
}

/** A game is the open one; of the one before nothing is shown any more. */
function opened(game, view, at = game.game.events.length) {
  const { id, text } = app.game ?? {};
  const before = app.walk?.state.view;
  if (text !== game.text) app.walk = walkOf(game);
  // What is half entered is kept as long as it is about the same record, what was answered as long as it is seen so.
  if (text !== game.text || id !== game.id) app.entry = {};
  if (text !== game.text || before?.name !== view) app.answers = new Map();
  const { walk } = app;
  Object.assign(walk.state, { at, view: walk.game.view(view), other: null, cell: null, lit: null, told: null, counts: false, looked: false });
  if (id === game.id && before?.name === view && before.game !== walk.game) walk.state.view.before = before.board(before.game.last);
  set({ game, waiting: null, message: null });
  walk.rest();
}

/** A game as it is gone through and entered: what is looked at is worked out then. */
const walkOf = (game) => new Walk(openedGame(game, act.answer), { title: titleOf(game), draw, mark: rememberPlace, look: (state) => void attempt(() => look(state)), link: () => (location.hash.startsWith("#g=") ? location.href : null), hasLetters });

async function begin(text, view) {
  const { id = null, title, past } = current();
  const state = await awaited(engine.ask("begin", { text, view, past }));
  entered({ ...state, id, title: state.title || title });
}

// -- looking ----------------------------------------------------------------------------------------

/** Another moment or cell is looked at, or with other eyes. */
async function look({ view, at, other }) {
  if (other) await workOut(other, at);
  await workOut(view, at);
}

/** The address of a link says what is looked at, so that it can be copied at any time. */
function rememberPlace() {
  if (!app.game || !location.hash.startsWith("#g=")) return;
  const { at, view } = app.walk.state;
  const [data] = location.hash.split("&");
  history.replaceState(null, "", `${data}&at=${at}&as=${encodeURIComponent(view.name)}`);
}

/** The board of a view at a moment, unless it is there already; null where the record contradicts itself. */
async function workOut(view, at) {
  if (view.board(at) !== undefined) return;
  try {
    keepBoard(view, (await engine.ask("show", { record: current().text, view: view.name, at })).json);
  } catch (error) {
    if (/** @type {{kind?: string}} */ (error).kind === "ContradictionError") view.found[at] = null;
    throw error;
  } finally {
    set({});
  }
}

// -- which screen -----------------------------------------------------------------------------------

async function route() {
  const hash = location.hash;
  const [screen, id] = hash.slice(1).split("/");
  visits += 1;
  window.scrollTo(0, 0);
  set({ message: null, detective: null });
  if (app.walk) Object.assign(app.walk.state, { cell: null, told: null });
  for (const [key, answer] of app.answers) if (answer === null) app.answers.delete(key);
  if (hash.startsWith("#g=")) await attempt(() => openLink(hash));
  else await attempt(() => (OPENING[screen] ?? showHome)(screen, id));
}

const showHome = async () => set({ screen: "home", games: await awaited(storage.allGames()) });

/** What was worked out when the app was built: it is there before the engine is. */
async function ready(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status}).`);
  return response.json();
}

async function showRules(screen) {
  set({ screen });
  if (!app.rules) set({ rules: await ready("rules.json") });
}

/** A game to look at, with its boards in everyone's eyes and its review. */
async function openSample() {
  set({ screen: "review", game: null });
  const { game, boards, review } = await awaited(ready("sample.json"));
  opened({ ...game, id: null, link: "#sample" }, "public", 0);
  for (const board of boards) keepBoard(app.walk.state.view, board);
  app.answers.set(JSON.stringify(["review", { record: game.text }]), review);
}

async function showTrain() {
  set({ screen: "train", train: null, games: await awaited(storage.allGames()) });
  const scores = (await awaited(storage.note("train"))) ?? {};
  const rules = await awaited(storage.note("train rules"));
  set({ train: { pack: await awaited(engine.ask("pack")), scores, rules, puzzle: null, turn: 0 } });
}

async function openLink(hash) {
  set({ screen: "review", game: null });
  const got = await awaited(engine.ask("followed", { link: hash }));
  opened({ ...got, id: null, link: hash }, got.view ?? "public", got.at ?? got.game.events.length);
  await workOut(app.walk.state.view, app.walk.state.at);
}

async function openGame(screen, id) {
  if (!id && !app.game) throw new Error("This game is not open any more: open its link again.");
  if (id && app.game?.id !== id) await openKept(screen, id);
  // A game that is over is gone through from the deal, or from its first moment that mattered.
  const { state, game } = app.walk;
  if (screen === "review" && current().over && state.at === game.last && app.screen !== "share") {
    state.at = 0;
    state.looked = false;
  }
  set({ screen });
  if (screen === "play") await begin(current().text, state.view.name);
  if (screen === "review") await workOut(state.view, state.at);
}

async function openKept(screen, id) {
  set({ game: null, screen });
  const kept = await awaited(storage.gameById(id));
  if (!kept) throw new Error("This game is not on this device any more.");
  set({ waiting: kept });
  const game = await awaited(engine.ask("open", { text: kept.text }));
  const view = game.views.includes(kept.view) ? kept.view : "public";
  opened({ ...game, id, title: game.title || kept.title, past: kept.past }, view);
}

/** What is to be done before a screen is shown. */
const OPENING = { __proto__: null, play: openGame, review: openGame, share: openGame, report: openGame, sample: openSample, new: showRules, rules: showRules, train: showTrain };
const SCREENS = { home: HomeScreen, new: NewScreen, rules: RulesScreen, play: EnterScreen, review: ReviewScreen, report: ReportScreen, share: ShareScreen, train: TrainScreen };

function App() {
  const Screen = OPENING[app.screen] === openGame && !app.game ? Waiting : SCREENS[app.screen];
  return html`<${Screen} app=${app} act=${act} />
    ${app.message ? html`<div class="toast" role="alert"><div>${app.message.map((line) => html`<p>${line}</p>`)}</div>
      <button type="button" onClick=${() => set({ message: null })}>OK</button></div>` : null}`;
}

window.addEventListener("hashchange", () => void route());
void navigator.storage?.persist?.();
await route();
