import { describeType, isObject, quoted } from "../json-type.js";
import { refuse } from "./refuse.js";
import { assistantSchema, toolSchema } from "./call-schema.js";
import { partSchema } from "./part-schema.js";
import { missing, unknownFields, wrongType } from "./schema-refusals.js";

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];

/**
 * The fields that a message of each role may have.
 *
 * `name` on a tool message is in no published type, and OpenAI accepts it.
 * `annotations` comes in OpenAI's own replies, which callers send back as they are.
 */
const FIELDS = {
  system: ["role", "content", "name"],
  developer: ["role", "content", "name"],
  user: ["role", "content", "name"],
  assistant: ["role", "content", "name", "refusal", "audio", "annotations", "tool_calls", "function_call"],
  tool: ["role", "content", "name", "tool_call_id"],
  function: ["role", "content", "name"],
};

/** OC7, first half: there is at least one message. */
export function* messagesAreThere(body) {
  if (!isObject(body)) {
    yield refuse("OC-schema", `Invalid type for request body: expected an object, but got ${describeType(body)} instead.`, {
      code: "invalid_type",
    });
  }
  if (body.messages === undefined) yield missing("messages");
  if (!Array.isArray(body.messages)) yield wrongType("messages", "an array of objects", body.messages);
  if (body.messages.length === 0) {
    yield refuse("OC7", "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.", {
      param: "messages",
      code: "empty_array",
    });
  }
}

/** The request schema, as far as types and unknown names go. */
export function* schemaHolds(body, options) {
  if (body.model === undefined) {
    yield refuse("OC-schema", "you must provide a model parameter");
  }
  if (typeof body.model !== "string") yield wrongType("model", "a string", body.model);
  for (const [index, message] of body.messages.entries()) {
    yield* messageSchema(message, `messages[${index}]`, options);
  }
  yield* toolSchema(body.tools);
}

function* messageSchema(message, at, options) {
  if (!isObject(message)) yield wrongType(at, "an object", message);
  if (message.role === undefined) yield missing(`${at}.role`);
  if (!ROLES.includes(message.role)) yield invalidRole(message.role, at);
  yield* contentSchema(message, at, options);
  if (message.name !== undefined && typeof message.name !== "string") {
    yield wrongType(`${at}.name`, "a string", message.name);
  }
  if (message.role === "function" && message.name === undefined) yield missing(`${at}.name`);
  if (message.role === "tool") yield* toolMessageSchema(message, at);
  if (message.role === "assistant") yield* assistantSchema(message, at, options);
  // Vendors that require their reasoning back accept its field.
  const vendorFields = options.requireReasoningContent ? ["reasoning_content", ...options.messageFields] : options.messageFields;
  yield* unknownFields(message, [...FIELDS[message.role], ...vendorFields], at, options);
}

function invalidRole(role, at) {
  const list = ROLES.slice(0, -1)
    .map((known) => `'${known}'`)
    .join(", ");
  return refuse("OC-schema", `Invalid value: '${quoted(role)}'. Supported values are: ${list}, and '${ROLES.at(-1)}'.`, {
    param: `${at}.role`,
    code: "invalid_value",
  });
}

/** OC5 judges null and missing contents, OC7 lists without parts. */
function* contentSchema(message, at, options) {
  const { content } = message;
  if (content === undefined || content === null || typeof content === "string") return;
  if (!Array.isArray(content)) {
    yield wrongType(`${at}.content`, "one of a string or array of objects", content);
  }
  for (const [index, part] of content.entries()) {
    yield* partSchema(part, message.role, `${at}.content[${index}]`, options);
  }
}

function* toolMessageSchema(message, at) {
  if (message.tool_call_id === undefined) yield missing(`${at}.tool_call_id`);
  if (typeof message.tool_call_id !== "string") {
    yield wrongType(`${at}.tool_call_id`, "a string", message.tool_call_id);
  }
}
