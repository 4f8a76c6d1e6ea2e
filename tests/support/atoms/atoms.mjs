// Lists the pieces of a request body, without the engine, so that input can be compared with output.

import { geminiAtoms } from "./gemini.mjs";
import { callValue, parsed } from "./call-value.mjs";
import { byTarget } from "../targets.mjs";

/**
 * @typedef {object} Atom
 * @property {"text" | "call" | "result" | "media" | "reasoning" | "other" | "field"} kind
 * @property {number} message the index of its message; -1 for the system prompt beside them
 * @property {string} role the role of the message; `tool` for results
 * @property {string} value the content, in a form that is the same in all formats
 * @property {string} [id] the id of the call, also for its result and the pieces in it; "" where there is none
 * @property {string} [name] the name of a field
 */

/**
 * @param {import("../judges.mjs").Target} target
 * @param {object} body
 * @returns {Atom[]} in order
 */
export function atomsOf(target, body) {
  const atoms = READERS[target](body).filter(({ kind, value }) => kind !== "text" || value !== "");
  return atoms.map((atom) => (atom.id === undefined ? atom : { ...atom, id: ownId(atom.id) }));
}

/**
 * Returns the id of a call; "" for a placeholder that Gemini's calls without an id get.
 *
 * @param {string} [id]
 */
export function ownId(id) {
  return id?.startsWith("gemini-noid-") ? "" : id;
}

const READERS = byTarget({ "openai-chat": (body) => chatAtoms(body), anthropic: anthropicAtoms, "openai-responses": responsesAtoms, gemini: geminiAtoms, bedrock: bedrockAtoms, mistral: mistralAtoms });

// ---- OpenAI Chat Completions

const MESSAGE = ["role", "content", "name", "tool_calls", "tool_call_id"];
const PART = ["type", "text", "refusal", "image_url", "input_audio", "file"];

function chatAtoms({ messages }, readPart = chatPart, reasoning = "reasoning_content") {
  return messages.flatMap((message, index) => {
    const at = { message: index, role: message.role === "developer" ? "system" : message.role };
    const calls = (message.tool_calls ?? []).flatMap((call) => chatCall(call, at));
    const thought = message[reasoning] ? [{ ...at, kind: "reasoning", value: message[reasoning] }] : [];
    return [...thought, ...chatContent(message, at, readPart), ...calls, ...fields(message, [...MESSAGE, reasoning], at)];
  });
}

function chatContent({ role, content, tool_call_id: id }, at, readPart) {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  // A message is a result if it names a call, whatever its role.
  if (role !== "tool" && (id ?? null) === null) return parts.flatMap((part) => readPart(part, at));
  return [{ ...at, kind: "result", id: id ?? "", value: "" }, ...parts.flatMap((part) => readPart(part, { ...at, id: id ?? "" }))];
}

function chatPart(part, at) {
  const extras = fields(part, PART, at);
  const only = (value, ...known) => Object.keys(value ?? {}).every((name) => known.includes(name));
  switch (part.type) {
    case "text":
      return [{ ...at, kind: "text", value: part.text }, ...extras];
    case "refusal":
      return [{ ...at, kind: "text", value: part.refusal }, ...extras];
    case "image_url":
      if (!only(part.image_url, "url", "detail")) break;
      return [{ ...at, kind: "media", value: located(part.image_url.url) }, ...extras];
    case "input_audio":
      return [{ ...at, kind: "media", value: part.input_audio.data }, ...extras];
    case "file":
      return [{ ...at, kind: "media", value: part.file.file_id ?? located(part.file.file_data) }, ...extras];
    default:
  }
  return [{ ...at, kind: "other", value: JSON.stringify(part) }];
}

function chatCall(call, at) {
  const inner = call.function ?? call.custom;
  const said = { ...at, kind: "call", id: call.id ?? "", value: callValue(inner.name, parsed(inner.arguments ?? inner.input)) };
  const known = ["name", call.function ? "arguments" : "input"];
  return [said, ...fields(call, ["id", "type", "function", "custom"], at), ...fields(inner, known, at)];
}

/** Returns base64 if the bytes are in the URL, else the URL. */
function located(url) {
  return /^data:[^;,]+;base64,(.*)$/s.exec(url)?.[1] ?? url;
}

// ---- OpenAI Responses

const ITEM = ["type", "role", "content", "status", "phase", "call_id", "name", "arguments", "input", "output", "summary", "encrypted_content"];
const RESULT = /^(function|custom_tool)_call_output$/;

/** Calls of OpenAI's built-in tools that the host runs: the name of the tool, the fields of its arguments, and of its output. */
const OWN_CALLS = {
  computer_call: { name: "computer", payloads: ["actions", "action"], output: "computer_call_output" },
  shell_call: { name: "shell", payloads: ["action"], output: "shell_call_output" },
  local_shell_call: { name: "local_shell", payloads: ["action"], output: "local_shell_call_output" },
  apply_patch_call: { name: "apply_patch", payloads: ["operation"], output: "apply_patch_call_output" },
  tool_search_call: { name: "tool_search", payloads: ["arguments"], output: "tool_search_output" },
};
/** The field of an output that becomes text, by the type of the item. */
const HELD = { tool_search_output: "tools" };

/** Groups items: neighbouring items of the assistant are one message. */
function responsesAtoms({ instructions, input }) {
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const isOthers = (item) => ((item.type ?? "message") === "message" ? item.role !== "assistant" : isResult(item, items) || item.type === "additional_tools");
  let message = 0;
  const atoms = items.flatMap((item, index) => {
    if (isOthers(item) || index === 0 || isOthers(items[index - 1])) message = index;
    return responsesItem(item, message, items);
  });
  return [...(instructions ? [{ message: -1, role: "system", kind: "text", value: instructions }] : []), ...atoms];
}

function responsesItem(item, message, items) {
  const kind = item.type ?? "message";
  const role = { developer: "system" }[item.role] ?? item.role;
  const at = { message, role: kind === "message" ? role : "assistant" };
  // The id of an item is a field with another name in our messages. In a message that is not the model's, it is an ordinary field.
  const own = kind === "reasoning" ? [] : fields({ itemId: item.id ?? null, ...(item.phase ? { phase: item.phase } : {}) }, [], at);
  const more = fields(item, [...ITEM, "id"], at);
  switch (kind) {
    case "message":
      return [...responsesContent(item.content, at), ...own, ...more];
    case "function_call":
    case "custom_tool_call":
      return [{ ...at, kind: "call", id: item.call_id ?? "", value: callValue(item.name, parsed(item.arguments ?? item.input)) }, ...own, ...more];
    case "reasoning":
      return [{ ...at, kind: "reasoning", value: item.encrypted_content ?? item.id ?? "" }];
    default:
  }
  const called = ownCall(item);
  if (called !== undefined) {
    const payload = called.payloads.find((name) => (item[name] ?? null) !== null);
    const value = callValue(called.name, parsed(JSON.stringify(item[payload])));
    return [{ ...at, kind: "call", id: item.call_id, value }, ...own, ...fields(item, ["type", "id", "call_id", payload], at)];
  }
  if (!isResult(item, items)) return [{ ...at, role: kind === "additional_tools" ? "system" : "assistant", kind: "other", value: JSON.stringify(item) }];
  const within = { ...at, role: "tool", id: item.call_id ?? "" };
  const held = HELD[kind];
  const said = held === undefined ? responsesContent(item.output, within) : [{ ...within, kind: "text", value: JSON.stringify(item[held] ?? "") }];
  return [{ ...within, kind: "result", value: "" }, ...said, ...fields(item, [...ITEM, "id", ...(held ? [held] : [])], within)];
}

/** Returns the fields of a built-in tool's call, if the host runs the tool. */
function ownCall({ type, call_id: id, execution }) {
  const isHosts = type !== "tool_search_call" || execution === "client";
  return typeof id === "string" && isHosts ? OWN_CALLS[type] : undefined;
}

/** Returns true if an item is the output of a tool that the host runs, not the provider. */
function isResult({ type, call_id: answered, execution }, items) {
  const isOwn = Object.values(OWN_CALLS).some(({ output }) => output === type) && execution !== "server" && typeof answered === "string";
  if (!RESULT.test(type) && !isOwn) return false;
  const calls = items.filter((item) => item.type?.endsWith("_call") && typeof item.call_id === "string" && item.call_id === answered);
  const isHosts = (call) => ["function_call", "custom_tool_call"].includes(call.type) || ownCall(call) !== undefined;
  return calls.length === 0 || calls.some(isHosts);
}

function responsesContent(content, at) {
  const isParts = Array.isArray(content) && content.every((part) => typeof part?.type === "string");
  const text = typeof content === "string" || (content ?? null) === null ? content ?? "" : JSON.stringify(content);
  const parts = isParts ? content : [{ type: "input_text", text }];
  return parts.flatMap((part) => {
    const known = ["type", "text", "refusal", "annotations", "logprobs", "image_url", "file_id", "file_data", "file_url", "filename", "detail"];
    const more = fields(part, known, at);
    const value = part.file_id ?? located(part.image_url ?? part.file_data ?? part.file_url ?? "");
    if (/_text$|^text$|^refusal$/.test(part.type)) return [{ ...at, kind: "text", value: part.text ?? part.refusal }, ...more];
    if (/^input_(image|file)$/.test(part.type)) return [{ ...at, kind: "media", value }, ...more];
    return [{ ...at, kind: "other", value: JSON.stringify(part) }];
  });
}

// ---- Mistral

const CHUNK = ["type", "text", "image_url", "input_audio", "document_url", "document_name", "file_id", "thinking", "signature"];

function mistralAtoms(body) {
  // Reasoning is a chunk in Mistral's format, and has no field of its own.
  return chatAtoms(body, mistralChunk, "");
}

function mistralChunk(chunk, at) {
  const extras = fields(chunk, CHUNK, at);
  const media = (value) => [{ ...at, kind: "media", value: located(value) }, ...extras];
  switch (chunk.type) {
    case "text":
      return [{ ...at, kind: "text", value: chunk.text }, ...extras];
    case "image_url":
      return media(chunk.image_url.url ?? chunk.image_url);
    case "input_audio":
      if (/^https?:/.test(chunk.input_audio)) break;
      return media(chunk.input_audio.data ?? chunk.input_audio);
    case "document_url":
      return media(chunk.document_url);
    case "file":
      return media(chunk.file_id);
    case "thinking":
      return [{ ...at, kind: "reasoning", value: chunk.thinking.map(({ text }) => text ?? "").join("") }, ...extras];
    default:
  }
  return [{ ...at, kind: "other", value: JSON.stringify(chunk) }];
}

// ---- Anthropic Messages

function anthropicAtoms({ system, messages }) {
  const read = (content, at) => blocks(content).flatMap((block) => anthropicBlock(block, at));
  const prompt = read(system, { message: -1, role: "system" });
  return [...prompt, ...messages.flatMap(({ role, content }, message) => read(content, { message, role }))];
}

function blocks(content) {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

function anthropicBlock(block, at) {
  switch (block.type) {
    case "text":
      return [{ ...at, kind: "text", value: block.text }, ...fields(block, ["type", "text"], at)];
    case "tool_use": {
      const said = { ...at, kind: "call", id: block.id ?? "", value: callValue(block.name, block.input) };
      return [said, ...fields(block, ["type", "id", "name", "input"], at)];
    }
    case "tool_result": {
      const id = block.tool_use_id ?? "";
      const within = { ...at, role: "tool", id };
      const own = fields(block, ["type", "tool_use_id", "content", "is_error"], within);
      return [{ ...within, kind: "result", value: "" }, ...blocks(block.content).flatMap((part) => anthropicBlock(part, within)), ...own];
    }
    case "thinking":
      return [{ ...at, kind: "reasoning", value: block.thinking }];
    case "redacted_thinking":
      return [{ ...at, kind: "reasoning", value: block.data }];
    case "image":
    case "document": {
      const source = block.source ?? {};
      const value = source.data ?? source.url ?? source.file_id;
      if (typeof value !== "string") break;
      return [{ ...at, kind: "media", value }, ...fields(block, ["type", "source", "title"], at)];
    }
    default:
  }
  return [{ ...at, kind: "other", value: JSON.stringify(block) }];
}

// ---- Bedrock Converse

/** Returns true for tools that the provider runs. */
const isServers = (inner) => typeof inner?.type === "string";

function bedrockAtoms({ system, messages }) {
  const prompt = bedrockBlocks(system ?? [], { message: -1, role: "system" });
  return [...prompt, ...messages.flatMap(({ role, content }, message) => bedrockBlocks(content ?? [], { message, role }))];
}

function bedrockBlocks(blocks, at) {
  return blocks.flatMap((block) => bedrockBlock(block, at));
}

function bedrockBlock(block, at) {
  const { text, toolUse, toolResult, reasoningContent, cachePoint, image, audio, document } = block;
  // A cache point counts as a field of the block before it.
  if (cachePoint !== undefined) return [{ ...at, kind: "field", name: "cachePoint", value: JSON.stringify(cachePoint) }];
  if (text !== undefined) return [{ ...at, kind: "text", value: text }];
  if ("json" in block) return [{ ...at, kind: "text", value: typeof block.json === "string" ? block.json : JSON.stringify(block.json) }];
  if (toolUse !== undefined && !isServers(toolUse)) {
    const said = { ...at, kind: "call", id: toolUse.toolUseId ?? "", value: callValue(toolUse.name, toolUse.input) };
    return [said, ...fields(toolUse, ["toolUseId", "name", "input"], at)];
  }
  if (toolResult !== undefined && !isServers(toolResult)) {
    const within = { ...at, role: "tool", id: toolResult.toolUseId ?? "" };
    const own = fields(toolResult, ["toolUseId", "content", "status"], within);
    return [{ ...within, kind: "result", value: "" }, ...(toolResult.content ?? []).flatMap((part) => bedrockBlock(part, within)), ...own];
  }
  if (reasoningContent !== undefined) {
    return [{ ...at, kind: "reasoning", value: reasoningContent.reasoningText?.text ?? reasoningContent.redactedContent }];
  }
  const medium = image ?? audio ?? document;
  const value = medium?.source?.bytes ?? medium?.source?.s3Location?.uri;
  if (typeof value === "string") return [{ ...at, kind: "media", value }, ...fields(medium, ["format", "source", "name"], at)];
  return [{ ...at, kind: "other", value: JSON.stringify(block) }];
}

// ---- all of them

/** Lists the fields that the code above has not read, except null. */
function fields(value, known, at) {
  const names = Object.keys(value).filter((name) => !known.includes(name) && value[name] !== null);
  return names.map((name) => ({ ...at, kind: "field", name, value: JSON.stringify(value[name]) }));
}
