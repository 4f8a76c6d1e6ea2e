import { isObject } from "../json-type.js";
import { forbid, refuse } from "./refuse.js";
import { chunkSchema } from "./chunk-schema.js";

const FIELDS = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "tool_calls", "prefix"],
  tool: ["role", "content", "tool_call_id", "name"],
};

/** MI1, first half: there is at least one message. */
export function* messagesAreThere(body) {
  if (!isObject(body))
    yield forbid("MI-schema", "model_attributes_type", [], "Input should be a valid dictionary or object to extract fields from", body);
  if (body.messages === undefined) yield missing(["messages"]);
  if (!Array.isArray(body.messages)) yield wrongType(["messages"], "list", body.messages);
  if (body.messages.length === 0) {
    yield refuse("MI1", "invalid_request_message_order", "Conversation must have at least one message");
  }
}

/** MI12: a list of tools is not empty. */
export function* toolsAreNotEmpty({ tools }) {
  if (Array.isArray(tools) && tools.length === 0) yield extra("MI12", ["tools"], tools);
}

/** The request schema, as far as types and unknown names go. */
export function* schemaHolds(body, options) {
  if (body.model === undefined) yield missing(["model"]);
  if (typeof body.model !== "string") yield wrongType(["model"], "string", body.model);
  for (const [index, message] of body.messages.entries()) yield* messageSchema(message, ["messages", index], options);
  yield* toolSchema(body.tools);
}

function* messageSchema(message, at, options) {
  if (!isObject(message)) yield wrongType(at, "dictionary", message);
  const known = Object.hasOwn(FIELDS, message.role) ? FIELDS[message.role] : undefined;
  if (known === undefined) {
    const tags = "'assistant', 'system', 'tool', 'user'";
    yield forbid(
      "MI1",
      "union_tag_invalid",
      at,
      `Input tag '${message.role}' found using 'role' does not match any of the expected tags: ${tags}`,
      message,
    );
  }
  const place = [...at, message.role];
  yield* contentSchema(message, place, options);
  if ((message.name ?? null) !== null && message.role === "tool" && typeof message.name !== "string") {
    yield wrongType([...place, "name"], "string", message.name);
  }
  if (message.role === "tool") yield* idSchema(message.tool_call_id, [...place, "tool_call_id"]);
  if (message.role === "assistant") yield* assistantSchema(message, place, options);
  yield* unknownFields(message, known, place, options);
}

/** MI9 judges required fields. */
function* contentSchema({ content, role }, place, options) {
  if (typeof content === "string") return;
  if (Array.isArray(content)) {
    for (const [index, chunk] of content.entries()) yield* chunkSchema(chunk, [...place, "content", index], options);
    return;
  }
  if ((content ?? null) !== null) yield wrongType([...place, "content"], "string", content);
  if (role !== "assistant") yield wrongType([...place, "content"], "string", null, "MI9");
}

function* assistantSchema({ tool_calls: calls, prefix }, place, options) {
  if (prefix !== undefined && typeof prefix !== "boolean") yield wrongType([...place, "prefix"], "boolean", prefix);
  if ((calls ?? null) === null) return;
  if (!Array.isArray(calls)) yield wrongType([...place, "tool_calls"], "list", calls);
  for (const [index, call] of calls.entries()) yield* callSchema(call, [...place, "tool_calls", index], options);
}

function* callSchema(call, place, options) {
  if (!isObject(call)) yield wrongType(place, "dictionary", call);
  yield* idSchema(call.id, [...place, "id"]);
  if (call.type !== undefined && call.type !== "function") {
    yield forbid("MI-schema", "literal_error", [...place, "type"], "Input should be 'function'", call.type);
  }
  const { function: called } = call;
  if (called === undefined) yield missing([...place, "function"]);
  yield* nameSchema(called, [...place, "function"]);
  yield* argumentsSchema(called.arguments, [...place, "function", "arguments"]);
  yield* unknownFields(call, ["id", "type", "function", "index"], place, options);
}

/** A missing id counts as `null`, which MI3 refuses. */
function* idSchema(id, place) {
  if ((id ?? null) !== null && typeof id !== "string") yield wrongType(place, "string", id);
}

/** MI11: arguments are an object or its JSON text; they may be missing. */
function* argumentsSchema(given, place) {
  if ((given ?? null) === null || isObject(given) || typeof given === "string") return;
  yield wrongType(place, "string", given, "MI11");
}

function* toolSchema(tools) {
  if ((tools ?? null) === null) return;
  if (!Array.isArray(tools)) yield wrongType(["tools"], "list", tools);
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool)) yield wrongType(["tools", index], "dictionary", tool);
    if (tool.type !== undefined && tool.type !== "function") continue;
    if (tool.function === undefined) yield missing(["tools", index, "function"]);
    yield* nameSchema(tool.function, ["tools", index, "function"]);
  }
}

function* nameSchema(named, place) {
  if (!isObject(named)) yield wrongType(place, "dictionary", named);
  if (named.name === undefined) yield missing([...place, "name"]);
  if (typeof named.name !== "string") yield wrongType([...place, "name"], "string", named.name);
}

function* unknownFields(value, known, place, { acceptUnknownFields }) {
  if (acceptUnknownFields) return;
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) yield extra("MI-schema", [...place, name], value[name]);
  }
}

function extra(rule, place, input) {
  return forbid(rule, "extra_forbidden", place, "Extra inputs are not permitted", input);
}

function missing(place) {
  return forbid("MI-schema", "missing", place, "Field required");
}

function wrongType(place, expected, value, rule = "MI-schema") {
  return forbid(rule, `${expected}_type`, place, `Input should be a valid ${expected}`, value);
}
