// What all pages and screens are made with: markup as templates, cards as one says them, small parts.
// Text of a record is always set as text: a template never takes it for markup.
// Part of tracker. SPDX-License-Identifier: MIT

import { Component, h, render } from "./parts/preact.mjs";
import htm from "./parts/htm.mjs";
import { isRed, signOf, signParts } from "./signs.js";

/** Markup as a template: html`<p class=${kind}>${text}</p>`. */
export const html = htm.bind(h);
export { Component, render };

/**
 * The element of the page with an id.
 * @param {string} id one that the page has, else what comes of it may be nothing
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The documents of a page: JSON, packed by gzip.
 * @param {HTMLElement} node
 */
export function readTable(node) {
  const bytes = Uint8Array.from(atob(node.textContent ?? ""), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** A text with its cards as signs, the red suits red; without a list of cards, any that looks like one. */
export const withSigns = (text, cards) => signParts(text, cards).map(([part, red]) => (red ? html`<span class="red">${part}</span>` : part));

/** A card in its colour. */
export const Card = ({ card }) => html`<span class=${`sign ${isRed(card) ? "red" : "black"}`}>${signOf(card)}</span>`;

/** A button. */
export const Button = ({ on, children, kind = "", ...more }) =>
  html`<button type="button" class=${kind} onClick=${on} ...${more}>${children}</button>`;

/** Downloads a text as a file. */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text; whether the browser let it. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A file name that a title makes. */
export const fileName = (title, end) => `${title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "game"}.${end}`;

/** How often something is there: "1 event", "3 events". */
export const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
