// The report of a game: made by the engine a chair at a time, then gone through as on the page that `tracker report` writes.
// Part of tracker. SPDX-License-Identifier: MIT

import { Charts } from "./charts.js";
import { Document } from "./document.js";
import { Explorer } from "./explorer.js";
import { titleOf, Top } from "./home.js";
import { Game } from "./model.js";
import { Button, download, fileName, html } from "./view.js";
import { Tools, Walk } from "./walk.js";

export function ReportScreen({ app, act }) {
  const { game } = app;
  const report = act.answer("report", { record: game.text }, true);
  if (report?.table) report.walk ??= new Walk(new Game(report.table), { title: titleOf(game), draw: act.draw, link: () => null, hasLetters }); // who comes back is where they were
  const save = () => download(fileName(titleOf(game), "html"), report.page, "text/html");
  return html`<${Top} app=${app} act=${act} title=${titleOf(game)} back=${game.id ? `#review/${game.id}` : game.link}>${report?.page ? html`<${Button} on=${save}>Save<//>` : null}<//>
  ${report?.walk ? html`<${Report} report=${report} />` : report === null ? null : html`<${Making} share=${report?.share ?? 0} />`}`;
}

const Making = ({ share }) => html`<main class="report"><p class="quiet" role="status">The whole game is gone through from every chair. That takes about a minute, with more than six players some minutes; the rest of the app goes on meanwhile.</p>
  <progress value=${share} aria-label="How much of the report is made"></progress></main>`;

/** Single letters are shortcuts while something of the game has the focus. */
export const hasLetters = () => document.activeElement !== document.body;

/** A game that is gone through: with its keys, and its links to moments. */
export const Walking = ({ walk, shown = walk.shown }) =>
  html`<section id="game" class="explorer" ref=${walk.listen} aria-labelledby="game-head" tabindex="-1" onClick=${walk.follow}><h2 id="game-head" class="unseen">The game</h2><${Explorer} shown=${shown} /></section>`;

function Report({ report: { walk, document: told } }) {
  const { shown } = walk;
  return html`<main class="report"><div class="tools" role="group" aria-label="The position"><${Tools} shown=${shown} /></div>
    ${shown.ask ? null : html`<${Worst} shown=${shown} />`}
    <${Walking} walk=${walk} />
    <${Charts} shown=${shown} />
    ${shown.ask ? null : html`<section><${Document} blocks=${told} cards=${shown.game.cards} /></section>`}</main>`;
}

/** The worst moments, each posed as it stood. */
const Worst = ({ shown: { game, act } }) => html`<ol class="worst" aria-label="The worst moments, worst first" onClick=${act.follow}>${game.review.map((mark, number) =>
  html`<li><a class="moment" href="#report" data-review=${number}><strong><bdi>${mark.seat}</bdi></strong>, event ${mark.event}. ${mark.cost} <span class="go">What would you do?</span></a></li>`)}</ol>`;
