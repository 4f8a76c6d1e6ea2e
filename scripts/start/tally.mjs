// Counts what happened, for the table at the end.

import { count, number, table } from "./show.mjs";

/** The record of one run. */
export class Tally {
  accepted = new Map();
  refused = new Map();
  overflows = 0;
  finallyRefused = 0;
  /** @type {{ tokensBefore: number, tokensAfter: number, removed: number, shortened: number }[]} */
  reductions = [];
  #repairs = new Map();
  #started = performance.now();

  /**
   * Each request repairs the same old faults again, so a repair that was counted is not counted twice.
   *
   * @param {import("backscroll").Repair[]} repairs
   * @returns {import("backscroll").Repair[]} those that are new
   */
  addRepairs(repairs) {
    const fresh = repairs.filter((repair) => !this.#repairs.has(identity(repair)));
    for (const repair of fresh) this.#repairs.set(identity(repair), repair);
    return fresh;
  }

  accept(target) {
    this.accepted.set(target, (this.accepted.get(target) ?? 0) + 1);
  }

  refuse(target) {
    this.refused.set(target, (this.refused.get(target) ?? 0) + 1);
  }

  /** @param {import("backscroll").Reduction} reduction */
  reduce({ tokensBefore, tokensAfter, removed, shortened }) {
    this.reductions.push({ tokensBefore, tokensAfter, removed: removed.length, shortened: shortened.length });
  }

  /** Prints the table. `messages`: how many came in. */
  print({ messages }) {
    table([
      ["messages in", number(messages)],
      ["repairs", this.#repairsByCode()],
      ["overflows answered", String(this.overflows)],
      ...this.reductions.map((reduction, place) => [`reduction ${place + 1}`, inWords(reduction)]),
      ["requests accepted", byTarget(this.accepted)],
      ["requests refused", byTarget(this.refused)],
      ["finally refused", String(this.finallyRefused)],
      ["time", `${((performance.now() - this.#started) / 1000).toFixed(1)} s`],
    ]);
  }

  #repairsByCode() {
    const counts = new Map();
    for (const { code } of this.#repairs.values()) counts.set(code, (counts.get(code) ?? 0) + 1);
    if (counts.size === 0) return "none";
    return [...counts].map(([code, times]) => `${code} ${times}`).join(", ");
  }
}

function inWords({ tokensBefore, tokensAfter, removed, shortened }) {
  return `${number(tokensBefore)} to ${number(tokensAfter)} tokens (${count(removed, "message")} removed, ${count(shortened, "result")} shortened)`;
}

function byTarget(counts) {
  if (counts.size === 0) return "none";
  return [...counts].map(([target, times]) => `${target} ${times}`).join(", ");
}

function identity({ code, rule, messageId, toolCallId, detail }) {
  return JSON.stringify([code, rule, messageId, toolCallId, messageId === undefined && toolCallId === undefined ? detail : ""]);
}
