// A ruling as a page: the parts that tracker makes of it, as headings, paragraphs and tables.
// Part of tracker. SPDX-License-Identifier: MIT

import { Button, download, fileName, html, withSigns } from "./view.js";

/** @param {{page: {title: string, facts: [string, string][], sections: object[], markdown: string}, cards: string[]}} given */
export function Ruling({ page, cards }) {
  const save = () => download(fileName(page.title, "md"), page.markdown, "text/markdown");
  return html`<article class="ruling">
    <h2>${withSigns(page.title, cards)}</h2>
    <dl>${page.facts.map(([label, value]) => html`<dt>${label}</dt><dd class=${label === "Answer" ? "answer" : ""}>${withSigns(value, cards)}</dd>`)}</dl>
    ${page.sections.map((section) => (section.annex ? html`<details open><summary>${section.heading}</summary><${Body} section=${section} cards=${cards} /></details>` : html`<section><h3>${section.heading}</h3><${Body} section=${section} cards=${cards} /></section>`))}
    <p><${Button} on=${save}>Save as Markdown<//> <${Button} on=${() => print()}>Print<//></p>
  </article>`;
}

function Body({ section, cards }) {
  const heads = section.heads.map((head) => html`<th scope="col">${head}</th>`);
  const row = (cells) => html`<tr>${cells.map((cell) => html`<td>${withSigns(cell, cards)}</td>`)}</tr>`;
  return html`${section.lines.map((line) => html`<p>${withSigns(line, cards)}</p>`)}
    ${section.rows.length ? html`<table><thead><tr>${heads}</tr></thead><tbody>${section.rows.map(row)}</tbody></table>` : null}`;
}
