// Bedrock in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const bedrock: LangchainProvider = {
  format: "bedrock",
  names: ["bedrock_converse", "bedrock-converse"],
  reasoning: { forms: ["reasoningText", "redactedContent", "reasoning_content"], sealed: "redactedContent" },
  fields: [
    "image",
    "document",
    "video",
    "audio",
    "searchResult",
    "guardContent",
    "cachePoint",
    "citationsContent",
    "toolUse",
    "toolResult",
    "toolAddition",
    "toolRemoval",
  ],
};
