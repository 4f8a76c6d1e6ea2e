// Makes random valid agent transcripts. The same seed and shape always give the same transcript.

import { random } from "../random.mjs";
import { medium } from "./media.mjs";
import { json, log, prose } from "./words.mjs";

/** @typedef {import("../random.mjs").Random} Random */
/** @typedef {import("backscroll").MessageInit} MessageInit */

/**
 * The end of a transcript: a user message, calls with their results, open calls, or an answer of the assistant.
 *
 * @typedef {"request" | "closed" | "open" | "answer"} Newest
 */

/**
 * @typedef {object} Shape
 * @property {Newest[]} newest the possible ends
 * @property {("signed" | "plain")[]} reasoning the possible kinds: Anthropic's with a signature, or plain text; an empty list means no reasoning
 * @property {"any" | "png" | "none"} media `png`: pictures in bytes alone
 * @property {("system" | "user" | "assistant" | "tool")[]} pinned roles whose messages may be pinned; the system prompt counts as its own
 * @property {boolean} interrupted true if a turn may end without an answer
 */

/** The shape with everything that a history may hold. */
const ANYTHING = Object.freeze({
  newest: ["request", "closed", "open", "answer"],
  reasoning: ["signed", "plain"],
  media: "any",
  pinned: ["user", "assistant", "tool"],
  interrupted: true,
});

export const TOOLS = ["search_orders", "read_file", "run_query", "weather", "send_mail"];

/** The share of pinned messages among those with text. */
const PINNED = 0.03;

/**
 * @param {number} seed a whole number
 * @param {Partial<Shape>} [shape]
 * @returns {{ seed: number, newest: Newest, messages: MessageInit[] }} messages with ids and times, oldest first
 */
export function transcript(seed, shape = {}) {
  const chance = random(seed);
  const writer = new Writer(chance, { ...ANYTHING, ...shape });
  const newest = chance.pick(writer.shape.newest);
  if (chance.chance(0.85)) writer.system();
  // Either one prompt with a long tool loop, or several turns.
  const isLoop = chance.chance(0.2);
  const turns = isLoop ? chance.below(2) : chance.below(8);
  for (let turn = 0; turn < turns; turn += 1) writer.turn(chance.below(4));
  writer.request();
  if (newest !== "request") writer.rounds(isLoop ? 4 + chance.below(20) : chance.below(3));
  if (newest === "closed") writer.round();
  if (newest === "open") writer.openRound();
  if (newest === "answer") writer.answer();
  return { seed, newest, messages: writer.messages };
}

class Writer {
  /** @type {MessageInit[]} */
  messages = [];
  shape;
  #chance;
  #calls = 0;

  /**
   * @param {Random} chance
   * @param {Shape} shape
   */
  constructor(chance, shape) {
    this.#chance = chance;
    this.shape = shape;
  }

  system() {
    this.#add({ role: "system", content: this.#said(10 + this.#chance.below(60)) });
  }

  request() {
    const text = this.#said(3 + this.#chance.below(this.#chance.chance(0.1) ? 300 : 60));
    const isSeen = this.shape.media !== "none" && this.#chance.chance(0.12);
    this.#add({ role: "user", content: isSeen ? [{ type: "text", text }, medium(this.#chance, this.shape.media)] : text });
  }

  turn(rounds) {
    this.request();
    this.rounds(rounds);
    if (!this.shape.interrupted || this.#chance.chance(0.9)) this.answer();
  }

  rounds(count) {
    for (let round = 0; round < count; round += 1) this.round();
  }

  /** Makes calls, most of them alone, some in parallel, and a result for each. */
  round() {
    for (const { id, name } of this.#call()) this.#result(id, name);
  }

  /** Makes calls, of which at least the last has no result. */
  openRound() {
    const calls = this.#call();
    const answered = this.#chance.below(calls.length);
    for (const { id, name } of calls.slice(0, answered)) this.#result(id, name);
  }

  answer() {
    const text = this.#said(5 + this.#chance.below(120));
    this.#add({ role: "assistant", ...this.#thought([{ type: "text", text }], text) });
  }

  #call() {
    const chance = this.#chance;
    const count = chance.chance(0.3) ? 2 + chance.below(3) : 1;
    const toolCalls = Array.from({ length: count }, () => {
      this.#calls += 1;
      const given = { query: prose(chance, 1 + chance.below(8)), limit: chance.below(50) };
      const spelled = JSON.stringify(given, null, chance.chance(0.2) ? 1 : 0);
      return { id: `call_${this.#calls}`, name: chance.pick(TOOLS), arguments: chance.chance(0.2) ? given : spelled };
    });
    const text = chance.chance(0.4) ? this.#said(4 + chance.below(20)) : null;
    this.#add({ role: "assistant", ...this.#thought(text === null ? [] : [{ type: "text", text }], text), toolCalls });
    return toolCalls;
  }

  #result(toolCallId, toolName) {
    const isError = this.#chance.chance(0.1);
    const text = `${this.#mark()} ${isError ? prose(this.#chance, 12) : this.#returned()}`;
    const isSeen = !isError && this.shape.media === "any" && this.#chance.chance(0.04);
    const content = isSeen ? [{ type: "text", text }, medium(this.#chance, "png")] : text;
    this.#add({ role: "tool", toolCallId, toolName, content, ...(isError ? { isError } : {}) });
  }

  #returned() {
    const chance = this.#chance;
    switch (chance.below(8)) {
      case 0:
      case 1:
        return prose(chance, 1 + chance.below(6));
      case 2:
      case 3:
        return json(chance, 1 + chance.below(12));
      case 4:
        return log(chance, 1 + chance.below(40));
      case 5:
        return prose(chance, 400 + chance.below(1_200));
      default:
        return prose(chance, 20 + chance.below(180));
    }
  }

  /** Makes the content of an assistant message, sometimes with reasoning in front. */
  #thought(parts, text) {
    const { reasoning } = this.shape;
    if (reasoning.length === 0 || !this.#chance.chance(0.25)) return { content: text };
    const words = prose(this.#chance, 5 + this.#chance.below(60));
    const signed = { signature: `sig-${this.messages.length}`, origin: { format: "anthropic", model: "claude-sonnet-5-5" } };
    const kind = this.#chance.pick(reasoning);
    return { content: [{ type: "reasoning", text: words, ...(kind === "signed" ? signed : {}) }, ...parts] };
  }

  /** Returns a beginning that no other message has, so that the message can be found in a request. */
  #said(count) {
    return `${this.#mark()} ${prose(this.#chance, count)}`;
  }

  #mark() {
    return `[${this.messages.length}]`;
  }

  #add(message) {
    const index = this.messages.length;
    const isPinned = this.shape.pinned.includes(message.role) && this.#chance.chance(PINNED);
    this.messages.push({ id: `m${index}`, createdAt: index * 1_000, ...message, ...(isPinned ? { pinned: true } : {}) });
  }
}
