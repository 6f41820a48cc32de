// Making elements. Text is always set as text: nothing of a record becomes markup.
// Part of tracker. SPDX-License-Identifier: MIT

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of the page with an id.
 * @param {string} id one that the page has, else what comes of it may be nothing
 */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The same of a slider, a box to tick, a list to choose from or a button.
 * @param {string} id
 * @returns {HTMLInputElement}
 */
const control = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * Where an event of the page happened.
 * @param {Event} event
 * @returns {HTMLElement}
 */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * An element with attributes and children (elements, or text).
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...unknown} children
 */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for the parts of a drawing. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Record<string, unknown>} attributes
 * @param {unknown[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, String(value));
  }
  const shown = children.flat(3).filter((child) => child != null && child !== false);
  node.append(.../** @type {(Node | string)[]} */ (shown));
  return node;
}

/** Sets an attribute only where it is new: most cells stay as they are from event to event. */
function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** A name in an address. */
const encode = (name) => encodeURIComponent(name).replaceAll("%2B", "+");

/** A button with its work. */
function button(text, attributes, work) {
  const found = make("button", { type: "button", ...attributes }, text);
  found.addEventListener("click", work);
  return found;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A text with its cards as signs, as elements and text. */
const inSigns = (text, isCard = () => true) => signParts(text, isCard).map(([part, red]) => (red ? make("span", { class: "red" }, part) : part));
