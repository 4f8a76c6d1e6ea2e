// The decisions of a person, call by call.

import { fields, invalid, isObject, known, object, picked, type PlainObject, reading, unlike } from "../input/check.js";
import { endlessNumber } from "./call-arguments.js";
import type { Checkpoint } from "./checkpoint.js";
import { ConversationError } from "../input/errors.js";
import { toJson, tooLarge } from "../input/json.js";
import type { Limits } from "../input/options.js";
import { denied, roomFor } from "./tool-result.js";
import type { ToolCall } from "../types/index.js";

/** The decision about a call. */
export type Verdict =
  | { readonly isApproved: false; readonly reason: string | undefined }
  /** `edited`: arguments that replace the model's. */
  | { readonly isApproved: true; readonly edited: Readonly<Record<string, unknown>> | undefined };

/**
 * Returns the verdict on each open call of the checkpoint's message, by its id.
 *
 * @throws ConversationError `decision-missing`, `invalid-argument`, `too-deep`, `too-large`.
 */
export function verdicts(checkpoint: Checkpoint, calls: readonly ToolCall[], decisions: unknown, limits: Limits): Map<string, Verdict> {
  const waiting = new Set(checkpoint.pending.map(({ id }) => id));
  if (typeof decisions === "boolean") {
    const decided = decisions ? APPROVED : DENIED;
    return new Map(calls.map((call) => [call.id, waiting.has(call.id) ? decided : unasked(call)]));
  }
  const given = byId(decisions, idsOf(checkpoint, calls));
  const missing = calls.filter(({ id }) => waiting.has(id) && !given.has(id));
  if (missing.length > 0) {
    const names = missing.map(({ id, name }) => `\`${id}\` (${name})`).join(", ");
    const details = { checkpointId: checkpoint.checkpointId, missing: missing.map(({ id }) => id) };
    throw new ConversationError("decision-missing", `There is no decision on ${names}; give one for each call that waits for approval.`, {
      details,
    });
  }
  return new Map(calls.map((call) => [call.id, given.has(call.id) ? verdict(call, given.get(call.id), limits) : unasked(call)]));
}

const APPROVED: Verdict = { isApproved: true, edited: undefined };
const DENIED: Verdict = { isApproved: false, reason: undefined };

/** Returns the verdict on a call without a decision: it runs. But a provider's request for approval is denied. */
function unasked({ kind }: ToolCall): Verdict {
  return kind === "mcp_approval" ? { isApproved: false, reason: "Nobody was asked." } : APPROVED;
}

/** Returns the ids of all calls of the messages, also of calls with results: a late decision is not an error. */
function idsOf({ messages, pending }: Checkpoint, open: readonly ToolCall[]): string[] {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
  return [...new Set([...[...pending, ...open].map(({ id }) => id), ...calls])];
}

/** Returns the decisions by call id. Reads own fields only, because the model chose the ids, and may have chosen `constructor`. */
function byId(decisions: unknown, ids: readonly string[]): Map<string, unknown> {
  if (!isObject(decisions)) throw unlike("options.decisions", "true, false, or an object with one for each call id", decisions);
  const given = object("options.decisions", decisions);
  return reading("`options.decisions`", () => {
    known("options.decisions", given, ids);
    const decided = ids.filter((id) => Object.hasOwn(given, id)).map((id): [string, unknown] => [id, given[id]]);
    return new Map(decided.filter(([, decision]) => decision !== undefined));
  });
}

function verdict(call: ToolCall, decision: unknown, limits: Limits): Verdict {
  const name = `options.decisions[${JSON.stringify(call.id)}]`;
  if (typeof decision === "boolean") return decision ? APPROVED : DENIED;
  if (!isObject(decision)) throw unlike(name, "true, false or a decision", decision);
  const given: PlainObject = picked(name, decision, ["approved", "reason", "args"]);
  const { approved, args } = given;
  if (typeof approved !== "boolean") throw unlike(`${name}.approved`, "true or false", approved);
  fields(name, given, { approved: "boolean?", reason: "string?", args: "any?" });
  if (!approved) return { isApproved: false, reason: kept(call, name, given.reason as string | undefined, limits) };
  if (args === undefined) return APPROVED;
  const bounds = { name: `\`${name}.args\``, code: "invalid-argument", depth: roomFor(limits), units: limits.messageBytes } as const;
  const edited = JSON.parse(toJson(object(`${name}.args`, args), bounds).json) as Record<string, unknown>;
  const endless = endlessNumber(args);
  if (endless !== null) throw invalid(`\`${name}.args\` has a number that is not finite at \`${endless}\`, which JSON cannot carry.`);
  if (call.kind === "mcp_approval")
    throw invalid(
      `\`${name}.args\` cannot be: the provider calls \`${call.name}\` itself, with the model's arguments; approve it as it is, or deny it.`,
    );
  if (call.kind !== "custom" || typeof edited.input === "string") return { isApproved: true, edited };
  throw invalid(`\`${name}.args\` must be \`{ input: string }\`, for \`${call.name}\` is a custom tool, whose arguments are free text.`);
}

/** Bytes that a message takes beside its content, at most. */
const ENVELOPE = 100;

/** Returns the reason if the history can keep it. Checked before anything runs. */
function kept({ id }: ToolCall, name: string, why: string | undefined, { messageBytes }: Limits): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(denied(id, why))).length;
  if (why === undefined || bytes + ENVELOPE <= messageBytes) return why;
  throw tooLarge({ name: `\`${name}.reason\``, units: messageBytes });
}
