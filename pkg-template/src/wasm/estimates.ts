// Estimates of the caller's own estimator.

import { describe, isArray, isThenable, reason } from "../input/check.js";
import { ConversationError } from "../input/errors.js";

/** Returns the error of an estimator that never ends. */
export function endless(): ConversationError {
  return new ConversationError(
    "estimator-failed",
    "The estimator adds messages each time that it is asked, so there is no end to estimating.",
  );
}

/** The sum of the estimates of some texts. */
export function weigh(texts: readonly string[], estimate: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + estimated(text, estimate), 0);
}

function estimated(text: string, estimate: (text: string) => number): number {
  let tokens: unknown;
  try {
    tokens = estimate(text);
  } catch (cause) {
    throw new ConversationError("estimator-failed", `The estimator failed: ${reason(cause)}`, { cause });
  }
  if (typeof tokens === "number" && Number.isFinite(tokens) && tokens >= 0) return tokens;
  if (isPromised(tokens)) {
    const message =
      "The estimator returned a promise; it must return a number at once. Load the tokenizer before, and give a function that is not async.";
    throw new ConversationError("estimator-failed", message);
  }
  const advice = isArray(tokens) || ArrayBuffer.isView(tokens) ? " Return the `length` of the tokens." : "";
  throw new ConversationError(
    "estimator-failed",
    `The estimator must return a finite number, 0 or more; it returned ${describe(tokens)}.${advice}`,
  );
}

/** Reports whether the estimator is async. Nobody waits for its promise: a rejection must not end the program. */
function isPromised(value: unknown): boolean {
  try {
    if (!isThenable(value)) return false;
    value.then(undefined, () => {});
    return true;
  } catch {
    return false;
  }
}
