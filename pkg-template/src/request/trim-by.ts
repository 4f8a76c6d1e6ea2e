// Trims by the caller's own estimator, which the core cannot call while it works.

import { isOurs } from "../input/check.js";
import { weigh } from "../wasm/estimates.js";
import { ConversationError } from "../input/errors.js";
import type { Reduction } from "../types/index.js";

/** The texts of a body, and the tokens of its other content. */
export interface BodyTexts {
  readonly messages: readonly string[];
  /** Texts that the model reads beside the messages, and the thousandths of each that count. */
  readonly beside: readonly (readonly [text: string, share: number])[];
  /** Tokens of media, and tokens that each message adds. */
  readonly tokens: number;
  /** Tokens around the messages, and of tools beyond their texts. */
  readonly around: number;
}

interface Trimmed<T> {
  readonly body: T;
  readonly reduction: Reduction;
}

/** The most cuts by the core's estimator, each nearer to the limit, before the smallest body is tried. */
const MOST_CUTS = 6;

/**
 * Trims by the core's estimator, to a scaled limit, until the body takes at most `most` tokens by the caller's estimator.
 *
 * @throws ConversationError `cannot-fit`, `estimator-failed`.
 */
export function trimBy<T>(
  trimTo: (limit: number) => Trimmed<T>,
  textsOf: (json: string) => BodyTexts,
  estimate: (text: string) => number,
  most: number,
): Trimmed<T> {
  const sizeOf = (body: T) => bodySize(textsOf(JSON.stringify(body)), estimate);
  const whole = trimTo(Number.MAX_SAFE_INTEGER);
  const before = sizeOf(whole.body);
  let trimmed = whole;
  let size = before;
  let limit = 0;
  for (let cuts = 0; size.total > most; cuts += 1) {
    limit = cuts < MOST_CUTS ? inProportion(trimmed.reduction.tokensAfter, most / size.total) : 0;
    const smaller = trimOr(trimTo, limit);
    trimmed = smaller.trimmed;
    size = sizeOf(trimmed.body);
    if (smaller.isSmallest && size.total > most) throw cannotFit(size, most);
  }
  // The core's estimate of a cut is not in the proportion of the whole, so the first cut that fits may leave room.
  if (limit > 0 && size.total < most * (1 - MOST_ROOM)) {
    const larger = trimOr(trimTo, limit + inProportion(most - size.total, limit / size.total)).trimmed;
    const largerSize = sizeOf(larger.body);
    if (largerSize.total > size.total && largerSize.total <= most) [trimmed, size] = [larger, largerSize];
  }
  return { ...trimmed, reduction: { ...scaled(trimmed.reduction, size.total), tokensBefore: before.total } };
}

/** The share of the limit that a cut may leave unused before a larger one is tried. */
const MOST_ROOM = 0.005;

const inProportion = (tokens: number, factor: number) => Math.floor(tokens * factor);

/** Trims to the limit, or as far as possible. */
function trimOr<T>(trimTo: (limit: number) => Trimmed<T>, limit: number): { trimmed: Trimmed<T>; isSmallest: boolean } {
  try {
    return { trimmed: trimTo(limit), isSmallest: false };
  } catch (error) {
    const smallest: unknown =
      isOurs(error) && error.code === "cannot-fit" ? (error.details as { tokens?: unknown } | undefined)?.tokens : undefined;
    if (typeof smallest !== "number") throw error;
    return { trimmed: trimTo(smallest), isSmallest: true };
  }
}

/** Returns the report with sizes by the caller's estimator; sizes that only the core knows are scaled. */
function scaled({ tokensAfter, shortened, steps, ...reduction }: Reduction, tokens: number): Reduction {
  const factor = tokensAfter === 0 ? 1 : tokens / tokensAfter;
  const by = (size: number) => Math.round(size * factor);
  return {
    ...reduction,
    tokensAfter: tokens,
    shortened: shortened.map((entry) => ({ ...entry, tokensBefore: by(entry.tokensBefore), tokensAfter: by(entry.tokensAfter) })),
    steps: steps.map((step) => ({ ...step, tokensAfter: by(step.tokensAfter) })),
  };
}

/** The size of a body, and of its fields beside the messages. */
export interface BodySize {
  readonly total: number;
  readonly params: number;
}

/** The size of a body by the caller's estimator. */
export function bodySize({ messages, beside, tokens, around }: BodyTexts, estimate: (text: string) => number): BodySize {
  const params = around + Math.ceil(beside.reduce((sum, [text, share]) => sum + (weigh([text], estimate) * share) / 1000, 0));
  return { params, total: tokens + params + Math.ceil(weigh(messages, estimate)) };
}

/** The error for a body of which too much must stay; `prompt` is the size of the instructions at its start, `kept` the size of what policies keep. */
export function cannotFit({ total, params }: BodySize, limit: number, prompt = 0, kept = ""): ConversationError {
  const others = total - params - prompt;
  const advice =
    params > 0 && params > Math.max(prompt, others)
      ? "declare fewer or shorter tools"
      : prompt > others
        ? "shorten the system prompt"
        : "shorten the newest messages";
  const message = `What must stay takes ${total} tokens, ${params} of them beside the messages, and the limit is ${limit}; ${advice}, or raise the limit.${kept}`;
  return new ConversationError("cannot-fit", message, { details: { tokens: total, params, prompt, limit } });
}
