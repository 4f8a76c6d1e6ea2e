import { isObject } from "../json-type.js";
import { blockSchema, MESSAGE_BLOCKS, SYSTEM_BLOCKS } from "./block-schema.js";
import { extraInputs, required, wrongType } from "./schema-refusals.js";
import { refuse } from "./refuse.js";

const ROLES = ["user", "assistant", "system"];

/** Types of tools: the caller's, and the provider's, which are dated. */
const OWN_TOOL = /^(custom|mcp_toolset|\w+_\d{8})$/;

/** The only role that may hold a block of the type. */
const HOLDERS = {
  tool_use: "assistant",
  thinking: "assistant",
  redacted_thinking: "assistant",
  server_tool_use: "assistant",
  tool_result: "user",
  tool_addition: "system",
  tool_removal: "system",
};

/** AN14: there is at least one message. */
export function* messagesAreThere(body) {
  if (!isObject(body)) yield wrongType("body", "dictionary");
  if (body.messages === undefined) yield required("messages");
  if (!Array.isArray(body.messages)) yield wrongType("messages", "list");
  if (body.messages.length === 0) yield refuse("AN14", "messages: at least one message is required");
}

/** The request schema, as far as types and unknown names go. */
export function* schemaHolds(body) {
  if (body.model === undefined) yield required("model");
  if (typeof body.model !== "string") yield wrongType("model", "string");
  if (body.max_tokens === undefined) yield required("max_tokens");
  if (!Number.isInteger(body.max_tokens)) yield wrongType("max_tokens", "integer");
  yield* systemSchema(body.system);
  yield* toolsSchema(body.tools);
  if (body.tool_choice !== undefined && !isObject(body.tool_choice)) yield wrongType("tool_choice", "dictionary");
  for (const [index, message] of body.messages.entries()) {
    yield* messageSchema(message, `messages.${index}`);
  }
}

function* systemSchema(system) {
  if (system === undefined || typeof system === "string") return;
  if (!Array.isArray(system)) yield wrongType("system", "list");
  for (const [position, block] of system.entries()) {
    yield* blockSchema(block, ["text"], `system.${position}`);
  }
}

function* toolsSchema(tools) {
  if (tools === undefined) return;
  if (!Array.isArray(tools)) yield wrongType("tools", "list");
  for (const [index, tool] of tools.entries()) {
    if (!isObject(tool)) yield wrongType(`tools.${index}`, "dictionary");
    const type = tool.type ?? "custom";
    if (!OWN_TOOL.test(type))
      yield refuse("AN-schema", `tools.${index}: Input tag '${type}' found using 'type' does not match any of the expected tags`);
    if (type !== "custom") continue;
    if (tool.input_schema === undefined) yield required(`tools.${index}.custom.input_schema`);
    if (!isObject(tool.input_schema)) yield wrongType(`tools.${index}.custom.input_schema`, "dictionary");
  }
}

function* messageSchema(message, at) {
  if (!isObject(message)) yield wrongType(at, "dictionary");
  if (message.role === undefined) yield required(`${at}.role`);
  if (!ROLES.includes(message.role)) {
    yield refuse("AN-schema", `${at}.role: Input should be 'user', 'assistant' or 'system'`);
  }
  if (message.content === undefined) yield required(`${at}.content`);
  if (typeof message.content !== "string") yield* contentSchema(message, at);
  yield* extraInputs(message, ["role", "content"], at);
}

function* contentSchema({ role, content }, at) {
  if (!Array.isArray(content)) yield wrongType(`${at}.content`, "list");
  const allowed = role === "system" ? SYSTEM_BLOCKS : MESSAGE_BLOCKS;
  for (const [position, block] of content.entries()) {
    yield* blockSchema(block, allowed, `${at}.content.${position}`);
    const holder = HOLDERS[block.type] ?? role;
    if (holder !== role) {
      yield refuse("AN-schema", `${at}: \`${block.type}\` blocks can only be in \`${holder}\` messages`);
    }
  }
}
