// The charts, drawn anew when the view or the width changes; between events only the cursor moves.
// Part of tracker. SPDX-License-Identifier: MIT

import { Component, html } from "./view.js";

const MARGIN = { top: 10, right: 12, bottom: 24, left: 38 };
const HEIGHT = 200;

/** Where on a chart a moment and a value are. */
class Scale {
  constructor(width, last, top) {
    this.width = width;
    this.last = last;
    this.top = top || 1;
    this.step = (width - MARGIN.left - MARGIN.right) / Math.max(last, 1);
  }

  x = (at) => MARGIN.left + at * this.step;
  y = (value) => HEIGHT - MARGIN.bottom - (Math.max(value, 0) / this.top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  points = (values) => values.map(([at, value]) => `${this.x(at).toFixed(1)},${this.y(value).toFixed(1)}`).join(" ");
}

/** Axes and what is drawn between them; they change with the view and the width alone. */
class Plot extends Component {
  shouldComponentUpdate({ view, scale }) {
    return view !== this.props.view || scale.width !== this.props.scale.width;
  }

  render() {
    const { id, scale, draw } = this.props;
    const { width, last, top, x, y } = scale;
    return html`<g class="axes">${ticks(top, 4).map((value) => html`<line x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(value)} y2=${y(value)} /><text x=${MARGIN.left - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`)}
      ${ticks(last, Math.floor(width / 90)).map((at) => html`<text x=${x(at)} y=${HEIGHT - 6} text-anchor="middle">${at}</text>`)}</g><g clip-path=${`url(#${id}-clip)`}>${draw(scale)}</g>`;
  }
}

/** A chart: what is to come is hidden where that is wanted, and what the event told. */
class Chart extends Component {
  state = { width: 280 };
  /** @type {HTMLElement | null} */
  root = null;

  keep = (root) => { this.root = root; };

  componentDidMount() {
    this.watch = new ResizeObserver(() => this.setState({ width: Math.max(this.root?.clientWidth ?? 0, 280) }));
    this.watch.observe(/** @type {HTMLElement} */ (this.root));
  }

  componentWillUnmount() {
    this.watch?.disconnect();
  }

  scale = () => new Scale(this.state.width, this.props.shown.game.last, this.props.top);

  clicked = (event) => {
    const box = event.currentTarget.querySelector("svg").getBoundingClientRect();
    const { last, step, width } = this.scale();
    const x = ((event.clientX - box.left) / box.width) * width;
    this.props.shown.act.jump({ at: Math.max(0, Math.min(last, Math.round((x - MARGIN.left) / step))) }, true);
  };

  render() {
    const { id, label, draw, overhang = 0, shown: { view, at, ask, veiled } } = this.props;
    const scale = this.scale();
    const end = scale.x(at) + (overhang - (veiled ? 1 : 0)) * scale.step;
    return html`<div class="chart" id=${id} ref=${this.keep} onClick=${this.clicked}><svg viewBox=${`0 0 ${scale.width} ${HEIGHT}`} width="100%" height=${HEIGHT} role="img" aria-label=${label}>
      <defs><clipPath id=${`${id}-clip`}><rect x="0" y="0" width=${ask ? Math.max(end, 0) : scale.width} height=${HEIGHT} /></clipPath></defs>
      <${Plot} id=${id} view=${view} scale=${scale} draw=${draw} />
      <line class="cursor" x1=${scale.x(at)} x2=${scale.x(at)} y1=${MARGIN.top} y2=${HEIGHT - MARGIN.bottom} /></svg></div>`;
  }
}

export function Charts({ shown }) {
  const { game, view } = shown;
  const bits = game.views.map((one) => one.raw.moments.map((moment) => moment.bits));
  if (bits.flat().every((left) => left === null)) return null;
  const told = view.raw.moments.slice(1).map((moment) => moment.told);
  return html`<section class="charts" aria-labelledby="charts-head"><h2 id="charts-head">What was known, and when</h2>
    <p class="quiet">One bit of news: half of the deals that were possible are gone. Click a chart to go to a moment.</p>
    <figure><figcaption>Who is winning: half-suits won, and with those that the team could prove</figcaption>
      <${Chart} id="winning" shown=${shown} top=${game.books.length} label="Half-suits settled for each team, and those it could prove besides, over the game" draw=${(scale) => sides(game, scale)} /><${Sides} game=${game} /></figure>
    <figure><figcaption id="told-head">${game.named(`Bits that each event told ${view.viewer}`)}</figcaption>
      <${Chart} id="told" shown=${shown} top=${Math.max(...told, 0)} overhang=${0.5} label=${`Bits told to ${view.viewer} by each event`} draw=${(scale) => columns(told, scale)} /></figure>
    <figure><figcaption id="left-head">Bits left to learn, in each view</figcaption>
      <${Chart} id="left" shown=${shown} top=${Math.max(0, ...bits.flat())} label=${`Bits left to learn in ${game.views.length} views, over ${game.last} events`} draw=${(scale) => lines(game, view, bits, scale)} /><${Key} shown=${shown} /></figure>
    <${Numbers} game=${game} /></section>`;
}

const columns = (told, { x, y, step }) => told.map((value, i) => html`<rect class="column" x=${x(i + 1) - Math.max(step * 0.8, 1) / 2} y=${y(value)} width=${Math.max(step * 0.8, 1)} height=${HEIGHT - MARGIN.bottom - y(value)} />`);

/** The chosen view's line is drawn last, on top of the others. */
function lines(game, view, bits, scale) {
  const order = game.views.map((one, number) => ({ one, number })).sort((one, other) => Number(one.one === view) - Number(other.one === view));
  const known = (number) => bits[number].flatMap((value, at) => (value === null ? [] : [[at, value]]));
  return order.map(({ one, number }) => html`<polyline key=${one.name} class=${`line ${one === view ? "chosen " : ""}${lineStyle(one, number)}`} points=${scale.points(known(number))} />`);
}

/** Who is winning: the half-suits that a team has won, and with them those in play that it could claim. */
function sides(game, scale) {
  const provable = (team, at) => game.openBooks(at).filter((book) => game.provers(book, team, at).length).length;
  return game.teams.map((team, number) => {
    const settled = game.scores.map((scores) => scores[number]);
    const able = settled.map((won, at) => (typeof won === "number" ? won + provable(number, at) : won));
    return html`<polyline class=${`line owned side${number}`} points=${scale.points(stairs(able))} /><polyline class=${`line settled side${number}`} points=${scale.points(stairs(settled))} /><title>${team.join("+")}</title>`;
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
  const rough = top / Math.max(number, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => Number((i * step).toFixed(6)));
}

/** All the numbers of the charts as a table, made when it is first opened. */
class Numbers extends Component {
  state = { isOpen: false };

  render() {
    const { game } = this.props;
    const texts = ["The deal", ...game.events.map((event) => event.text)];
    const row = (text, at) => html`<tr><td>${at}</td><td>${game.named(text)}</td>${game.views.map((view) => html`<td class="number">${view.raw.moments[at].bits?.toFixed(2) ?? "?"}</td>`)}</tr>`;
    return html`<details id="numbers" onToggle=${() => this.setState({ isOpen: true })}><summary>The numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="Bits by event">${this.state.isOpen ? html`<table class="plain"><caption>Bits left to learn after each event</caption>
      <thead><tr>${["Event", "Statement", ...game.views.map((view) => view.label)].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${texts.map(row)}</tbody></table>` : null}</div></details>`;
  }
}
