// Finds out whether a provider's body can be sent as it is, without writing all of its texts.

import { Method } from "../../../build/method.js";
import { LISTS, TARGETS } from "../providers/names.js";
import { stateless } from "../wasm/stateless.js";
import type { Target } from "../types/index.js";
import type { Door } from "../wasm/door.js";
import { MOST_UNITS_AT_ONCE, type ShortBody, shortBody } from "./short-body.js";

/** The size of a body that can be sent as it is. */
export interface AsItIs {
  readonly tokens: number;
  /** The number of messages in the body, without a separate prompt. */
  readonly messages: number;
}

/** A text has more tokens than this share of its UTF-16 units, except one that is mostly space. */
const LEAST_TOKENS = 1 / 6;

/**
 * Returns the size of a body that can be sent unchanged; null for a body that has to change, and for a body that only the usual way can
 * judge, such as one with errors or with short texts. The usual way is also shorter for a body that is very likely larger than `maxTokens`.
 */
export function asItIs(target: Target, body: object, options: string, estimator: string, maxTokens: number): AsItIs | null {
  try {
    const short = shortBody(body, LISTS[target] ?? "");
    if (short === null || short.units * LEAST_TOKENS > maxTokens) return null;
    return stateless((core) => {
      const given = [TARGETS.indexOf(target), short.json, options, estimator];
      const found = core.json(Method.AsItIs, given) as Found | null;
      if (found === null) return null;
      const weight = found.weight + weightOf(core, found.estimator, short.long) - weightOf(core, found.estimator, short.short);
      const tokens = weight / found.unit;
      // `bytes/3` rounds down, as its origin does.
      return { messages: found.messages, tokens: found.beside + (found.unit === 3 ? Math.floor(tokens) : Math.ceil(tokens)) };
    });
  } catch {
    // The usual way says what is wrong, and where.
    return null;
  }
}

/** The findings of the core on the body with short texts. */
interface Found {
  readonly messages: number;
  /** The estimator for its model. */
  readonly estimator: string;
  /** The weight of its messages, in units of which a token has `unit`. */
  readonly weight: number;
  readonly unit: number;
  /** Tokens beside the messages. */
  readonly beside: number;
}

/** The weight of texts. */
function weightOf(core: Door, estimator: string, texts: ShortBody["long"]): number {
  let sum = 0;
  let [part, units]: [string[], number] = [[], 0];
  const flush = () => {
    if (part.length > 0) sum += core.call(Method.WeighTexts, [estimator, ...part]);
    [part, units] = [[], 0];
  };
  for (const text of texts) {
    if (units + text.length > MOST_UNITS_AT_ONCE) flush();
    part.push(text);
    units += text.length;
  }
  flush();
  return sum;
}
