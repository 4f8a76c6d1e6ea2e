// What several spellings of one request mean, in one spelling: what is read and written anew may differ in these, and in nothing else.

/** @typedef {import("./judges.mjs").Target} Target */

const NORMAL = {
  /** Content that is absent beside calls is null: both say that there is none. */
  "openai-chat": (body) => ({ ...body, messages: body.messages.map((message) => (message.tool_calls ? { content: null, ...message } : message)) }),
  /** Neighbours of one role are one message: so the provider reads them. */
  anthropic: (body) => ({ ...body, messages: joined(body.messages, "content") }),
  /** A text in place of the list is a message of the user; a message of the assistant that is the empty text says nothing. */
  "openai-responses": ({ input, ...body }) => {
    const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
    return { ...body, input: items.filter(({ role, content }) => role !== "assistant" || content !== "") };
  },
  /** Names are written in camel case, as the reference has them; a system instruction has no role; neighbours of one role are one turn. */
  gemini: (body) => {
    const { systemInstruction, contents, ...rest } = camelCased(body);
    const system = systemInstruction && { systemInstruction: { parts: systemInstruction.parts } };
    return { ...rest, ...system, contents: joined(contents, "parts") };
  },
  /** A list of no instructions says nothing; neighbours of one role are one message. */
  bedrock: ({ system, ...body }) => ({ ...body, ...(system?.length > 0 && { system }), messages: joined(body.messages, "content") }),
  mistral: (body) => body,
};

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

/** What a caller's own data is named is theirs. */
const OPAQUE = ["args", "response", "parameters", "parametersJsonSchema", "responseSchema", "responseJsonSchema"];

function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), inner]);
  return Object.fromEntries(entries.map(([name, inner]) => [name, OPAQUE.includes(name) ? inner : camelCased(inner)]));
}
