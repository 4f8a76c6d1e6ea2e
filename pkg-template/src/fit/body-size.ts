// The size of a body by the caller's own estimator, and the error when it is too large.

import { weigh } from "../wasm/estimates.js";
import { ConversationError } from "../input/errors.js";

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
