// A model of the caches that providers write and read at breakpoints. It shares no code with the engine.

import { createHash } from "node:crypto";
import { LISTS, SYSTEMS } from "../targets.mjs";

/**
 * @typedef {object} Reading
 * @property {number} blocks the blocks of the request
 * @property {number} read the blocks that the cache served
 * @property {number} held the blocks that the cache could have served to a breakpoint at the right place
 * @property {number} kept the blocks before the last breakpoint: they are in the cache now
 */

/** The fields that make a block a breakpoint. */
const MARKS = ["cache_control", "prompt_cache_breakpoint", "cachePoint"];

/** The cache of one provider. */
export class BreakpointCache {
  #held = new Set();
  #lookback;
  #target;

  /**
   * @param {import("../targets.mjs").Target} target
   * @param {number} lookback the blocks at which a breakpoint looks for what was written, itself the first: Anthropic's are 20, OpenAI's 1
   */
  constructor(target, lookback) {
    this.#target = target;
    this.#lookback = lookback;
  }

  /**
   * Reads the longest beginning that was written, then writes one for each breakpoint.
   *
   * @param {object} body
   * @returns {Reading}
   */
  ask(body) {
    const blocks = blocksOf(this.#target, body);
    let beginning = "";
    // A hash of each beginning, since the texts of all beginnings of a long request take hundreds of megabytes.
    const prefixes = blocks.map(({ print }) => (beginning = createHash("sha1").update(`${beginning}\n${print}`).digest("base64")));
    const marks = blocks.flatMap(({ isMarked }, index) => (isMarked ? [index] : []));
    const isHeld = (index) => index >= 0 && this.#held.has(prefixes[index]);
    const found = marks.flatMap((mark) => Array.from({ length: this.#lookback }, (_, back) => mark - back).filter(isHeld));
    const held = 1 + prefixes.findLastIndex((_, index) => isHeld(index));
    for (const mark of marks) this.#held.add(prefixes[mark]);
    return { blocks: blocks.length, read: 1 + Math.max(-1, ...found), held, kept: 1 + (marks.at(-1) ?? -1) };
  }
}

/**
 * Lists the blocks of a request in the order in which its provider reads them.
 *
 * @param {import("../targets.mjs").Target} target
 * @param {object} body
 * @returns {{ section: "tools" | "system" | "messages", role: string, value: object, mark?: object, isMarked: boolean, print: string }[]} `print` is the same with and without a breakpoint
 */
export function blocksOf(target, body) {
  const tools = body.tools ?? body.toolConfig?.tools ?? [];
  const messages = body[LISTS[target]].flatMap((message) => {
    const { content, output, ...others } = message;
    const blocks = listOf(content ?? output, target).map((value) => ({ role: message.role, value }));
    // Calls stand beside the content in chat completions, and are items of their own in Responses.
    const all = others.tool_calls !== undefined || blocks.length === 0 ? [...blocks, { role: message.role, value: others }] : blocks;
    // LiteLLM takes a breakpoint on a message for one on the result.
    return message.cache_control == null ? all : [...all.slice(0, -1), { ...all.at(-1), mark: message.cache_control }];
  });
  const listed = [
    ...tools.map((value) => ({ section: "tools", role: "", value })),
    ...listOf(body[SYSTEMS[target]], target).map((value) => ({ section: "system", role: "", value })),
    ...messages.map((block) => ({ section: "messages", ...block })),
  ];
  const blocks = [];
  for (const { section, role, value, mark: outer } of listed) {
    // Bedrock's breakpoints are blocks of their own, behind the block that they mark.
    if (value.cachePoint !== undefined) Object.assign(blocks.at(-1), { isMarked: true, mark: value.cachePoint });
    else {
      const mark = outer ?? MARKS.map((name) => value[name]).find((found) => found != null);
      blocks.push({ section, role, value, mark, isMarked: mark !== undefined, print: printOf({ section, role, value }) });
    }
  }
  return blocks;
}

/** A string is short for a list of one text. */
function listOf(content, target) {
  if (typeof content === "string") return [{ type: target === "openai-responses" ? "input_text" : "text", text: content }];
  return content ?? [];
}

/** A breakpoint is no part of what is cached. */
function printOf(block) {
  return JSON.stringify(block, (name, value) => (MARKS.includes(name) ? undefined : value));
}
