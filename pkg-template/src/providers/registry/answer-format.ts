// The provider of a whole answer.

import type { PlainObject } from "../../input/check.js";
import type { Format } from "../../types/index.js";
import { isAnswer as anthropic } from "../anthropic/clues.js";
import { isAnswer as bedrock } from "../bedrock/clues.js";
import { isAnswer as gemini } from "../gemini/clues.js";
import { isAnswer as openaiChat } from "../openai-chat/clues.js";
import { isAnswer as openaiResponses } from "../openai-responses/clues.js";

const ANSWERS: { readonly [F in Format]?: (value: PlainObject) => boolean } = {
  "openai-chat": openaiChat,
  gemini,
  bedrock,
  "openai-responses": openaiResponses,
  anthropic,
};

/** The provider that answers in this form, of chat completions OpenAI; null when it is none that is known. */
export function answerFormat(value: PlainObject): Format | null {
  const [format] = Object.entries(ANSWERS).find(([, isAnswer]) => isAnswer(value)) ?? [];
  return (format as Format | undefined) ?? null;
}
