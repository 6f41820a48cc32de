// What keeps the app on the device (service-worker.js), as a page sees it: each file comes once.
// Part of tracker. SPDX-License-Identifier: MIT

import { scriptAddress } from "./engine.js";

/** Milliseconds for which it may take to be there; after that the app goes without it. */
const PATIENCE = 3_000;

/**
 * Fulfilled when what is loaded from now on is kept as it comes.
 * @param {(news: {loaded?: number, total?: number, kept?: boolean}) => void} tell called as the engine comes
 */
export async function served(tell) {
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data }) => tell(data));
  service.startMessages();
  const registering = service.register(scriptAddress("service-worker.js")).catch(() => undefined);
  if (service.controller) return;
  const isTaken = new Promise((resolve) => service.addEventListener("controllerchange", resolve, { once: true }));
  void registering.then(() => say("serve"));
  await Promise.race([isTaken, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** What the app has not loaded yet is kept, too. */
export const keepAll = () => say("keep");

/** @param {"serve" | "keep"} what */
async function say(what) {
  const ready = await navigator.serviceWorker?.ready;
  ready?.active?.postMessage(what);
}
