// Members of the SDKs' unions that no row of this repository names, with the reason.

const UNKNOWN = "goes the way of parts that are not known";
const ENDED = "the response says why it ended, and the history does not keep it";
const OWN_TOOL = "a tool in its provider's own form is sent as it is";
const PROGRESS = "tells of progress; the item at its end has all of it";
const KEPT = "goes the way of fields that are not known";
const ANSWERED = "comes with a response, and no request takes it back";

/**
 * @typedef {object} Left
 * @property {readonly string[]} unions each as `provider: union`
 * @property {string} why
 * @property {string} kinds the names of the members, with spaces between them
 */

/** @type {readonly Left[]} */
export const LEFT = [
  { unions: ["anthropic: blocks of requests", "anthropic: blocks of responses"], why: UNKNOWN, kinds: "mcp_tool_listing" },
  { unions: ["anthropic: stop reasons"], why: ENDED, kinds: "max_tokens model_context_window_exceeded" },
  {
    unions: ["anthropic: tools"],
    why: OWN_TOOL,
    kinds: `advisor_20260301 bash_20241022 bash_20250124 browser_toolset_20260801 code_execution_20250522 code_execution_20250825
      code_execution_20260120 code_execution_20260521 computer_20241022 computer_20250124 computer_20251124 computer_toolset_20260801
      memory_20250818 text_editor_20241022 text_editor_20250124 text_editor_20250429 text_editor_20250728 tool_search_tool_bm25
      tool_search_tool_bm25_20251119 tool_search_tool_regex tool_search_tool_regex_20251119 web_fetch_20250910 web_fetch_20260209
      web_fetch_20260309 web_fetch_20260318 web_search_20250305 web_search_20260209 web_search_20260318`,
  },

  { unions: ["ag-ui: fields of answers", "ag-ui: fields of results"], why: KEPT, kinds: "subagentRunId metadata" },

  { unions: ["mistral-conversations: entries"], why: UNKNOWN, kinds: "agent.handoff" },
  { unions: ["mistral-conversations: chunks of the user", "mistral-conversations: chunks of the model"], why: UNKNOWN, kinds: "tool_file" },

  { unions: ["openai-chat: stop reasons"], why: ENDED, kinds: "content_filter" },
  { unions: ["mistral: stop reasons"], why: ENDED, kinds: "model_length" },

  { unions: ["openai-responses: items of requests"], why: UNKNOWN, kinds: "agent_message configuration_update" },
  { unions: ["openai-responses: items of responses"], why: UNKNOWN, kinds: "agent_message" },
  { unions: ["openai-responses: stop reasons"], why: ENDED, kinds: "content_filter max_messages max_output_tokens steered" },
  { unions: ["openai-responses: states"], why: "a response in the background has no items yet, or no more", kinds: "queued" },
  {
    unions: ["openai-responses: tools"],
    why: OWN_TOOL,
    kinds: `code_interpreter computer_use_preview file_search image_generation programmatic_tool_calling web_search
      web_search_2025_08_26 web_search_preview web_search_preview_2025_03_11`,
  },
  {
    unions: ["openai-responses: stream events"],
    why: PROGRESS,
    kinds: `response.code_interpreter_call.completed response.code_interpreter_call.in_progress response.code_interpreter_call.interpreting
      response.compaction.compacting response.created response.file_search_call.completed response.file_search_call.in_progress
      response.file_search_call.searching response.image_generation_call.completed response.image_generation_call.generating
      response.image_generation_call.in_progress response.image_generation_call.partial_image response.in_progress
      response.mcp_call.completed response.mcp_call.failed response.mcp_call.in_progress response.mcp_list_tools.completed
      response.mcp_list_tools.failed response.mcp_list_tools.in_progress response.queued response.web_search_call.completed
      response.web_search_call.in_progress response.web_search_call.searching`,
  },
  {
    unions: ["openai-responses: stream events"],
    why: "a call that a stream cuts off is left out, so its pieces are not needed",
    kinds: "response.shell_call_command.added response.shell_call_command response.shell_call_output_content",
  },
  { unions: ["openai-responses: stream events"], why: "no model of this API speaks", kinds: "response.audio response.audio.transcript" },

  {
    unions: ["gemini: stop reasons"],
    why: ENDED,
    kinds: `BLOCKLIST ESCALATION IMAGE_OTHER IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION IMAGE_SAFETY LANGUAGE
      MALFORMED_FUNCTION_CALL MALFORMED_RESPONSE MAX_TOKENS MISSING_THOUGHT_SIGNATURE MODEL_ARMOR NO_IMAGE OTHER PROHIBITED_CONTENT
      PUP_LIMITED_DISABLED RECITATION SAFETY SPII TOO_MANY_TOOL_CALLS UNEXPECTED_TOOL_CALL`,
  },
  {
    unions: ["gemini: tools"],
    why: OWN_TOOL,
    kinds: `codeExecution computerUse enterpriseWebSearch exaAiSearch fileSearch googleMaps googleSearch googleSearchRetrieval mcpServers
      parallelAiSearch retrieval urlContext`,
  },
  {
    unions: ["gemini: fields of candidates"],
    why: ANSWERED,
    kinds: `avgLogprobs citationMetadata finishMessage groundingMetadata logprobsResult safetyRatings tokenCount
      urlContextMetadata`,
  },

  {
    unions: ["bedrock: stop reasons"],
    why: ENDED,
    kinds: "content_filtered guardrail_intervened malformed_model_output malformed_tool_use max_tokens model_context_window_exceeded",
  },

  {
    unions: ["mistral: tools"],
    why: OWN_TOOL,
    kinds: "code_interpreter connector document_library image_generation web_search web_search_premium",
  },
  { unions: ["mistral: stream deltas"], why: ANSWERED, kinds: "metadata" },
  { unions: ["mistral: stream deltas"], why: "only results of tools have it", kinds: "tool_call_id" },

  { unions: ["ai-sdk: parts of the assistant"], why: UNKNOWN, kinds: "reasoning-file" },
  { unions: ["ai-sdk: parts of UI messages"], why: UNKNOWN, kinds: "data- reasoning-file source-document source-url steering-message" },

  { unions: ["langchain: blocks"], why: UNKNOWN, kinds: "server_tool_call server_tool_call_result" },
  { unions: ["langchain: blocks"], why: "a piece of a stream; messages hold whole calls", kinds: "server_tool_call_chunk tool_call_chunk" },

  { unions: ["cohere: fields of responses"], why: ANSWERED, kinds: "finishReason logprobs" },
  { unions: ["cohere: stop reasons"], why: ENDED, kinds: "COMPLETE ERROR MAX_TOKENS STOP_SEQUENCE TIMEOUT TOOL_CALL" },
  {
    unions: ["ollama: fields of responses"],
    why: ANSWERED,
    kinds: "created_at done_reason eval_duration load_duration logprobs prompt_eval_duration total_duration",
  },
];
