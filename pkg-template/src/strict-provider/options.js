/**
 * The options of the strict provider, for rules that differ between models. All other rules are the same for all. The defaults are those of
 * the newest models.
 */

/** @typedef {typeof COMMON_DEFAULTS} CommonOptions */
/** The options of any judge, which the tests give to all alike. A judge ignores those that none of its rules depends on. */
const COMMON_DEFAULTS = Object.freeze({
  /** Tokens that a request may have; over it the overflow error is answered. */
  contextWindow: Infinity,
  /** True if the assistant may speak last. */
  allowPrefill: false,
  /** True if the assistant may speak first. */
  allowAssistantFirst: true,
  /** Vendors who speak a provider's format ignore fields that they do not know; the provider refuses them. */
  acceptUnknownFields: false,
  /** True if the parameters, the schemas of tools and the output format are judged, too (`parameters.js`). */
  parameters: false,
});

/** @typedef {typeof OPENAI_DEFAULTS} OpenAIOptions */
const OPENAI_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /** OC3: 64 today, 40 with older models. */
  idLimit: 64,
  /** OC17: some vendors refuse answers that say nothing, and the empty text beside calls. `"alone"`: the latter is accepted, as DeepSeek did. */
  refuseSilence: false,
  /** OC16: the model's template refuses instructions that are not the first message. */
  systemFirst: false,
  /** OC26: roles alternate, as at Perplexity. */
  alternateRoles: false,
  /** OC27: the user has spoken, as templates of Qwen want it. */
  requireUser: false,
  /** OC8: results are one text, as at DeepSeek. */
  textResults: false,
  /** OC6: arguments are JSON of an object, as at MiniMax. */
  parseArguments: false,
  /** OC10: roles that the model does not know, such as `["system"]` for o1-mini. */
  unsupportedRoles: Object.freeze([]),
  /** OC13: DeepSeek's thinking mode requires its reasoning back. */
  requireReasoningContent: false,
  /** OC13: fields of messages that a vendor knows beside those of OpenAI, and takes back. It refuses others, unless `acceptUnknownFields`. */
  messageFields: Object.freeze([]),
  /** OC14: Kimi's thinking mode requires reasoning beside calls. */
  requireReasoningOfCalls: false,
  /** OC18: calls in one message. The limit is OpenAI's; `acceptUnknownFields` lifts it, too. */
  callLimit: 128,
  /** OC9: DeepSeek wants ids of calls that are unique in the request. */
  uniqueIds: false,
  /** OC8: parts that the vendor takes in no message, such as `["image_url"]` for DeepSeek. */
  unsupportedParts: Object.freeze([]),
  /** OC8: the model that answers, in place of the one that the body names. */
  model: undefined,
});

/** @typedef {typeof OPENAI_RESPONSES_DEFAULTS} OpenAIResponsesOptions */
const OPENAI_RESPONSES_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /** OR9: open models show their thoughts, and take them back. */
  acceptReasoningContent: false,
  /** OR12. `"any"`: encrypted reasoning is not checked. `"own"`: it must be from this provider, for that model. */
  encrypted: "any",
});

const SIGNATURES = ["none", "any", "own", "bound"];

/** @typedef {typeof ANTHROPIC_DEFAULTS} AnthropicOptions */
const ANTHROPIC_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /** AN11: the newest models refuse a request that ends with an assistant message. */
  allowPrefill: false,
  /** AN21: older models have no system role inside `messages`. */
  allowSystemMessages: true,
  /** AN12: older models require a user message first. */
  allowAssistantFirst: true,
  /** AN13: the oldest models require strict alternation; newer ones merge neighbours. */
  allowRepeatedRoles: true,
  /** AN24: the old API required `tools` when the history has tool blocks. */
  requireTools: false,
  /** AN6: 128 today, 64 with older models. */
  nameLimit: 128,
  /** AN23: bytes of one image, decoded. */
  imageBytes: 5 * 1024 * 1024,
  /**
   * AN15 to AN18, AN41. `"none"`: another vendor with this API, which takes thinking without a signature, and with calls wants thinking.
   * `"any"`: a signature only has to be present. `"own"`: it must be from this provider, for the same text. `"bound"`: in
   * addition, it must be for the same conversation before it.
   */
  signatures: "any",
  /** AN27: the model that answers, in place of the one that the body names. */
  model: undefined,
});

/** @typedef {typeof GEMINI_DEFAULTS} GeminiOptions */
const GEMINI_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /** GE4: Gemini 3 wants the first call of each step of the current turn signed. */
  signedCalls: false,
  /** GE6: Vertex refuses empty texts. */
  refuseEmptyText: false,
  /** GE7: Vertex requires a role in every content. */
  requireRole: false,
  /** GE10: some hosts continue the model's last message. */
  allowPrefill: false,
  /** GE10, GE11: the name of the model, which is in the path and not in the body. */
  model: undefined,
  /** GE12: models before Gemini 3 accept no media in results. */
  mediaInResults: true,
});

/** @typedef {typeof MISTRAL_DEFAULTS} MistralOptions */
const MISTRAL_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /** MI1: models other than `mistral-small-latest` want the assistant between a result and the user; mistral-common does not. */
  allowUserAfterTool: false,
  /** MI1: true if the assistant may speak first. */
  allowAssistantFirst: true,
  /** MI4: true for hosts that continue the last assistant message without `prefix`. */
  allowPrefill: false,
});

/** The rules that are judged: those of all models, Claude's, or those of the others. */
const MODELS = ["any", "claude", "other"];

/** @typedef {typeof BEDROCK_DEFAULTS} BedrockOptions */
const BEDROCK_DEFAULTS = Object.freeze({
  ...COMMON_DEFAULTS,
  /**
   * BE10, BE12, BE14, BE24. `"any"`: reasoning must be acceptable to every model. `"claude"`: in addition, ids have no dots, and failures
   * are text. `"other"`: unsigned reasoning is accepted, and BE1 and BE2 apply.
   */
  model: "any",
  /** BE1: the newest models of Anthropic let the assistant speak first. */
  allowAssistantFirst: true,
  /** BE2: the newest models of Anthropic join neighbours of one role. */
  allowRepeatedRoles: true,
  /** BE17: see AN11. */
  allowPrefill: false,
  /** The newest types of Converse have a system role inside `messages`; most models do not accept it. */
  allowSystemMessages: true,
  /** BE27: newer models of Anthropic want words before calls. */
  wordsFirst: false,
  /** BE32: models that are neither Claude nor Nova want results alone in their turn. */
  resultsAlone: false,
  /** BE28: false for models without a cache. */
  hasCache: true,
  /** BE13: blocks that the model does not accept, such as `["video"]`. */
  unsupportedBlocks: Object.freeze([]),
});

/** An option, a target or a script that is not one of ours. */
export class OptionError extends TypeError {}

/**
 * Merges the given options with the defaults.
 *
 * @template {object} T
 * @param {T} defaults
 * @param {Partial<T>} [given]
 * @returns {T}
 * @throws {OptionError} on an unknown option, because a misspelt one would silently make the provider lenient.
 */
export function withDefaults(defaults, given = {}) {
  const chosen = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name)) {
      const isRule = name === "parameters" && Object.hasOwn(defaults, "openai-chat");
      const advice = isRule
        ? "it is a rule of a target, as in `anthropic: { parameters: true }`"
        : `the options are ${Object.keys(defaults).join(", ")}`;
      throw new OptionError(`unknown option \`${name}\`; ${advice}`);
    }
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

/**
 * The options of a judge that has none of its own.
 *
 * @param {Partial<CommonOptions>} [given]
 * @returns {CommonOptions}
 */
export function commonOptions(given) {
  return withDefaults(COMMON_DEFAULTS, given);
}

/**
 * @param {Partial<OpenAIOptions>} [given]
 * @returns {OpenAIOptions}
 */
export function openAIOptions(given) {
  return withDefaults(OPENAI_DEFAULTS, given);
}

/**
 * @param {Partial<OpenAIResponsesOptions>} [given]
 * @returns {OpenAIResponsesOptions}
 */
export function openAIResponsesOptions(given) {
  return withDefaults(OPENAI_RESPONSES_DEFAULTS, given);
}

/**
 * @param {Partial<AnthropicOptions>} [given]
 * @returns {AnthropicOptions}
 */
export function anthropicOptions(given) {
  const options = withDefaults(ANTHROPIC_DEFAULTS, given);
  if (!SIGNATURES.includes(options.signatures)) {
    throw new OptionError(`unknown value \`${options.signatures}\` of \`signatures\`; the values are ${SIGNATURES.join(", ")}`);
  }
  return options;
}

/**
 * @param {Partial<GeminiOptions>} [given]
 * @returns {GeminiOptions}
 */
export function geminiOptions(given) {
  return withDefaults(GEMINI_DEFAULTS, given);
}

/**
 * @param {Partial<MistralOptions>} [given]
 * @returns {MistralOptions}
 */
export function mistralOptions(given) {
  return withDefaults(MISTRAL_DEFAULTS, given);
}

/**
 * @param {Partial<BedrockOptions>} [given]
 * @returns {BedrockOptions}
 */
export function bedrockOptions(given) {
  const options = withDefaults(BEDROCK_DEFAULTS, given);
  if (!MODELS.includes(options.model)) {
    throw new OptionError(`unknown value \`${options.model}\` of \`model\`; the values are ${MODELS.join(", ")}`);
  }
  return options;
}
