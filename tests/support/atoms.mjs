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
  // Only results answer a call, whatever role their message has.
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

/** Bytes in base64 where they are in the URL, else the URL. */
function located(url) {
  return /^data:[^;,]+;base64,(.*)$/s.exec(url)?.[1] ?? url;
}

// ---- Mistral

const CHUNK = ["type", "text", "image_url", "input_audio", "document_url", "document_name", "file_id", "thinking", "signature"];

function mistralAtoms(body) {
  // Reasoning is a chunk there, and has no field of its own.
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

// ---- all

const READERS = { "openai-chat": (body) => chatAtoms(body), anthropic: anthropicAtoms, mistral: mistralAtoms };

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
