// Caches that hold the beginning of every request: OpenAI, Gemini, Mistral and others.

import { lifetimeOf, minimumOf } from "./limits.js";
import { type Outcome, belowMinimum, lifetimePassed, outcomeOf, sum } from "./outcome.js";
import type { Pair } from "./pair.js";
import { shared, textFor } from "./tokens.js";

/** Compares the requests up to the first character that differs. */
export function automaticCache({ target, before, after, bodies, model, options, estimator, beside, content }: Pair): Outcome {
  const [all, rest] = [before, after].map((entries) => entries.map(({ value }) => estimator(textFor(value)))) as [number[], number[]];
  const written = sum(all);
  const found = [...beside];
  const { elapsedMs, lifetimeMs = lifetimeOf(target, bodies[0], null) } = options;
  if (elapsedMs !== undefined && lifetimeMs !== null && elapsedMs > lifetimeMs) found.push(lifetimePassed(0, elapsedMs, lifetimeMs));
  const minimum = minimumOf(model);
  const isBelow = minimum !== null && written < minimum;
  if (isBelow) found.push(belowMinimum(written, minimum));
  if (content !== null) found.push(content);
  const at = Math.min(before.length, after.length, ...found.map((each) => each.at));
  // An entry that differs is served up to its first difference, if nothing else is the cause.
  const isPartly = content !== null && found.length === 1;
  const common = isPartly ? shared(textFor(before[at]?.value), textFor(after[at]?.value)) : "";
  // The last message of the first request may have grown.
  const kept = Math.min(sum(rest.slice(0, at)) + (common === "" ? 0 : estimator(common)), written);
  return outcomeOf(found, kept, written, sum(rest), !isBelow);
}
