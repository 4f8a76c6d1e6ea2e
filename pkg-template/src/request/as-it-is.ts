// Finds out whether a provider's body can be sent as it is, without writing all of its texts.

import { LISTS, TARGETS } from "../formats/names.js";
import { stateless } from "../wasm/stateless.js";
import { MOST_UNITS_IN_PARTS, readJson, writeAll, writeParts } from "../wasm/text.js";
import type { Estimator, Target } from "../types/index.js";
import { type ShortBody, shortBody } from "./short-body.js";
import type { Stateless } from "../../../build/glue.js";

/** An estimator of the core. */
export type EstimatorName = Exclude<Estimator, (text: string) => number>;

/** The size of a body that can be sent as it is. */
export interface AsItIs {
  readonly tokens: number;
  /** The number of messages that it was read as, without a prompt beside them. */
  readonly messages: number;
}

/**
 * Returns the size of a body that can be sent without a change; null for a body that has to change, and for one that only the usual way can
 * judge, such as one with errors or with short texts. Without an estimator, its tokens are not counted.
 */
export function asItIs(target: Target, body: object, options: string, estimator: EstimatorName | null): AsItIs | null {
  try {
    const short = shortBody(body, LISTS[target] ?? "");
    if (short === null) return null;
    return stateless((core) => {
      const longer = estimator === null ? 0 : weight(core, estimator, short.long) - weight(core, estimator, short.short);
      const [length = 0, optionsLength = 0] = writeAll(core, [short.json, options]);
      return readJson(core, core.asItIs(TARGETS.indexOf(target), length, optionsLength, estimator ?? "given", longer)) as AsItIs | null;
    });
  } catch {
    // The usual way says what is wrong, and where.
    return null;
  }
}

/** The weight of texts. */
function weight(core: Stateless, estimator: EstimatorName, texts: ShortBody["long"]): number {
  let sum = 0;
  let [part, units]: [string[], number] = [[], 0];
  const flush = () => {
    if (part.length > 0) sum += core.weighTexts(estimator, ...writeParts(core, part, units, (lengths) => lengths));
    [part, units] = [[], 0];
  };
  for (const text of texts) {
    if (units + text.length > MOST_UNITS_IN_PARTS) flush();
    part.push(text);
    units += text.length;
  }
  flush();
  return sum;
}
