import { isObject } from "../json-type.js";
import { isServers } from "./conversation.js";
import { refuse } from "./refuse.js";

const ROLES = ["user", "assistant", "system"];
const SYSTEM = ["text", "guardContent", "cachePoint"];
const RESULT = ["json", "text", "image", "document", "video", "searchResult"];
const MESSAGE = [
  "text",
  "image",
  "document",
  "video",
  "audio",
  "toolUse",
  "toolResult",
  "guardContent",
  "cachePoint",
  "reasoningContent",
  "citationsContent",
  "searchResult",
  "toolAddition",
  "toolRemoval",
];

const TOOLS = ["toolSpec", "systemTool", "cachePoint"];

/** The only role that may hold each block. */
const HOLDERS = {
  toolUse: "assistant",
  reasoningContent: "assistant",
  citationsContent: "assistant",
  toolResult: "user",
  image: "user",
  document: "user",
  toolAddition: "system",
  toolRemoval: "system",
};

/** The fields of blocks; one with `!` is required. */
const FIELDS = {
  image: ["format!", "source!", "error"],
  document: ["format", "name!", "source!", "context", "citations"],
  video: ["format!", "source!"],
  audio: ["format!", "source!", "error"],
  toolUse: ["toolUseId!", "name!", "input!", "type"],
  toolResult: ["toolUseId!", "content!", "status", "type"],
  guardContent: ["text", "image"],
  cachePoint: ["type!", "ttl"],
  reasoningContent: ["reasoningText", "redactedContent"],
  citationsContent: ["content", "citations"],
  searchResult: ["source!", "title!", "content!", "citations"],
  toolAddition: ["tool!"],
  toolRemoval: ["tool!"],
};

const FORMATS = {
  image: ["png", "jpeg", "gif", "webp"],
  document: ["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"],
  audio: ["mp3", "opus", "wav", "aac", "flac", "mp4", "ogg", "mkv", "mka", "x-aac", "m4a", "mpeg", "mpga", "pcm", "webm"],
  video: ["mkv", "mov", "mp4", "webm", "flv", "mpeg", "mpg", "wmv", "three_gp"],
};

const schema = (message) => refuse("BE-schema", message);

/** The request schema, as far as types and unknown names go. */
export function* schemaHolds(body) {
  if (!isObject(body)) yield schema("The request body is not an object.");
  if (!Array.isArray(body.messages)) yield schema("The value at messages is not a list.");
  if (body.messages.length === 0)
    yield refuse("BE1", "A conversation must start with a user message. Try again with a conversation that starts with a user message.");
  yield* listSchema(body.system ?? [], SYSTEM, "system");
  if (body.toolConfig !== undefined && !isObject(body.toolConfig)) yield schema("The value at toolConfig is not an object.");
  if (body.toolConfig !== undefined && !(Array.isArray(body.toolConfig.tools) && body.toolConfig.tools.length > 0)) {
    yield refuse("BE9", "The tools field at toolConfig is empty. Provide at least one tool and try again.");
  }
  for (const [index, tool] of (body.toolConfig?.tools ?? []).entries())
    if (!isObject(tool)) yield schema(`The value at toolConfig.tools.${index} is not an object.`);
  for (const [index, tool] of (body.toolConfig?.tools ?? []).entries()) {
    const [member, ...more] = Object.keys(tool);
    if (more.length > 0 || !TOOLS.includes(member))
      yield schema(`The value at toolConfig.tools.${index} must have exactly one of ${TOOLS.join(", ")}.`);
  }
  for (const name of ["tools", "tool_choice"]) if (body[name] !== undefined) yield schema(`Unknown field ${name}.`);
  for (const [index, message] of body.messages.entries()) yield* messageSchema(message, `messages.${index}`);
}

function* messageSchema(message, at) {
  if (!isObject(message)) yield schema(`The value at ${at} is not an object.`);
  if (!ROLES.includes(message.role)) yield schema(`The value at ${at}.role is not one of ${ROLES.join(", ")}.`);
  for (const name of Object.keys(message)) if (!["role", "content"].includes(name)) yield unknown(at, name);
  yield* listSchema(message.content, MESSAGE, `${at}.content`);
  for (const block of message.content) {
    for (const [kind, holder] of Object.entries(HOLDERS)) {
      if ((block[kind] ?? null) === null) continue;
      const role = kind === "toolResult" && isServers({ kind, inner: block[kind] }) ? "assistant" : holder;
      if (message.role !== role) yield schema(`The ${kind} block at ${at} can only be in a message of the ${role} role.`);
    }
  }
}

function* listSchema(blocks, allowed, at) {
  if (!Array.isArray(blocks)) yield schema(`The value at ${at} is not a list.`);
  for (const [position, block] of blocks.entries()) yield* blockSchema(block, allowed, `${at}.${position}`);
}

function* blockSchema(block, allowed, at) {
  if (!isObject(block)) yield schema(`The value at ${at} is not an object.`);
  const kinds = Object.keys(block).filter((name) => (block[name] ?? null) !== null || name === "json");
  if (kinds.length !== 1) yield schema(`The block at ${at} must have exactly one member.`);
  const [kind] = kinds;
  if (!allowed.includes(kind)) yield unknown(at, kind);
  const inner = block[kind];
  if (kind === "json") return;
  if (kind === "text") {
    if (typeof inner !== "string") yield schema(`The value at ${at}.text is not a string.`);
    return;
  }
  const path = `${at}.${kind}`;
  if (!isObject(inner)) yield schema(`The value at ${path} is not an object.`);
  yield* fieldsSchema(inner, FIELDS[kind], path);
  if (kind === "toolResult") yield* listSchema(inner.content, RESULT, `${path}.content`);
  if (kind === "toolResult" && ![undefined, "success", "error"].includes(inner.status))
    yield schema(`The value at ${path}.status is not one of success, error.`);
  if (kind in FORMATS) yield* mediaSchema(inner, kind, path);
  if (kind === "reasoningContent") yield* reasoningSchema(inner, path);
  if (kind === "citationsContent") yield* listSchema(inner.content ?? [], ["text"], `${path}.content`);
}

function* fieldsSchema(inner, fields, at) {
  const known = fields.map((name) => name.replace("!", ""));
  for (const name of Object.keys(inner)) if (!known.includes(name)) yield unknown(at, name);
  for (const name of fields) {
    if (name.endsWith("!") && inner[name.slice(0, -1)] === undefined) yield schema(`The ${name.slice(0, -1)} field at ${at} is required.`);
  }
}

function* mediaSchema(inner, kind, at) {
  if (inner.format !== undefined && !FORMATS[kind].includes(inner.format)) {
    yield refuse("BE13", `The format at ${at} is not one of ${FORMATS[kind].join(", ")}.`);
  }
  if (!isObject(inner.source)) yield schema(`The value at ${at}.source is not an object.`);
  const { bytes, s3Location, text, content } = inner.source;
  const isThere =
    typeof bytes === "string" ||
    /^s3:\/\//.test(s3Location?.uri) ||
    (kind === "document" && (typeof text === "string" || Array.isArray(content)));
  if (typeof bytes === "string" && !/^[A-Za-z0-9+/\s]*=*\s*$/.test(bytes)) yield refuse("BE13", `The bytes at ${at}.source are no base64.`);
  if (!isThere) yield schema(`The source at ${at} has no bytes.`);
  if (kind === "document" && typeof inner.name !== "string") yield schema(`The value at ${at}.name is not a string.`);
}

function* reasoningSchema({ reasoningText, redactedContent }, at) {
  if (reasoningText === undefined && typeof redactedContent !== "string") yield schema(`The block at ${at} must have exactly one member.`);
  if (reasoningText !== undefined && typeof reasoningText?.text !== "string")
    yield schema(`The text field at ${at}.reasoningText is required.`);
}

function unknown(at, name) {
  return schema(`The member ${name} at ${at} is not known.`);
}
