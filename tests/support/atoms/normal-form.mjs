// Normalises equivalent spellings of a request. A rewritten request may differ from the original in these spellings only.

import { byTarget } from "../targets.mjs";

/** @typedef {import("../targets.mjs").Target} Target */

const NORMAL = byTarget({
  /** Missing content beside calls is null: both mean that there is none. */
  "openai-chat": (body) => ({ ...body, messages: body.messages.map((message) => (message.tool_calls ? { content: null, ...message } : message)) }),
  /** Neighbours of one role are one message, as the provider reads them. */
  anthropic: (body) => ({ ...body, messages: joined(body.messages, "content") }),
  /** A text in place of the list is a user message. An assistant message without an id is a text. An empty text is removed. */
  "openai-responses": ({ input, ...body }) => {
    const items = typeof input === "string" ? [{ role: "user", content: input }] : input.map(shortened);
    return { ...body, input: items.filter(({ role, content }) => role !== "assistant" || content !== "") };
  },
  /** Names are in camelCase, as in the reference; a system instruction has no role; neighbours of one role are one turn. */
  gemini: (body) => {
    // The model is in the address.
    const { systemInstruction, contents, model, ...rest } = camelCased(body);
    const system = systemInstruction && { systemInstruction: { parts: systemInstruction.parts } };
    return { ...rest, ...system, contents: joined(contents, "parts") };
  },
  /** An empty list of instructions is removed; neighbours of one role are one message. */
  bedrock: ({ system, ...body }) => ({ ...body, ...(system?.length > 0 && { system }), messages: joined(body.messages, "content") }),
  /** A picture or a sound is a URL or bytes, or an object with them. */
  mistral: (body) => ({ ...body, messages: body.messages.map((message) => (Array.isArray(message.content) ? { ...message, content: message.content.map(unwrapped) } : message)) }),
});

/** The only text of an output message without an id is the content itself. */
function shortened(item) {
  const { type, role, content, ...rest } = item;
  const [part] = Array.isArray(content) && content.length === 1 ? content : [];
  const isPlain = role === "assistant" && part?.type === "output_text" && Object.keys(part).length === 2 && Object.keys(rest).length === 0;
  return isPlain ? { role, content: part.text } : item;
}

function unwrapped(chunk) {
  const bytes = chunk.input_audio?.data;
  if (bytes !== undefined) return { ...chunk, input_audio: bytes };
  return typeof chunk.image_url === "string" ? { ...chunk, image_url: { url: chunk.image_url } } : chunk;
}

/**
 * @param {Target} target
 * @param {object} body
 */
export function normalForm(target, body) {
  return NORMAL[target](JSON.parse(JSON.stringify(body)));
}

function joined(messages, field) {
  const all = [];
  for (const message of messages) {
    const last = all.at(-1);
    const parts = typeof message[field] === "string" ? [{ type: "text", text: message[field] }] : message[field];
    if (last !== undefined && last.role === message.role && message.role !== "system") last[field].push(...parts);
    else all.push({ ...message, [field]: [...parts] });
  }
  return all;
}

/** The keys of the caller's own data stay as they are. */
const OPAQUE = ["args", "response", "parameters", "parametersJsonSchema", "responseSchema", "responseJsonSchema"];

function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), inner]);
  return Object.fromEntries(entries.map(([name, inner]) => [name, OPAQUE.includes(name) ? inner : camelCased(inner)]));
}
