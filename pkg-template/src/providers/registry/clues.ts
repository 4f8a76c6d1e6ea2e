// The clues of each provider. Of equals, the first decides: formats that are recognised by the name of their list, then blocks, then chats.

import type { Clue } from "../../doctor/clue.js";
import { CLUES as anthropic } from "../anthropic/clues.js";
import { CLUES as bedrock } from "../bedrock/clues.js";
import { CLUES as cohere } from "../cohere/clues.js";
import { CLUES as gemini } from "../gemini/clues.js";
import { CLUES as geminiInteractions } from "../gemini-interactions/clues.js";
import { CLUES as mistral } from "../mistral/clues.js";
import { CLUES as mistralConversations } from "../mistral-conversations/clues.js";
import { CLUES as ollama } from "../ollama/clues.js";
import { CLUES as openaiChat } from "../openai-chat/clues.js";
import { CLUES as openaiResponses } from "../openai-responses/clues.js";

export const PROVIDER_CLUES: readonly Clue[] = [
  ...gemini,
  ...geminiInteractions,
  ...mistralConversations,
  ...openaiResponses,
  ...bedrock,
  ...anthropic,
  ...cohere,
  ...ollama,
  ...mistral,
  ...openaiChat,
];
