// Making elements without templates, for pages that are only read. Text is always set as text: nothing of a record becomes markup.
// Part of tracker. SPDX-License-Identifier: MIT

import { signParts } from "./signs.js";

/**
 * An element with attributes and children (elements, or text).
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 * @param {...unknown} children
 */
export function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(.../** @type {(Node | string)[]} */ (children.flat(3)));
  return node;
}

/** A text with its cards as signs, as elements and text. */
export const inSigns = (text) => signParts(text).map(([part, red]) => (red ? make("span", { class: "red" }, part) : part));
