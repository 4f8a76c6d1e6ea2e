// How each provider's client is called with a body of the provider's API.

import type { Caller, ClientTarget, Clients } from "./types.js";

/** The names that a client must have, for the error about another. */
export const METHODS: Readonly<Record<ClientTarget, string>> = {
  "openai-chat": "chat.completions.create",
  "openai-responses": "responses.create",
  anthropic: "messages.create",
  gemini: "models.generateContent",
  bedrock: "converse",
  mistral: "chat.complete",
};

export const CALLERS: { readonly [T in ClientTarget]: (client: Clients[T]) => Caller } = {
  "openai-chat": ({ chat: { completions } }) => ({
    send: (body, options) => completions.create(body, options),
    stream: (body, options) => completions.create({ stream_options: { include_usage: true }, ...body, stream: true }, options),
  }),
  "openai-responses": ({ responses }) => ({
    send: (body, options) => responses.create(body, options),
    stream: (body, options) => responses.create({ ...body, stream: true }, options),
  }),
  anthropic: ({ messages }) => ({
    send: (body, options) => messages.create(body, options),
    stream: (body, options) => messages.create({ ...body, stream: true }, options),
  }),
  gemini: ({ models }) => ({
    send: (body, options) => models.generateContent(geminiInput(body, options)),
    stream: (body, options) => models.generateContentStream(geminiInput(body, options)),
  }),
  bedrock: (client) => ({
    send: (body, { signal }) => client.converse(converseInput(body), { abortSignal: signal }),
    stream: async (body, { signal }) => ((await client.converseStream(converseInput(body), { abortSignal: signal })) as { stream: unknown }).stream,
  }),
  mistral: ({ chat }) => ({
    send: (body, { signal }) => chat.complete(body, { fetchOptions: { signal } }),
    stream: (body, { signal }) => chat.stream(body, { fetchOptions: { signal } }),
  }),
};

/** Google's client takes everything but the model and the contents as `config`, in which the generation config is flat. */
function geminiInput({ model, contents, generationConfig, ...config }: any, { signal }: { signal?: AbortSignal }): object {
  return { model, contents, config: { ...generationConfig, ...config, ...(signal && { abortSignal: signal }) } };
}

/** Blocks whose `source` may hold bytes. */
const MEDIA: readonly string[] = ["image", "document", "video", "audio"];

/** AWS's client takes bytes where the API has base64. */
function converseInput(body: any): object {
  return { ...body, messages: body.messages.map((message: any) => ({ ...message, content: message.content.map(blockInput) })) };
}

function blockInput(block: any): any {
  const [kind = ""] = Object.keys(block);
  const inner = block[kind];
  if (MEDIA.includes(kind)) return { [kind]: { ...inner, source: withBytes(inner.source, "bytes") } };
  if (kind === "toolResult") return { toolResult: { ...inner, content: inner.content.map(blockInput) } };
  return kind === "reasoningContent" ? { reasoningContent: withBytes(inner, "redactedContent") } : block;
}

function withBytes(holder: any, name: string): any {
  if (typeof holder?.[name] !== "string") return holder;
  return { ...holder, [name]: Uint8Array.from(atob(holder[name]), (unit) => unit.charCodeAt(0)) };
}
