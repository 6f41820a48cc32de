// The position for others: a small page, or words.
// Part of tracker. SPDX-License-Identifier: MIT

import { byId, download, html, render } from "./view.js";

/** What the marks mean, as the page says it, but those that only colour tells. */
function legend() {
  const items = document.querySelectorAll(".legend li:has(.cell:not(.fresh, .moved))");
  return [...items].map((item) => item.textContent?.trim()).join("   ");
}

/**
 * Hands something to a phone's share sheet; elsewhere its text is copied. Says what came of it.
 * @param {ShareData} told
 * @param {string} text
 */
export async function share(told, text) {
  try {
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(told)) {
      await navigator.share(told);
      return "Shared";
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") return "Not shared";
  }
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    return told.url ? "It is in the address bar" : "Not copied";
  }
}

/** Saves the board and the proof beside it as a small page, without scripts. */
export function savePage(heading, title, name) {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.className = "live";
  render(html`<title>${title}</title><meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" /><meta name="viewport" content="width=device-width" />`, page.head);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const [grid, why] = [byId("grid"), byId("why")].map((node) => /** @type {HTMLElement} */ (node.cloneNode(true)));
  for (const link of why.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const node of why.querySelectorAll("button, .cell-steps")) node.remove();
  for (const node of grid.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  render(html`<main><h1>${heading}</h1><div class="columns saved"><section class="board"><h2>Who can hold what</h2><p class="legend">${legend()}</p><h3 class="unseen">Half-suits</h3></section></div></main>`, page.body);
  page.querySelector(".board")?.append(grid);
  page.querySelector(".saved")?.append(why);
  // eslint-disable-next-line no-restricted-properties -- it is read here, not set
  const text = page.documentElement.outerHTML.replace("</head>", () => `<style>${rules.join("\n")}</style></head>`); // as an element it would be subject to the policy here
  download(name, `<!doctype html>\n${text}`, "text/html");
}
