// The app: what it knows, how that changes, and which screen shows it. Screens are functions of ``app``.
// Part of tracker. SPDX-License-Identifier: MIT

import { Engine, scriptAddress } from "./engine.js";
import { EnterScreen } from "./enter.js";
import { HomeScreen, NewScreen } from "./home.js";
import { ReviewScreen } from "./review.js";
import { ShareScreen } from "./share.js";
import * as storage from "./storage.js";
import { TrainScreen } from "./train.js";
import { html, render } from "./view.js";

/** All that the screens show. */
const app = {
  screen: "home",
  status: "starting",
  busy: 0,
  games: [],
  /** The game that is open, as tracker describes it, with its ``id`` (null: not kept here). */
  game: null,
  view: "public",
  at: 0,
  /** Boards that were worked out, by view and moment; of this game alone. */
  boards: new Map(),
  odds: new Map(),
  progress: null,
  cell: null,
  why: null,
  entry: {},
  told: null,
  message: null,
  kept: true,
  train: null,
  /** The half-suits of each preset's deck. */
  decks: null,
};

const root = document.getElementById("app");
root.replaceChildren();
let isDrawing = false;

/** Changes what the app knows, and shows it with the next frame. */
function set(change) {
  Object.assign(app, change);
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    render(html`<${App} />`, root);
  });
}

const engine = new Engine((status, busy) => set({ status, busy, ...(status === "failed" ? { message: [engine.trouble] } : {}) }));

/** Does something that may fail, and says why it did. */
async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.kind !== "Stopped") set({ message: error.lines ?? [String(error.message ?? error)] });
    return undefined;
  }
}

// -- games ------------------------------------------------------------------------------------------

const act = {
  set,
  attempt,
  ask: (question, parameters, background) => engine.ask(question, parameters, background),

  /** Shows what the address says. */
  go(address) {
    if (location.hash === address) void route();
    else location.hash = address;
  },

  /** Ends what the engine works on; the game being entered is begun anew. */
  stop() {
    engine.stop();
    set({ progress: null, why: null, told: null });
    if (app.screen === "play") void attempt(() => begin(app.game.text, app.view));
  },

  /** Opens a game from a text in any form; it is kept on this device. */
  async take(text, name) {
    const isLink = /^\s*(?:[a-z][a-z0-9+.-]*:\S*)?#g=\S+\s*$/i.test(text);
    const game = isLink ? await engine.ask("followed", { link: text }) : await engine.ask("open", { text });
    const id = storage.newId();
    await keep({ ...game, id, title: game.title || name });
    act.go(`#review/${id}`);
  },

  /** Begins a game: the lines of its header. */
  async begin(text, view) {
    const game = await engine.ask("open", { text });
    const id = storage.newId();
    await keep({ ...game, id }, view);
    act.go(`#play/${id}`);
  },

  /** Does something to the game being entered; shown when it is kept. */
  async deed(what, more = {}) {
    if (app.entry.working) return undefined;
    app.entry.working = true;
    const changed = await attempt(() => engine.ask("do", { do: what, ...more }));
    const done = changed && !changed.refused ? await attempt(() => taken(changed)) : changed;
    app.entry.working = false;
    set({ entry: { ...app.entry, refused: changed?.refused ?? null } });
    return done;
  },

  async remove(id) {
    await storage.removeGame(id);
    set({ games: await storage.allGames() });
  },

  /** Keeps a game that came in a link. */
  async keepHere() {
    const id = storage.newId();
    await keep({ ...app.game, id });
    act.go(`#review/${id}`);
  },

  look: (change) => look(change),
  choose: (cell) => choose(cell),
};

/** Keeps a game on this device, and has it among the games. */
async function keep(game, view = app.view) {
  const { id, title, text } = game;
  await storage.keepGame({ id, title, text, view, events: game.game.events.length, seats: game.game.seats, changed: Date.now() });
  set({ games: await storage.allGames() });
}

/** What the engine took in: first kept, then shown. */
async function taken(changed) {
  const id = app.game.id;
  try {
    // A branch is in no file: what is kept is what it branched off.
    const kept = { ...app.game, ...changed, id, text: changed.kept };
    await storage.keepGame({ id, title: kept.title, text: kept.text, view: changed.view, events: changed.game.events.length, seats: changed.game.seats, changed: Date.now() });
  } catch (error) {
    await engine.ask("do", { do: "undo" });
    throw new Error(`It was not taken in, for the device would not keep it: ${error.message}`);
  }
  opened({ ...changed, id, title: changed.title || app.game.title }, changed.view);
  await showBoard();
  return changed;
}

/** A game is the open one; of the one before nothing is shown any more. */
function opened(game, view, at = game.game.events.length) {
  const before = app.game?.id === game.id ? app.boards.get(`${app.view} ${app.game.game.events.length}`) : undefined;
  if (app.game?.text !== game.text) {
    engine.forget();
    Object.assign(app, { boards: new Map(), odds: new Map(), progress: null });
    if (before && before.view === view) app.boards.set(`before ${view}`, before);
  }
  set({ game, view, at, cell: null, why: null, told: null, message: null });
}

async function begin(text, view) {
  const state = await engine.ask("begin", { text, view });
  opened({ ...state, id: app.game?.id ?? null, title: state.title || app.game?.title }, state.view);
  app.entry = {};
  await showBoard();
}

// -- looking ----------------------------------------------------------------------------------------

/** Looks at another moment, or with other eyes. */
function look(change) {
  const last = app.game.game.events.length;
  const at = Math.max(0, Math.min(last, change.at ?? app.at));
  set({ view: change.view ?? app.view, at, cell: null, why: null, told: null });
  rememberPlace();
  return attempt(async () => {
    await showBoard();
    if (change.view) followGame();
  });
}

/** The address of a link says what is looked at, so that it can be copied at any time. */
function rememberPlace() {
  if (!location.hash.startsWith("#g=")) return;
  const [data] = location.hash.split("&");
  history.replaceState(null, "", `${data}&at=${app.at}&as=${encodeURIComponent(app.view).replaceAll("%2B", "+")}`);
}

/** The board of the moment looked at, then how likely the rest is. */
async function showBoard() {
  const { game, view, at } = app;
  const key = `${view} ${at}`;
  if (!app.boards.has(key)) {
    const { json } = await engine.ask("show", { record: game.text, view, at });
    if (app.game.text !== game.text) return;
    app.boards.set(key, json);
    set({});
  }
  if (app.odds.has(key)) return;
  const { json } = await engine.ask("deals", { record: game.text, view, at }, true);
  if (app.game.text === game.text) app.odds.set(key, json);
  set({});
}

const AT_ONCE = 25;

/** All other moments of the view, in the background. */
async function followGame() {
  const { game, view } = app;
  const moments = game.game.events.length + 1;
  for (let start = 0; start < moments; start += AT_ONCE) {
    const boards = await engine.ask("moments", { record: game.text, view, start, count: AT_ONCE }, true).catch(() => []);
    if (app.game.text !== game.text || app.view !== view || !boards.length) return;
    for (const board of boards) app.boards.set(`${view} ${board.at}`, board);
    set({ progress: start + boards.length < moments ? (start + boards.length) / moments : null });
  }
}

/** Why a cell is as it is. */
function choose(cell) {
  const { game, view, at } = app;
  set({ cell, why: null, told: null });
  return attempt(async () => {
    const lacks = !app.boards.get(`${view} ${at}`)?.cards[cell.card]?.holders.includes(cell.seat);
    const { json } = await engine.ask("why", { record: game.text, card: cell.card, seat: cell.seat, lacks, view, at });
    if (app.cell === cell) set({ why: json });
  });
}

// -- which screen -----------------------------------------------------------------------------------

async function route() {
  const hash = location.hash;
  const [screen, id] = hash.slice(1).split("/");
  window.scrollTo(0, 0);
  set({ message: null, told: null, cell: null, why: null });
  if (hash.startsWith("#g=")) await attempt(() => openLink(hash));
  else if (["play", "review", "share"].includes(screen)) await attempt(() => openGame(screen, id));
  else if (screen === "new") await attempt(showNew);
  else if (screen === "train") set({ screen });
  else set({ screen: "home", games: await storage.allGames() });
}

async function showNew() {
  set({ screen: "new" });
  if (!app.decks) set({ decks: await engine.ask("decks") });
}

async function openLink(hash) {
  set({ screen: "review", game: null });
  const got = await engine.ask("followed", { link: hash });
  opened({ ...got, id: null }, got.view ?? "public", got.at ?? got.game.events.length);
  await showBoard();
  void followGame();
}

async function openGame(screen, id) {
  if (id && app.game?.id !== id) {
    set({ game: null, screen });
    const kept = await storage.gameById(id);
    if (!kept) throw new Error("This game is not on this device any more.");
    const game = await engine.ask("open", { text: kept.text });
    opened({ ...game, id, title: game.title || kept.title }, kept.view ?? "public");
  }
  if (!app.game) return act.go("#");
  set({ screen });
  if (screen === "play") await begin(app.game.text, app.view);
  if (screen === "review") {
    await showBoard();
    void followGame();
  }
  return undefined;
}

const SCREENS = { home: HomeScreen, new: NewScreen, play: EnterScreen, review: ReviewScreen, share: ShareScreen, train: TrainScreen };

function App() {
  const Screen = SCREENS[app.screen];
  return html`<${Screen} app=${app} act=${act} />
    ${app.message ? html`<div class="toast" role="alert"><div>${app.message.map((line) => html`<p>${line}</p>`)}</div>
      <button type="button" onClick=${() => set({ message: null })}>OK</button></div>` : null}`;
}

window.addEventListener("hashchange", () => void route());
if ("serviceWorker" in navigator) navigator.serviceWorker.register(scriptAddress("service-worker.js")).catch(() => undefined);
void navigator.storage?.persist?.();
await route();
