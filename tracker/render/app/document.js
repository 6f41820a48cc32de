// An answer as tracker tells it: headings, lines, names with values and tables, drawn from its data.
// Part of tracker. SPDX-License-Identifier: MIT

import { html, withSigns } from "./view.js";

/** @param {{blocks: object[], cards: string[]}} given the blocks of a document, and the cards of the game */
export const Document = ({ blocks, cards }) => html`<div class="document">${blocks.map((block) => html`<${Block} block=${block} cards=${cards} />`)}</div>`;

function Block({ block, cards }) {
  const words = (runs) => runs.map(([said, marks]) => (marks ? html`<span class=${marks}>${withSigns(said, cards)}</span>` : withSigns(said, cards)));
  const items = (list) => list.map((item) => html`<span class="item">${words(item)}</span> `);
  const cell = (runs, place) => html`<td class=${block.right[place] ? "right" : ""}>${words(runs)}</td>`;
  switch (block.kind) {
    case "heading": return html`<${block.top ? "h2" : "h3"} class=${block.annex ? "annex" : ""}>${words(block.words)}<//>`;
    case "line": return html`<p class=${`in${block.indent}`}>${words(block.words)}</p>`;
    case "pairs": return html`<dl>${block.rows.map(([name, of]) => html`<dt>${words(name)}</dt><dd>${items(of)}</dd>`)}</dl>`;
    case "aside": return html`<p>${items(block.items)}</p>`;
    case "table": return html`<div class="scroll" tabindex="0"><table>${block.caption ? html`<caption>${block.caption}</caption>` : null}
      <thead><tr>${block.heads.map((head, place) => html`<th scope="col" class=${block.right[place] ? "right" : ""}>${words(head)}</th>`)}</tr></thead>
      <tbody>${block.rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
    default: return html`<pre>${block.lines.join("\n")}</pre>`;
  }
}
