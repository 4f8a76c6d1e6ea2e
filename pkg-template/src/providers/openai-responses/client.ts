// OpenAI's client, for Responses.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `OpenAI` of `openai`, for Responses.
 *
 * @example
 * const client: OpenAIResponsesClient = new OpenAI();
 */
export interface OpenAIResponsesClient {
  /** The client's part for Responses. */
  responses: {
    /** Sends a request. */
    create: Send;
  };
}

export const client: ClientForm<OpenAIResponsesClient> = {
  method: "responses.create",
  caller: ({ responses }: OpenAIResponsesClient): Caller => ({
    send: (body, options) => responses.create(body, options),
    stream: (body, options) => responses.create({ ...body, stream: true }, options),
  }),
};
