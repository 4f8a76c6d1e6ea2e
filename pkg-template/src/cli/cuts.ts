// The cuts of `stats --max-tokens`: what is left of a request, by need and by age.

import { type Format, type Message, breakdown, convert, fit } from "../index.js";
import { isOurs } from "../input/check.js";
import { RECALL, type Recall, type WholeMessages, earlier, recallOf, sentenceOf, shareOf, wholeMessages } from "./kept.js";

/** A cut of a request, or the reason why there is none. */
export interface Cut {
  readonly by: "need" | "age";
  readonly maxTokens: number;
  readonly tokens?: number;
  readonly user?: WholeMessages;
  readonly recall?: Recall;
  readonly error?: string;
}

/** A request that is to be cut. */
interface Request {
  readonly format: Format;
  readonly messages: readonly Message[];
  /** The tokens of all of it. */
  readonly total: number;
  readonly maxTokens: number;
  /** Undefined: both. */
  readonly by: "need" | "age" | undefined;
}

interface Cutting {
  readonly body?: unknown;
  readonly messages?: unknown;
  readonly tokens: number;
}

/** Cuts a request to `maxTokens`, and its transcript before the newest answers to the same share. */
export function cutsOf(value: object, { format, messages, total, maxTokens, by }: Request): Cut[] {
  const before = earlier(messages);
  const model = modelIn(value);
  const sized = (list: readonly Message[]) => breakdown("backscroll", list as never, model).tokens;
  const share = shareOf(maxTokens, total, sized(messages));
  const earlierTokens = Math.max(1, Math.floor(share * sized(before.history)));
  const cut = (way: "need" | "age"): Cut => {
    const fitted = cutting(format, value, { maxTokens, by: way });
    if (typeof fitted === "string") return { by: way, maxTokens, error: fitted };
    const then = cutting("backscroll", before.history, { maxTokens: earlierTokens, by: way, ...model });
    const recall = recallOf(before, typeof then === "string" ? null : (then.messages as Message[]));
    return {
      by: way,
      maxTokens,
      tokens: fitted.tokens,
      user: wholeMessages(messages, messagesOf(format, fitted.body ?? fitted.messages)),
      recall,
    };
  };
  return by === undefined ? [cut("need"), cut("age")] : [cut(by)];
}

/** Returns what `fit` returns, or why it cannot. */
function cutting(format: Format, value: object, options: object): Cutting | string {
  try {
    return fit(format, value, options) as Cutting;
  } catch (error) {
    if (isOurs(error)) return (error as Error).message;
    throw error;
  }
}

function modelIn(value: object): object {
  const { model } = value as { model?: unknown };
  return typeof model === "string" ? { capabilities: { model } } : {};
}

/** Returns the messages of a value in any format, in neutral form. */
export function messagesOf(format: Format, value: unknown): Message[] {
  const { body } = convert(format, "backscroll", value as never) as { body: { messages?: Message[] } | Message[] };
  return Array.isArray(body) ? body : (body.messages ?? []);
}

/** Says what each cut keeps, and what recall is. */
export function linesOfCuts(cuts: readonly Cut[]): string[] {
  const lines = cuts.map(({ by, maxTokens, tokens, user, recall, error }) => {
    const found = user === undefined || recall === undefined ? error : `${tokens} tokens, ${sentenceOf(user, recall)}`;
    return `cut to ${maxTokens} tokens by ${by}: ${found}`;
  });
  return [...lines, RECALL];
}
