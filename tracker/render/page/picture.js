// A picture of the position: the grid as it is on the screen, drawn anew, copied or saved as a PNG.
// Part of tracker. SPDX-License-Identifier: MIT

const PICTURE = { scale: 2, edge: 16, head: 64 };

/** The grid with a heading, on a canvas. Names are drawn as text: nothing of them can be markup. */
function picture(title, subtitle) {
  const root = byId("grid");
  const canvas = document.createElement("canvas");
  const box = root.getBoundingClientRect();
  canvas.width = (box.width + 2 * PICTURE.edge) * PICTURE.scale;
  canvas.height = (box.height + PICTURE.head + 2 * PICTURE.edge) * PICTURE.scale;
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const styles = getComputedStyle(document.body);
  brush.scale(PICTURE.scale, PICTURE.scale);
  brush.fillStyle = styles.backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.textBaseline = "middle";
  brush.fillStyle = styles.color;
  write(brush, title, `600 17px ${styles.fontFamily}`, PICTURE.edge, 26, box.width);
  write(brush, subtitle, `14px ${styles.fontFamily}`, PICTURE.edge, 50, box.width);
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
    const address = URL.createObjectURL(blob);
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    return "Saved";
  }
}
