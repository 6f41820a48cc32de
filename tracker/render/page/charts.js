// The charts, drawn anew when the view or the width changes; between events only the cursor moves.
// Part of tracker. SPDX-License-Identifier: MIT

const MARGIN = { top: 10, right: 12, bottom: 24, left: 38 };
const HEIGHT = 200;

class Chart {
  width = 0;
  /** How wide an event is. */
  step = 0;
  top = 1;
  /** How far what is drawn of an event reaches beyond its place, in steps. */
  overhang = 0;

  /**
   * @param {HTMLElement} root
   * @param {(at: number) => void} go
   */
  constructor(root, go) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * this.width;
      go(Math.max(0, Math.min(LAST, Math.round((x - MARGIN.left) / this.step))));
    });
  }

  /** The frame: axes, a clip for what is not yet known, a cursor. */
  begin(top, label) {
    this.width = Math.max(this.root.clientWidth, 280);
    this.step = (this.width - MARGIN.left - MARGIN.right) / Math.max(LAST, 1);
    this.top = top || 1;
    const size = { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: "100%", height: HEIGHT };
    this.clip = draw("rect", { x: 0, y: 0, width: this.width, height: HEIGHT });
    this.plot = draw("g", { "clip-path": `url(#${this.root.id}-clip)` });
    this.cursor = draw("line", { class: "cursor", y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom });
    const defs = draw("defs", {}, draw("clipPath", { id: `${this.root.id}-clip` }, this.clip));
    const axes = draw("g", { class: "axes" }, this.axes());
    this.svg = draw("svg", { ...size, role: "img", "aria-label": label }, defs, axes, this.plot, this.cursor);
    this.root.replaceChildren(this.svg);
  }

  x(at) {
    return MARGIN.left + at * this.step;
  }

  y(value) {
    const room = HEIGHT - MARGIN.top - MARGIN.bottom;
    return HEIGHT - MARGIN.bottom - (Math.max(value, 0) / this.top) * room;
  }

  axes() {
    const parts = [];
    for (const value of ticks(this.top, 4)) {
      const y = this.y(value);
      parts.push(draw("line", { x1: MARGIN.left, x2: this.width - MARGIN.right, y1: y, y2: y }));
      parts.push(draw("text", { x: MARGIN.left - 6, y: y + 4, "text-anchor": "end" }, value));
    }
    for (const at of ticks(LAST, Math.floor(this.width / 90))) {
      parts.push(draw("text", { x: this.x(at), y: HEIGHT - 6, "text-anchor": "middle" }, at));
    }
    return parts;
  }

  /**
   * Moves the cursor; hides what is to come where that is wanted, and what the event told.
   * @param {Pick<Shown, "at" | "ask" | "veiled">} shown
   */
  point({ at, ask, veiled }) {
    const x = this.x(at);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const end = x + (this.overhang - (veiled ? 1 : 0)) * this.step;
    this.clip.setAttribute("width", String(ask ? Math.max(end, 0) : this.width));
  }
}

class ToldChart extends Chart {
  overhang = 0.5;

  show(view) {
    const told = view.raw.told;
    this.begin(Math.max(...told, 0), `Bits told to ${viewer(view)} by each event`);
    told.forEach((value, i) => {
      const at = i + 1;
      const width = Math.max(this.step * 0.8, 1);
      const y = this.y(value);
      const height = HEIGHT - MARGIN.bottom - y;
      this.plot.append(draw("rect", { class: "column", x: this.x(at) - width / 2, y, width, height }));
    });
  }
}

class LeftChart extends Chart {
  show(view) {
    const top = Math.max(0, ...VIEWS.flatMap((one) => one.raw.bits.map((bits) => bits ?? 0)));
    this.begin(top, `Bits left to learn in ${VIEWS.length} views, over ${LAST} events`);
    VIEWS.forEach((one, i) => {
      const known = one.raw.bits.flatMap((value, at) => (value === null ? [] : [[at, value]]));
      const points = known.map(([at, value]) => `${this.x(at).toFixed(1)},${this.y(value).toFixed(1)}`);
      const kind = one === view ? "line chosen" : "line";
      this.plot.append(draw("polyline", { class: `${kind} ${lineStyle(one, i)}`, points: points.join(" ") }));
    });
    this.plot.append(this.plot.querySelector(".chosen")); // on top of the others
  }
}

/** Who is winning: the half-suits that a team has won, and with them those in play that it could claim. */
class WinningChart extends Chart {
  show() {
    this.begin(BOOKS.length, "Half-suits settled for each team, and those it could prove besides, over the game");
    GAME.teams.forEach((team, number) => {
      const settled = GAME.scores.map((scores) => scores[number]);
      const able = settled.map((won, at) => (typeof won === "number" ? won + provable(number, at) : won));
      for (const [kind, values] of /** @type {[string, (number | string)[]][]} */ ([["owned", able], ["settled", settled]])) {
        this.plot.append(draw("polyline", { class: `line ${kind} side${number}`, points: this.stairs(values) }));
      }
      this.plot.append(draw("title", {}, team.join("+")));
    });
  }

  /** A line that is level from event to event; what a gap leaves open is left out. */
  stairs(values) {
    const known = values.flatMap((value, at) => (typeof value === "number" ? [[at, value]] : []));
    const level = known.flatMap(([at, value], i) => (i ? [[at, known[i - 1][1]], [at, value]] : [[at, value]]));
    return level.map(([at, value]) => `${this.x(at).toFixed(1)},${this.y(value).toFixed(1)}`).join(" ");
  }
}

/** How many half-suits in play some of a team, or all of it together, can prove at a moment. */
const provable = (team, at) => BOOKS.filter((book) => at < book.until && provers(book, team, at).length).length;

/** The key of that chart: each team with its lines. */
function drawSides(root) {
  const line = (kind, number) => draw("svg", { width: 30, height: 12, "aria-hidden": "true" }, draw("line", { x1: 0, x2: 30, y1: 6, y2: 6, class: `line ${kind} side${number}` }));
  root.append(...GAME.teams.map((team, number) => make("li", {}, line("settled", number), " ", named(team.join("+")), ": won ", line("owned", number), " with what it could prove")));
}

/** Colour and dash of a view's line: each differs from its neighbours in both. */
function lineStyle(view, number) {
  if (view.name === "public") return "c-public d0";
  if (view.raw.seats.length > 1) return `c-team d${1 + TEAM_OF[SEAT_NUMBER[view.raw.seats[0]]]}`;
  return `c${number % 7} d${TEAM_OF[SEAT_NUMBER[view.name]] ? 3 : 0}`;
}

/** The key: each view with its line; the chosen one is marked. */
function drawKey(root, view, choose) {
  root.replaceChildren(
    ...VIEWS.map((one, i) => {
      const line = draw("line", { x1: 0, x2: 30, y1: 6, y2: 6, class: `line ${lineStyle(one, i)}` });
      const sample = draw("svg", { width: 30, height: 12, "aria-hidden": "true" }, line);
      const button = make("button", { type: "button", "aria-pressed": String(one === view) }, sample, one.label);
      button.addEventListener("click", () => choose(i));
      return make("li", {}, button);
    }),
  );
}

/** Round numbers from 0 to a top, about so many. */
function ticks(top, count) {
  const rough = top / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let value = 0; value <= top; value += step) found.push(Number(value.toFixed(6)));
  return found;
}

/** All the numbers of the charts as a table, made when it is first opened. */
function numbersTable() {
  const heads = ["Event", "Statement", ...VIEWS.map((view) => view.label)];
  const rows = GAME.events.map((event, i) =>
    make("tr", {}, make("td", {}, i + 1), make("td", {}, named(event.text)), VIEWS.map((view) => make("td", { class: "number" }, view.raw.bits[i + 1]?.toFixed(2) ?? "?"))),
  );
  const deal = make("tr", {}, make("td", {}, "0"), make("td", {}, "The deal"), VIEWS.map((view) => make("td", { class: "number" }, view.raw.bits[0]?.toFixed(2) ?? "?")));
  return make(
    "table",
    { class: "plain" },
    make("caption", {}, "Bits left to learn after each event"),
    make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, deal, rows),
  );
}
