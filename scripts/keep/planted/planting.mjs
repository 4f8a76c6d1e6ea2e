// Puts messages between the units of a conversation, and keeps what is to be found again after a cut.

import { called } from "../generated/talk.mjs";
import { shuffled } from "../generated/repository.mjs";
import { Values, marked } from "./values.mjs";

/**
 * @typedef {object} Item a planted thing
 * @property {string} figure the figure that it counts for
 * @property {string[]} parts texts that one message must hold together
 * @property {number} [least] the share of the parts that is enough; 1 by default
 * @property {string[]} [old] the parts of what a fact replaced
 * @property {string[]} [also] further figures that it counts for
 */

/** A stretch of a conversation, as shares of its units. @typedef {readonly [from: number, to: number]} Stretch */

export class Planting {
  /** @type {Item[]} */
  items = [];
  /** The ids of calls whose results are waste, and of calls that are waste themselves. @type {{ results: string[], calls: string[] }} */
  waste = { results: [], calls: [] };
  #units;
  /** Messages by the index of the message that they stand before. @type {Map<number, object[]>} */
  #inserted = new Map();
  #calls = 0;

  /**
   * @param {object[]} messages in the form of OpenAI's chat API: the system prompt and the first request, and what follows them
   * @param {import("../../../tests/support/random.mjs").Random} chance
   */
  constructor(messages, chance) {
    this.chance = chance;
    this.values = new Values(chance);
    this.#units = messages.flatMap(({ role }, index) => (index > 1 && role !== "tool" ? index : []));
    this.messages = messages;
  }

  /** Puts messages at a random place of a stretch. @param {Stretch} stretch @param {object[]} messages */
  put([from, to], messages) {
    const share = from + this.chance.next() * (to - from);
    const place = this.#units[Math.floor(share * this.#units.length)];
    this.#inserted.set(place, [...(this.#inserted.get(place) ?? []), ...messages]);
  }

  /** Adds an item. @param {string} figure @param {string[]} parts @param {Partial<Item>} [more] */
  expect(figure, parts, more = {}) {
    this.items.push({ figure, parts, ...more });
  }

  /** Fills in templates that share their values, and returns their texts with the marked parts. @param {readonly string[]} templates */
  sentences(templates) {
    return this.values.fill(templates).map(marked);
  }

  /** Fills in one template. @param {string} template */
  sentence(template) {
    return this.sentences([template])[0];
  }

  /** Returns some of a list, or all of it, in a random order. */
  some(list, count = list.length) {
    return shuffled(list, this.chance).slice(0, count);
  }

  /** Makes a call with its result. @returns {object[] & { id: string }} */
  call(name, given, result) {
    this.#calls += 1;
    const id = `planted_${this.#calls}`;
    return Object.assign(called(id, name, given, result), { id });
  }

  /** Returns the conversation with everything that was put into it. */
  finish() {
    return this.messages.flatMap((message, index) => [...(this.#inserted.get(index) ?? []), message]);
  }
}
