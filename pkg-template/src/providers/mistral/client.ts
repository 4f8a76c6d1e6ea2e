// Mistral's client.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `Mistral` of `@mistralai/mistralai`.
 *
 * @example
 * const client: MistralClient = new Mistral({ apiKey });
 */
export interface MistralClient {
  /** The client's part for chats. */
  chat: {
    /** Sends a request. */
    complete: Send;
    /** Sends a request whose answer is streamed. */
    stream: Send;
  };
}

export const client: ClientForm<MistralClient> = {
  method: "chat.complete",
  // It has its own spelling of fields, and would drop others.
  spelling: "camelCase",
  caller: ({ chat }: MistralClient): Caller => ({
    send: (body, { signal }) => chat.complete(body, { fetchOptions: { signal } }),
    stream: (body, { signal }) => chat.stream(body, { fetchOptions: { signal } }),
  }),
};
