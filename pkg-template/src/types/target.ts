// The targets.
//
// Made from the list of providers in `src/message/format_name.rs` by `BLESS=1 cargo test --test rules`.

/**
 * Request formats of providers: OpenAI Chat Completions, Anthropic Messages, OpenAI Responses, Gemini generateContent, Amazon Bedrock Converse, Mistral.
 *
 * @example
 * const target: Target = "openai-responses";
 * const { body } = conversation.toRequest(target, { model: "gpt-5" });
 */
export type Target = "openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral";

/**
 * The fields that a request adds to its `params`. The messages have the type `any`, so that every version of a provider's client accepts
 * the body without a cast; this package imports no client.
 */
export type RequestHistory = {
  /** The body of a request to OpenAI Chat Completions. */
  "openai-chat": {
    /** The history, with the system prompt. */
    messages: any[];
  };
  /** The body of a request to Anthropic Messages. */
  anthropic: {
    /** The history, without the system prompt. */
    messages: any[];
    /** The system prompt; absent when there is none. */
    system?: any;
  };
  /** The body of a request to OpenAI Responses. */
  "openai-responses": {
    /** The history, without the system prompt. */
    input: any[];
    /** The system prompt; absent when there is none. */
    instructions?: string;
  };
  /** The body of a request to Gemini generateContent. */
  gemini: {
    /** The history, without the system prompt. */
    contents: any[];
    /** The system prompt; absent when there is none. */
    systemInstruction?: any;
  };
  /** The body of a request to Amazon Bedrock Converse. */
  bedrock: {
    /** The history, without the system prompt. */
    messages: any[];
    /** The system prompt; absent when there is none. */
    system?: any[];
  };
  /** The body of a request to Mistral. */
  mistral: {
    /** The history, with the system prompt. */
    messages: any[];
  };
};
