// The board: who can hold what, at one moment, in one view. The cells are those of the report's page.
// Part of tracker. SPDX-License-Identifier: MIT

import { cardSign, html, isRed, shortNames } from "./view.js";

const SIGNS = { public: "●", own: "■", deduced: "✔" };
const MEANING = { public: "holds it, publicly", own: "holds it, own hand", deduced: "holds it, deduced" };

/** Whether it is certain who holds a card. Where it may be out of play, a card with one possible holder is not. */
export const isCertain = (entry) => entry.status in SIGNS;

/** What a cell is: "yes", "no" or "maybe", and how that is drawn. */
export function cellOf(board, card, seat, odds) {
  const entry = board.cards[card];
  if (!entry.holders.includes(seat)) return { holds: "no", kind: "excluded", sign: "·", says: "excluded" };
  if (isCertain(entry)) return { holds: "yes", kind: entry.status, sign: SIGNS[entry.status], says: MEANING[entry.status] };
  const chance = odds?.[card]?.[seat];
  if (chance === undefined) return { holds: "maybe", kind: "possible h2", sign: "?", says: "possible" };
  if (typeof chance !== "number") return { holds: "maybe", kind: "possible h2", sign: "?", says: "possible; how likely depends on a gap" };
  const shown = percent(chance);
  const heat = Math.min(Math.floor(chance * 10), 9);
  return { holds: "maybe", kind: `possible h${heat}`, sign: shown, says: `${shown} per cent` };
}

function percent(chance) {
  if (chance < 0.005) return "<1";
  return chance > 0.995 ? ">99" : String(Math.round(chance * 100));
}

/** The parameter of questions that can be answered by how players ask. */
export const weighed = (behaviour) => (behaviour ? { behaviour } : {});

/** How likely each place is: by how players ask, where that was asked for. */
export const chancesOf = (odds) => odds?.behaviour?.probability ?? odds?.probability;

/** Whether a cell became certain, one way or the other, since another board. */
function isFresh(board, before, card, seat) {
  if (!before?.cards[card]) return false;
  const [now, then] = [cellOf(board, card, seat).holds, cellOf(before, card, seat).holds];
  return now !== then && now !== "maybe";
}

/**
 * The board. ``marks`` veils it: only cells that it names ("5H Ann") are shown.
 */
export function Board({ game, board, before = null, odds = null, cell = null, choose, marks = null, first = undefined, other = null }) {
  const { seats, teams, books } = game.game;
  const shorts = shortNames(seats);
  const many = seats.length > 8;
  const team = (seat) => (teams[0].includes(seat) ? 0 : 1);
  const context = { board, other, before, odds, cell, choose, marks, seats, shorts, team, many };
  return html`<div class=${`panels columns-${many ? 6 : seats.length} ${many ? "many" : ""}`}
      data-at=${board.at} data-view=${board.view} onKeyDown=${(event) => moved(event)}>
    ${inPlay(books, board, first).map((book) => html`<${Panel} key=${book.name} book=${book} ...${context} />`)}
  </div>`;
}

/** The half-suits: those still in play first, and of them the one that is wanted first. */
function inPlay(books, board, first) {
  const rank = (book) => (["open", "gap"].includes(board.books[book.name]?.state) ? Number(book.name !== first) : 2);
  return books.toSorted((one, other) => rank(one) - rank(other));
}

function Panel({ book, ...context }) {
  const { board } = context;
  const state = board.books[book.name];
  if (state?.state !== "open" && state?.state !== "gap") {
    const words = state?.team ? `won by ${state.team}` : "cancelled";
    return html`<section class="panel settled"><h2>${book.name} <span class="state">${words}</span></h2></section>`;
  }
  const cards = book.cards.filter((card) => board.cards[card]);
  return html`<section class="panel"><h2>${book.name}</h2>
    <table role="grid" aria-label=${book.name}>${context.many ? seatRows(cards, context) : cardRows(cards, context)}</table>
  </section>`;
}

function cardRows(cards, context) {
  return html`<thead><tr><td></td>${context.seats.map((seat, i) => html`<${SeatHead} seat=${seat} short=${context.shorts[i]} scope="col" ...${context} />`)}</tr></thead>
    <tbody>${cards.map((card) => html`<tr key=${card}><${CardHead} card=${card} scope="row" />
      ${context.seats.map((seat) => html`<${Cell} card=${card} seat=${seat} ...${context} />`)}</tr>`)}</tbody>`;
}

function seatRows(cards, context) {
  return html`<thead><tr><td></td>${cards.map((card) => html`<${CardHead} card=${card} scope="col" />`)}</tr></thead>
    <tbody>${context.seats.map((seat, i) => html`<tr key=${seat}><${SeatHead} seat=${seat} short=${context.shorts[i]} scope="row" ...${context} />
      ${cards.map((card) => html`<${Cell} card=${card} seat=${seat} ...${context} />`)}</tr>`)}</tbody>`;
}

const SeatHead = ({ seat, short, scope, team, board }) => html`<th scope=${scope} class=${`seat team${team(seat)}`} title=${seat}>
  <bdi class="whole">${seat}</bdi><bdi class="short" aria-hidden="true">${short}</bdi><${HandSize} size=${board.sizes?.[seat]} />${board.turn === seat ? html`<span class="unseen"> has the turn</span>` : null}</th>`;

const HandSize = ({ size }) => (size == null ? null : html`<span class="hand-size">${size}<span class="unseen"> cards</span></span>`);

const CardHead = ({ card, scope }) => html`<th scope=${scope} class=${`card ${isRed(card) ? "red" : "black"}`}>${cardSign(card)}</th>`;

function Cell({ card, seat, board, other, before, odds, cell, choose, marks }) {
  const isChosen = cell !== null && cell.card === card && cell.seat === seat;
  const common = { role: "gridcell", tabindex: isChosen ? 0 : -1, onClick: () => choose?.({ card, seat }), "aria-selected": isChosen };
  if (marks && !marks.has(`${card} ${seat}`)) {
    return html`<td class="cell veiled" aria-label=${`${cardSign(card)}, ${seat}: not marked`} ...${common}></td>`;
  }
  const shown = cellOf(board, card, seat, odds);
  const fresh = !marks && isFresh(board, before, card, seat) ? " fresh" : "";
  const differs = other?.cards[card] && (cellOf(other, card, seat).holds === "yes") !== (shown.holds === "yes");
  return html`<td class=${`cell ${shown.kind}${fresh}${differs ? " differs" : ""}`} data-card=${card} data-seat=${seat} data-holds=${shown.holds}
    aria-label=${`${cardSign(card)}, ${seat}: ${shown.says}${differs ? `; ${other.view} knows otherwise` : ""}`} ...${common}>${shown.sign}</td>`;
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Arrow keys go from cell to cell; Enter asks about one. */
function moved(event) {
  const cell = event.target.closest("td.cell");
  if (!cell) return;
  if (event.key === "Enter" || event.key === " ") cell.click();
  else if (!(event.key in STEPS)) return;
  else neighbour(cell, STEPS[event.key])?.focus();
  event.preventDefault();
}

function neighbour(cell, [down, right]) {
  const row = cell.parentElement;
  const place = [...row.children].indexOf(cell);
  if (right) return row.children[place + right]?.closest("td.cell");
  const rows = [...row.closest(".panels").querySelectorAll("tbody tr")];
  return rows[rows.indexOf(row) + down]?.children[place];
}
