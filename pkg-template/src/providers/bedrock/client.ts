// AWS's client.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `BedrockRuntime` of `@aws-sdk/client-bedrock-runtime`, which has a method for each command.
 *
 * @example
 * const client: BedrockClient = new BedrockRuntime({ region: "eu-north-1" });
 */
export interface BedrockClient {
  /** Sends a request. */
  converse: Send;
  /** Sends a request whose answer is streamed. */
  converseStream: Send;
}

export const client: ClientForm<BedrockClient> = {
  method: "converse",
  caller: (client: BedrockClient): Caller => ({
    send: (body, { signal }) => client.converse(converseInput(body), { abortSignal: signal }),
    stream: async (body, { signal }) =>
      ((await client.converseStream(converseInput(body), { abortSignal: signal })) as { stream: unknown }).stream,
  }),
};

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
