// Keeps the app on the device: after the first visit it needs no network. Games are not kept here.
// Part of tracker. SPDX-License-Identifier: MIT

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `tracker-${"VERSION"}`;
/** @type {Map<string, [hash: string, size: number, packed: number]>} of each file: bytes as it is, and as a host packs it */
const FILES = new Map([["FILES", ["", 0, 0]]]);
/** What the engine is made of: how much of it has come is told. */
const ENGINE = [...FILES.keys()].filter((name) => /^parts\/.*(?:zip|xz|wasm|\.asm\.mjs)$/.test(name));
/** @type {Map<string, number>} how much of each file is there */
const shares = new Map();
/** Whether the host packs what it sends. */
let isPacked = false;
/** So many bytes more are told of. */
const STEP = 100_000;

worker.addEventListener("install", (event) => {
  // On the first visit each file is kept as it is loaded, so that all come once; a newer version comes whole.
  if (worker.registration.active) event.waitUntil(keepAll());
});

worker.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("tracker-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("message", (event) => {
  const doing = { serve: () => worker.clients.claim(), keep: async () => tell({ kept: await keepAll() }) };
  event.waitUntil(doing[event.data]());
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  const name = url.pathname.slice(new URL(worker.registration.scope).pathname.length).replace("index.html", "") || "./";
  if (FILES.has(name)) event.respondWith(ENGINE.includes(name) ? inTurn(name) : file(name));
});

/** @type {Promise<unknown>} fulfilled when what was asked for before is there */
let before = Promise.resolve();

/** A file of the engine: they come one after another, so that it starts with the first while the last ones come. */
function inTurn(name) {
  const coming = before.then(() => file(name));
  before = coming.catch(() => undefined);
  return coming;
}

/** What was loaded before this worker was there, and what nobody asked for yet, is kept, too. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const missing = await Promise.all([...FILES.keys()].map(async (name) => ((await cache.match(name)) ? [] : [name])));
  await Promise.all(missing.flat().map((name) => file(name)));
  return true;
}

/** A file: from the device, else loaded. */
async function file(name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (!kept) return fetched(name, cache);
  shares.set(name, 1);
  return kept;
}

/**
 * A file that is loaded, and kept if it is of this version: the browser's own cache may have another.
 * @param {RequestCache} mode
 */
async function fetched(name, cache, mode = "default") {
  const response = await fetch(name, { cache: mode });
  if (!response.ok) return response;
  const content = await loaded(name, response);
  const made = () => new Response(content, { headers: { "content-type": response.headers.get("content-type") ?? "" } });
  const [hash] = FILES.get(name) ?? [];
  if ((await hashOf(content)) === hash) await cache.put(name, made()).catch(() => undefined); // a device that is full works from the network
  else if (mode === "default") return fetched(name, cache, "reload");
  return made();
}

async function hashOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The content of a file; meanwhile it is told how much of the engine has come. */
async function loaded(name, response) {
  if (!response.body || !ENGINE.includes(name)) return response.arrayBuffer();
  const [, size] = FILES.get(name) ?? ["", 1];
  isPacked ||= response.headers.has("content-encoding");
  let [bytes, next] = [0, STEP];
  const count = new TransformStream({
    transform(chunk, stream) {
      bytes += chunk.byteLength;
      stream.enqueue(chunk);
      if (bytes < next && bytes < size) return;
      next = bytes + STEP;
      shares.set(name, Math.min(bytes / size, 1));
      void tell(progress());
    },
  });
  return new Response(response.body.pipeThrough(count)).arrayBuffer();
}

/** How many bytes of the engine are there, and of how many, as they come over the network. */
function progress() {
  const sizes = ENGINE.map((name) => [shares.get(name) ?? 0, FILES.get(name)?.[isPacked ? 2 : 1] ?? 0]);
  return { loaded: sizes.reduce((sum, [share, size]) => sum + share * size, 0), total: sizes.reduce((sum, [, size]) => sum + size, 0) };
}

async function tell(news) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(news);
}
