// Anthropic's client.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `Anthropic` of `@anthropic-ai/sdk`.
 *
 * @example
 * const client: AnthropicClient = new Anthropic();
 */
export interface AnthropicClient {
  /** The client's part for messages. */
  messages: {
    /** Sends a request. */
    create: Send;
  };
}

export const client: ClientForm<AnthropicClient> = {
  method: "messages.create",
  caller: ({ messages }: AnthropicClient): Caller => ({
    send: (body, options) => messages.create(body, options),
    stream: (body, options) => messages.create({ ...body, stream: true }, options),
  }),
};
