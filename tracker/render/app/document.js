// An answer as tracker tells it: headings, lines, names with values and tables, drawn from its elements.
// Part of tracker. SPDX-License-Identifier: MIT

import { html, withSigns } from "./view.js";

const LOWER = { h1: "h2", h2: "h3" };

/** @param {{blocks: (string|Array)[], cards: string[]}} given the elements of a document, and the cards of the game */
export const Document = ({ blocks, cards }) => html`<div class="document">${blocks.map((node) => drawn(node, cards))}</div>`;

/** An element is its tag, its classes, and what is in it; a text is a text. */
function drawn(node, cards) {
  if (typeof node === "string") return withSigns(node, cards);
  const [tag, marks, ...inside] = node;
  const of = tag === "th" ? { class: marks, scope: "col" } : { class: marks };
  const element = html`<${LOWER[tag] || tag} ...${of}>${inside.map((each) => drawn(each, cards))}<//>`;
  return tag === "table" ? html`<div class="scroll" tabindex="0">${element}</div>` : element;
}
