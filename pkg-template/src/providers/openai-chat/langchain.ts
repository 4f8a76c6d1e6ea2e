// Vendors of chat completions in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const openaiChat: LangchainProvider = {
  format: "openai-chat",
  names: ["deepseek", "groq", "openrouter"],
};
