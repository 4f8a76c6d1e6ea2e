// The form of each target's tools. A tool is read by the first form that knows it.

import type { ToolForm } from "../../tools/tool-form.js";
import { anthropic } from "../anthropic/tools.js";
import { bedrock } from "../bedrock/tools.js";
import { gemini } from "../gemini/tools.js";
import { mistral } from "../mistral/tools.js";
import { openaiChat } from "../openai-chat/tools.js";
import { openaiResponses } from "../openai-responses/tools.js";

export const FORMS: Readonly<Record<string, ToolForm>> = {
  "openai-chat": openaiChat,
  anthropic,
  "openai-responses": openaiResponses,
  gemini,
  bedrock,
  mistral,
};
