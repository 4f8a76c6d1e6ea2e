// The page's side of the worker: questions with their answers, and questions of the worker to the page.

/** Asks the worker. Of questions that wait under one name, only the newest is asked. */
export class Engine {
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  #answers = new Map();
  #waiting = new Map();
  #running = new Set();
  #count = 0;

  /** @param {{ ready: () => void, failed: (message: string) => void, reduce: (args: object) => Promise<unknown>, progress: (state: { checked: number, of: number }) => void }} host */
  constructor(host) {
    this.#worker.onerror = (event) => host.failed(event.message ?? "the worker did not start");
    this.#worker.onmessage = async ({ data }) => {
      if (data.ready) return host.ready();
      if (data.progress !== undefined) return host.progress(data.progress);
      if (data.failure !== undefined) return host.failed(data.failure);
      if (data.question !== undefined) return this.#reply(data.question, host[data.name](data.args));
      const { resolve, reject } = this.#answers.get(data.id);
      this.#answers.delete(data.id);
      if (data.error === undefined) resolve(data.value);
      else reject(new Error(data.error));
    };
  }

  async #reply(answer, promise) {
    try {
      this.#worker.postMessage({ answer, value: await promise });
    } catch (error) {
      this.#worker.postMessage({ answer, error: error.message });
    }
  }

  ask(name, args = {}) {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args });
    });
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
