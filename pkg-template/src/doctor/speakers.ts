// The formats whose providers may have written a refusal, by the places and names in it.

import type { Target } from "../index.js";

type Sign = readonly [words: RegExp, ...targets: Target[]];

/** The first sign that a text has decides. */
const SIGNS: readonly Sign[] = [
  [
    /[tT]he model returned the following errors|toolConfig|toolSpec|\btoolUse\b|\btoolResult\b|ContentBlock|ConverseStream|Converse operation|BedrockException|cachePoint/,
    "bedrock",
  ],
  [
    /GenerateContentRequest|function_?[dD]eclarations?|generation_?[cC]onfig|thought_?[sS]ignature|INVALID_ARGUMENT|Unable to submit request because|\bcontents\[\d|\bcontents\.parts|VertexAIException|GeminiException/,
    "gemini",
  ],
  [/\bRoleEnum\b|invalid_request_message_order|MistralException|extra_forbidden/, "mistral"],
  [
    /\(2013\)|\(1013\)|InternalError\.Algo|[jJ]inja|tool_call_ids?\b|\btool_calls\b|chat\/completions|reasoning_content|to deserialize the JSON body|Go struct field/,
    "openai-chat",
    "mistral",
  ],
  [
    /\binput(?:\[\d|\.\d| -> )|call_id|function_call_output|previous_response_id|'(?:rs|fc|msg)_|\/responses\b|text\.format/,
    "openai-responses",
  ],
  [
    /"type"\s{0,9}:\s{0,9}"error"|'type': 'error'|"request_id"\s{0,9}:\s{0,9}"req_|AnthropicException|anthropic\.\w*Error|\btool_use\b|\btool_result\b|input_schema|redacted_thinking|cache_control|\bmessages\.\d+\.content\.\d/,
    "anthropic",
    "bedrock",
  ],
  [/\bmessages\[\d|\bresponse_format\b|'tools\[\d|OpenAIException|max_completion_tokens/, "openai-chat", "mistral"],
];

/** The formats that a text points to; empty if it points to none. */
export function speakersOf(text: string): readonly Target[] {
  const [, ...targets] = SIGNS.find(([words]) => words.test(text)) ?? [/^/];
  return targets;
}
