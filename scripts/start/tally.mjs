// Counts events for the table at the end.

import { repairCounts } from "./repairs.mjs";
import { count, number, table } from "./show.mjs";

/** The record of one run. */
export class Tally {
  #accepted = new Map();
  #refused = new Map();
  #repairs = new Map();
  #reductions = [];
  #started = performance.now();

  /**
   * Counts each repair once, because each request repairs the same old faults again.
   *
   * @param {import("backscroll").Repair[]} repairs
   * @returns {import("backscroll").Repair[]} the new repairs
   */
  addRepairs(repairs) {
    const fresh = repairs.filter((repair) => !this.#repairs.has(identity(repair)));
    for (const repair of fresh) this.#repairs.set(identity(repair), repair);
    return fresh;
  }

  accept(client) {
    this.#accepted.set(client, (this.#accepted.get(client) ?? 0) + 1);
  }

  refuse(client) {
    this.#refused.set(client, (this.#refused.get(client) ?? 0) + 1);
  }

  /** @param {import("backscroll").Reduction} reduction */
  reduce(reduction) {
    this.#reductions.push(reduction);
  }

  /** @param {{ messages: number, outcome: string }} given `messages`: the number of messages that were read */
  print({ messages, outcome }) {
    table([
      ["messages in", number(messages)],
      ["repairs", this.#repairsInWords()],
      ["requests refused", byClient(this.#refused)],
      ...this.#reductions.map((reduction, place) => [`reduction ${place + 1}`, inWords(reduction)]),
      ["requests accepted", byClient(this.#accepted)],
      ["outcome", outcome],
      ["time", `${((performance.now() - this.#started) / 1000).toFixed(1)} s`],
    ]);
  }

  #repairsInWords() {
    const repairs = [...this.#repairs.values()];
    return repairs.length === 0 ? "none" : `${repairs.length}: ${repairCounts(repairs)}`;
  }
}

function inWords({ tokensBefore, tokensAfter, removed, shortened }) {
  const done = `${count(removed.length, "message")} removed, ${count(shortened.length, "tool result")} shortened`;
  return `${number(tokensBefore)} → ${number(tokensAfter)} tokens: ${done}`;
}

function byClient(counts) {
  return counts.size === 0 ? "none" : [...counts].map(([client, times]) => `${times} by ${client}`).join(", ");
}

function identity({ code, rule, messageId, toolCallId, detail }) {
  return JSON.stringify([code, rule, messageId, toolCallId, messageId === undefined && toolCallId === undefined ? detail : ""]);
}
