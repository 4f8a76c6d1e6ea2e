// Takes the texts out of a body, and leaves its form: what a rule looks at stays.

/** Fields whose texts are no person's: they name kinds, ids and models. */
const KEPT = new Set([
  "role", "type", "id", "name", "model", "modelId", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "status", "finish_reason", "media_type", "mediaType", "mimeType",
  "format", "encoding", "effort", "tool_choice", "toolChoice", "service_tier", "previous_response_id", "ttl", "detail", "mode", "object", "phase", "required", "kind",
]);

/** Fields with JSON as their text. */
const JSON_TEXT = new Set(["arguments"]);

/** Returns a copy whose letters and digits are x. With `most`, longer texts are cut to so many characters. */
export function redacted(value, most = Infinity, key = "") {
  if (typeof value === "string") {
    if (KEPT.has(key)) return value;
    if (JSON_TEXT.has(key)) return redactedJson(value, most);
    return value.slice(0, most).replace(/[\p{L}\p{N}]/gu, "x");
  }
  if (Array.isArray(value)) return value.map((item) => redacted(item, most, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner, most, name)]));
}

/** Arguments that are JSON stay JSON: a rule may look at that. */
function redactedJson(text, most) {
  try {
    return JSON.stringify(redacted(JSON.parse(text), most));
  } catch {
    return text.replace(/[\p{L}\p{N}]/gu, "x");
  }
}
