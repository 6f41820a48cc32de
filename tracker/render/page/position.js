// The position for others: a small page, or words.
// Part of tracker. SPDX-License-Identifier: MIT

/** What the marks mean, as the page says it, but those that only colour tells. */
function legend() {
  const items = document.querySelectorAll(".legend li:has(.cell:not(.fresh, .moved))");
  return [...items].map((item) => item.textContent?.trim()).join("   ");
}

/**
 * Hands something to the share sheet of a phone's system. Says what came of it; nothing: there is none for this.
 * @param {ShareData} told
 */
async function shareBySystem(told) {
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.(told)) return null;
  try {
    await navigator.share(told);
    return "Shared";
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError" ? "Not shared" : null;
  }
}

/** Hands something to a phone's share sheet; elsewhere its text is copied. Says what came of it. */
async function share(told, text) {
  const shared = await shareBySystem(told);
  if (shared !== null) return shared;
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    return told.url ? "It is in the address bar" : "Not copied";
  }
}

/** Saves the board and the proof beside it as a small page, without scripts. */
function savePage(title, name) {
  const page = document.implementation.createHTMLDocument(title);
  const policy = { "http-equiv": "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'" };
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.className = "live";
  page.head.append(make("meta", { charset: "utf-8" }), make("meta", policy), make("meta", { name: "viewport", content: "width=device-width" }));
  page.head.append(...[...document.querySelectorAll("style")].map((style) => style.cloneNode(true)));
  const [grid, why] = [byId("grid"), byId("why")].map((node) => /** @type {HTMLElement} */ (node.cloneNode(true)));
  for (const link of why.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const node of why.querySelectorAll("button, .cell-steps")) node.remove();
  for (const node of grid.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  const board = make("section", { class: "board" }, make("h2", {}, "Who can hold what"), make("p", { class: "legend" }, legend()), make("h3", { class: "unseen" }, "Half-suits"), grid);
  page.body.append(make("main", {}, make("h1", {}, named(title)), make("div", { class: "columns saved" }, board, why)));
  // eslint-disable-next-line no-restricted-properties -- it is read here, not set
  download(name, `<!doctype html>\n${page.documentElement.outerHTML}`, "text/html");
}

/** What is kept from visit to visit, where the browser allows that. */
function remember(key, value) {
  try {
    localStorage.setItem(`tracker-${key}`, value);
  } catch {
    // nothing is kept, then
  }
}

function remembered(key) {
  try {
    return localStorage.getItem(`tracker-${key}`);
  } catch {
    return null;
  }
}
