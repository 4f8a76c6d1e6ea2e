// Reads the JSON of a checkpoint, in either spelling. Checks everything, because it may come from anywhere.

import { callArguments, canonical } from "./call-arguments.js";
import { type PlainObject, describe, isArray, isObject, isOurs, reason } from "../input/check.js";
import { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import type { Limits } from "../input/options.js";
import { asking } from "./open-calls.js";
import type { Message, ToolCall } from "../types/index.js";

/** The parts of a checkpoint. */
export interface CheckpointParts {
  readonly checkpointId: string;
  readonly agentClass: string | null;
  readonly requestedAt: string;
  readonly expiresAt: string | null;
  readonly threadId: string | null;
  readonly originalInput: unknown;
  readonly messages: readonly Message[];
  /** Not empty. */
  readonly pending: readonly ToolCall[];
}

/** The version of `toJSON`'s fields. JSON without a `version` comes from another program. */
export const CHECKPOINT_VERSION = 1;

/** Names of message fields in other programs that are not our names in snake_case. */
const OTHER_NAMES: Readonly<Record<string, string>> = { model_id: "model" };

/** The fields of a message. Other fields of another program's message become `extras`. */
const MESSAGE_FIELDS = new Set([
  ...["id", "role", "content", "createdAt", "toolCalls", "toolCallId", "toolName", "toolArguments", "toolResult"],
  ...["isError", "model", "response", "vendor", "tokens", "notices", "prefixDigest", "name", "pinned", "extras", "isSummary"],
]);

/** The most levels that JavaScript can walk safely. The conversation has limits of its own. */
const LIMITS: Limits = { messageBytes: MOST_UNITS, depth: 1_000 };

/** The form of ISO 8601; `Date.parse` alone accepts much else. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export function readCheckpoint(given: unknown): CheckpointParts {
  const fields = camelised(plain(given));
  const isForeign = fields.version === undefined;
  const { version = CHECKPOINT_VERSION } = fields;
  if (version !== CHECKPOINT_VERSION)
    throw invalid(
      `\`version\` must be ${CHECKPOINT_VERSION}; given was ${describe(version)}, which a later version of this package may read.`,
    );
  const requestedAt = date("requestedAt", text(fields, "requestedAt"));
  const expiresAt = textOrNull(fields, "expiresAt");
  if (expiresAt !== null) date("expiresAt", expiresAt);
  const { messages, calls } = readMessages(fields.messages, isForeign);
  return {
    checkpointId: text(fields, "checkpointId"),
    agentClass: textOrNull(fields, "agentClass"),
    requestedAt,
    expiresAt,
    threadId: textOrNull(fields, "threadId"),
    originalInput: fields.originalInput ?? null,
    messages,
    pending: pendingCalls(fields, calls),
  };
}

function date(name: string, given: string): string {
  if (ISO_DATE.test(given) && !Number.isNaN(Date.parse(given))) return given;
  throw invalid(`\`${name}\` must be a date in ISO 8601; given was ${describe(given)}.`);
}

/** Returns a plain copy of the data. */
function plain(given: unknown): PlainObject {
  let data = given;
  if (typeof given === "string") {
    try {
      data = JSON.parse(given);
    } catch (cause) {
      throw new ConversationError("invalid-checkpoint", `The checkpoint is not valid JSON: ${reason(cause)}`, { cause });
    }
  }
  const value = copied(data);
  if (isObject(value)) return value;
  throw invalid(`it must be an object; given was ${describe(value)}.`);
}

function copied(data: unknown): unknown {
  try {
    return JSON.parse(toJson(data, { name: "The checkpoint", code: "invalid-checkpoint", depth: LIMITS.depth, units: MOST_UNITS }).json);
  } catch (cause) {
    if (isOurs(cause) && cause.code === "too-deep") throw invalid(`it is nested deeper than ${LIMITS.depth} levels.`, cause);
    throw cause;
  }
}

/** Returns the messages as a conversation keeps them, and the open calls of the newest assistant message. */
function readMessages(given: unknown, isForeign: boolean): { messages: Message[]; calls: ToolCall[] } {
  if (!isArray(given) || given.length === 0) throw invalid(`\`messages\` must be a list of messages; given was ${describe(given)}.`);
  const engine = new Engine("script", LIMITS);
  try {
    engine.read(
      "backscroll",
      given.map((message, at) => readable(message, at, isForeign)),
    );
    return { messages: engine.messages(), calls: asking(engine)?.calls ?? [] };
  } catch (cause) {
    if (!isOurs(cause)) throw cause;
    throw new ConversationError("invalid-checkpoint", `The checkpoint's messages cannot be read: ${cause.message}`, { cause });
  } finally {
    engine.dispose();
  }
}

/** Returns the waiting calls: those in `pending`, or all. Each must equal the call in the messages, because a person decides on the shown call. */
function pendingCalls(fields: PlainObject, open: readonly ToolCall[]): ToolCall[] {
  const first: PlainObject = {
    id: text(fields, "pendingToolCallId"),
    name: text(fields, "pendingToolName"),
    arguments: fields.pendingToolArgs,
  };
  const left = [...open];
  const taken = (shown: PlainObject, where: string) => {
    const at = placeOf(shown, left);
    if (at === -1)
      throw invalid(`\`${where}\` is ${describe(shown.id)}, which is not an open call of the newest assistant message in \`messages\`.`);
    return left.splice(at, 1)[0] as ToolCall;
  };
  const listed = fields.pending === undefined ? null : list(fields.pending);
  const pending =
    listed === null ? [taken(first, "pendingToolCallId"), ...left] : listed.map((shown, at) => taken(shown, `pending[${at}].id`));
  const [top] = pending;
  if (top === undefined) throw invalid("`pending` is empty, so there is nothing to decide.");
  listed?.forEach((shown, at) => {
    const call = pending[at] as ToolCall;
    agree(shown.name, call.name, `pending[${at}].name`);
    agree(shown.arguments, call.arguments, `pending[${at}].arguments`);
  });
  agree(first.id, top.id, "pendingToolCallId");
  agree(first.name, top.name, "pendingToolName");
  if (fields.pendingToolArgs !== undefined)
    agree(fields.pendingToolArgs, JSON.parse(JSON.stringify(callArguments(top) ?? {})), "pendingToolArgs");
  return pending;
}

/** Returns the index of the shown call. If several calls have its id, the equal one. */
function placeOf(shown: PlainObject, calls: readonly ToolCall[]): number {
  const isShown = (call: ToolCall) => {
    const args = [call.arguments, callArguments(call) ?? {}].map(canonical);
    return call.id === shown.id && call.name === shown.name && args.includes(canonical(shown.arguments));
  };
  const exact = calls.findIndex(isShown);
  return exact === -1 ? calls.findIndex(({ id }) => id === shown.id) : exact;
}

function list(value: unknown): PlainObject[] {
  if (isArray(value) && value.every(isObject)) return value;
  throw invalid(`\`pending\` must be a list of calls; given was ${describe(value)}.`);
}

function agree(shown: unknown, said: unknown, where: string): void {
  if (canonical(shown) === canonical(said)) return;
  throw invalid(`\`${where}\` differs from that call in \`messages\`, so it is unclear which call was decided on.`);
}

function text(fields: PlainObject, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`\`${name}\` must be a text that is not empty; given was ${describe(value)}.`);
}

function textOrNull(fields: PlainObject, name: string): string | null {
  const value = fields[name] ?? null;
  if (value === null || typeof value === "string") return value;
  throw invalid(`\`${name}\` must be a text or null; given was ${describe(value)}.`);
}

/** Returns a message with our names. Its calls may be an object by ids, and its time a date as text. */
function readable(message: unknown, at: number, isForeign: boolean): unknown {
  if (!isObject(message)) throw invalid(`\`messages[${at}]\` must be an object; given was ${describe(message)}.`);
  const { inputTokens, outputTokens, ...fields } = camelised(message);
  const { createdAt, toolCalls } = fields;
  if (typeof createdAt === "string") fields.createdAt = ISO_DATE.test(createdAt) ? Date.parse(createdAt) : createdAt;
  if (isObject(toolCalls)) fields.toolCalls = Object.values(toolCalls);
  if (isGiven(inputTokens) || isGiven(outputTokens)) fields.tokens = { input: inputTokens, output: outputTokens };
  return isForeign ? neutral(fields) : fields;
}

/** Converts a message of another program: its thinking becomes a part before its content, and unknown fields become extras. */
function neutral({ thinking, thinkingSignature, ...fields }: PlainObject): PlainObject {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => MESSAGE_FIELDS.has(name)));
  const others = Object.entries(fields).filter(([name, value]) => !MESSAGE_FIELDS.has(name) && isGiven(value));
  if (others.length > 0) own.extras = { ...(isObject(own.extras) && own.extras), ...Object.fromEntries(others) };
  if (!isGiven(thinking) && !isGiven(thinkingSignature)) return own;
  const said = typeof own.content === "string" && own.content !== "" ? [{ type: "text", text: own.content }] : own.content;
  own.content = [{ type: "reasoning", text: thinking, signature: thinkingSignature }, ...(isArray(said) ? said : [])];
  return own;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function camelised(value: PlainObject): PlainObject {
  const fields: PlainObject = {};
  for (const [name, field] of Object.entries(value)) {
    const ours = OTHER_NAMES[name] ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(fields, ours)) throw invalid(`\`${ours}\` is given in two spellings; keep one.`);
    // Defined and not assigned: the name may be `__proto__`.
    Object.defineProperty(fields, ours, { value: field, enumerable: true, configurable: true, writable: true });
  }
  return fields;
}

function invalid(what: string, cause?: unknown): ConversationError {
  return new ConversationError("invalid-checkpoint", `The checkpoint cannot be used: ${what}`, cause === undefined ? {} : { cause });
}
