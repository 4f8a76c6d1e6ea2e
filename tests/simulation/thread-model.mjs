// A thread as it must be: a plain list, of which the model knows what was acknowledged.

/**
 * @typedef {object} Entry
 * @property {number} begun the step in which it was first given to the store
 * @property {number} acknowledged the step in which its save resolved; Infinity before
 */

export class ThreadModel {
  /** @type {Map<string, Entry>} by text */
  #entries = new Map();
  /** Whole lists that somebody read, since the power failed last. */
  #observations = [];
  /** The steps in which deletions began and ended. */
  #deletions = [];

  /** True if the network of the history may execute a request twice, or late. */
  #mayRepeat;

  /**
   * @param {import("./world.mjs").World} world
   * @param {{ mayRepeat: boolean }} network
   */
  constructor(world, id, { mayRepeat }) {
    this.world = world;
    this.id = id;
    this.#mayRepeat = mayRepeat;
  }

  /** A text is given to the store. */
  begin(text) {
    this.#entries.set(text, { begun: this.world.step, acknowledged: Infinity });
  }

  acknowledge(texts) {
    for (const text of texts) {
      const entry = this.#entries.get(text);
      entry.acknowledged = Math.min(entry.acknowledged, this.world.step);
    }
    this.world.note(() => `ACKNOWLEDGED ${texts.join(", ")}`);
  }

  /** Returns the function that ends the deletion; it is not called if nobody knows whether and when it happens. */
  beginDeletion() {
    const deletion = { begun: this.world.step, ended: Infinity };
    this.#deletions.push(deletion);
    return () => {
      // A request that is still under way may delete the thread later, or restore it.
      if (!this.#mayRepeat) deletion.ended = this.world.step;
    };
  }

  /** Lists that were read before a power cut prove nothing: their newest entries may be lost, unless they were acknowledged. */
  forget() {
    this.#observations = [];
  }

  /** Somebody has read the whole list. @param {number} since the step in which the reading began */
  observe(texts, who, since) {
    this.world.note(() => `reads ${JSON.stringify(texts)}`);
    this.#check(texts, who, since);
    if (this.#deletions.length === 0) this.#observations.push({ texts, at: this.world.step });
  }

  #check(texts, who, since) {
    const violated = (what) => this.world.violated(`${who} reads in ${this.id}: ${what}: ${JSON.stringify(texts)}`);
    const found = new Set(texts);
    if (found.size < texts.length) violated("a text is there twice");
    for (const text of texts) if (!this.#entries.has(text)) violated(`nobody wrote ${JSON.stringify(text)} there`);
    const entries = texts.map((text) => [text, this.#entries.get(text)]).filter(([, entry]) => entry !== undefined);
    entries.forEach(([text, { begun }], place) => {
      const late = entries.slice(place + 1).find(([, { acknowledged }]) => acknowledged < begun);
      if (late !== undefined) violated(`${JSON.stringify(late[0])} was acknowledged before ${JSON.stringify(text)} was written, and is after it`);
    });
    const ends = this.#deletions.map(({ ended }) => ended);
    for (const [text, { begun, acknowledged }] of this.#entries) {
      if (acknowledged > since || found.has(text)) continue;
      if (ends.every((ended) => ended < begun)) violated(`${JSON.stringify(text)} was acknowledged, and is lost`);
    }
    if (!this.#mayRepeat)
      for (const [text, { acknowledged }] of entries) {
        if (this.#deletions.some(({ begun, ended }) => acknowledged < begun && ended <= since)) violated(`${JSON.stringify(text)} was deleted`);
      }
    if (this.#deletions.length > 0) return;
    for (const before of this.#observations) {
      if (before.at <= since && before.texts.some((text, place) => texts[place] !== text)) violated(`somebody read ${JSON.stringify(before.texts)} before`);
    }
  }
}
