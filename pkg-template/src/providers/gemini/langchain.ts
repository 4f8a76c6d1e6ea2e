// Google in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const gemini: LangchainProvider = {
  format: "gemini",
  names: ["google_genai", "google-genai", "google", "google_vertexai", "google-vertexai"],
  fileForm: "media",
  fields: [
    "executableCode",
    "executable_code",
    "codeExecutionResult",
    "code_execution_result",
    "toolCall",
    "tool_call",
    "toolResponse",
    "tool_response",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
  ],
};
