// The engine: tracker itself, in a worker, asked one question at a time; those of a person go first.
// Part of tracker. SPDX-License-Identifier: MIT

/** Why there is no answer: its kind, and its lines for people. */
const troubleOf = (kind, lines) => Object.assign(new Error(lines.join("\n")), { kind, lines });

/** @typedef {{request: object, background: boolean, resolve: (answer: any) => void, reject: (error: Error) => void}} Question */

export class Engine {
  /** @type {Question[]} */
  waiting = [];
  /** @type {Question | null} */
  running = null;
  status = "starting";
  trouble = "";
  /** @type {Worker | null} */
  worker = null;

  /**
   * @param {(status: string, busy: number) => void} tell called when anything changes
   * @param {Promise<void>} served fulfilled when what it loads is kept on the device as it comes
   */
  constructor(tell, served) {
    this.tell = tell;
    void served.then(() => this.start());
  }

  start() {
    this.worker = new Worker(scriptAddress("worker.js"), { type: "module" });
    this.worker.onmessage = ({ data }) => this.came(data);
    this.worker.onerror = (event) => this.came({ status: "failed", text: event.message || "its files could not be loaded" });
  }

  /**
   * Asks a question; gives the answer.
   * @param {string} ask
   * @param {object} [parameters]
   * @param {boolean} [background] whether the questions of a person go before it
   * @returns {Promise<any>}
   */
  ask(ask, parameters = {}, background = false) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request: { ask, ...parameters }, background, resolve, reject });
      this.next();
    });
  }

  /** Leaves what is worked on and all that waits; the worker begins anew. */
  stop() {
    this.leave(troubleOf("Stopped", ["stopped"]));
    this.worker?.terminate();
    this.status = "starting";
    this.start();
    this.next();
  }

  /** Leaves all questions without an answer. */
  leave(error) {
    for (const each of [this.running, ...this.waiting]) each?.reject(error);
    this.running = null;
    this.waiting = [];
  }

  /** Poses the next question, if it can be, and tells how things are. */
  next() {
    if (this.status === "failed") this.leave(troubleOf("Failed", [this.trouble]));
    if (this.status === "ready" && this.running === null && this.waiting.length) {
      const first = Math.max(0, this.waiting.findIndex((each) => !each.background));
      [this.running] = this.waiting.splice(first, 1);
      this.worker?.postMessage(JSON.stringify(this.running.request));
    }
    const open = [...this.waiting, this.running].filter((each) => each && !each.background);
    this.tell(this.status, open.length);
  }

  /** The worker says how it is, or answers. */
  came({ status = "", text = "", reply = "" }) {
    if (status) {
      this.status = status;
      this.trouble = `tracker could not start: ${text}`;
    } else if (this.running) {
      const { resolve, reject } = this.running;
      const { answer, error } = JSON.parse(reply);
      this.running = null;
      if (error) reject(troubleOf(error.kind, error.lines));
      else resolve(answer);
    }
    this.next();
  }
}

/** The scripts that the app may start: no other address becomes one. */
const OWN_SCRIPTS = ["worker.js", "service-worker.js"];
const policy = globalThis.trustedTypes?.createPolicy("app", {
  createScriptURL: (name) => {
    if (!OWN_SCRIPTS.includes(name)) throw new TypeError(`${name} is no script of the app`);
    return new URL(name, import.meta.url).href;
  },
});

/** The address of one of the app's own scripts, as the browser wants it. */
export const scriptAddress = (name) => policy?.createScriptURL(name) ?? new URL(name, import.meta.url);
