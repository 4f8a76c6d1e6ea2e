// Messages of callers, checked and as the JSON text that the core reads.

import { brand, describe, fields, isArray, isObject, type Kind, picked, type PlainObject, reading, unlike } from "./check.js";
import { ConversationError } from "./errors.js";
import { type Json, MOST_UNITS, toJson } from "./json.js";
import type { Limits } from "./options.js";
import { partAdvice, roleAdvice } from "./other-names.js";
import type { ProviderResponse, Role, TokenUsage } from "../types/index.js";

/** The roles, in the order of their numbers in the core. */
export const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** The fields of a message beside role and content. */
export const METADATA: Readonly<Record<string, Kind>> = {
  id: "string?",
  createdAt: "any?",
  toolCalls: "any?",
  toolCallId: "string?",
  toolName: "string?",
  toolArguments: "any?",
  toolResult: "any?",
  isError: "boolean?",
  model: "string?",
  response: "object?",
  vendor: "string?",
  tokens: "object?",
  notices: "any?",
  prefixDigest: "string?",
  name: "string?",
  pinned: "boolean?",
  // Callers do not set it, but a message of one conversation may be added to another.
  isSummary: "boolean?",
  extras: "object?",
  extrasFrom: "string?",
};

const NAMES: readonly string[] = /* @__PURE__ */ Object.keys(METADATA);

const RESPONSE: Readonly<Record<keyof ProviderResponse, Kind>> = {
  id: "string",
  format: "string",
  conversation: "string?",
  isKept: "boolean?",
};

/** The counts of a usage report, in the order in which messages have them. */
export const TOKENS: Readonly<Record<keyof TokenUsage, Kind>> = {
  input: "count?",
  output: "count?",
  cachedInput: "count?",
  cacheWrite: "count?",
  cacheWrite5m: "count?",
  cacheWrite1h: "count?",
  reasoning: "count?",
  toolInput: "count?",
};

const PART_TYPES = ["text", "image", "audio", "file", "reasoning", "refusal", "other"];

/** Refuses anything but a role. `content` is the next argument, for the advice. */
export function role(value: unknown, content?: unknown): Role {
  if (ROLES.includes(value as Role)) return value as Role;
  const given = typeof value === "string" && value.length < 40 ? value : describe(value);
  throw new ConversationError("invalid-role", `Invalid role: ${given}. Must be one of ${ROLES.join(", ")}${adviceOn(value, content)}`);
}

function adviceOn(value: unknown, content: unknown): string {
  if (ROLES.includes(content as Role)) return "; it comes first: `addMessage(role, content)`";
  if (isArray(value)) return "; give messages one by one, or a list of them to `ConversationManager.from(format, messages)`";
  if (typeof value !== "string") return "";
  const known = roleAdvice(value, ROLES);
  if (known !== null) return `; ${known}`;
  return content === undefined ? '; it comes before the text: `addMessage("user", text)`' : "";
}

/** A message as it was given, in an object of ours. Its values are still the caller's, and not checked yet. */
export interface MessageInput {
  readonly role: Role;
  readonly content: unknown;
  readonly metadata: PlainObject;
}

/** Reads the argument of `addMessage(message)`. */
export function whole(message: unknown): MessageInput {
  const { role: given, content, ...metadata } = picked("message", message, ["role", "content", ...NAMES], "all");
  return { role: role(given), content, metadata };
}

/** Reads the arguments of `addMessage(role, content, metadata)`. */
export function fromParts(given: Role, content: unknown, metadata: unknown): MessageInput {
  return { role: given, content, metadata: metadata === undefined ? {} : picked("metadata", metadata, NAMES, "all") };
}

/** Returns the JSON text of one message to add. */
export function messageJson({ role: given, content, metadata }: MessageInput, now: () => number, limits: Limits): Json {
  fields("message", metadata, METADATA, "invalid-message", "all");
  const { id, response, tokens, toolCalls, createdAt = now() } = metadata;
  if (id === "") throw new ConversationError("invalid-message", "`message.id` must not be empty; leave it out to have one made.");
  if (!Number.isSafeInteger(createdAt)) {
    throw new ConversationError(
      "invalid-message",
      `\`message.createdAt\` must be whole milliseconds since the epoch, as \`date.getTime()\` returns; given was ${describe(createdAt)}.`,
    );
  }
  const check = () => {
    if (response !== undefined) fields("message.response", response as PlainObject, RESPONSE, "invalid-message", "all");
    if (tokens !== undefined) fields("message.tokens", tokens as PlainObject, TOKENS, "invalid-message", "all");
    checkContent(content, "message.content");
    return toolCalls === undefined ? {} : { toolCalls: checkCalls(toolCalls, "message.toolCalls") };
  };
  const calls = reading("The message", check, "invalid-message");
  return bounded({ role: given, content, ...metadata, createdAt, ...calls }, "The message", limits);
}

/** Refuses a message of the user, or a prompt, whose content is undefined: a value is missing there. `null` says that there is none. */
export function checkGiven({ role: given, content }: MessageInput): void {
  if (content !== undefined || (given !== "user" && given !== "system")) return;
  throw new ConversationError(
    "invalid-message",
    `The content of a ${given} message must be a string, an array of parts, or null for none; given was undefined.`,
  );
}

/** Refuses a result that names no call, because no request could hold it. */
export function checkToolCallId({ role: given, metadata }: MessageInput): void {
  if (given !== "tool" || (metadata.toolCallId ?? "") !== "") return;
  const message = 'A tool message needs the `toolCallId` of the call that it answers: `addMessage("tool", text, { toolCallId: call.id })`.';
  throw new ConversationError("invalid-message", message);
}

/**
 * Returns the JSON text of a list of messages: a reducer's new history, or the input of a function without a conversation. The
 * messages may be copies from a conversation, so the core alone checks their fields.
 */
export function messagesJson(messages: unknown, name: string, limits: Limits): Json {
  if (!isArray(messages)) throw unlike(name, "an array of messages", messages);
  const check = () => messages.map((message, index) => checkListed(message, `${name}[${index}]`));
  const checked = reading(`\`${name}\``, check, "invalid-message");
  // The limit applies to one message; only the memory limits a list. The list adds a level.
  return bounded(checked, `\`${name}\``, { messageBytes: MOST_UNITS, depth: limits.depth + 1 });
}

function checkListed(message: unknown, place: string): PlainObject {
  if (!isObject(message)) throw new ConversationError("invalid-message", `\`${place}\` must be a message; given was ${describe(message)}.`);
  role(message.role);
  checkContent(message.content, `${place}.content`);
  if (message.toolCalls === undefined) return message;
  return { ...message, toolCalls: checkCalls(message.toolCalls, `${place}.toolCalls`) };
}

function bounded(value: unknown, name: string, limits: Limits): Json {
  return toJson(value, { name, code: "invalid-message", depth: limits.depth, units: limits.messageBytes });
}

function checkContent(content: unknown, place: string): void {
  if (content === undefined || content === null || typeof content === "string") return;
  if (!isArray(content)) {
    const isPromise = isObject(content) && brand(content) === "Promise";
    const advice = isPromise ? " It is a promise: `await` it first." : " Give data as its text: `JSON.stringify(data)`.";
    const message = `\`${place}\` must be a string, an array of parts, or null; given was ${describe(content)}.${advice}`;
    throw new ConversationError("invalid-message", message);
  }
  content.forEach((part: unknown, index) => {
    const type = isObject(part) ? part.type : undefined;
    if (PART_TYPES.includes(type as string)) return;
    const given = isObject(part) ? `one of type ${describe(type)}` : describe(part);
    const meant = partAdvice(type);
    const message = `\`${place}[${index}]\` must be a part of type ${PART_TYPES.join(", ")}; given was ${given}${meant === null ? "" : `, but ${meant}`}.`;
    throw new ConversationError("invalid-message", message);
  });
}

/** Checks calls, which are flat or in OpenAI's form. A flat field takes precedence over the one in `function`. */
function checkCalls(calls: unknown, place: string): PlainObject[] {
  if (!isArray(calls)) throw new ConversationError("invalid-message", `\`${place}\` must be an array; given was ${describe(calls)}.`);
  return calls.map((call: unknown, index) => checkCall(call, `${place}[${index}]`));
}

function checkCall(call: unknown, place: string): PlainObject {
  if (!isObject(call)) throw new ConversationError("invalid-message", `\`${place}\` must be a tool call; given was ${describe(call)}.`);
  const nested = isObject(call.function) ? call.function : {};
  fields(place, { id: call.id, name: call.name ?? nested.name }, { id: "string", name: "string" }, "invalid-message");
  const args = call.arguments === undefined ? nested.arguments : call.arguments;
  const other = args === undefined ? ["args", "input", "parameters"].find((name) => call[name] !== undefined) : undefined;
  if (other !== undefined)
    throw new ConversationError("invalid-message", `\`${place}\` has no \`arguments\`; its \`${other}\` are called that here.`);
  // A call without arguments, which models and their clients also write as null.
  if (args === undefined || args === null) return { ...call, arguments: "" };
  if (typeof args === "string" || isObject(args)) return call;
  throw new ConversationError("invalid-message", `\`${place}.arguments\` must be JSON text or an object; given was ${describe(args)}.`);
}
