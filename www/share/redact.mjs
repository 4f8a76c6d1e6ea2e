// Takes the texts out of a body, and leaves its form: what a rule looks at stays, and so does the verdict.

import { Ids } from "./ids.mjs";

/** Fields whose texts name kinds, ids and models. */
const KEPT = new Set([
  "role",
  "type",
  "model",
  "modelId",
  "status",
  "finish_reason",
  "media_type",
  "mediaType",
  "mimeType",
  "format",
  "encoding",
  "effort",
  "tool_choice",
  "toolChoice",
  "service_tier",
  "ttl",
  "detail",
  "mode",
  "object",
  "phase",
  "required",
  "responseMimeType",
  "response_mime_type",
  "$ref",
  "$schema",
]);

/** Fields that hold ids. */
const IDS = new Set([
  "id",
  "tool_call_id",
  "toolCallId",
  "tool_use_id",
  "toolUseId",
  "call_id",
  "previous_response_id",
  "approval_request_id",
]);

/** Fields of bytes. */
const BYTES = new Set(["data", "bytes", "file_data", "image_url", "url"]);
/** The beginnings that tell the type of bytes, in base64 and behind a data URL. */
const TYPE = /^(?:data:[\w.+-]+\/[\w.+-]+(?:;[\w=-]+)*,)?(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|JVBERi|Qk0)?/;

/** Fields that hold data of a program: whatever is in them is taken out, names of fields included. */
const DATA = new Set([
  "args",
  "response",
  "json",
  "metadata",
  "requestMetadata",
  "providerMetadata",
  "providerOptions",
  "kwargs",
  "labels",
]);

/** Objects in these fields have the name of a tool. Other names are of people and files. */
const TOOLS = new Set([
  "function",
  "tools",
  "toolSpec",
  "toolUse",
  "tool",
  "tool_choice",
  "functionCall",
  "functionResponse",
  "functionDeclarations",
  "custom",
]);
const CALLS = new Set(["tool_use", "server_tool_use", "function_call", "custom_tool_call", "function"]);

/** Returns a copy whose letters and digits are x, and whose ids are numbered. With `most`, longer texts are cut to so many characters. */
export const redacted = (value, most = Infinity, ids = new Ids()) => within(value, "", { most, ids });

/** The words of a refusal with the ids of the redacted body, and without addresses and keys. */
export function redactedWords(words, source) {
  const ids = new Ids();
  redacted(JSON.parse(source), Infinity, ids);
  return ids.within(words, (part) =>
    part.replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, "x@x.x").replace(/\b(?:sk|pk|key|Bearer)[-_ ][\w-]{8,}/g, "x"),
  );
}

function within(value, key, given) {
  const { most, ids } = given;
  if (typeof value === "string") {
    if (KEPT.has(key)) return value;
    if (IDS.has(key)) return ids.of(value);
    if (BYTES.has(key)) {
      const [type] = TYPE.exec(value);
      return type + hidden(value.slice(type.length), most);
    }
    return key === "arguments" ? redactedJson(value, most) : hidden(value, most);
  }
  if (Array.isArray(value)) return value.map((item) => within(item, key, given));
  if (typeof value !== "object" || value === null) return value;
  const isTool = TOOLS.has(key) || CALLS.has(value.type) || value.role === "tool";
  const field = (name, inner) => {
    // `input` is the arguments of a call in some formats, and the list of items in another.
    // Under `json`, Bedrock has the schemas of tools, too.
    const isData = DATA.has(name) && key !== "inputSchema";
    if (isData || (name === "input" && !Array.isArray(inner) && typeof inner === "object")) return withoutData(inner, most);
    return name === "name" && isTool ? inner : within(inner, name, given);
  };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, field(name, inner)]));
}

/** Words that rules look for. */
const WORDS = /\bjson\b|^(?:auto|none|any|required|skip_thought_signature_validator|context_engineering_is_the_way_to_go)$/gi;

function hidden(text, most) {
  const cut = text.slice(0, most);
  const kept = [...cut.matchAll(WORDS)];
  const out = cut.replace(/[\p{L}\p{N}]/gu, "x");
  return kept.reduce((made, { 0: word, index }) => made.slice(0, index) + word + made.slice(index + word.length), out);
}

/** Data of a program: fields are numbered, and numbers become 0. */
function withoutData(value, most) {
  if (typeof value === "string") return hidden(value, most);
  if (typeof value === "number") return 0;
  if (Array.isArray(value)) return value.map((item) => withoutData(item, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.values(value).map((inner, place) => [`field${place + 1}`, withoutData(inner, most)]));
}

/** Arguments that are JSON stay JSON: a rule may look at that. */
function redactedJson(text, most) {
  try {
    return JSON.stringify(withoutData(JSON.parse(text), most));
  } catch {
    return hidden(text, Infinity);
  }
}
