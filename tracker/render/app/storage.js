// The games on this device: IndexedDB. A game is kept when the promise that keeps it is fulfilled.
// Part of tracker. SPDX-License-Identifier: MIT

const NAME = "tracker";
const GAMES = "games";
const NOTES = "notes";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

const opened = () => new Promise((resolve, reject) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => [GAMES, NOTES].map((store) => request.result.createObjectStore(store, { keyPath: "id" }));
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Does something in one transaction; fulfilled when it is on the disk.
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>}
 */
async function transact(store, mode, work) {
  const database = await (opening ??= opened());
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("the device would not keep it"));
  });
}

/** All games, the latest first. */
export async function allGames() {
  const games = await transact(GAMES, "readonly", (store) => store.getAll());
  return games.sort((one, other) => other.changed - one.changed);
}

/** @param {KeptGame} game */
export const keepGame = (game) => transact(GAMES, "readwrite", (store) => store.put(game));
export const gameById = (id) => transact(GAMES, "readonly", (store) => store.get(id));
export const removeGame = (id) => transact(GAMES, "readwrite", (store) => store.delete(id));

/** Something small that is kept under a name: the progress of a learner. */
export const keepNote = (id, value) => transact(NOTES, "readwrite", (store) => store.put({ id, value }));
export const note = async (id) => (await transact(NOTES, "readonly", (store) => store.get(id)))?.value;

/** A name for a new game. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
