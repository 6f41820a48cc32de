// Training: puzzles, marked by the engine.
// Part of tracker. SPDX-License-Identifier: MIT

import { Top } from "./home.js";
import { html } from "./view.js";

export function TrainScreen({ app, act }) {
  return html`<${Top} app=${app} act=${act} title="Train" /><main><p>…</p></main>`;
}
