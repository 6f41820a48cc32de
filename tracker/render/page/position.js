// The position for others: a small page, or words.
// Part of tracker. SPDX-License-Identifier: MIT

import { byId, copied, download, html, render } from "./view.js";

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
  if (await copied(text)) return "Copied";
  return told.url ? "It is in the address bar" : "Not copied";
}

/** Saves the board and the proof beside it as a small page, without scripts. */
export function savePage(heading, title, name) {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.className = "live";
  render(html`<title>${title}</title><meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" /><meta name="viewport" content="width=device-width" />`, page.head);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const parts = /** @type {Element[]} */ ([byId("grid").parentElement, byId("why")]).map((node) => node.cloneNode(true));
  render(html`<main><h1>${heading}</h1><h2 class="unseen">The position</h2><div class="columns saved"></div></main>`, page.body);
  page.querySelector(".saved")?.append(...parts);
  for (const link of page.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const node of page.querySelectorAll("button, .cell-steps")) node.remove();
  for (const node of page.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  // eslint-disable-next-line no-restricted-properties -- it is read here, not set
  const text = page.documentElement.outerHTML.replace("</head>", () => `<style>${rules.join("\n")}</style></head>`); // as an element it would be subject to the policy here
  download(name, `<!doctype html>\n${text}`, "text/html");
}
