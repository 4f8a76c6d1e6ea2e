// Streams of OpenAI Chat Completions, and of the vendors that speak it.

import { Assembler, type Fields, fieldsOf, isFields, listOf } from "../../stream/assembler.js";
import { ChatChoice } from "./stream-choice.js";
import { firstOf, nameOf } from "../../stream/indexed.js";

/** Padding of single chunks. */
const PADDING = new Set(["choices", "usage", "object", "obfuscation", "p", "error"]);

export class ChatAssembler extends Assembler {
  static isEvent({ choices }: Fields): boolean {
    return Array.isArray(choices);
  }

  readonly #head: Fields = {};
  readonly #choices = new Map<string, ChatChoice>();
  #isEmpty = true;

  protected take(chunk: Fields): void {
    const usage = chunk.usage ?? fieldsOf(chunk.x_groq).usage;
    if (isFields(usage)) this.usage = usage;
    if (!Array.isArray(chunk.choices) && this.#isEmpty) return;
    this.#isEmpty = false;
    const head = this.#head;
    // Loops over names: chunks are many, and a list of entries for each costs more than the rest of the work.
    for (const name in chunk) {
      const value = chunk[name];
      // Azure opens with a chunk whose id and model are empty.
      if (value !== head[name] && !PADDING.has(name) && value !== undefined && (value !== "" || !(name in head))) head[name] = value;
    }
    for (const choice of listOf(chunk.choices)) {
      if (choice.error !== undefined && choice.error !== null) this.failure = choice.error;
      // Some vendors report usage here (pi#2017).
      if (isFields(choice.usage) && !isFields(usage)) this.usage = choice.usage;
      this.#choice(nameOf(choice.index) || "0").push(choice);
    }
    this.isComplete = isEnd(firstOf(this.#choices)?.[1].finishReason ?? null);
  }

  /** OpenAI ends each stream so, after the stop reason; some vendors give no reason. */
  override takeDone(): void {
    if (!this.#isEmpty) this.isComplete = isEnd(firstOf(this.#choices)?.[1].finishReason ?? "");
  }

  #choice(name: string): ChatChoice {
    const found = this.#choices.get(name);
    if (found !== undefined) return found;
    // The view shows the first choice: the parts of that one are the parts of the whole.
    const made = new ChatChoice(name === "0" ? this.parts : []);
    this.#choices.set(name, made);
    return made;
  }

  finish(): Fields | null {
    if (this.#isEmpty) return null;
    const [first = "0", choice = new ChatChoice(this.parts)] = firstOf(this.#choices) ?? [];
    for (const [name, other] of this.#choices) {
      if (name !== first)
        this.leftOut.push({
          type: "choice",
          why: `a conversation goes on from one choice, the first; this one is ${name}`,
          content: other.finish(this.leftOut),
        });
    }
    return { ...this.#head, object: "chat.completion", choices: [choice.finish(this.leftOut)], ...(this.usage && { usage: this.usage }) };
  }
}

/** Reports whether a reason to stop ends a response: null is none, and `error` says that there will be no end. */
const isEnd = (reason: string | null): boolean => reason !== null && reason !== "error";
