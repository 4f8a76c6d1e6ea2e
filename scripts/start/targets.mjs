// The two providers: their own clients, parameters and forms of tools.

import { TOOLS } from "./tools.mjs";

/**
 * @typedef {object} Target
 * @property {"openai-chat" | "anthropic"} name The name of the format, for requests and responses alike.
 * @property {string} client The name of the client.
 * @property {object} params The fields of a request besides the history.
 * @property {(body: object) => Promise<object>} send Sends a request body and returns the provider's response object.
 */

/** The official `openai` client. @returns {Promise<Target>} */
export async function openaiTarget(url, tools = TOOLS) {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({ apiKey: "none-needed-on-loopback", baseURL: `${url}/v1`, organization: null, project: null, maxRetries: 0 });
  return {
    name: "openai-chat",
    client: "openai",
    params: {
      model: "gpt-5.2",
      tools: tools.map(({ name, description, schema }) => ({ type: "function", function: { name, description, parameters: schema } })),
    },
    send: (body) => client.chat.completions.create(body),
  };
}

/** The official `@anthropic-ai/sdk` client. @returns {Promise<Target>} */
export async function anthropicTarget(url, tools = TOOLS) {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({ apiKey: "none-needed-on-loopback", authToken: null, baseURL: url, maxRetries: 0 });
  return {
    name: "anthropic",
    client: "@anthropic-ai/sdk",
    params: {
      model: "claude-sonnet-5",
      max_tokens: 1_024,
      tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    },
    send: (body) => client.messages.create(body),
  };
}

/** Returns the provider's own error text: each client wraps it in another way. */
export function providerText(error) {
  return error.error?.error?.message ?? error.error?.message ?? error.message;
}
