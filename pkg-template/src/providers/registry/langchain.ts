// The providers of LangChain's messages. Of two that define a type of block, the first is preferred.

import type { LangchainProvider } from "../../langchain/provider.js";
import { anthropic } from "../anthropic/langchain.js";
import { bedrock } from "../bedrock/langchain.js";
import { gemini } from "../gemini/langchain.js";
import { mistral } from "../mistral/langchain.js";
import { openaiChat } from "../openai-chat/langchain.js";
import { openaiResponses } from "../openai-responses/langchain.js";

export const PROVIDERS: readonly LangchainProvider[] = [anthropic, openaiResponses, gemini, bedrock, mistral, openaiChat];

/** The format whose blocks may be encrypted as a whole, and whose messages are items with ids. */
export const ITEMS = openaiResponses.format;

/** The format whose calls have fields in their blocks. */
export const CALL_BLOCKS = anthropic.format;

/** The provider of a format. */
export const providerOf = (format: string | undefined): LangchainProvider | undefined =>
  PROVIDERS.find((provider) => provider.format === format);

/** The format that has blocks of reasoning in this form. */
export const formatOfReasoning = (form: unknown) => PROVIDERS.find(({ reasoning }) => reasoning?.forms.some((own) => own === form))?.format;
