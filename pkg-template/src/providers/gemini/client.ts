// Google's client.

import type { Caller, ClientForm, Send } from "../../clients/client-form.js";

/**
 * `GoogleGenAI` of `@google/genai`.
 *
 * @example
 * const client: GeminiClient = new GoogleGenAI({ apiKey });
 */
export interface GeminiClient {
  /** The client's part for models. */
  models: {
    /** Sends a request. */
    generateContent: Send;
    /** Sends a request whose answer is streamed. */
    generateContentStream: Send;
  };
}

export const client: ClientForm<GeminiClient> = {
  method: "models.generateContent",
  // A body of its API has no model: the path has it.
  isModelInPath: true,
  caller: ({ models }: GeminiClient): Caller => ({
    send: (body, options) => models.generateContent(geminiInput(body, options)),
    stream: (body, options) => models.generateContentStream(geminiInput(body, options)),
  }),
};

/** Google's client takes everything but the model and the contents as `config`, in which the generation config is flat. */
function geminiInput({ model, contents, generationConfig, ...config }: any, { signal }: { signal?: AbortSignal }): object {
  return { model, contents, config: { ...generationConfig, ...config, ...(signal && { abortSignal: signal }) } };
}
