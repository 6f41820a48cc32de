// The board of a puzzle: what all saw, and the view's own hand, from event to event. What can be inferred
// is veiled: it is asked for.
// Part of tracker. SPDX-License-Identifier: MIT

/**
 * What a page has of a puzzle's board (sheet.py); a moment: event, turn, hand sizes, places and settled half-suits that are new.
 * @typedef {{ seats: string, teams: number[], deck: number, first: number[], own: number[],
 *   moments: [number, string, (number | null)[], string, [string, string][]][] }} BoardData
 */

/** Where a card is that nobody saw. */
const NOWHERE = "-";

class PuzzleBoard extends Board {
  /**
   * @param {HTMLElement} root
   * @param {BoardData} data
   * @param {string[][]} deck the half-suits: name, cards
   */
  constructor(root, data, deck) {
    const cards = deck.flatMap(([, ...some]) => some);
    const books = deck.map(([name, ...some]) => ({ name, cards: some.map((card) => cards.indexOf(card)) }));
    super(root, { seats: data.seats.split(" "), cards, books, teamOf: data.teams }, false);
    this.data = data;
    this.moments = this.unpacked();
    this.showBooks(data.first.length === 0);
    root.addEventListener("click", (event) => pencil(/** @type {HTMLElement} */ (event.target)));
  }

  /** The moments, each with the places of all cards and with all half-suits that are settled. */
  unpacked() {
    const places = this.table.cards.map(() => NOWHERE);
    /** @type {Map<string, string>} */
    const settled = new Map();
    return this.data.moments.map(([, , sizes, moved, gone]) => {
      for (const [, card, place] of moved.matchAll(/(\d\d)(.)/g)) places[Number(card)] = place;
      for (const [name, team] of gone) settled.set(name, team);
      return { sizes, places: [...places], settled: new Map(settled) };
    });
  }

  /** Shows all half-suits, or those that the puzzle is about. */
  showBooks(all) {
    this.panels.forEach((panel, i) => { panel.node.hidden = !all && !this.data.first.includes(i); });
  }

  /** @param {number} number of the moment */
  show(number) {
    const { sizes, places, settled } = this.moments[number];
    const before = this.moments[Math.max(number - 1, 0)].places;
    this.showSizes(sizes);
    for (const panel of this.panels) {
      const team = settled.get(panel.book.name);
      this.settle(panel, team === undefined);
      setText(panel.state, team ?? "");
      setSigns(panel.hands, team === undefined ? "" : this.lastHands(panel.book, number));
      for (const card of panel.book.cards) this.showCard(card, places[card], places[card] !== before[card]);
    }
  }

  showCard(card, place, isNew) {
    const holder = seatAt(place);
    this.table.seats.forEach((_, seat) => {
      const number = card * this.table.seats.length + seat;
      if (holder < 0 && !this.data.own.includes(seat)) {
        this.veil(number, "", "not seen");
        return;
      }
      const kind = seat === holder ? (place === place.toLowerCase() ? "public" : "own") : "excluded";
      this.paint(number, { sign: CELL_SIGNS[kind], kinds: `cell ${kind}${isNew ? " fresh" : ""}`, holds: seat === holder ? "yes" : "no", says: MEANING[kind] });
    });
  }

  /** Who was seen to hold a half-suit's cards when it left play. */
  lastHands(book, number) {
    const last = this.moments.slice(0, number).findLast(({ settled }) => !settled.has(book.name));
    if (!last) return "";
    /** @type {Map<string, number[]>} */
    const held = new Map();
    for (const card of book.cards) {
      const name = this.table.seats[seatAt(last.places[card])] ?? "not seen:";
      held.set(name, [...(held.get(name) ?? []), card]);
    }
    return [...held].map(([name, cards]) => `${name} ${cards.map((card) => signOf(this.table.cards[card])).join(" ")}`).join(", ");
  }
}

/** Pencil marks in turn, for what nobody saw: they are only for whoever thinks. */
function pencil(cell) {
  if (!cell.classList.contains("veiled")) return;
  const marks = ["", "✓", "✗", "?"];
  cell.dataset.pencil = marks[(marks.indexOf(cell.dataset.pencil ?? "") + 1) % marks.length];
}

/** The number of the seat that a place says; -1: nobody saw it. */
const seatAt = (place) => (place === NOWHERE ? -1 : place.toLowerCase().charCodeAt(0) - "a".charCodeAt(0));

/**
 * Builds the board of a puzzle, with its steps from event to event.
 * @param {HTMLElement} place
 * @param {BoardData} data
 * @param {string[][]} deck
 */
function buildBoard(place, data, deck) {
  const panels = make("div", { class: "panels" });
  const said = make("p", { class: "board-said", role: "status" });
  place.append(make("h3", {}, "The board, as all saw it"), make("p", { class: "quiet" }, "Tap a cell to pencil in ✓, ✗ or ?."), panels);
  const board = new PuzzleBoard(panels, data, deck);
  const last = data.moments.length - 1;
  let now = last;
  const back = button("‹", { "aria-label": "Previous event" }, () => go(now - 1));
  const forward = button("›", { "aria-label": "Next event" }, () => go(now + 1));
  const more = button("All half-suits", { "aria-pressed": "false" }, () => {
    const all = more.getAttribute("aria-pressed") === "false";
    more.setAttribute("aria-pressed", String(all));
    board.showBooks(all);
  });
  panels.before(make("p", { class: "board-steps" }, back, forward, data.first.length ? more : null), said);
  function go(number) {
    now = number;
    board.show(now);
    const [at, turn] = data.moments[now];
    const text = place.parentElement?.querySelector(`.happened li[value="${at}"]`)?.textContent;
    said.replaceChildren(...inSigns(`${at ? `After event ${at}${text ? `: ${text}` : ""}` : "At the deal"}. To move: ${turn}.`));
    back.toggleAttribute("disabled", now === 0);
    forward.toggleAttribute("disabled", now === last);
  }
  go(last);
}
