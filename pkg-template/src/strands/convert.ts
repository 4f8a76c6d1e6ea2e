// Converts one message of the SDK to neutral messages, and back when some of them have changed.

import { type ContentBlock, Message, ToolResultBlock, type ToolResultContent, ToolUseBlock } from "@strands-agents/sdk";
import type { MessageInit, Message as Neutral, Part, TokenUsage, ToolCall } from "../index.js";
import { type Block, partOf, renewed } from "./blocks.js";
import { SUMMARY } from "./format/metadata.js";

/** The facts about a message that its blocks do not hold. */
export interface About {
  readonly id: string;
  readonly isPinned: boolean;
  readonly tokens: TokenUsage | undefined;
  /** Reports whether a result is pinned because its call's message is pinned. */
  isPinnedCall(toolUseId: string): boolean;
}

/** A neutral message, and the block of each of its parts, in order. */
interface Converted {
  readonly message: MessageInit & { readonly id: string };
  readonly blocks: readonly Block[];
}

/** The history before and after a reduction. */
export class HistoryDiff {
  readonly before: ReadonlyMap<string, Neutral>;
  readonly after: ReadonlyMap<string, Neutral>;
  readonly #same = new Set<string>();

  constructor(before: readonly Neutral[], after: readonly Neutral[]) {
    this.before = new Map(before.map((message) => [message.id, message]));
    this.after = new Map(after.map((message) => [message.id, message]));
    for (const message of after) {
      if (JSON.stringify(message) === JSON.stringify(this.before.get(message.id))) this.#same.add(message.id);
    }
  }

  /** Reports whether the message still exists unchanged. */
  isSame(id: string): boolean {
    return this.#same.has(id);
  }
}

/** Metadata by which the next reduction recognises a summary. */
export const ABOUT_SUMMARY = { custom: { [SUMMARY]: true } } as const;

/**
 * A message of the agent, converted. The SDK puts all results of a round into one user message, which may also hold the next words of
 * the user. It becomes one neutral message for each result, and one for the rest.
 */
export class ConvertedMessage {
  readonly message: Message;
  readonly #results = new Map<Block, Converted>();
  #speech: Converted | null = null;

  constructor(message: Message, about: About) {
    this.message = message;
    const speech: ContentBlock[] = [];
    for (const block of message.content) {
      if (block.type === "toolResultBlock" && message.role === "user") this.#results.set(block, result(block, about, this.#results.size));
      // A cache point says nothing. It stays as long as its message does.
      else if (block.type !== "cachePointBlock") speech.push(block);
    }
    if (speech.length > 0 || this.#results.size === 0) this.#speech = spoken(message, speech, about);
  }

  /** The neutral messages, results first: providers want them there. */
  get neutral(): readonly (MessageInit & { readonly id: string })[] {
    const converted = [...this.#results.values(), ...(this.#speech === null ? [] : [this.#speech])];
    return converted.map(({ message }) => message);
  }

  /** Returns the message after a reduction: the same object if nothing changed, null if all of it was removed. */
  after(diff: HistoryDiff): Message | null {
    if (this.neutral.every(({ id }) => diff.isSame(id))) return this.message;
    const speech = this.#speechAfter(diff);
    const content = this.message.content.flatMap((block): ContentBlock[] => {
      const result = this.#results.get(block);
      if (result !== undefined) return resultAfter(block as ToolResultBlock, result, diff);
      return block.type === "cachePointBlock" ? [block] : speech(block);
    });
    if (content.every(({ type }) => type === "cachePointBlock")) return null;
    const { role, trackingId, metadata } = this.message;
    return new Message({ role, content, trackingId, ...(metadata !== undefined && { metadata }) });
  }

  /** Returns a function from an old block to its new blocks. If the number of blocks changed, all new blocks replace the first. */
  #speechAfter(diff: HistoryDiff): (block: ContentBlock) => ContentBlock[] {
    const speech = this.#speech;
    const now = speech === null ? undefined : diff.after.get(speech.message.id);
    if (speech === null || now === undefined) return () => [];
    if (diff.isSame(speech.message.id)) return (block) => [block];
    const was = diff.before.get(speech.message.id);
    const blocks = blocksAfter(speech.blocks, was?.content, now.content) as ContentBlock[];
    const calls = callsAfter(this.message, (was?.toolCalls ?? []) as ToolCall[], (now.toolCalls ?? []) as ToolCall[]);
    if (blocks.length === speech.blocks.length) return (block) => calls.get(block) ?? [blocks[speech.blocks.indexOf(block)] ?? block];
    let rest: ContentBlock[] = blocks;
    return (block) => {
      const own = calls.get(block) ?? [];
      const first = rest;
      rest = [];
      return [...first, ...own];
    };
  }
}

/** A block for a call that a reducer added or changed. */
export function toolUse({ id, name, arguments: given }: ToolCall, before?: ToolUseBlock): ToolUseBlock {
  const signature = before?.reasoningSignature;
  return new ToolUseBlock({ name, toolUseId: id, input: input(given), ...(signature !== undefined && { reasoningSignature: signature }) });
}

function result(block: ToolResultBlock, { id, isPinned, isPinnedCall }: About, index: number): Converted {
  const message = {
    id: `${id}/${index}`,
    role: "tool" as const,
    toolCallId: block.toolUseId,
    content: block.content.map(partOf),
    ...(block.status === "error" && { isError: true }),
    ...((isPinned || isPinnedCall(block.toolUseId)) && { pinned: true }),
  };
  return { message, blocks: block.content };
}

function spoken(message: Message, speech: readonly ContentBlock[], { id, isPinned, tokens }: About): Converted {
  const notes = { id, ...(isPinned && { pinned: true }), ...(tokens !== undefined && { tokens }) };
  const isCall = (block: ContentBlock): block is ToolUseBlock => block.type === "toolUseBlock" && message.role === "assistant";
  const blocks = speech.filter((block) => !isCall(block));
  const content = blocks.map(partOf);
  if (message.role !== "assistant") {
    const isSummary = message.metadata?.custom?.[SUMMARY] === true;
    return {
      message: isSummary ? { ...notes, role: "system", content, ...IS_SUMMARY } : { ...notes, role: message.role, content },
      blocks,
    };
  }
  const partsBefore = (at: number) => speech.slice(0, at).filter((block) => !isCall(block)).length;
  const toolCalls = speech.flatMap((block, at) => (isCall(block) ? [call(block, partsBefore(at))] : []));
  return { message: { ...notes, role: "assistant", content, ...(toolCalls.length > 0 && { toolCalls }) }, blocks };
}

/** Not a field that callers set, so the type of what they give does not have it. */
const IS_SUMMARY = { isSummary: true };

function call({ toolUseId, name, input: given, reasoningSignature }: ToolUseBlock, afterParts: number): ToolCall {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const converted = {
    id: toolUseId,
    name,
    arguments: isObject ? (given as Record<string, unknown>) : (JSON.stringify(given) ?? ""),
    afterParts,
  };
  return reasoningSignature === undefined ? converted : Object.assign(converted, { reasoningSignature });
}

/** The result of a call, edited block by block. */
function resultAfter(block: ToolResultBlock, { message: { id }, blocks }: Converted, diff: HistoryDiff): ContentBlock[] {
  const now = diff.after.get(id);
  if (now === undefined) return [];
  if (diff.isSame(id)) return [block];
  const was = diff.before.get(id);
  const status = now.isError === was?.isError ? block.status : now.isError === true ? "error" : "success";
  const content = blocksAfter(blocks, was?.content, now.content) as ToolResultContent[];
  return [new ToolResultBlock({ toolUseId: block.toolUseId, status, content, ...(block.error !== undefined && { error: block.error }) })];
}

/** The blocks of the current parts. An unchanged part keeps its block. */
function blocksAfter(blocks: readonly Block[], was: Neutral["content"], now: Neutral["content"]): Block[] {
  const [before, after] = [parts(was).map((part) => JSON.stringify(part)), parts(now)];
  const isPaired = before.length === after.length;
  const left = [...before];
  return after.map((part, index) => {
    const text = JSON.stringify(part);
    const at = isPaired && left[index] === text ? index : left.indexOf(text);
    const block = blocks[at];
    if (block === undefined) return renewed(isPaired ? blocks[index] : undefined, part);
    left[at] = "";
    return block;
  });
}

function parts(content: Neutral["content"]): readonly Part[] {
  if (content === undefined || content === null) return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Returns the new block of each call: the same block, a block with other arguments, or none. */
function callsAfter(message: Message, was: readonly ToolCall[], now: readonly ToolCall[]): Map<ContentBlock, ContentBlock[]> {
  const after = new Map<ContentBlock, ContentBlock[]>();
  const left = [...now];
  let index = 0;
  for (const block of message.content) {
    if (block.type !== "toolUseBlock" || message.role !== "assistant") continue;
    const before = was[index];
    index += 1;
    const at = left.findIndex(({ id }) => id === block.toolUseId);
    const found = at === -1 ? undefined : left.splice(at, 1)[0];
    const isKept = JSON.stringify([found?.name, found?.arguments]) === JSON.stringify([before?.name, before?.arguments]);
    after.set(block, found === undefined ? [] : [isKept ? block : toolUse(found, block)]);
  }
  return after;
}

function input(given: ToolCall["arguments"]): ToolUseBlock["input"] {
  if (typeof given !== "string") return given as ToolUseBlock["input"];
  try {
    return JSON.parse(given) as ToolUseBlock["input"];
  } catch {
    // Arguments of a model that are no JSON stay as they are.
    return given;
  }
}
