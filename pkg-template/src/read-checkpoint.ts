// From the JSON of a checkpoint, in either spelling, to its parts: everything is checked, for it may come from anywhere.

import { callArguments } from "./call-arguments.js";
import { canonical } from "./canonical.js";
import { type PlainObject, describe, isArray, isObject, isOurs, reason } from "./check.js";
import type { CheckpointParts } from "./checkpoint.js";
import { Engine } from "./engine.js";
import { ConversationError } from "./errors.js";
import { MOST_UNITS, toJson } from "./json.js";
import { asking } from "./open-calls.js";
import { DEFAULT_LIMITS } from "./options.js";
import type { Message, ToolCall } from "./types.js";

/** The newest form that is known; what has no `version` is of another program, and has the same nine fields. */
const VERSION = 1;

/** What a checkpoint's messages are called in other programs, where that is not our name in snake_case. */
const OTHER_NAMES: Readonly<Record<string, string>> = { model_id: "model" };

export function readCheckpoint(given: unknown): CheckpointParts {
  const fields = camelised(plain(given));
  const { version = VERSION } = fields;
  if (version !== VERSION) throw invalid(`\`version\` must be ${VERSION}; given was ${describe(version)}, which a later version of this package may read.`);
  const requestedAt = text(fields, "requestedAt");
  if (!Number.isFinite(Date.parse(requestedAt))) throw invalid(`\`requestedAt\` must be a date in ISO 8601; given was ${describe(requestedAt)}.`);
  const { messages, calls } = readMessages(fields.messages);
  return {
    checkpointId: text(fields, "checkpointId"),
    agentClass: textOrNull(fields, "agentClass"),
    requestedAt,
    threadId: textOrNull(fields, "threadId"),
    originalInput: fields.originalInput ?? null,
    messages,
    pending: pendingCalls(fields, calls),
  };
}

/** Plain data that belongs to nobody else. */
function plain(given: unknown): PlainObject {
  let value: unknown;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given);
    } catch (cause) {
      throw new ConversationError("invalid-checkpoint", `The checkpoint is not valid JSON: ${reason(cause)}`, { cause });
    }
  } else {
    value = JSON.parse(toJson(given, { name: "The checkpoint", code: "invalid-checkpoint", depth: DEFAULT_LIMITS.depth, units: MOST_UNITS }).json);
  }
  if (isObject(value)) return value;
  throw invalid(`it must be an object; given was ${describe(value)}.`);
}

/** The messages as a conversation keeps them, and the open calls of the newest of the assistant. */
function readMessages(given: unknown): { messages: Message[]; calls: ToolCall[] } {
  if (!isArray(given) || given.length === 0) throw invalid(`\`messages\` must be a list of messages; given was ${describe(given)}.`);
  const engine = new Engine("script", DEFAULT_LIMITS);
  try {
    engine.read("backscroll", given.map(camelisedMessage));
    return { messages: engine.messages(), calls: asking(engine)?.calls ?? [] };
  } catch (cause) {
    if (!isOurs(cause)) throw cause;
    throw new ConversationError("invalid-checkpoint", `The checkpoint's messages cannot be read: ${cause.message}`, { cause });
  } finally {
    engine.dispose();
  }
}

/** The calls that wait: those that `pending` lists, or all. Each must be as the messages have it, for a person decides on what is shown. */
function pendingCalls(fields: PlainObject, open: readonly ToolCall[]): ToolCall[] {
  const first = text(fields, "pendingToolCallId");
  const listed = fields.pending === undefined ? null : list(fields.pending);
  const named = (id: unknown, where: string) => {
    const call = open.find((candidate) => candidate.id === id);
    if (call !== undefined) return call;
    throw invalid(`\`${where}\` is ${describe(id)}, which is no open call of the newest assistant message in \`messages\`.`);
  };
  const pending = listed === null ? firstOnTop(open, named(first, "pendingToolCallId")) : listed.map(({ id }, at) => named(id, `pending[${at}].id`));
  const [top] = pending;
  if (top === undefined) throw invalid("`pending` is empty, so there is nothing to decide.");
  listed?.forEach((shown, at) => agree(shown.name, (pending[at] as ToolCall).name, `pending[${at}].name`));
  listed?.forEach((shown, at) => agree(shown.arguments, (pending[at] as ToolCall).arguments, `pending[${at}].arguments`));
  agree(first, top.id, "pendingToolCallId");
  agree(text(fields, "pendingToolName"), top.name, "pendingToolName");
  if (fields.pendingToolArgs !== undefined) agree(fields.pendingToolArgs, callArguments(top) ?? {}, "pendingToolArgs");
  return pending;
}

function firstOnTop(calls: readonly ToolCall[], first: ToolCall): ToolCall[] {
  return [first, ...calls.filter((call) => call !== first)];
}

function list(value: unknown): PlainObject[] {
  if (isArray(value) && value.every(isObject)) return value;
  throw invalid(`\`pending\` must be a list of calls; given was ${describe(value)}.`);
}

function agree(shown: unknown, said: unknown, where: string): void {
  if (canonical(shown) === canonical(said)) return;
  throw invalid(`\`${where}\` is not what \`messages\` have for that call, so it is unclear what was decided on.`);
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

/** A message in our names. Its call list may be an object by ids, and its time a date as text. */
function camelisedMessage(message: unknown, at: number): unknown {
  if (!isObject(message)) throw invalid(`\`messages[${at}]\` must be an object; given was ${describe(message)}.`);
  const { inputTokens, outputTokens, ...fields } = camelised(message);
  const { createdAt, toolCalls } = fields;
  if (typeof createdAt === "string") fields.createdAt = Date.parse(createdAt);
  if (isObject(toolCalls)) fields.toolCalls = Object.values(toolCalls);
  if (inputTokens !== undefined || outputTokens !== undefined) fields.tokens = { input: inputTokens, output: outputTokens };
  return fields;
}

function camelised(value: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [OTHER_NAMES[name] ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), field]));
}

function invalid(what: string): ConversationError {
  return new ConversationError("invalid-checkpoint", `The checkpoint cannot be used: ${what}`);
}
