// The messages of an agent as a neutral history, and a reduction of that as an edit of the messages.

import { type ContentBlock, Message, TextBlock, ToolResultBlock } from "@strands-agents/sdk";
import { ConversationError, type MessageInit, type Message as Neutral, type ToolCall } from "../index.js";
import { blockOf } from "./blocks.js";
import type { Reports } from "./reports.js";
import { ABOUT_SUMMARY, ConvertedMessage, HistoryDiff, toolUse } from "./convert.js";

/** The messages of an agent when a reduction began. */
export class Transcript {
  readonly #messages: readonly Message[];
  readonly #converted: readonly ConvertedMessage[];

  constructor(messages: readonly Message[], reports: Reports) {
    this.#messages = [...messages];
    const ids = new Set<string>();
    const calls = new Set<string>();
    this.#converted = this.#messages.map((message, index) => {
      const isPinned = message.metadata?.custom?.pinned === true;
      const id = unique(message.trackingId ?? `m${index}`, ids);
      const converted = new ConvertedMessage(message, {
        id,
        isPinned,
        tokens: reports.of(message),
        isPinnedCall: (called) => calls.has(called),
      });
      for (const block of message.content) {
        if (block.type !== "toolUseBlock") continue;
        // The newest call of an id is the one that the next result answers.
        if (isPinned) calls.add(block.toolUseId);
        else calls.delete(block.toolUseId);
      }
      return converted;
    });
  }

  /** The neutral history. */
  get neutral(): MessageInit[] {
    return this.#converted.flatMap(({ neutral }) => neutral);
  }

  /** Counts the neutral messages of the newest `count` messages. */
  countNewest(count: number): number {
    return this.#converted.slice(-count).reduce((sum, { neutral }) => sum + neutral.length, 0);
  }

  /** Returns the messages after a reduction. A message that did not change is the same object. */
  reducedMessages(before: readonly Neutral[], after: readonly Neutral[]): Message[] {
    const diff = new HistoryDiff(before, after);
    const known = new Map(
      this.#converted.flatMap((converted) => converted.neutral.map(({ id }): [string, ConvertedMessage] => [id, converted])),
    );
    const done = new Set<ConvertedMessage>();
    const reduced: Message[] = [];
    /** A user message of new results, to which the next result is added. */
    let results: ContentBlock[] | null = null;
    for (const message of after) {
      const converted = known.get(message.id);
      if (converted === undefined && message.role === "tool" && results !== null) {
        results.push(resultOf(message));
        continue;
      }
      results = null;
      if (converted === undefined) {
        const made = created(message);
        if (message.role === "tool") results = made.content;
        reduced.push(made);
      } else if (!done.has(converted)) {
        done.add(converted);
        const changed = converted.after(diff);
        if (changed !== null) reduced.push(changed);
      }
    }
    return reduced;
  }

  /**
   * Replaces the agent's messages by `reduced`. Messages that were added meanwhile stay at the end. Returns false if nothing differs.
   *
   * INVARIANT (atomicity): all checks come first, then one mutation of the same array, from the first different message on.
   */
  writeBack(reduced: readonly Message[], messages: Message[]): boolean {
    const taken = this.#messages;
    if (messages.length < taken.length || taken.some((message, index) => messages[index] !== message)) {
      const message = "The agent's messages were rewritten while the reduction ran, so it was not applied; it will be asked for again.";
      throw new ConversationError("stale-plan", message);
    }
    const first = taken.findIndex((message, index) => reduced[index] !== message);
    const from = first === -1 ? taken.length : first;
    if (from === reduced.length && from === taken.length) return false;
    messages.splice(from, taken.length - from, ...reduced.slice(from));
    return true;
  }
}

/** Returns an unused id: copied messages share their tracking id. */
function unique(id: string, taken: Set<string>): string {
  let free = id;
  for (let copy = 2; taken.has(free); copy += 1) free = `${id}#${copy}`;
  taken.add(free);
  return free;
}

/** A message that a reducer added. Instructions become a user message: the SDK has no other place for them between messages. */
function created(message: Neutral): Message {
  if (message.role === "tool") return new Message({ role: "user", content: [resultOf(message)] });
  const content = blocksOf(message);
  if (message.role === "assistant") {
    const calls = (message.toolCalls ?? []) as ToolCall[];
    return new Message({ role: "assistant", content: [...content, ...calls.map((call) => toolUse(call))] });
  }
  return new Message({ role: "user", content, ...(message.isSummary === true && { metadata: ABOUT_SUMMARY }) });
}

function resultOf(message: Neutral): ToolResultBlock {
  const status = message.isError === true ? "error" : "success";
  return new ToolResultBlock({ toolUseId: message.toolCallId ?? "", status, content: blocksOf(message) as ToolResultBlock["content"] });
}

function blocksOf({ content }: Neutral): ContentBlock[] {
  if (content === undefined || content === null) return [];
  return typeof content === "string" ? [new TextBlock(content)] : content.map(blockOf);
}
