// Compiles the Python of the app as the app's own Python does it: node compile.mjs FOLDER, with Pyodide and sources.zip
// in the folder. Then compiled.zip is there, too: the same whenever and wherever it is made of the same.
// Part of tracker. SPDX-License-Identifier: MIT

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("sources.zip", new Uint8Array(readFileSync(join(folder, "sources.zip"))));
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf-8"));
writeFileSync(join(folder, "compiled.zip"), python.FS.readFile("compiled.zip"));
