// The position for others: a picture of the grid as it is on the screen, a small page, or words.
// Part of tracker. SPDX-License-Identifier: MIT

const PICTURE = { scale: 2, edge: 16, head: 64, line: 22 };
const LEGEND = "● public   ■ own hand   ✔ deduced   · excluded   37: possible, in % of the deals";

/** The grid with a heading, its legend and lines of why, on a canvas. Names are drawn as text, so nothing of them can be markup. */
function picture(title, subtitle, lines) {
  const root = byId("grid");
  const canvas = document.createElement("canvas");
  const box = root.getBoundingClientRect();
  canvas.width = (box.width + 2 * PICTURE.edge) * PICTURE.scale;
  canvas.height = (box.height + PICTURE.head + (lines.length + 1) * PICTURE.line + 2 * PICTURE.edge) * PICTURE.scale;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const styles = getComputedStyle(document.body);
  brush.scale(PICTURE.scale, PICTURE.scale);
  brush.fillStyle = styles.backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.textBaseline = "middle";
  brush.fillStyle = styles.color;
  write(brush, title, `600 17px ${styles.fontFamily}`, PICTURE.edge, 26, box.width);
  write(brush, subtitle, `14px ${styles.fontFamily}`, PICTURE.edge, 50, box.width);
  [LEGEND, ...lines].forEach((line, i) => {
    const y = PICTURE.head + PICTURE.edge + box.height + (i + 0.7) * PICTURE.line;
    write(brush, line, `${i === 1 ? 600 : 400} 14px ${styles.fontFamily}`, PICTURE.edge, y, box.width);
  });
  brush.translate(PICTURE.edge - box.x, PICTURE.head + PICTURE.edge - box.y);
  for (const node of root.querySelectorAll("h4, .last-hands, th, td[data-cell]")) {
    if (node.getClientRects().length) drawNode(brush, node);
  }
  return canvas;
}

/** A part of the grid where it stands, in its colours. */
function drawNode(brush, node) {
  const box = node.getBoundingClientRect();
  const styles = getComputedStyle(node);
  if (node.matches("td")) drawCell(brush, node, box, styles);
  brush.fillStyle = styles.color;
  const font = `${styles.fontWeight} ${styles.fontSize} ${styles.fontFamily}`;
  const middle = box.y + box.height / 2;
  if (node.matches(".last-hands")) writeLines(brush, node.innerText, font, box, parseFloat(styles.lineHeight) || 18);
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

/** A text in as many lines as it takes. */
function writeLines(brush, text, font, box, height) {
  brush.font = font;
  let line = "";
  let y = box.y + height / 2;
  for (const word of text.split(" ")) {
    if (line && brush.measureText(`${line} ${word}`).width > box.width) {
      write(brush, line, font, box.x, y, box.width);
      [line, y] = [word, y + height];
    } else line = line ? `${line} ${word}` : word;
  }
  write(brush, line, font, box.x, y, box.width);
}

/** Puts a picture on the clipboard; where that may not be, it is saved as a file. Says which. */
async function sharePicture(canvas, name) {
  /** @type {Blob} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
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

/** Hands something to the system's share sheet on a phone; elsewhere its text is copied. Says what came of it. */
async function share(told, text) {
  try {
    if (matchMedia("(pointer: coarse)").matches && navigator.share) {
      await navigator.share(told);
      return "Shared";
    }
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
  const board = make("section", { class: "board" }, make("h2", {}, "Who can hold what"), make("p", { class: "legend" }, LEGEND), make("h3", { class: "unseen" }, "Half-suits"), grid);
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
