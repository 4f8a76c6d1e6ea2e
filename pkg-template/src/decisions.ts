// What a person decided, call by call.

import { type PlainObject, describe, fields, invalid, isObject, object, picked } from "./check.js";
import type { Checkpoint } from "./checkpoint.js";
import { ConversationError } from "./errors.js";
import { MOST_UNITS, toJson } from "./json.js";
import type { Limits } from "./message.js";
import type { ToolCall } from "./types.js";

/** What is to become of a call. */
export type Verdict =
  | { readonly isApproved: false; readonly reason: string | undefined }
  /** `edited`: JSON text of the arguments in place of the model's. */
  | { readonly isApproved: true; readonly edited: string | undefined };

/**
 * The verdict on each open call of the checkpoint's message, by its id.
 *
 * @throws ConversationError `decision-missing`, `invalid-argument`.
 */
export function verdicts(checkpoint: Checkpoint, calls: readonly ToolCall[], decisions: unknown, limits: Limits): Map<string, Verdict> {
  const waiting = new Set(checkpoint.pending.map(({ id }) => id));
  if (typeof decisions === "boolean") {
    // Of calls that need no approval nobody was asked.
    return new Map(calls.map(({ id }) => [id, decisions || !waiting.has(id) ? APPROVED : DENIED]));
  }
  const given = picked("options.decisions", object("options.decisions", decisions), idsOf(checkpoint));
  const missing = calls.filter(({ id }) => waiting.has(id) && !Object.hasOwn(given, id));
  if (missing.length > 0) {
    const names = missing.map(({ id, name }) => `\`${id}\` (${name})`).join(", ");
    const details = { checkpointId: checkpoint.checkpointId, missing: missing.map(({ id }) => id) };
    throw new ConversationError("decision-missing", `There is no decision on ${names}; give one for each call that waits.`, { details });
  }
  return new Map(calls.map(({ id }) => [id, Object.hasOwn(given, id) ? verdict(`options.decisions[${JSON.stringify(id)}]`, given[id], limits) : APPROVED]));
}

const APPROVED: Verdict = { isApproved: true, edited: undefined };
const DENIED: Verdict = { isApproved: false, reason: undefined };

/** Every call of the message, those that have their results included: a decision that comes late is no mistake. */
function idsOf({ messages, pending }: Checkpoint): string[] {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
  return [...new Set([...pending.map(({ id }) => id), ...calls])];
}

function verdict(name: string, decision: unknown, limits: Limits): Verdict {
  if (typeof decision === "boolean") return decision ? APPROVED : DENIED;
  if (!isObject(decision)) throw invalid(`\`${name}\` must be true, false or a decision; given was ${describe(decision)}.`);
  const given: PlainObject = picked(name, decision, ["approved", "reason", "args"]);
  const { approved, args } = given;
  if (typeof approved !== "boolean") throw invalid(`\`${name}.approved\` must be true or false; given was ${describe(approved)}.`);
  fields(name, given, { approved: "boolean?", reason: "string?", args: "any?" });
  if (!approved) return { isApproved: false, reason: given.reason as string | undefined };
  if (args === undefined) return APPROVED;
  const { json } = toJson(object(`${name}.args`, args), { name: `\`${name}.args\``, code: "invalid-argument", depth: limits.depth, units: MOST_UNITS });
  return { isApproved: true, edited: json };
}
