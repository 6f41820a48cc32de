// The position for others: a picture of the grid as it is on the screen, a small page, or words.
// Part of tracker. SPDX-License-Identifier: MIT

const PICTURE = { scale: 2, edge: 16, line: 22 };

/** What the marks mean, as the page says it, but those that only colour tells. */
function legend() {
  const items = document.querySelectorAll(".legend li:has(.cell:not(.fresh, .moved))");
  return [...items].map((item) => item.textContent?.trim()).join("   ");
}

/**
 * The grid with a heading above, its legend and lines of why below, on a canvas. Names are drawn as
 * text, so nothing of them can be markup.
 * @param {string} title
 * @param {string} subtitle
 * @param {string[]} lines
 */
function picture(title, subtitle, lines) {
  const root = byId("grid");
  root.scrollLeft = 0;
  const canvas = document.createElement("canvas");
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const styles = getComputedStyle(document.body);
  const box = root.getBoundingClientRect();
  const room = Math.max(...[...root.children].map((panel) => panel.getBoundingClientRect().x - box.x + panel.scrollWidth));
  const font = (look) => `${look} ${styles.fontFamily}`;
  const head = [...lined(brush, title, font("600 17px"), room), ...lined(brush, subtitle, font("14px"), room)];
  const foot = [legend(), ...lines].flatMap((line, i) => lined(brush, line, font(`${i === 1 ? 600 : 400} 14px`), room));
  const top = PICTURE.edge + head.length * PICTURE.line;
  const height = top + box.height + PICTURE.edge + foot.length * PICTURE.line;
  canvas.width = (room + 2 * PICTURE.edge) * PICTURE.scale;
  canvas.height = (height + PICTURE.edge) * PICTURE.scale;
  brush.scale(PICTURE.scale, PICTURE.scale);
  brush.fillStyle = styles.backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.textBaseline = "middle";
  brush.fillStyle = styles.color;
  writeLines(brush, head, PICTURE.edge, PICTURE.edge, room, PICTURE.line);
  writeLines(brush, foot, PICTURE.edge, top + box.height + PICTURE.edge, room, PICTURE.line);
  drawGrid(brush, root, PICTURE.edge - box.x, top - box.y);
  return canvas;
}

/** The grid, moved to its place in the picture. */
function drawGrid(brush, root, right, down) {
  brush.translate(right, down);
  for (const node of root.querySelectorAll("h4, .last-hands, th, td[data-cell]")) {
    if (node.getClientRects().length) drawNode(brush, node);
  }
}

/** A part of the grid where it stands, in its colours. */
function drawNode(brush, node) {
  const box = node.getBoundingClientRect();
  const styles = getComputedStyle(node);
  if (node.matches("td")) drawCell(brush, node, box, styles);
  brush.fillStyle = styles.color;
  const font = `${styles.fontWeight} ${styles.fontSize} ${styles.fontFamily}`;
  const middle = box.y + box.height / 2;
  if (node.matches(".last-hands")) writeLines(brush, lined(brush, node.innerText, font, box.width), box.x, box.y, box.width, parseFloat(styles.lineHeight) || 18);
  else if (node.matches("h4")) write(brush, node.innerText, font, box.x, middle, box.width);
  else write(brush, shownText(node), font, box.x + box.width / 2, middle, box.width, "center");
}

/** What is to be read of a cell or a heading: a short name stands for a long one that has no room. */
function shownText(node) {
  const short = node.querySelector(".short");
  return short && short.getClientRects().length ? short.textContent : (node.querySelector(".whole") ?? node).textContent;
}

function drawCell(brush, node, box, styles) {
  brush.fillStyle = styles.backgroundColor;
  brush.beginPath();
  brush.roundRect(box.x, box.y, box.width, box.height, 4);
  brush.fill();
  const frame = styles.boxShadow.match(/^((?:rgb|color)a?\([^)]*\)).* ([\d.]+)px inset$/);
  if (node.getAttribute("aria-selected") === "true") outline(brush, getComputedStyle(document.body).color, 3);
  else if (frame) outline(brush, frame[1], Number(frame[2]));
  if (node.matches(".truly")) {
    brush.setLineDash([3, 2]);
    outline(brush, styles.color, 1.5);
    brush.setLineDash([]);
  }
}

function outline(brush, colour, width) {
  brush.strokeStyle = colour;
  brush.lineWidth = width;
  brush.stroke();
}

function write(brush, text, font, x, y, room, align = "left") {
  brush.font = font;
  brush.textAlign = align;
  brush.fillText(text, x, y, room);
}

/**
 * A text in as many lines as it takes, each with its font.
 * @returns {{ text: string, font: string }[]}
 */
function lined(brush, text, font, room) {
  brush.font = font;
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && brush.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, font }));
}

/** Writes lines one below the other. */
function writeLines(brush, lines, x, y, room, height) {
  lines.forEach(({ text, font }, i) => write(brush, text, font, x, y + (i + 0.5) * height, room));
}

/** Puts a picture on a phone's share sheet, else on the clipboard; where neither may be, it is saved as a file. Says which. */
async function sharePicture(canvas, name) {
  /** @type {Blob} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const shared = await shareBySystem({ files: [new File([blob], name, { type: "image/png" })] });
  if (shared !== null) return shared;
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "Copied";
  } catch {
    return download(blob, name);
  }
}

/** Saves something as a file. */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return "Saved";
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
  return download(new Blob(["<!doctype html>\n", page.documentElement.outerHTML], { type: "text/html" }), name);
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
