// The size of a body or list by what it is made of.

import { Method } from "../../../build/method.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { LISTS, TARGETS } from "../providers/names.js";
import { isArray, picked } from "../input/check.js";
import { coreName, marginOf } from "../input/options.js";
import { FORMAT_OPTIONS, body as checkBody, format as checkFormat, formatOptionsJson } from "../input/request.js";
import { toJson } from "../input/json.js";
import type { Breakdown } from "../types/breakdown.js";
import type { Capabilities, FormatOptions, FormatOrName, Target } from "../types/index.js";
import { convert } from "./convert.js";

/**
 * Returns the size of a body or a list of messages, in any format, and of its parts: as `fit` counts it, once it is valid. The size of a
 * list is that of its messages.
 *
 * @throws ConversationError as `sanitize`, and `convert` for the formats of programs.
 * @example
 * const { tokens, parts, largest } = breakdown("anthropic", { model, max_tokens: 1024, tools, messages });
 */
export function breakdown(
  format: FormatOrName,
  input: object,
  options?: {
    /** False: without the margin for fitted and unknown models. Default true. */
    margin?: boolean;
  } & FormatOptions,
): Breakdown {
  const { margin, ...given } = picked("options", options === undefined ? {} : options, [...FORMAT_OPTIONS, "margin"]);
  const name = checkFormat(format);
  const estimator = coreName("script", marginOf(margin));
  const whole = checkBody(name, input);
  if (!TARGETS.includes(name as Target)) {
    const { body: list } = convert(name, "backscroll", whole) as unknown as { body: { messages?: object } };
    return written("backscroll", list.messages ?? list, estimator, formatOptionsJson(given));
  }
  const field = LISTS[name];
  if (!isArray(whole) || field === undefined) return written(name, whole, estimator, formatOptionsJson(given));
  const { capabilities } = given as { capabilities?: Capabilities };
  return written(
    name,
    { [field]: whole },
    estimator,
    formatOptionsJson({ ...given, capabilities: { toolsDeclared: true, ...capabilities } }),
  );
}

function written(format: string, body: object, estimator: string, options: string): Breakdown {
  const { json } = toJson(body, { ...UNBOUNDED, name: "The body" });
  return breakdownOf(format, json, estimator, options);
}

/** The breakdown of the JSON text of a body. */
export function breakdownOf(format: string, json: string, estimator: string, options: string): Breakdown {
  return stateless((core) => core.json(Method.BreakdownOf, [format, estimator, json, options]) as Breakdown);
}
