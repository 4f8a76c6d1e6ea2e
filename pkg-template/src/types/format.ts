// The public names of formats.

/**
 * Request formats of providers: OpenAI Chat Completions, Anthropic Messages, OpenAI Responses, Gemini generateContent, Amazon
 * Bedrock Converse and Mistral chat completions.
 *
 * @example
 * const target: Target = "openai-responses";
 * const { body } = conversation.toRequest(target, { model: "gpt-5" });
 */
export type Target = "openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral";

/**
 * Every format that can be read and written: the request formats of providers, and formats in which programs keep conversations. `"ai-sdk"` is the
 * Vercel AI SDK (`ModelMessage` and `UIMessage`), `"langchain"` and `"strands"` are the messages of these frameworks; `"backscroll"` is this
 * library's own, an array of `MessageInit`.
 *
 * @example
 * const from: Format = "langchain";
 * const { body } = convert(storedMessages, from, "anthropic");
 */
export type Format = Target | "ai-sdk" | "langchain" | "strands" | "backscroll";
