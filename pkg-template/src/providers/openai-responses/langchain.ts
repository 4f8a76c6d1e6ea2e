// OpenAI in LangChain.

import type { LangchainProvider } from "../../langchain/provider.js";

export const openaiResponses: LangchainProvider = {
  format: "openai-responses",
  names: ["openai", "azure_openai"],
  fileForm: "openai-responses",
  hasDetail: true,
  types: [
    "message",
    "web_search_call",
    "file_search_call",
    "computer_call",
    "computer_call_output",
    "code_interpreter_call",
    "image_generation_call",
    "local_shell_call",
    "local_shell_call_output",
    "shell_call",
    "shell_call_output",
    "apply_patch_call",
    "apply_patch_call_output",
    "mcp_list_tools",
    "mcp_approval_request",
    "mcp_approval_response",
    "mcp_call",
    "tool_search_call",
    "tool_search_output",
    "function_call_output",
    "additional_tools",
    "program",
    "program_output",
    "compaction",
    "compaction_trigger",
    "item_reference",
  ],
};
