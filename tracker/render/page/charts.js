// The charts: lines and columns over the moments of the game, stretched to the room there is.
// Part of tracker. SPDX-License-Identifier: MIT

import { Component, html } from "./view.js";

export function Charts({ shown }) {
  const { game, view } = shown;
  const bits = game.views.map((one) => one.raw.moments.map((moment) => moment.bits));
  if (bits.flat().every((number) => number === null)) return null;
  const told = view.raw.moments.slice(1).map((moment) => moment.told);
  const [most, left] = [Math.max(...told, 0) || 1, Math.max(...bits.flat(), 0) || 1];
  return html`<section class="charts" aria-labelledby="charts-head"><h2 id="charts-head">What was known, and when</h2>
    <p class="quiet">One bit of news: half of the deals that were possible are gone. Click a chart to go to a moment.</p>
    <figure><figcaption>Who is winning: half-suits won, and with those that the team could prove</figcaption>
      <${Chart} id="winning" shown=${shown} top=${game.books.length} label="Half-suits settled for each team, and those it could prove besides, over the game">${sides(game, game.books.length)}<//><${Sides} game=${game} /></figure>
    <figure><figcaption id="told-head">${game.named(`Bits that each event told ${view.viewer}`)}</figcaption>
      <${Chart} id="told" shown=${shown} top=${most} overhang=${0.5} label=${`Bits told to ${view.viewer} by each event`}>${columns(told, most)}<//></figure>
    <figure><figcaption id="left-head">Bits left to learn, in each view</figcaption>
      <${Chart} id="left" shown=${shown} top=${left} label=${`Bits left to learn in ${game.views.length} views, over ${game.last} events`}>${lines(game, view, bits, left)}<//><${Key} shown=${shown} /></figure>
    <${Numbers} game=${game} /></section>`;
}

/** A chart: a moment is 1 wide. What is to come is hidden where that is wanted, and what the event told. */
function Chart({ id, label, children, top: height, overhang = 0, shown: { game, at, ask, veiled, act } }) {
  const width = game.last + 1;
  const clicked = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    act.jump({ at: Math.floor(((event.clientX - box.left) / box.width) * width) }, true);
  };
  const end = ask ? Math.max(at + 0.5 + overhang - (veiled ? 1 : 0), 0) : width;
  return html`<div class="chart" id=${id}>
    ${ticks(height, 4).map((value) => html`<span class="value" style=${{ bottom: `${(value / height) * 100}%` }}>${value}</span>`)}
    <svg viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${label} onClick=${clicked}>
      ${ticks(height, 4).map((value) => html`<line class="field" x1="0" x2=${width} y1=${height - value} y2=${height - value} />`)}
      <clipPath id=${`${id}-clip`}><rect x="0" y="0" width=${end} height=${height} /></clipPath>
      <g clip-path=${`url(#${id}-clip)`}>${children}</g>
      <line class="cursor" x1=${at + 0.5} x2=${at + 0.5} y1="0" y2=${height} /></svg>
    ${ticks(game.last, 5).map((moment) => html`<span class="tick-at" style=${{ left: `${((moment + 0.5) / width) * 100}%` }}>${moment}</span>`)}</div>`;
}

const points = (values, top) => values.map(([at, value]) => `${at + 0.5},${(top - value).toFixed(3)}`).join(" ");

const columns = (told, top) => told.map((value, i) => html`<rect class="column" x=${i + 1.1} y=${top - value} width="0.8" height=${Math.max(value, 0)} />`);

/** The chosen view's line is drawn last, on top of the others. */
function lines(game, view, bits, top) {
  const order = game.views.map((one, number) => ({ one, number })).sort((one, other) => Number(one.one === view) - Number(other.one === view));
  const known = (number) => bits[number].flatMap((value, at) => (value === null ? [] : [[at, value]]));
  return order.map(({ one, number }) => html`<polyline key=${one.name} class=${`line ${one === view ? "chosen " : ""}${lineStyle(one, number)}`} points=${points(known(number), top)} />`);
}

/** Who is winning: the half-suits that a team has won, and with them those in play that it could claim. */
function sides(game, top) {
  const provable = (team, at) => game.openBooks(at).filter((book) => game.provers(book, team, at).length).length;
  return game.teams.map((team, number) => {
    const settled = game.views[0].found.map((_, at) => game.views[0].score(at)[number]);
    const able = settled.map((won, at) => (typeof won === "number" ? won + provable(number, at) : won));
    return html`<polyline class=${`line owned side${number}`} points=${points(stairs(able), top)} /><polyline class=${`line settled side${number}`} points=${points(stairs(settled), top)} /><title>${team.join("+")}</title>`;
  });
}

/** A line that is level from event to event; what a gap leaves open is left out. */
function stairs(values) {
  const known = values.flatMap((value, at) => (typeof value === "number" ? [[at, value]] : []));
  return known.flatMap(([at, value], i) => (i ? [[at, known[i - 1][1]], [at, value]] : [[at, value]]));
}

const Sample = ({ style }) => html`<svg width="30" height="12" aria-hidden="true"><line x1="0" x2="30" y1="6" y2="6" class=${`line ${style}`} /></svg>`;

/** The key of who is winning: each team with its lines. */
const Sides = ({ game }) => html`<ul class="key" id="sides">${game.teams.map((team, number) => html`<li><${Sample} style=${`settled side${number}`} /> ${game.named(team.join("+"))}: won <${Sample} style=${`owned side${number}`} /> with what it could prove</li>`)}</ul>`;

/** Colour and dash of a view's line: each differs from its neighbours in both. */
function lineStyle(view, number) {
  const { game, name, raw } = view;
  if (name === "public") return "c-public d0";
  if (raw.seats.length > 1) return `c-team d${1 + game.teamOf(raw.seats[0])}`;
  return `c${number % 7} d${game.teamOf(name) ? 3 : 0}`;
}

/** The key: each view with its line; the chosen one is marked. */
const Key = ({ shown: { game, view, act } }) => html`<ul class="key" id="key">${game.views.map((one, number) => html`<li><button type="button" aria-pressed=${String(one === view)} onClick=${() => act.go({ view: one })}><${Sample} style=${lineStyle(one, number)} />${one.label}</button></li>`)}</ul>`;

/** Round numbers from 0 to a top, about so many. */
function ticks(top, number) {
  const power = 10 ** Math.floor(Math.log10(top / number));
  const step = [1, 2, 5].map((factor) => factor * power).find((one) => one >= top / number) ?? 10 * power;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => Number((i * step).toFixed(6)));
}

/** All the numbers of the charts as a table, made when it is first opened. */
class Numbers extends Component {
  state = { isOpen: false };

  render({ game }, { isOpen }) {
    const texts = ["The deal", ...game.events.map((event) => event.text)];
    const row = (text, at) => html`<tr><td>${at}</td><td>${game.named(text)}</td>${game.views.map((view) => html`<td class="number">${view.raw.moments[at].bits?.toFixed(2) ?? "?"}</td>`)}</tr>`;
    return html`<details id="numbers" onToggle=${() => this.setState({ isOpen: true })}><summary>The numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="Bits by event">${isOpen ? html`<table class="plain"><caption>Bits left to learn after each event</caption>
      <thead><tr>${["Event", "Statement", ...game.views.map((view) => view.label)].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${texts.map(row)}</tbody></table>` : null}</div></details>`;
  }
}
