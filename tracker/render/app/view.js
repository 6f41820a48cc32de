// What all screens are made with: markup as templates, cards as one says them, small parts.
// Text of a record is always set as text: a template never takes it for markup.
// Part of tracker. SPDX-License-Identifier: MIT

import { h, render } from "./parts/preact.mjs";
import htm from "./parts/htm.mjs";

/** Markup as a template: html`<p class=${kind}>${text}</p>`. */
export const html = htm.bind(h);
export { render };

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A card as one says it at the table: 5♥; jokers keep their names. */
export function cardSign(card) {
  const sign = SUITS[card.slice(-1)];
  return sign && card !== "BJ" && card !== "RJ" ? `${card.slice(0, -1)}${sign}\uFE0E` : card;
}

export const isRed = (card) => "DH".includes(card.slice(-1)) || card === "RJ";

/** A text with its cards as signs. */
export function withSigns(text, cards) {
  return text.replace(/\b(?:10|[2-9AJKQRB])[CDHSJ]\b/g, (code) => (cards.includes(code) ? cardSign(code) : code));
}

/** A card in its colour. */
export const Card = ({ card }) => html`<span class=${`sign ${isRed(card) ? "red" : "black"}`}>${cardSign(card)}</span>`;

/** The shortest beginnings of names, three letters or more, that tell them apart; else numbered. */
export function shortNames(seats) {
  return seats.map((seat, number) => {
    const letters = [...seat];
    const start = (length) => letters.slice(0, length).join("");
    const isShared = (length) => seats.filter((other) => other.startsWith(start(length))).length > 1;
    const length = [3, 4, 5].find((size) => size >= letters.length || !isShared(size));
    return length ? start(length) : `${start(2)}${number + 1}`;
  });
}

/** A button. */
export const Button = ({ on, children, kind = "", ...more }) =>
  html`<button type="button" class=${kind} onClick=${on} ...${more}>${children}</button>`;

/** How many letters of a terminal's text have room beside each other in an element. */
export const columnsIn = (selector) => Math.max(36, Math.min(80, Math.floor(((document.querySelector(selector)?.clientWidth ?? 360) - 30) / 7.9)));

/** Downloads a text as a file. */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name that a title makes. */
export const fileName = (title, end) => `${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "game"}.${end}`;

/** How often something is there: "1 event", "3 events". */
export const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
