// The page's side of the workers: questions with their answers, and questions of a worker to the page.

/** The questions that only the whole engine answers. */
const OF_WHOLE = new Set(["convert", "sizes", "cut", "kept", "texts", "fitted", "replay"]);

/**
 * @typedef {object} Host
 * @property {() => void} ready
 * @property {(message: string) => void} failed
 * @property {(isOn: boolean) => void} growing called before and after the whole engine is loaded
 * @property {(args: object) => Promise<unknown>} reduce
 * @property {(state: { checked: number, of: number }) => void} progress
 */

/** The whole engine did not come, for example without a network. */
export class NotLoaded extends Error {}

/** One worker, with the questions that it has not answered yet. */
class Asked {
  #worker;
  #host;
  #answers = new Map();
  #count = 0;
  /** Resolves when the worker can answer. */
  ready;

  /** @param {string} file @param {Host} host */
  constructor(file, host) {
    this.#host = host;
    this.#worker = new Worker(new URL(file, import.meta.url), { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      let isReady = false;
      this.#worker.onerror = ({ message = "the worker did not start" }) => (isReady ? host.failed(message) : reject(new Error(message)));
      this.#worker.onmessage = ({ data }) => {
        if (data.ready) resolve((isReady = true));
        else if (data.failure !== undefined) reject(new Error(data.failure));
        else this.#receive(data);
      };
    });
  }

  #receive(data) {
    if (data.progress !== undefined) return this.#host.progress(data.progress);
    if (data.question !== undefined) return this.#reply(data.question, this.#host[data.name](data.args));
    const { resolve, reject } = this.#answers.get(data.id);
    this.#answers.delete(data.id);
    if (data.error === undefined) resolve(data.value);
    else reject(new Error(data.error));
    return undefined;
  }

  async #reply(answer, promise) {
    try {
      this.#worker.postMessage({ answer, value: await promise });
    } catch (error) {
      this.#worker.postMessage({ answer, error: error.message });
    }
  }

  ask(name, args) {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker when it has answered. */
  async end() {
    while (this.#answers.size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    this.#worker.terminate();
  }
}

/** Asks a worker: that of a first verdict, until the whole engine is needed. Of questions that wait under one name, only the newest is asked. */
export class Engine {
  #host;
  #worker;
  #isWhole;
  #growing = null;
  /** The newest text that was opened, which the whole engine opens, too. */
  #opened = null;
  #waiting = new Map();
  #running = new Set();

  /** @param {Host} host @param {boolean} isWhole true if a request is to be cut or converted at once */
  constructor(host, isWhole) {
    [this.#host, this.#isWhole] = [host, isWhole];
    this.#worker = new Asked(isWhole ? "whole.js" : "worker.js", host);
    this.#worker.ready.then(host.ready, ({ message }) => host.failed(message));
  }

  /** Loads the whole engine, and lets it take over. */
  grow() {
    if (this.#isWhole) return Promise.resolve();
    this.#growing ??= this.#grow().finally(() => {
      this.#growing = null;
    });
    return this.#growing;
  }

  async #grow() {
    this.#host.growing(true);
    try {
      const whole = new Asked("whole.js", this.#host);
      await whole.ready.catch(({ message }) => {
        whole.end();
        throw new NotLoaded(`The whole engine could not be loaded: ${message}. See whether there is a network, and try again.`);
      });
      for (let last = null; last !== this.#opened; ) {
        last = this.#opened;
        await whole.ask("open", last);
      }
      const first = this.#worker;
      [this.#worker, this.#isWhole] = [whole, true];
      first.end();
    } finally {
      this.#host.growing(false);
    }
  }

  async ask(name, args = {}) {
    if (name === "open") this.#opened = args;
    if (OF_WHOLE.has(name)) await this.grow();
    return this.#worker.ask(name, args);
  }

  /** Asks when the last question of this `slot` is answered. Returns null for one that a newer question overtook. */
  async newest(slot, name, args) {
    if (this.#running.has(slot)) {
      this.#waiting.get(slot)?.(false);
      const isMine = await new Promise((resolve) => this.#waiting.set(slot, resolve));
      if (!isMine) return null;
    }
    this.#running.add(slot);
    try {
      return await this.ask(name, args);
    } finally {
      this.#running.delete(slot);
      const next = this.#waiting.get(slot);
      this.#waiting.delete(slot);
      next?.(true);
    }
  }
}
