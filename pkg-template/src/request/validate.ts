// Whether a provider would accept a request.

import { UNBOUNDED, atDesk } from "../wasm/stateless.js";
import { isOurs } from "../input/check.js";
import { type Json, toJson } from "../input/json.js";
import { formatOptionsJson, targetNumber } from "../input/request.js";
import { surrogateRepairs } from "../input/surrogates.js";
import { readJson, writeAll } from "../wasm/text.js";
import type { FormatOptions, Target, Violation } from "../types/index.js";
import { RULE_TEXTS } from "./rule-texts.js";

/** A broken rule, as the engine finds it. */
interface Finding {
  rule?: string;
  path: string;
  callId?: string;
  /** Why the body cannot be read or sent. */
  reason?: string;
  /** True if the words of the rule are what the provider answers here. */
  isQuoted: boolean;
  remedy?: string;
}

/**
 * What a provider would refuse in its own request body; an empty array when it accepts it. Whatever is given as the body is judged,
 * and nothing is changed: what it finds is what `sanitize` would mend, told as the rules that are broken. Of a body that cannot be
 * read, the first place where it cannot is told.
 *
 * It judges the conversation, its system prompt and what depends on them; not whether the model exists, or how many tokens there are.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument` for the target and the options; never for the body.
 * @example
 * for (const { rule, path, message } of validate("openai-chat", body)) console.error(rule, path, message);
 */
export function validate(target: Target, body: unknown, options?: FormatOptions): Violation[] {
  const number = targetNumber(target);
  const optionsText = formatOptionsJson(options);
  const { json, replaced, fault } = jsonOf(body);
  const violations = atDesk((desk) => {
    const [length = 0, optionsLength = 0] = writeAll(desk, [json, optionsText]);
    return (readJson(desk, desk.validate(number, length, optionsLength)) as Finding[]).map(violationOf);
  });
  if (fault !== undefined) return violations.map((violation) => ({ ...violation, message: fault }));
  const halves = surrogateRepairs(replaced).map(({ detail }) => ({ path: "", message: "Text is UTF-8.", remedy: detail }));
  return [...halves, ...violations];
}

/** Its JSON text; of what has none, `null`, which is no body either, and why it has none. */
function jsonOf(body: unknown): Json & { fault?: string } {
  if (body === undefined) return { json: "null", replaced: 0, fault: "A request has a body; given was undefined." };
  try {
    return toJson(body, { ...UNBOUNDED, name: "The body" });
  } catch (error) {
    if (isOurs(error)) return { json: "null", replaced: 0, fault: error.message };
    throw error;
  }
}

/** A finding, with the texts of its rule. */
function violationOf({ rule, path, callId, reason, isQuoted, remedy }: Finding): Violation {
  const [sentence, words] = (rule === undefined ? undefined : RULE_TEXTS[rule]) ?? ["the model that `capabilities` describes takes it"];
  const message = `${reason === undefined ? "" : `${reason}. `}Must hold: ${sentence}${callId === undefined ? "" : ` (call \`${callId}\`)`}.`;
  return {
    ...(rule !== undefined && { rule }),
    path,
    message,
    ...(isQuoted && words !== undefined && { providerError: words }),
    ...(remedy !== undefined && { remedy }),
  };
}
