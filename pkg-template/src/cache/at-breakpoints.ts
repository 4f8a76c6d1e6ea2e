// Caches that are written and read at breakpoints: Anthropic, and Claude at Bedrock.

import { type Block, blocksOf, breakpointFault, readingOf, sameBlocks, writtenBlocks } from "./breakpoints.js";
import { lifetimeOf, minimumOf } from "./limits.js";
import { type Outcome, belowMinimum, lifetimePassed, outcomeOf, sum } from "./outcome.js";
import type { Pair } from "./pair.js";
import { textFor } from "./tokens.js";

/** True if the cache of the target is written at breakpoints only. Other models at Bedrock cache the beginning by themselves. */
export function hasBreakpoints({ target, model, bodies }: Pair): boolean {
  if (target !== "bedrock") return target === "anthropic";
  return model?.includes("claude") === true || bodies.some((body) => writtenBlocks(blocksOf(body)) > 0);
}

/** Compares the requests up to the last breakpoint of the first one: a change behind it costs nothing. */
export function breakpointCache({ target, bodies, model, options, estimator, beside, content }: Pair): Outcome {
  const [one, other] = bodies.map(blocksOf) as [Block[], Block[]];
  const upTo = (blocks: readonly Block[], end: number) => sum(blocks.slice(0, end).map(({ value }) => estimator(textFor(value))));
  const [written, all] = [writtenBlocks(one), upTo(other, other.length)];
  if (written === 0) {
    const detail = "the first request has no breakpoint, so nothing was cached";
    const missing = { cause: "breakpoint-missing", at: 0, path: one.at(-1)?.path ?? "", pathIn: "before", detail } as const;
    return outcomeOf([missing, ...beside, ...(content === null ? [] : [content])], 0, upTo(one, one.length), all, false);
  }
  const before = (at: number) => other.filter(({ ended }) => ended <= at).length;
  const same = sameBlocks(one, other);
  const found = beside.filter(({ at }) => before(at) < written);
  const lifetimeFor = ({ mark }: Block) => options.lifetimeMs ?? (lifetimeOf(target, bodies[0], mark) as number);
  const { elapsedMs = 0 } = options;
  const alive = one.map((block) => (elapsedMs > lifetimeFor(block) ? { ...block, mark: null } : block));
  const left = writtenBlocks(alive);
  if (left < written) found.push(lifetimePassed(one[left - 1]?.ended ?? 0, elapsedMs, lifetimeFor(one[written - 1] as Block)));
  const [minimum, cached] = [minimumOf(model), upTo(one, written)];
  const isBelow = minimum !== null && cached < minimum;
  if (isBelow) found.push(belowMinimum(cached, minimum));
  if (content !== null && same < written) found.push(content);
  const reading = readingOf(alive, other, Math.min(same, ...beside.map(({ at }) => before(at))));
  if (reading.read < reading.readable)
    found.push({ ...breakpointFault(one, other, reading.readable), at: (other[reading.readable - 1] as Block).ended });
  return outcomeOf(found, upTo(other, isBelow ? 0 : reading.read), cached, all, !isBelow);
}
