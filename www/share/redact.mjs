// Takes the texts out of a body, and leaves its form: what a rule looks at stays.

/** Fields whose texts name kinds, ids and models. */
const KEPT = new Set([
  "role",
  "type",
  "id",
  "model",
  "modelId",
  "tool_call_id",
  "toolCallId",
  "tool_use_id",
  "toolUseId",
  "call_id",
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
  "previous_response_id",
  "ttl",
  "detail",
  "mode",
  "object",
  "phase",
  "required",
]);

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

/** Returns a copy whose letters and digits are x. With `most`, longer texts are cut to so many characters. */
export function redacted(value, most = Infinity, key = "") {
  if (typeof value === "string") {
    if (KEPT.has(key)) return value;
    return key === "arguments" ? redactedJson(value, most) : hidden(value, most);
  }
  if (Array.isArray(value)) return value.map((item) => redacted(item, most, key));
  if (typeof value !== "object" || value === null) return value;
  const isTool = TOOLS.has(key) || CALLS.has(value.type) || value.role === "tool";
  const field = (name, inner) => {
    // `input` is the arguments of a call in some formats, and the list of items in another.
    // Under `json`, Bedrock has the schemas of tools, too.
    const isData = DATA.has(name) && key !== "inputSchema";
    if (isData || (name === "input" && !Array.isArray(inner) && typeof inner === "object")) return withoutData(inner, most);
    return name === "name" && isTool ? inner : redacted(inner, most, name);
  };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, field(name, inner)]));
}

const hidden = (text, most) => text.slice(0, most).replace(/[\p{L}\p{N}]/gu, "x");

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
