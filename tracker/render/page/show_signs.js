// Shows the cards in the texts of a page as signs, where the page was made with their codes.
// Part of tracker. SPDX-License-Identifier: MIT

import { inSigns } from "./dom.js";
import { CARD_IN_TEXT, signParts } from "./signs.js";

function showSigns(root) {
  /** @type {Text[]} */
  const texts = [];
  for (const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const node of texts) {
    if (node.parentElement?.closest("script") || !CARD_IN_TEXT.test(node.data)) continue;
    const isPlain = node.parentElement?.closest("option");
    node.replaceWith(...(isPlain ? signParts(node.data).map(([part]) => part) : inSigns(node.data)));
  }
}

showSigns(document.body);
