// The engine: tracker itself, in a worker, asked one question at a time; those of a person go first.
// Part of tracker. SPDX-License-Identifier: MIT

/** Why there is no answer: its kind, and its lines for people. */
const troubleOf = (kind, lines) => Object.assign(new Error(lines.join("\n")), { kind, lines });

/** @typedef {{request: object, background: boolean, resolve: Function, reject: Function}} Question */

export class Engine {
  /**
   * @param {(status: string, busy: number) => void} tell called when anything changes
   * @param {Promise<void>} served fulfilled when what it loads is kept on the device as it comes
   */
  constructor(tell, served) {
    this.tell = tell;
    this.served = served;
    /** @type {Question[]} */
    this.waiting = [];
    this.trouble = "";
    /** @type {Worker | null} */
    this.worker = null;
    this.starts = 0;
    this.start();
  }

  start() {
    this.status = "starting";
    /** @type {Question | null} */
    this.running = null;
    const number = (this.starts += 1);
    void this.served.then(() => {
      if (number !== this.starts) return; // it was stopped meanwhile
      this.worker = new Worker(scriptAddress("worker.js"), { type: "module" });
      this.worker.onmessage = ({ data }) => this.came(data);
      this.worker.onerror = (event) => this.failed(event.message || "its files could not be loaded");
    });
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
      if (this.status === "failed") reject(troubleOf("Failed", [this.trouble]));
      else this.waiting.push({ request: { ask, ...parameters }, background, resolve, reject });
      this.next();
    });
  }

  /** Leaves what is worked on and all that waits; the worker begins anew. */
  stop() {
    this.worker?.terminate();
    this.rejectAll(troubleOf("Stopped", ["stopped"]));
    this.start();
    this.changed();
  }

  /** Leaves out what waits in the background. */
  forget() {
    const { true: away = [], false: kept = [] } = Object.groupBy(this.waiting, (each) => String(each.background));
    this.waiting = kept;
    for (const each of away) each.reject(troubleOf("Stopped", ["no longer wanted"]));
  }

  get busy() {
    return this.waiting.filter((each) => !each.background).length + (this.running && !this.running.background ? 1 : 0);
  }

  next() {
    if (this.status === "ready" && this.running === null && this.waiting.length) {
      const first = Math.max(0, this.waiting.findIndex((each) => !each.background));
      const [question] = this.waiting.splice(first, 1);
      this.running = question;
      this.worker?.postMessage(JSON.stringify(question.request));
    }
    this.changed();
  }

  came(data) {
    if (data.status === "failed") {
      this.failed(data.text);
    } else if (data.status) {
      this.status = data.status;
      this.next();
    } else if (this.running) {
      const { resolve, reject } = this.running;
      this.running = null;
      const reply = JSON.parse(data.reply);
      if (reply.error) reject(troubleOf(reply.error.kind, reply.error.lines));
      else resolve(reply.answer);
      this.next();
    }
  }

  failed(text) {
    this.status = "failed";
    this.trouble = `tracker could not start: ${text}`;
    this.rejectAll(troubleOf("Failed", [this.trouble]));
    this.changed();
  }

  rejectAll(error) {
    for (const each of [this.running, ...this.waiting]) each?.reject(error);
    this.running = null;
    this.waiting = [];
  }

  changed() {
    this.tell(this.status, this.busy);
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
