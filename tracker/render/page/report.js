// The report as a page of its own: its documents, its address, its colours, and what it keeps.
// Part of tracker. SPDX-License-Identifier: MIT

import { Charts } from "./charts.js";
import { Explorer } from "./explorer.js";
import { Game } from "./model.js";
import { Button, byId, html, readTable, render } from "./view.js";
import { Tools, Walk } from "./walk.js";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light")) === "dark";
const help = () => /** @type {HTMLDialogElement} */ (byId("help")).showModal();

const walk = new Walk(new Game(await readTable(byId("data"))), {
  title: document.title,
  draw,
  mark: (isNew) => history[isNew ? "pushState" : "replaceState"](null, "", walk.address),
  link: () => (location.protocol === "file:" ? null : location.href),
  hasLetters: () => /** @type {HTMLInputElement} */ (byId("single")).checked,
  keys: { t: turnColours, "?": help },
});

function draw(shown, before) {
  document.documentElement.classList.toggle("asking", shown.ask);
  if (shown.ask || before.ask) hideWhatIsToCome(shown);
  render(html`<${Tools} shown=${shown} />
    <${Button} id="theme" title="Dark or light (T)" on=${turnColours}>${isDark() ? "Light" : "Dark"}<//>
    <${Button} id="help-open" title="Keyboard (?)" on=${help}>Keys<//>`, byId("tools"));
  render(html`<${Charts} shown=${shown} />`, byId("charts"));
  render(html`<${Explorer} shown=${shown} />`, byId("explorer")); // last: its list of events measures the page
}

/** With "Ask first", all that tells of later events is hidden. */
function hideWhatIsToCome({ ask, at, veiled }) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-event], [data-until]"))) {
    const event = Number(node.dataset.event ?? node.dataset.until);
    node.toggleAttribute("hidden", ask && (event > at || (event === at && veiled && "event" in node.dataset)));
  }
}

function turnColours() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  kept((store) => store.setItem("tracker-theme", theme));
  walk.show();
}

/** What is kept from visit to visit, where the browser allows that. */
function kept(what) {
  try {
    return what(localStorage);
  } catch {
    return null;
  }
}

const before = kept((store) => store.getItem("tracker-theme"));
if (before === "dark" || before === "light") document.documentElement.dataset.theme = before;
document.documentElement.classList.add("live");
prefersDark.addEventListener("change", () => walk.show());
document.addEventListener("click", walk.follow);
document.addEventListener("keydown", walk.pressed);
/** An address that says where one is, or was, says whether a cell is chosen, too. */
window.addEventListener("hashchange", ({ newURL }) => {
  const change = walk.asked(new URL(newURL).hash); // by now the address may say again where one was
  if (!Object.keys(change).length) return;
  walk.go({ ...change, cell: change.cell ?? null });
  walk.lookAround(change);
});
walk.begin(location.hash);
