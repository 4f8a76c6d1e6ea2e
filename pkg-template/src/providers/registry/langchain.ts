// The providers of LangChain's messages. Of two that define a type of block, the first is preferred.

import type { LangchainProvider } from "../../langchain/provider.js";
import { anthropic } from "../anthropic/langchain.js";
import { bedrock } from "../bedrock/langchain.js";
import { gemini } from "../gemini/langchain.js";
import { mistral } from "../mistral/langchain.js";
import { openaiChat } from "../openai-chat/langchain.js";
import { openaiResponses } from "../openai-responses/langchain.js";

export const PROVIDERS: readonly LangchainProvider[] = [anthropic, openaiResponses, gemini, bedrock, mistral, openaiChat];

/** The format whose blocks may be encrypted as a whole. */
export const ENCRYPTING = openaiResponses.format;
