// The rules that differ between models and vendors, for each target.

import type { Target } from "../index.js";

/**
 * Rules of every target. The defaults are those of the provider's newest models.
 *
 * @example
 * const rules: CommonRules = { contextWindow: 8_000, parameters: true };
 */
export interface CommonRules {
  /** Tokens that a request may have: a token for each four bytes of text, 1,000 for each picture, audio or file. Default: `Infinity`. */
  contextWindow?: number;
  /** True if the assistant may speak last. Default: false. */
  allowPrefill?: boolean;
  /** True if the assistant may speak first. Default: true. */
  allowAssistantFirst?: boolean;
  /** True if unknown fields are ignored, as many vendors do that speak a provider's format. Default: false, as the provider itself. */
  acceptUnknownFields?: boolean;
  /** True if parameters, schemas of tools and output formats are judged, too. Default: false. */
  parameters?: boolean;
}

/**
 * Rules of OpenAI's chat completions, and of vendors that speak them.
 *
 * @example
 * const deepSeek: OpenAIChatRules = { acceptUnknownFields: true, unsupportedParts: ["image_url"], uniqueIds: true, textResults: true };
 */
export interface OpenAIChatRules extends CommonRules {
  /** The maximum length of an id of a call. Default: 64; older models have 40. */
  idLimit?: number;
  /** True if answers that say nothing are refused; `"alone"` accepts the empty text beside calls. Default: false. */
  refuseSilence?: boolean | "alone";
  /** True if instructions must be the first message, as in some templates of open models. Default: false. */
  systemFirst?: boolean;
  /** True if user and assistant must take turns, as at Perplexity. Default: false. */
  alternateRoles?: boolean;
  /** True if there must be a user message, as in templates of Qwen. Default: false. */
  requireUser?: boolean;
  /** True if results of tools must be one text, as at DeepSeek. Default: false. */
  textResults?: boolean;
  /** True if the arguments of calls must be JSON of an object, as at MiniMax. Default: false. */
  parseArguments?: boolean;
  /** Roles that the model does not know, such as `["system"]` for o1-mini. Default: none. */
  unsupportedRoles?: readonly string[];
  /** True if reasoning must be sent back, as in DeepSeek's thinking mode. Default: false. */
  requireReasoningContent?: boolean;
  /** Fields of messages that a vendor knows beside those of OpenAI. Default: none. */
  messageFields?: readonly string[];
  /** True if reasoning must stand beside calls, as in Kimi's thinking mode. Default: false. */
  requireReasoningOfCalls?: boolean;
  /** The maximum number of calls in one message. Default: 128. */
  callLimit?: number;
  /** True if ids of calls must be unique in the request, as at DeepSeek. Default: false. */
  uniqueIds?: boolean;
  /** Parts that the vendor takes in no message, such as `["image_url"]`. Default: none. */
  unsupportedParts?: readonly string[];
  /** The model that answers. Default: the model of the request. */
  model?: string | undefined;
}

/**
 * Rules of OpenAI's responses.
 *
 * @example
 * const rules: OpenAIResponsesRules = { encrypted: "own" };
 */
export interface OpenAIResponsesRules extends CommonRules {
  /** True if reasoning may have a readable content, as with open models. Default: false. */
  acceptReasoningContent?: boolean;
  /** `"own"` if encrypted reasoning must be of this provider, for the model of the request. Default: `"any"`, which checks nothing. */
  encrypted?: "any" | "own";
}

/**
 * Rules of Anthropic's messages.
 *
 * @example
 * const olderModels: AnthropicRules = { allowPrefill: true, allowSystemMessages: false };
 */
export interface AnthropicRules extends CommonRules {
  /** True if `messages` may hold the role `system`. Default: true; older models refuse it. */
  allowSystemMessages?: boolean;
  /** True if neighbours may have one role. Default: true; the oldest models refuse them. */
  allowRepeatedRoles?: boolean;
  /** True if `tools` must be there when the messages hold calls. Default: false; the older API wanted it. */
  requireTools?: boolean;
  /** The maximum length of the name of a tool. Default: 128; older models have 64. */
  nameLimit?: number;
  /** The maximum size of an image in bytes, decoded. Default: 5 MB. */
  imageBytes?: number;
  /**
   * The check of thinking. `"none"`: another vendor with this API, which takes thinking without a signature. `"any"`: a signature must be there.
   * `"own"`: it must be of this provider, for the same text. `"bound"`: also for the same conversation before it. Default: `"any"`.
   */
  signatures?: "none" | "any" | "own" | "bound";
  /** The model that answers. Default: the model of the request. */
  model?: string | undefined;
}

/**
 * Rules of Gemini's `generateContent`.
 *
 * @example
 * const gemini3: GeminiRules = { model: "gemini-3-pro-preview", signedCalls: true };
 */
export interface GeminiRules extends CommonRules {
  /** True if the first call of each step of the current turn must be signed, as with Gemini 3. Default: false. */
  signedCalls?: boolean;
  /** True if empty texts are refused, as at Vertex. Default: false. */
  refuseEmptyText?: boolean;
  /** True if every content must have a role, as at Vertex. Default: false. */
  requireRole?: boolean;
  /** False if results of tools may hold no media, as before Gemini 3. Default: true. */
  mediaInResults?: boolean;
  /** The model, for rules that differ between models: the body does not name it. Default: none. */
  model?: string | undefined;
}

/**
 * Rules of Bedrock's Converse.
 *
 * @example
 * const rules: BedrockRules = { model: "claude", wordsFirst: true };
 */
export interface BedrockRules extends CommonRules {
  /**
   * The model behind Converse. `"any"`: requests must be acceptable to every model. `"claude"`: rules of Claude, too. `"other"`: reasoning needs
   * no signature, but user and assistant take turns. Default: `"any"`.
   */
  model?: "any" | "claude" | "other";
  /** True if neighbours may have one role. Default: true. */
  allowRepeatedRoles?: boolean;
  /** True if `messages` may hold the role `system`. Default: true. */
  allowSystemMessages?: boolean;
  /** True if words must stand before calls, as with newer models of Anthropic. Default: false. */
  wordsFirst?: boolean;
  /** True if results must stand alone in their message, as with models other than Claude and Nova. Default: false. */
  resultsAlone?: boolean;
  /** False if the model has no prompt cache. Default: true. */
  hasCache?: boolean;
  /** Blocks that the model does not accept, such as `["video"]`. Default: none. */
  unsupportedBlocks?: readonly string[];
}

/**
 * Rules of Mistral's chat completions.
 *
 * @example
 * const rules: MistralRules = { allowUserAfterTool: true };
 */
export interface MistralRules extends CommonRules {
  /** True if the user may speak right after a result, as with `mistral-small-latest`. Default: false. */
  allowUserAfterTool?: boolean;
}

/**
 * The rules that can be chosen, by target.
 *
 * @example
 * const rules: StrictRules["gemini"] = { refuseEmptyText: true };
 */
export interface StrictRules extends Record<Target, CommonRules> {
  /** Rules of OpenAI's chat completions. */
  "openai-chat": OpenAIChatRules;
  /** Rules of OpenAI's responses. */
  "openai-responses": OpenAIResponsesRules;
  /** Rules of Anthropic's messages. */
  anthropic: AnthropicRules;
  /** Rules of Gemini's `generateContent`. */
  gemini: GeminiRules;
  /** Rules of Bedrock's Converse. */
  bedrock: BedrockRules;
  /** Rules of Mistral's chat completions. */
  mistral: MistralRules;
}
