// Recognises the provider of a whole answer.

import { type PlainObject, isArray, isObject } from "../input/check.js";
import type { Format } from "../types/index.js";

/** The provider that answers in this form, of chat completions OpenAI; null when it is none that is known. */
export function answerFormat(value: PlainObject): Format | null {
  if (isArray(value.choices)) return "openai-chat";
  if (isArray(value.candidates)) return "gemini";
  if (isObject(value.output) && isObject(value.output.message)) return "bedrock";
  if (isArray(value.output)) return "openai-responses";
  return value.type === "message" && isArray(value.content) && !value.content.some(isOutputText) ? "anthropic" : null;
}

/** Reports whether a part is one of Responses, whose items have the type of Anthropic's responses. */
function isOutputText(part: unknown): boolean {
  return isObject(part) && part.type === "output_text";
}
