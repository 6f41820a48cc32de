// Keeps the app on the device: after the first visit it needs no network. Games are not kept here,
// but the report's page that was made last: it is served as a page of its own, with its own policy.
// Part of tracker. SPDX-License-Identifier: MIT

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `tracker-${"VERSION"}`;
/** Where report.js puts a page that was made. */
const PAGES = "tracker-report";
const FILES = ["FILES"];

worker.addEventListener("install", (event) => {
  // Nothing from the browser's own cache: all files are of one version.
  const wanted = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
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

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  const kept = async () => {
    const cache = await caches.open(CACHE);
    const page = () => caches.match(event.request, { cacheName: PAGES, ignoreSearch: true });
    return (await cache.match(event.request, { ignoreSearch: true })) ?? (await page()) ?? fetch(event.request);
  };
  event.respondWith(kept());
});
