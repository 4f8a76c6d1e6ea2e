// Mistral in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const mistral: LangchainProvider = {
  format: "mistral",
  names: ["mistralai"],
};
