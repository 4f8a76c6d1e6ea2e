// Prints the events of a conversation as they happen, and counts them.

import { bar, count, dim, green, number, red, row, short, yellow } from "./show.mjs";
import { repairRows } from "./repairs.mjs";
import { providerText } from "./targets.mjs";

/** Watches one conversation at work. */
export class Reporter {
  #tally;
  #window;
  #explained = new Set();

  /** @param {{ tally: import("./tally.mjs").Tally, window: number }} given `window`: the tokens that the provider allows */
  constructor({ tally, window }) {
    this.#tally = tally;
    this.#window = window;
  }

  /** @param {import("backscroll").Repair[]} repairs the repairs made while reading the transcript */
  loaded(repairs) {
    this.#repaired(repairs, "in reading the file");
  }

  /** @param {import("backscroll").PreparedRequest} request */
  prepared(request) {
    this.#repaired(request.repairs, "that this provider refuses or has no place for");
  }

  accepted(target, request) {
    this.#tally.accept(target.client);
    row(green("accepted"), this.#sizeOf(request));
  }

  refused(target, request, error) {
    this.#tally.refuse(target.client);
    row(red("refused"), this.#sizeOf(request));
    row("", `${error.status ?? "no answer"}: ${short(providerText(error), 200)}`, red);
  }

  /** @param {import("backscroll").Reduction} reduction */
  reduced(reduction) {
    this.#tally.reduce(reduction);
    const { tokensBefore, tokensAfter, removed, shortened } = reduction;
    const done = `${count(removed.length, "message")} removed, ${count(shortened.length, "result")} shortened`;
    row(yellow("reduced"), `reduce() was called: ${number(tokensBefore)} → ${number(tokensAfter)} tokens, ${done}`);
  }

  ran(call, { content }) {
    const given = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    row("tool", `${call.name} ${short(given, 50)} → ${count(content.length, "character")}`);
  }

  answered({ content }) {
    const text = typeof content === "string" ? content : (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join(" ");
    row("answer", short(text, 160));
  }

  /** Each request repairs the old faults again, so only new repairs are printed. */
  #repaired(repairs, where) {
    const fresh = this.#tally.addRepairs(repairs);
    if (fresh.length === 0) return;
    row(yellow("repaired"), `${count(fresh.length, "thing")} ${where}:`);
    for (const text of repairRows(fresh, this.#explained)) row("", text, dim, 2);
  }

  #sizeOf(request) {
    const { length } = request.bytes();
    const share = `${Math.round((100 * request.tokens) / this.#window)} %`.padStart(5);
    const what = `${count(request.body.messages.length, "message")}, ${number(length)} bytes`;
    return `${number(request.tokens).padStart(7)} tokens  ${bar(request.tokens, this.#window)} ${share}  ${what}`;
  }
}
