// Streams of OpenAI Chat Completions, and of the vendors that speak it.

import { Assembler, type Fields, fieldsOf, isFields } from "./assembler.js";
import { ChatChoice } from "./chat-choice.js";

/** Padding of single chunks. */
const PADDING = new Set(["choices", "usage", "object", "obfuscation", "p", "error"]);

export class ChatAssembler extends Assembler {
  readonly #head: Fields = {};
  readonly #choices = new Map<unknown, ChatChoice>();
  #isEmpty = true;

  push(chunk: Fields): void {
    if (chunk.error !== undefined && chunk.error !== null) this.failure = chunk.error;
    if (!Array.isArray(chunk.choices) && this.#isEmpty) return;
    this.#isEmpty = false;
    const head = this.#head;
    // Loops over names: chunks are many, and a list of entries for each costs more than the rest of the work.
    for (const name in chunk) {
      const value = chunk[name];
      // Azure opens with a chunk whose id and model are empty.
      if (value !== head[name] && !PADDING.has(name) && value !== undefined && (value !== "" || !(name in head))) head[name] = value;
    }
    const usage = chunk.usage ?? fieldsOf(chunk.x_groq).usage;
    if (isFields(usage)) this.usage = usage;
    if (!Array.isArray(chunk.choices)) return;
    for (const choice of chunk.choices) {
      if (!isFields(choice)) continue;
      if (choice.error !== undefined && choice.error !== null) this.failure = choice.error;
      this.#choice(choice.index ?? 0).push(choice);
    }
    const reason = this.#choices.get(0)?.finishReason;
    this.isComplete = typeof reason === "string" && reason !== "error";
  }

  #choice(index: unknown): ChatChoice {
    const found = this.#choices.get(index);
    if (found !== undefined) return found;
    // The view shows the first choice: the parts of that one are the parts of the whole.
    const made = new ChatChoice(index === 0 ? this.parts : []);
    this.#choices.set(index, made);
    return made;
  }

  finish(): Fields | null {
    if (this.#isEmpty) return null;
    for (const [index, choice] of this.#choices) {
      if (index !== 0) this.leftOut.push({ type: "choice", why: `a conversation goes on from one choice, the first; this one is ${String(index)}`, content: choice.finish([]) });
    }
    const choice = (this.#choices.get(0) ?? new ChatChoice(this.parts)).finish(this.leftOut);
    return { ...this.#head, object: "chat.completion", choices: [choice], ...(this.usage && { usage: this.usage }) };
  }
}
