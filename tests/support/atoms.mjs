// What a request body says, piece by piece: read here without the engine, so that what went in can be counted against what came out.

/**
 * @typedef {object} Atom
 * @property {"text" | "call" | "result" | "media" | "reasoning" | "other" | "field"} kind
 * @property {number} message the index of its message; -1 for the system prompt beside them
 * @property {string} role who says it; results are the tool's
 * @property {string} value what it says, in a form that is the same in all formats
 * @property {string} [id] of the call that it is, or whose result it is, or stands in; "" where there is none
 * @property {string} [name] of a field
 */

/**
 * @param {import("./judges.mjs").Target} target
 * @param {object} body
 * @returns {Atom[]} in order
 */
export function atomsOf(target, body) {
  return READERS[target](body).filter(({ kind, value }) => kind !== "text" || value !== "");
}

const READERS = { "openai-chat": chatAtoms, anthropic: anthropicAtoms, bedrock: bedrockAtoms };

// ---- OpenAI Chat Completions

const MESSAGE = ["role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content"];
const PART = ["type", "text", "refusal", "image_url", "input_audio", "file"];

function chatAtoms({ messages }) {
  return messages.flatMap((message, index) => {
    const at = { message: index, role: message.role === "developer" ? "system" : message.role };
    const calls = (message.tool_calls ?? []).flatMap((call) => chatCall(call, at));
    const thought = message.reasoning_content ? [{ ...at, kind: "reasoning", value: message.reasoning_content }] : [];
    return [...thought, ...chatContent(message, at), ...calls, ...fields(message, MESSAGE, at)];
  });
}

function chatContent({ role, content, tool_call_id: id }, at) {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  // Only results answer a call, whatever role their message has.
  if (role !== "tool" && (id ?? null) === null) return parts.flatMap((part) => chatPart(part, at));
  return [{ ...at, kind: "result", id: id ?? "", value: "" }, ...parts.flatMap((part) => chatPart(part, { ...at, id: id ?? "" }))];
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

/** Bytes in base64 where they are in the URL, else the URL. */
function located(url) {
  return /^data:[^;,]+;base64,(.*)$/s.exec(url)?.[1] ?? url;
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

/** Tools that the provider runs are none of the caller's. */
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
  // A mark is as good as a field of what stands before it.
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

/** Fields that nothing above has read. Null says nothing. */
function fields(value, known, at) {
  const names = Object.keys(value).filter((name) => !known.includes(name) && value[name] !== null);
  return names.map((name) => ({ ...at, kind: "field", name, value: JSON.stringify(value[name]) }));
}

/** A call's name and arguments, however they are spelled. No arguments are the empty object. */
export function callValue(name, given) {
  return `${name ?? ""} ${JSON.stringify(given ?? {})}`;
}

/** The value that a text holds; text that is no JSON is itself. */
export function parsed(given) {
  if (typeof given !== "string") return given;
  try {
    return given.trim() === "" ? {} : JSON.parse(given);
  } catch {
    return given;
  }
}
