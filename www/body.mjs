// A request body that the user pasted.

/** The fields of a body that the conversation is read from. All others are params. */
const CONVERSATION = {
  "openai-chat": ["messages"],
  "anthropic": ["messages", "system"],
  "openai-responses": ["input", "instructions"],
  "gemini": ["contents", "systemInstruction", "system_instruction"],
  "bedrock": ["messages", "system"],
  "mistral": ["messages"],
};

/**
 * The body with the format it is in. Null for a list of messages alone, and for a format that is no provider's.
 *
 * @typedef {{ format: import("backscroll").Target, body: object }} Pasted
 * @returns {Pasted | null}
 */
export function pasted(format, body) {
  const isBody = format in CONVERSATION && typeof body === "object" && body !== null && !Array.isArray(body);
  return isBody ? { format, body } : null;
}

/** The fields of the body beside the conversation: the model, the tools, and any other. */
export function paramsOf({ format, body }) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !CONVERSATION[format].includes(name)));
}
