// Anthropic in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const anthropic: LangchainProvider = {
  format: "anthropic",
  names: ["anthropic"],
  fileForm: "anthropic",
  reasoning: { forms: ["thinking"], sealed: "thinking" },
  types: [
    "search_result",
    "tool_reference",
    "browser_state",
    "server_tool_use",
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
    "container_upload",
    "mcp_tool_use",
    "mcp_tool_result",
    "compaction",
    "fallback",
    "advisor_tool_result",
    "tool_addition",
    "tool_removal",
    "document",
  ],
};
