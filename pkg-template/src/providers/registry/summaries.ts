// The form of each target's requests for a summary.

import type { SummaryForm } from "../../summaries/form.js";
import type { Target } from "../../types/index.js";
import { FORM as anthropic } from "../anthropic/summary.js";
import { FORM as bedrock } from "../bedrock/summary.js";
import { FORM as gemini } from "../gemini/summary.js";
import { FORM as mistral } from "../mistral/summary.js";
import { FORM as openaiChat } from "../openai-chat/summary.js";
import { FORM as openaiResponses } from "../openai-responses/summary.js";

export const SUMMARY_FORMS: Readonly<Record<Target, SummaryForm>> = {
  anthropic,
  bedrock,
  gemini,
  mistral,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
};
