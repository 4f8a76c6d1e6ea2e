// The functions that remove calls of phantom tools. The first that knows the form of a response strips it; the last takes messages by themselves.

import type { PlainObject } from "../../input/check.js";
import { strip as anthropic } from "../anthropic/phantom.js";
import { strip as bedrock } from "../bedrock/phantom.js";
import { strip as gemini } from "../gemini/phantom.js";
import { strip as openaiChat } from "../openai-chat/phantom.js";
import { strip as openaiResponses } from "../openai-responses/phantom.js";

export const STRIPPERS: readonly ((response: PlainObject) => PlainObject | null)[] = [
  openaiChat,
  gemini,
  openaiResponses,
  bedrock,
  anthropic,
];
