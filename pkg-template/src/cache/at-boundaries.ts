// The cache of OpenAI's models since GPT-5.6, which is read at boundaries alone.

import { type Boundary, blocksOf, boundariesOf, isBehind, readBoundaries, writtenBoundaries } from "./boundaries.js";
import { differenceOf } from "./difference.js";
import type { Found } from "./found.js";
import { isSince56, lifetimeOf, minimumOf } from "./limits.js";
import { type Outcome, belowMinimum, lifetimePassed, outcomeOf, sum } from "./outcome.js";
import type { Pair } from "./pair.js";
import type { Entry } from "./sections.js";
import { type Estimator, textFor } from "./tokens.js";

/** True if the cache of the model is read at boundaries alone. */
export function hasBoundaries({ target, model }: Pair): boolean {
  return (target === "openai-chat" || target === "openai-responses") && isSince56(model);
}

/** Compares the requests up to the last boundary that the first one wrote: a change behind it costs nothing. */
export function boundaryCache({ target, before, after, bodies, model, options, estimator, beside, content }: Pair): Outcome {
  const [one, other] = [boundariesOf(bodies[0], before), boundariesOf(bodies[1], after)];
  const [written, reads] = [writtenBoundaries(one), readBoundaries(other, after)];
  const all = sum(after.map(({ value }) => estimator(textFor(value))));
  if (written.length === 0) {
    const detail = "the first request has no breakpoint, and its mode is explicit, so nothing was cached";
    const missing: Found = { cause: "breakpoint-missing", at: 0, path: before.at(-1)?.path ?? "", pathIn: "before", detail };
    const whole = sum(before.map(({ value }) => estimator(textFor(value))));
    return outcomeOf([missing, ...beside, ...(content === null ? [] : [content])], 0, whole, all, false);
  }
  const end = written.reduce((last, boundary) => (isBehind(boundary, last) ? boundary : last));
  const cached = upTo(before, end, estimator);
  const found = beside.filter(({ at }) => at <= end.entry);
  const { elapsedMs = 0, lifetimeMs = lifetimeOf(target, bodies[0], null, model) } = options;
  if (lifetimeMs !== null && elapsedMs > lifetimeMs) found.push(lifetimePassed(0, elapsedMs, lifetimeMs));
  const minimum = minimumOf(model);
  const isBelow = minimum !== null && cached < minimum;
  if (isBelow) found.push(belowMinimum(cached, minimum));
  const limit = Math.min(...found.map(({ at }) => at), before.length, after.length);
  // Blocks of an entry that differs are served, unless another cause ends the cache before it.
  const same = content !== null && content.at < limit ? sameUpTo(before, after, content.at) : { entry: limit, blocks: 0 };
  if (content !== null && isBehind(end, sameUpTo(before, after, content.at))) found.push(content);
  const readable = lastOf(written.filter((boundary) => !isBehind(boundary, same)));
  const read = lastOf(reads.filter((boundary) => written.some((each) => isSame(each, boundary)) && !isBehind(boundary, same)));
  if (readable !== null && (read === null || isBehind(readable, read)))
    found.push({ ...unread(readable, before, reads), at: Math.max(readable.entry, content?.at ?? 0) });
  return outcomeOf(found, read === null || isBelow ? 0 : upTo(after, read, estimator), cached, all, !isBelow);
}

/** The place up to which the entries and the blocks are the same; all entries before `at` are. */
function sameUpTo(before: readonly Entry[], after: readonly Entry[], at: number): Boundary {
  const [one, other] = [blocksOf(before[at]?.value), blocksOf(after[at]?.value)];
  let blocks = 0;
  while (blocks < Math.min(one.length, other.length) && differenceOf(one[blocks], other[blocks], "") === null) blocks += 1;
  return { entry: at, blocks: before[at] === undefined || after[at] === undefined ? 0 : blocks };
}

const isSame = (one: Boundary, other: Boundary) => one.entry === other.entry && one.blocks === other.blocks;

function lastOf(boundaries: readonly Boundary[]): Boundary | null {
  return boundaries.reduce<Boundary | null>((last, each) => (last === null || isBehind(each, last) ? each : last), null);
}

/** The tokens before a boundary. */
function upTo(entries: readonly Entry[], { entry, blocks }: Boundary, estimator: Estimator): number {
  const value = entries[entry]?.value;
  const own = blocksOf(value);
  const rest = blocks >= own.length ? value : own.slice(0, blocks);
  return sum(entries.slice(0, entry).map((each) => estimator(textFor(each.value)))) + estimator(textFor(rest));
}

/** The cause for which a boundary is not read that was written. */
function unread({ entry }: Boundary, before: readonly Entry[], reads: readonly Boundary[]): Omit<Found, "at"> {
  const place = { path: before[entry]?.path ?? "", pathIn: "before" as const };
  if (reads.length === 0)
    return { ...place, cause: "breakpoint-missing", detail: "the request has no breakpoint, and its mode is explicit" };
  const detail = "the request looks at no boundary where the first one wrote";
  return { ...place, cause: reads.some((each) => each.entry > entry) ? "breakpoint-too-far" : "breakpoint-moved", detail };
}
