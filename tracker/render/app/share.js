// Sharing a game: a link with the whole game in it, its QR code, files, paper.
// Part of tracker. SPDX-License-Identifier: MIT

import qrcode from "./parts/qrcode.mjs";
import { Tabs } from "./enter.js";
import { titleOf, Top } from "./home.js";
import { Button, counted, download, fileName, html } from "./view.js";

export function ShareScreen({ app, act }) {
  const { game } = app;
  const { at, view } = app.walk.state;
  const end = act.answer("link", { record: game.text, at: at === game.game.events.length ? null : at, view: view.name === "public" ? null : view.name });
  return html`<${Top} app=${app} act=${act} title=${titleOf(game)}><${Tabs} app=${app} on="share" /><//>
  <main class="share">
    <h2>A link with the whole game in it</h2>
    <p class="quiet">Nothing is sent to anybody: the part behind the # never leaves the browser that opens it.</p>
    <p>It opens ${at === game.game.events.length ? "at the end" : `after event ${at}`}, as ${view.name === "public" ? "everybody sees it" : html`<bdi>${view.name}</bdi> sees it`}.</p>
    ${end ? html`<${Shared} address=${location.href.replace(/#.*$/, "") + end} game=${game} act=${act} />` : html`<p>…</p>`}
    <h2>Files and paper</h2>
    <div class="actions">
      <${Button} on=${() => download(fileName(game.title, "lit"), game.text)}>As text (.lit)<//>
      <${Button} on=${() => saveJson(game, act)}>As JSON<//>
      <${Button} on=${() => window.print()}>Print<//>
    </div>
    <pre class="record" tabindex="0" aria-label="The record">${game.text}</pre>
  </main>`;
}

async function saveJson(game, act) {
  const content = await act.attempt(() => act.ask("write", { record: game.text, form: "json" }));
  if (content) download(fileName(game.title, "json"), content, "application/json");
}

function Shared({ address, game, act }) {
  const copy = () => act.attempt(async () => {
    await navigator.clipboard.writeText(address);
    act.set({ message: ["Copied."] });
  });
  const send = () => navigator.share({ title: game.title || "A game of Literature", url: address }).catch(() => undefined);
  return html`<p><a class="address" href=${address}>${address}</a></p>
    <div class="actions"><${Button} kind="primary" on=${copy}>Copy<//>${"share" in navigator ? html`<${Button} on=${send}>Send …<//>` : null}<span class="quiet">${counted(address.length, "character")}</span></div>
    <${Code} text=${address} />`;
}

/** The most characters that a QR code can have. */
const MOST_IN_CODE = 2900;

function Code({ text }) {
  if (text.length > MOST_IN_CODE) return html`<p class="quiet">It is too long for a QR code.</p>`;
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const rows = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : "")).join(""));
  return html`<svg class="code" viewBox=${`-3 -3 ${size + 6} ${size + 6}`} role="img" aria-label="The link as a QR code"><rect x="-3" y="-3" width=${size + 6} height=${size + 6} fill="#fff" /><path d=${rows.join("")} fill="#000" /></svg>`;
}
