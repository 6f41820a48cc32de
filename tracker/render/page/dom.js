// Making elements. Text is always set as text: nothing of a record becomes markup.
// Part of tracker. SPDX-License-Identifier: MIT

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

/** An element with attributes and children (elements, or text). */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for the parts of a drawing. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child != null));
  return node;
}

/** Sets an attribute only where it is new: most cells stay as they are from event to event. */
function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** A text with its names of seats apart, so that each keeps its own direction of writing. */
function named(text) {
  return text.split(NAMES).map((part, place) => (place % 2 ? make("bdi", {}, part) : part)).filter(Boolean);
}

/** Shows such a text, if it is another than before. */
function setNamed(node, text) {
  if (node.dataset.text === text) return;
  node.dataset.text = text;
  node.replaceChildren(...named(text));
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
