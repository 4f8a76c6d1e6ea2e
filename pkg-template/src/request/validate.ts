// Checks whether a provider would accept a request.

import { Method } from "../../../build/method.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { isOurs } from "../input/check.js";
import { type Json, toJson } from "../input/json.js";
import { formatOptionsJson, targetNumber } from "../input/request.js";
import { surrogateRepairs } from "../input/surrogates.js";
import { parameterViolations } from "../parameters/check.js";
import type { FormatOptions, Target, Violation } from "../types/index.js";

/** The engine's findings in a body. */
interface Judged {
  /** The vendor that the options name. */
  vendor?: string;
  findings: Finding[];
}

/** A broken rule, as the engine finds it. */
interface Finding {
  rule?: string;
  path: string;
  callId?: string;
  /** The reason why the body cannot be read or sent. */
  reason?: string;
  /** True if the provider answers with the words of the rule in this case. */
  isQuoted: boolean;
  remedy?: string;
}

/**
 * Lists the parts of a request body that its provider would refuse; an empty array if it accepts the body. Accepts any value as the body,
 * and changes nothing. Each violation is a broken rule that `sanitize` would repair. If a body cannot be read, the violation names the
 * first unreadable place. `describeViolations` of `backscroll/doctor` adds the sentences of the rules and the provider's words.
 *
 * Checks the conversation, its system prompt, the parameters that most often fail, and the schemas of tools and outputs. Does not check
 * the model's name, the number of tokens, and what only the provider knows: keys, quotas, files. `RULES` of `backscroll/doctor` lists
 * all rules.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument` for the target and the options; never for the body.
 * @example
 * for (const { rule, path, message } of validate("openai-chat", body)) console.error(rule, path, message);
 */
export function validate(target: Target, body: unknown, options?: FormatOptions): Violation[] {
  const number = targetNumber(target);
  const optionsText = formatOptionsJson(options);
  const { json, replaced, fault } = jsonOf(body);
  const { findings, vendor } = stateless((core) => core.json(Method.Validate, [number, json, optionsText]) as Judged);
  const violations = findings.map(violationOf);
  if (fault !== undefined) return violations.map((violation) => ({ ...violation, message: fault }));
  const halves = surrogateRepairs(replaced).map(({ detail }) => ({ path: "", message: "Text is UTF-8.", remedy: detail }));
  // Of a body that cannot be read, only the place is told. A parameter that the engine itself leaves out is told once.
  if (findings.some(({ reason }) => reason !== undefined)) return [...halves, ...violations];
  const known = new Set(findings.map(({ path }) => path));
  // The body as it is sent: without fields that are `undefined`.
  const parameters = parameterViolations(target, JSON.parse(json), vendor, options?.capabilities?.model);
  return [...halves, ...violations, ...parameters.filter(({ path }) => !known.has(path))];
}

/** Returns the JSON text of the body. For a value without JSON: the text `null`, and the reason as `fault`. */
function jsonOf(body: unknown): Json & { fault?: string } {
  if (body === undefined) return { json: "null", replaced: 0, fault: "A request has a body; given was undefined." };
  try {
    return toJson(body, { ...UNBOUNDED, name: "The body" });
  } catch (error) {
    if (isOurs(error)) return { json: "null", replaced: 0, fault: error.message };
    throw error;
  }
}

/** A finding in words. */
function violationOf({ rule, path, callId, reason, isQuoted, remedy }: Finding): Violation {
  const broken = rule === undefined ? "The model that `capabilities` describes does not take it" : `Breaks ${rule}`;
  const message = `${reason === undefined ? "" : `${reason}. `}${broken}${callId === undefined ? "" : ` (call \`${callId}\`)`}.`;
  return {
    ...(rule !== undefined && { rule }),
    path,
    message,
    ...(isQuoted && { isQuoted: true as const }),
    ...(remedy !== undefined && { remedy }),
  };
}
