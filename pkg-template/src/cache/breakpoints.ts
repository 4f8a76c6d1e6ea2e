// The cache of providers that write it at breakpoints: Anthropic, and Claude at Bedrock.
//
// A request writes at each of its breakpoints. The next one looks for what was written at each of its own breakpoints, and at the 19
// places before it. A place is a block; at Anthropic, consecutive calls are one place, and so are consecutive results
// (platform.claude.com, prompt caching, "How automatic prefix checking works").

import { isArray, isObject } from "../input/check.js";
import { differenceOf } from "./difference.js";
import { isMarkBlock, listOf, markOf, promptItems } from "./marks.js";
import { below } from "./path.js";

/** Places at which a breakpoint looks, itself the first. */
const LOOKBACK = 20;

export interface Block {
  readonly path: string;
  /** The role of its message; empty outside of messages. */
  readonly role: string;
  /** The number of entries that have ended with this block. */
  readonly ended: number;
  readonly value: unknown;
  /** The number of places up to the block. */
  readonly place: number;
  /** Its breakpoint, or null. */
  mark: object | null;
}

/** Blocks that are one place with a block of their type before them. */
const RUNS = ["tool_use", "tool_result"];

type Body = Readonly<Record<string, any>>;

/** Returns the blocks of a body, in the order of `entriesOf`. */
export function blocksOf(body: Body): Block[] {
  const blocks: Block[] = [];
  let entries = 0;
  const add = (path: string, value: unknown, role: string, ended: number) => {
    const last = blocks.at(-1);
    const isRun = isObject(value) && RUNS.includes(String(value.type)) && isObject(last?.value) && last.value.type === value.type;
    const position = (last?.place ?? 0) + (isRun ? 0 : 1);
    if (!isMarkBlock(value)) blocks.push({ path, role, ended, value, place: position, mark: markOf(value) });
    else if (last !== undefined) last.mark = (value as { cachePoint: object }).cachePoint;
  };
  const all = (path: string, value: unknown) => {
    for (const [index, item] of listOf(value).entries()) {
      if (!isMarkBlock(item)) entries += 1;
      add(isArray(value) ? below(path, index) : path, item, "", entries);
    }
  };
  if (isObject(body.toolConfig)) all("toolConfig.tools", body.toolConfig.tools);
  else all("tools", body.tools);
  all("system", body.system);
  for (const [index, message] of listOf(body.messages).entries()) {
    if (!isObject(message)) continue;
    const [path, content] = [below(below("messages", index), "content"), listOf(message.content)];
    const last = promptItems(content).at(-1) ?? -1;
    entries += 1;
    for (const [place, block] of content.entries())
      add(isArray(message.content) ? below(path, place) : path, block, String(message.role), place < last ? entries - 1 : entries);
  }
  const last = blocks.at(-1);
  // A breakpoint of the whole request stands at its end.
  if (last !== undefined && isObject(body.cache_control)) last.mark ??= body.cache_control;
  return blocks;
}

/** A reading of the cache, in blocks from the beginning. */
export interface Reading {
  /** Blocks that the cache serves. */
  readonly read: number;
  /** Blocks that it would serve to a breakpoint at the right place. */
  readonly readable: number;
}

/** The number of blocks up to each breakpoint. */
const endsOf = (blocks: readonly Block[]) => blocks.flatMap(({ mark }, index) => (mark === null ? [] : [index + 1]));

/** Counts the blocks that a request writes to the cache. */
export function writtenBlocks(blocks: readonly Block[]): number {
  return endsOf(blocks).at(-1) ?? 0;
}

/** Reads the cache of the first request for the second, of which the first `same` blocks are those of the first. */
export function readingOf(before: readonly Block[], after: readonly Block[], same: number): Reading {
  const [written, marks] = [endsOf(before), endsOf(after)];
  const readable = written.filter((end) => end <= same);
  const distance = (mark: number, end: number) => (after[mark - 1] as Block).place - (after[end - 1] as Block).place;
  const read = readable.filter((end) => marks.some((mark) => mark >= end && distance(mark, end) < LOOKBACK));
  return { read: read.at(-1) ?? 0, readable: readable.at(-1) ?? 0 };
}

/** Counts the blocks at the beginning that two requests share. */
export function sameBlocks(before: readonly Block[], after: readonly Block[]): number {
  let count = 0;
  while (count < before.length && isSame(before[count] as Block, after[count])) count += 1;
  return count;
}

function isSame(one: Block, other: Block | undefined): boolean {
  return other !== undefined && one.role === other.role && differenceOf(one.value, other.value, "") === null;
}

/** The cause for which breakpoints read less than they could: the place, and the distance in blocks. */
export function breakpointFault(before: readonly Block[], after: readonly Block[], readable: number) {
  const last = before[readable - 1] as Block;
  const next = after.findIndex(({ mark }, index) => mark !== null && index + 1 >= readable);
  if (after.every(({ mark }) => mark === null))
    return { cause: "breakpoint-missing" as const, path: last.path, pathIn: "before" as const, detail: "the request has no breakpoint" };
  if (next !== -1) {
    const distance = (after[next] as Block).place - (after[readable - 1] as Block).place;
    const detail = `the breakpoint stands ${distance} places behind the last one, and looks back ${LOOKBACK - 1}`;
    return { cause: "breakpoint-too-far" as const, path: (after[next] as Block).path, pathIn: "after" as const, detail };
  }
  const moved = after.filter(({ mark }) => mark !== null).at(-1) as Block;
  return {
    cause: "breakpoint-moved" as const,
    path: moved.path,
    pathIn: "after" as const,
    detail: "the last breakpoint stands before the last one of the first request",
  };
}
