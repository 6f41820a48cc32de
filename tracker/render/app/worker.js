// The worker: Python with tracker in it. It takes requests as JSON and gives replies as JSON.
// Part of tracker. SPDX-License-Identifier: MIT

import { loadPyodide } from "./parts/pyodide.mjs";

const PARTS = new URL("./parts/", import.meta.url).href;

async function packages() {
  const response = await fetch(`${PARTS}packages.tar.xz`);
  if (!response.ok) throw new Error(`packages.tar.xz: ${response.status}`);
  return response.arrayBuffer();
}

async function start() {
  const starting = loadPyodide({ indexURL: PARTS, packageBaseUrl: PARTS });
  // What Python starts with is asked for first: while the packages come, it starts.
  await new Promise((resolve) => setTimeout(resolve));
  const coming = packages();
  const python = await starting;
  python.unpackArchive(await coming, "xztar", { extractDir: "/lib/tracker" });
  python.runPython("import sys; sys.path.insert(0, '/lib/tracker')");
  return python.pyimport("tracker.render.app_answers").answer;
}

try {
  const answer = await start();
  globalThis.onmessage = ({ data }) => {
    try {
      postMessage({ reply: answer(data) });
    } catch (error) {
      postMessage({ reply: JSON.stringify({ error: { kind: "Broken", lines: [lastLine(error)] } }) });
    }
  };
  postMessage({ status: "ready" });
} catch (error) {
  postMessage({ status: "failed", text: lastLine(error) });
}

/** What Python says last of an error; above it stands where it happened. */
function lastLine(error) {
  return String(error.message ?? error).trim().split("\n").at(-1);
}
