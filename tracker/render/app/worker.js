// The worker: Python with tracker in it. It takes requests as JSON and gives replies as JSON.
// Part of tracker. SPDX-License-Identifier: MIT

import { loadPyodide } from "./parts/pyodide.mjs";

const PARTS = new URL("./parts/", import.meta.url).href;
const ARCHIVES = ["tracker.zip", "python-sat.zip", "six.zip", "rich.zip", "jinja2.zip", "markupsafe.zip"];

async function archive(name) {
  const response = await fetch(PARTS + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

async function start() {
  const coming = Promise.all(ARCHIVES.map(archive));
  const python = await loadPyodide({ indexURL: PARTS, packageBaseUrl: PARTS, lockFileURL: `${PARTS}pyodide-lock.json` });
  for (const content of await coming) python.unpackArchive(content, "zip", { extractDir: "/lib/tracker" });
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
