// Shows the cards in the texts of a page as signs, where the page was made with their codes.
// Part of tracker. SPDX-License-Identifier: MIT

import { CARD_IN_TEXT, signParts } from "./signs.js";

/** A part of a text, in red where it is to be. */
function coloured([part, isRed]) {
  if (!isRed) return part;
  const node = document.createElement("span");
  node.className = "red";
  node.append(part);
  return node;
}

function showSigns(root) {
  /** @type {Text[]} */
  const texts = [];
  for (const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const node of texts) {
    if (node.parentElement?.closest("script") || !CARD_IN_TEXT.test(node.data)) continue;
    const isPlain = node.parentElement?.closest("option");
    node.replaceWith(...signParts(node.data).map((part) => (isPlain ? part[0] : coloured(part))));
  }
}

showSigns(document.body);
