// OpenAI's client, for chat completions.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `OpenAI` of `openai`, for Chat Completions. Clients of vendors with the same API work, too.
 *
 * @example
 * const client: OpenAIChatClient = new OpenAI();
 */
export interface OpenAIChatClient {
  /** The client's part for chats. */
  chat: {
    /** The client's part for completions. */
    completions: {
      /** Sends a request. */
      create: Send;
    };
  };
}

export const client: ClientForm<OpenAIChatClient> = {
  method: "chat.completions.create",
  caller: ({ chat: { completions } }: OpenAIChatClient): Caller => ({
    send: (body, options) => completions.create(body, options),
    stream: (body, options) => completions.create({ stream_options: { include_usage: true }, ...body, stream: true }, options),
  }),
};
