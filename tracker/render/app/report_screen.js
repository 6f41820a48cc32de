// The report of a game: the page that `tracker report` writes, made here and shown as it is.
// Part of tracker. SPDX-License-Identifier: MIT

import { Top } from "./home.js";
import { newId } from "./storage.js";
import { Button, download, fileName, html } from "./view.js";

/** The service worker serves what is kept there (service-worker.js). */
const PAGES = "tracker-report";
/** Milliseconds for which the service worker may take to start. */
const PATIENCE = 10_000;

export function ReportScreen({ app, act }) {
  const { game } = app;
  const report = app.report?.text === game?.text ? app.report : null;
  const back = game?.id ? `#review/${game.id}` : (game?.link ?? "#");
  const title = game ? game.title || game.game.seats.join(" ") : "…";
  return html`<${Top} app=${app} act=${act} title=${title} back=${back}>${report?.page ? html`<${Button} on=${() => download(fileName(title, "html"), report.page, "text/html")}>Save<//>` : null}<//>
  <main class="report"><${Report} report=${report} /></main>`;
}

function Report({ report }) {
  if (report?.address) return html`<iframe title="Report" src=${report.address}></iframe>`;
  if (report?.page) return html`<p>This browser does not let the app show a page that it made. Save it, and open the file.</p>`;
  return html`<p class="quiet" role="status">The whole game is gone through from every chair. That takes about a minute, with more than six players some minutes; the rest of the app goes on meanwhile.</p>
    <progress value=${report?.share ?? 0} aria-label="How much of the report is made"></progress>`;
}

/** Makes the report of the game that is open, a chair at a time, and shows it. */
export async function makeReport(app, act) {
  const { text } = app.game;
  if (app.report?.text === text) return;
  act.set({ report: { text, share: 0 } });
  try {
    const page = await pageOf(text, app, act);
    if (page) act.set({ report: { text, page, address: await kept(page) } });
  } catch (error) {
    act.set({ report: null });
    throw error;
  }
}

/** The page of a game; null where another game was opened meanwhile. */
async function pageOf(text, app, act) {
  while (app.report?.text === text && app.game?.text === text) {
    const step = await act.ask("page", { record: text }, true);
    if (step.page) return step.page;
    act.set({ report: { text, share: step.done / (step.of + 1) } });
  }
  return null;
}

/** The address at which the service worker serves a page; null where there is none. */
async function kept(page) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  if (!(await Promise.race([navigator.serviceWorker?.ready, late]))) return null;
  await caches.delete(PAGES);
  const address = new URL(`report-${newId()}.html`, location.href.replace(/[?#].*$/, "")).href;
  const headers = { "content-type": "text/html; charset=utf-8" };
  await (await caches.open(PAGES)).put(address, new Response(page, { headers }));
  return address;
}
