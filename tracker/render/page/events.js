// The list of events: one button each; the present one is marked, and those that are cited.
// Part of tracker. SPDX-License-Identifier: MIT

/** The signs of what was judged; ``slips`` are those one may want to look at again. */
const BADGES = {
  proven: { sign: "✔", says: "proven" },
  guess: { sign: "?", says: "a guess" },
  refuted: { sign: "✘", says: "refuted" },
  unknown: { sign: "–", says: "cannot be judged" },
  missed: { sign: "○", says: "a claim missed" },
  since: { sign: "◔", says: "could be claimed since" },
  weak: { sign: "↓", says: "another ask was likelier" },
  dead: { sign: "⊘", says: "cannot succeed" },
  depends: { sign: "⁇", says: "depends on a gap" },
  undecided: { sign: "…", says: "undecided" },
  gap: { sign: "⁇", says: "half remembered" },
  closed: { sign: "⁇", says: "half remembered; the rest of the record tells what it was" },
};

function badge(kind) {
  const { sign, says } = BADGES[kind];
  return make("span", { class: `badge ${kind}`, title: says }, make("span", { "aria-hidden": "true" }, sign), make("span", { class: "unseen" }, `, ${says}`));
}

class EventList {
  /** @param go what to do with the number of an event that is chosen. */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.items = [this.item(0, { text: "The deal", kind: "deal" })];
    GAME.events.forEach((event, i) => this.items.push(this.item(i + 1, event)));
    root.append(...this.items.map((item) => item.node));
    root.addEventListener("keydown", (event) => this.pressed(event));
  }

  item(number, event) {
    const cited = make("span", { class: "unseen" });
    const marks = make("span", { class: "marks" }, (MARKS.get(number) ?? []).map((mark) => badge(mark.kind)));
    const text = make("span", {}, named(event.text));
    const parts = [make("span", { class: "number" }, number || ""), text, marks];
    const note = event.note ? make("span", { class: "note" }, named(event.note)) : null;
    if (note) parts.push(note);
    const chosen = make("button", { type: "button", class: event.kind, tabindex: -1 }, parts, cited);
    chosen.addEventListener("click", () => this.go(number));
    return { node: make("li", {}, chosen), button: chosen, marks, text, note, cited, isCited: false };
  }

  /** Marks the present event and the cited ones; hides those to come where that is wanted. */
  show({ at, cited, hideFuture, veiled, hidesAnswer }) {
    const wanted = new Set(cited);
    this.items.forEach((item, number) => {
      if (wanted.has(number) !== item.isCited) this.cite(item, wanted.has(number));
      item.node.hidden = hideFuture && number > at;
      item.marks.hidden = veiled && number === at;
      if (item.note) item.note.hidden = hidesAnswer && number === at;
      if (number > 0) setNamed(item.text, hidesAnswer && number === at ? withoutAnswer(at) : GAME.events[number - 1].text);
    });
    if (this.current !== undefined) {
      this.items[this.current].button.removeAttribute("aria-current");
      this.items[this.current].button.tabIndex = -1;
    }
    this.items[at].button.setAttribute("aria-current", "step");
    this.items[at].button.tabIndex = 0;
    this.current = at;
    this.scrollTo(this.items[at].node);
  }

  cite(item, isCited) {
    item.isCited = isCited;
    item.node.classList.toggle("cited", isCited);
    item.cited.textContent = isCited ? ", cited" : "";
  }

  /** The list is one stop of the Tab key; within it the arrows go from event to event. */
  pressed(event) {
    const last = this.items.findLastIndex((item) => !item.node.hidden);
    const aim = { ArrowUp: this.current - 1, ArrowLeft: this.current - 1, ArrowDown: this.current + 1, ArrowRight: this.current + 1, Home: 0, End: last }[event.key];
    if (aim === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(aim, { step: true });
    this.items[this.current].button.focus({ preventScroll: true });
  }

  /** Brings an item into the list's own window, without moving the page. */
  scrollTo(node) {
    const top = node.offsetTop; // the list is positioned, so this is within it
    const view = this.root.clientHeight;
    if (top < this.root.scrollTop || top + node.offsetHeight > this.root.scrollTop + view) {
      this.root.scrollTop = top - view / 2;
    }
  }
}

/** The marks under the slider: where in the game something was judged. */
function drawMarks(root) {
  const size = { viewBox: `0 0 ${Math.max(LAST, 1)} 4`, preserveAspectRatio: "none", "aria-hidden": "true" };
  const ticks = [...MARKS].map(([event, marks]) => {
    const kind = (marks.find((mark) => mark.slip) ?? marks[0]).kind;
    return draw("rect", { class: `tick ${kind}`, "data-event": event, x: event - 0.4, y: 0, width: 0.8, height: 4 });
  });
  root.replaceChildren(draw("svg", size, ticks));
}

/** From so many on, what one may want to look at again is listed by who did it. */
const MANY_SLIPS = 20;

/** What one may want to look at again, as a list of links; many of them player by player. */
function slipLists(go) {
  if (SLIPS.length < MANY_SLIPS) return [slipList(SLIPS, go)];
  const bySeat = gathered(SLIPS, (mark) => mark.seat, (mark) => mark);
  const seats = SEATS.filter((seat) => bySeat.has(seat));
  return seats.map((seat) => make("details", {}, make("summary", {}, named(`${seat}: ${bySeat.get(seat).length}`)), slipList(bySeat.get(seat), go)));
}

function slipList(slips, go) {
  return make(
    "ol",
    { class: "slips" },
    slips.map((mark) => {
      const chosen = make("button", { type: "button" }, make("span", { class: "number" }, mark.event), badge(mark.kind), make("span", {}, named(slipText(mark))));
      chosen.addEventListener("click", () => go(mark));
      return make("li", { "data-event": mark.event }, chosen);
    }),
  );
}

function slipText(mark) {
  if (mark.kind === "missed") return `${mark.seat} can claim ${mark.book}`;
  const said = { guess: "guesses", refuted: "claims what is provably not so" }[mark.kind] ?? "claims wrongly";
  return `${mark.seat} ${said}: ${mark.book}`;
}
