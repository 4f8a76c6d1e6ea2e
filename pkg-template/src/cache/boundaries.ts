// The boundaries at which OpenAI caches prompts since GPT-5.6: explicit breakpoints, and the ends of messages.
//
// developers.openai.com, guide "Prompt caching" (clipped 2026-09-20). A request writes at its latest explicit breakpoints: four, or three
// and the end of its latest eligible message, unless its mode is "explicit". It is served at the longest of these boundaries that an
// earlier request wrote: the first 2 and the latest 50 explicit breakpoints, the end of the latest eligible message, those of 20 eligible
// messages before it, and that of the instructions at the start.

import { isArray, isObject } from "../input/check.js";
import { markOf } from "./marks.js";
import type { Entry } from "./sections.js";

/** A place behind a block of an entry. */
export interface Boundary {
  /** The index of the entry. */
  readonly entry: number;
  /** The number of its blocks before the place. */
  readonly blocks: number;
}

/** The boundaries of a request, in reading order. */
export interface Boundaries {
  /** Explicit breakpoints. */
  readonly explicit: readonly Boundary[];
  /** Ends of eligible messages; none in the mode "explicit". */
  readonly implicit: readonly Boundary[];
}

const [MOST_WRITTEN, FIRST_READ, LAST_READ, ENDINGS_READ] = [4, 2, 50, 21];

/** Returns the boundaries of a body with these entries. */
export function boundariesOf(body: object, entries: readonly Entry[]): Boundaries {
  const { prompt_cache_options: options } = body as { prompt_cache_options?: unknown };
  const explicit = entries.flatMap(({ value }, entry) =>
    blocksOf(value).flatMap((block, place) => (isObject(block) && markOf(block) !== null ? [{ entry, blocks: place + 1 }] : [])),
  );
  const isExplicit = isObject(options) && options.mode === "explicit";
  return {
    explicit,
    implicit: isExplicit ? [] : entries.flatMap((each, entry) => (isEligible(entries, entry) ? [endOf(each, entry)] : [])),
  };
}

/**
 * The boundaries that a request writes. The ends of earlier messages count: in a conversation, the requests before it wrote them.
 */
export function writtenBoundaries({ explicit, implicit }: Boundaries): Boundary[] {
  const slots = implicit.length > 0 ? MOST_WRITTEN - 1 : MOST_WRITTEN;
  return [...explicit.slice(-slots), ...implicit];
}

/** The boundaries at which a request may be served. */
export function readBoundaries({ explicit, implicit }: Boundaries, entries: readonly Entry[]): Boundary[] {
  const start = implicit.filter(({ entry }) => entries[entry]?.section === "system");
  return [...explicit.slice(0, FIRST_READ), ...explicit.slice(-LAST_READ), ...implicit.slice(-ENDINGS_READ), ...start];
}

/** Compares two places in reading order. */
export function isBehind(one: Boundary, other: Boundary): boolean {
  return one.entry > other.entry || (one.entry === other.entry && one.blocks > other.blocks);
}

/** The blocks of a message; one for a text. */
export function blocksOf(value: unknown): readonly unknown[] {
  const content = isObject(value) ? (value.content ?? value.output) : value;
  return isArray(content) && content.length > 0 ? content : [value];
}

function endOf({ value }: Entry, entry: number): Boundary {
  return { entry, blocks: blocksOf(value).length };
}

/** True for a message of the user, for the last of consecutive results, and for the last of the instructions at the start. */
function isEligible(entries: readonly Entry[], index: number): boolean {
  const [{ section, value }, next] = [entries[index] as Entry, entries[index + 1]];
  if (!isObject(value) || section === "tools") return false;
  if (section === "system") return value.role !== undefined && next?.section !== "system";
  return value.role === "user" || (isResult(value) && !isResult(next?.value));
}

function isResult(value: unknown): boolean {
  return isObject(value) && (value.role === "tool" || (typeof value.type === "string" && value.type.endsWith("_output")));
}
