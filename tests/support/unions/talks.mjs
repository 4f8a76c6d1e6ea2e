// Conversations around one block, part, item or message, in which the provider accepts it.

import { ID, TEXTS } from "./samples.mjs";

/** Returns the lists of messages in which a value may stand. @typedef {(value: any) => object[][]} Talks */

const WORD = { role: "user", content: "Go." };
const TEXT = { role: "user", content: [{ type: "text", text: "Go." }] };

/** Anthropic: the results of tools that the provider runs. */
const SERVER_RESULTS = {
  web_search: { type: "web_search_tool_result", content: [] },
  web_fetch: { type: "web_fetch_tool_result", content: { type: "web_fetch_tool_result_error", error_code: "unavailable" } },
  code_execution: { type: "code_execution_tool_result", content: { type: "code_execution_tool_result_error", error_code: "unavailable" } },
  bash_code_execution: { type: "bash_code_execution_tool_result", content: { type: "bash_code_execution_tool_result_error", error_code: "unavailable" } },
  text_editor_code_execution: { type: "text_editor_code_execution_tool_result", content: { type: "text_editor_code_execution_tool_result_error", error_code: "unavailable" } },
  tool_search_tool_regex: { type: "tool_search_tool_result", content: { type: "tool_search_tool_result_error", error_code: "unavailable" } },
  tool_search_tool_bm25: { type: "tool_search_tool_result", content: { type: "tool_search_tool_result_error", error_code: "unavailable" } },
  advisor: { type: "advisor_tool_result", content: { type: "advisor_tool_result_error", error_code: "unavailable" } },
};

/** Anthropic: blocks, in a message of the role that holds them. */
export function anthropic(block) {
  const user = (...content) => ({ role: "user", content });
  const assistant = (...content) => ({ role: "assistant", content });
  const said = { type: "text", text: "So." };
  const { type } = block;
  if (type === "tool_use") return [[TEXT, assistant(block), user({ type: "tool_result", tool_use_id: block.id, content: "r" })]];
  if (type === "tool_result") return [[TEXT, assistant({ type: "tool_use", id: block.tool_use_id, name: "f", input: {} }), user(block)]];
  if (type === "server_tool_use") return [[TEXT, assistant(block, { ...SERVER_RESULTS[block.name], tool_use_id: block.id }, said), TEXT]];
  if (type === "mcp_tool_use") return [[TEXT, assistant(block, { type: "mcp_tool_result", tool_use_id: block.id, is_error: false, content: [] }, said), TEXT]];
  if (type === "mcp_tool_result") return [[TEXT, assistant({ type: "mcp_tool_use", id: block.tool_use_id, name: "f", server_name: "s", input: {} }, block, said), TEXT]];
  if (type.endsWith("_tool_result")) {
    const [name] = Object.entries(SERVER_RESULTS).find(([, result]) => result.type === type) ?? ["web_search"];
    return [[TEXT, assistant({ type: "server_tool_use", id: block.tool_use_id, name, input: {} }, block, said), TEXT]];
  }
  if (["tool_addition", "tool_removal"].includes(type)) return [[TEXT, { role: "system", content: [block] }, assistant(said), TEXT]];
  const ofUser = [user({ type: "text", text: "See." }, block)];
  const ofAssistant = [TEXT, assistant(block, said), TEXT];
  if (["thinking", "redacted_thinking", "compaction", "fallback", "mcp_tool_listing"].includes(type)) return [ofAssistant];
  return type === "text" ? [ofUser, ofAssistant] : [ofUser];
}

/** OpenAI Chat Completions and Mistral: messages. */
export function chat(message) {
  const camel = "toolCalls" in message || "toolCallId" in message;
  const calls = message.tool_calls ?? message.toolCalls ?? [];
  const result = (id) => (camel ? { role: "tool", toolCallId: id, content: "r", name: "f" } : { role: "tool", tool_call_id: id, content: "r" });
  switch (message.role) {
    case "system":
    case "developer":
      return [[message, WORD]];
    case "user":
      return [[message]];
    case "assistant":
      if (message.function_call) return [[WORD, message, { role: "function", name: message.function_call.name, content: "r" }]];
      if (calls.length > 0) return [[WORD, message, ...calls.map(({ id }) => result(id))]];
      return [message.prefix === true ? [WORD, message] : [WORD, message, WORD]];
    case "tool": {
      const id = message.tool_call_id ?? message.toolCallId;
      const call = { id, type: "function", function: { name: "f", arguments: "{}" } };
      return [[WORD, { role: "assistant", content: "", ...(camel ? { toolCalls: [call] } : { tool_calls: [call] }) }, message]];
    }
    default:
      return [[WORD, { role: "assistant", content: null, function_call: { name: message.name, arguments: "{}" } }, message]];
  }
}

/** The beginnings of the ids of items, by type. Others begin as their type does. */
const PREFIXES = { message: "msg", reasoning: "rs", function_call: "fc", custom_tool_call: "ctc" };

/** OpenAI Responses: the outputs of calls, and the calls of outputs. */
const OUTPUTS = {
  function_call: (id) => ({ type: "function_call_output", call_id: id, output: "r" }),
  custom_tool_call: (id) => ({ type: "custom_tool_call_output", call_id: id, output: "r" }),
  computer_call: (id) => ({ type: "computer_call_output", call_id: id, output: { type: "computer_screenshot", image_url: TEXTS.image_url } }),
  local_shell_call: (id) => ({ type: "local_shell_call_output", id, output: "r" }),
  shell_call: (id) => ({ type: "shell_call_output", call_id: id, output: [{ stdout: "", stderr: "", outcome: { type: "exit", exit_code: 0 } }] }),
  apply_patch_call: (id) => ({ type: "apply_patch_call_output", call_id: id, status: "completed" }),
  tool_search_call: (id) => ({ type: "tool_search_output", call_id: id, execution: "client", status: "completed", tools: [] }),
  program: (id) => ({ type: "program_output", id: "po1", call_id: id, result: "r", status: "completed" }),
  multi_agent_call: (id) => ({ type: "multi_agent_call_output", call_id: id, action: "spawn_agent", output: [] }),
};
const CALLS = {
  function_call_output: (id) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}" }),
  custom_tool_call_output: (id) => ({ type: "custom_tool_call", call_id: id, name: "f", input: "" }),
  computer_call_output: (id) => ({ type: "computer_call", id: "cu1", call_id: id, action: { type: "screenshot" }, pending_safety_checks: [], status: "completed" }),
  local_shell_call_output: (id) => ({ type: "local_shell_call", id: "ls1", call_id: id, action: { type: "exec", command: ["ls"], env: {} }, status: "completed" }),
  shell_call_output: (id) => ({ type: "shell_call", call_id: id, action: { commands: ["ls"] } }),
  apply_patch_call_output: (id) => ({ type: "apply_patch_call", call_id: id, operation: { type: "delete_file", path: "a" }, status: "completed" }),
  tool_search_output: (id) => ({ type: "tool_search_call", call_id: id, execution: "client", arguments: {} }),
  program_output: (id) => ({ type: "program", id: "pr1", call_id: id, code: "1", fingerprint: "f" }),
  multi_agent_call_output: (id) => ({ type: "multi_agent_call", call_id: id, action: "spawn_agent", arguments: "{}" }),
};

/** OpenAI Responses: items. A call needs its output, and reasoning the item that it led to. */
export function responses(given) {
  const { type } = given;
  const item = given.id === undefined || type === undefined ? given : { ...given, id: `${PREFIXES[type] ?? type}_1` };
  if (type in OUTPUTS && !(type === "tool_search_call" && (item.call_id === undefined || item.execution !== "client"))) return [[WORD, item, OUTPUTS[type](item.call_id)]];
  if (type in CALLS) {
    const id = item.call_id ?? item.id;
    return [[WORD, ...(item.call_id === undefined && type !== "local_shell_call_output" ? [] : [CALLS[type](id)]), item]];
  }
  if (type === "mcp_approval_request") return [[WORD, item, { type: "mcp_approval_response", approval_request_id: item.id, approve: true }]];
  if (type === "mcp_approval_response") return [[WORD, { type: "mcp_approval_request", id: item.approval_request_id, name: "f", server_label: "s", arguments: "{}" }, item]];
  if (type === "reasoning") return [[WORD, item, { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "So.", annotations: [] }] }, WORD]];
  if (type === "compaction_trigger") return [[WORD, item]];
  return [[WORD, item, WORD]];
}

/** Gemini: parts. */
export function gemini(part) {
  const user = (...parts) => ({ role: "user", parts });
  const model = (...parts) => ({ role: "model", parts });
  const word = user({ text: "Go." });
  if (part.functionCall) return [[word, model(part), user({ functionResponse: { ...(part.functionCall.id && { id: part.functionCall.id }), name: part.functionCall.name, response: {} } })]];
  if (part.functionResponse) return [[word, model({ functionCall: { ...(part.functionResponse.id && { id: part.functionResponse.id }), name: part.functionResponse.name, args: {} } }), user(part)]];
  const own = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"].some((name) => name in part) || part.thought !== undefined;
  const ofModel = [word, model(part, { text: "So." }), word];
  const ofUser = [user({ text: "See." }, part)];
  return own ? [ofModel] : "text" in part ? [ofUser, ofModel] : [ofUser];
}

/** Bedrock: blocks. */
export function bedrock(block) {
  const user = (...content) => ({ role: "user", content });
  const assistant = (...content) => ({ role: "assistant", content });
  const word = user({ text: "Go." });
  const [kind] = Object.keys(block);
  // A tool that the provider runs is answered in the message of its call.
  const isServers = block[kind].type !== undefined;
  const call = isServers && kind === "toolResult" ? { toolUse: { toolUseId: block.toolResult.toolUseId, name: "nova_code_interpreter", input: {}, type: "server_tool_use" } } : block;
  const result = kind === "toolResult" ? block : { toolResult: { toolUseId: block.toolUse?.toolUseId, content: [{ text: "r" }], type: "nova_code_interpreter_result" } };
  if (isServers && ["toolUse", "toolResult"].includes(kind)) return [[word, assistant(call, result, { text: "So." }), word]];
  if (kind === "toolUse") return [[word, assistant(block), user({ toolResult: { toolUseId: block.toolUse.toolUseId, content: [{ text: "r" }] } })]];
  if (kind === "toolResult") return [[word, assistant({ toolUse: { toolUseId: block.toolResult.toolUseId, name: "f", input: {} } }), user(block)]];
  if (kind === "reasoningContent" || kind === "citationsContent") return [[word, assistant(block, { text: "So." }), word]];
  if (kind === "toolAddition" || kind === "toolRemoval") return [[word, { role: "system", content: [block] }, assistant({ text: "So." }), word]];
  const ofUser = [user({ text: "See." }, block)];
  return kind === "text" || kind === "cachePoint" ? [ofUser, [word, assistant({ text: "So." }, block), word]] : [ofUser];
}

/** Every field of a part is optional: fields that say nothing alone stand beside a text and a file. */
export function geminiParts(values) {
  const alone = ["text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult", "toolCall", "toolResponse"];
  return values.flatMap(({ label, value }) => {
    const [name] = Object.keys(value);
    if (name === undefined) return [];
    if (alone.includes(name)) return [{ label, value }];
    const beside = { text: "Words.", fileData: { fileUri: TEXTS.fileUri, mimeType: "image/png" }, functionCall: { name: "f", args: {} } };
    return Object.entries(beside).map(([other, data]) => ({ label: `${other}+${label}`, value: { [other]: data, ...value } }));
  });
}

/** The AI SDK: model messages. A call needs its result, and a decision its question. */
export function aiSdk(message) {
  const word = { role: "user", content: [{ type: "text", text: "Go." }] };
  const parts = Array.isArray(message.content) ? message.content : [];
  const call = { type: "tool-call", toolCallId: ID, toolName: "f", input: {} };
  const asked = { type: "tool-approval-request", approvalId: TEXTS.approvalId, toolCallId: ID };
  const result = { role: "tool", content: [{ type: "tool-result", toolCallId: ID, toolName: "f", output: { type: "text", value: "r" } }] };
  const [part] = parts;
  switch (message.role) {
    case "system":
      return [[message, word]];
    case "user":
      return [[message]];
    case "tool":
      return [[word, { role: "assistant", content: part.type === "tool-approval-response" ? [call, asked] : [call] }, message]];
    default:
      if (part?.type === "tool-call") return [[word, message, result]];
      if (part?.type === "tool-result") return [[word, { ...message, content: [{ ...call, providerExecuted: true }, part] }, word]];
      if (part?.type === "tool-approval-request") return [[word, { ...message, content: [call, part] }]];
      return [[word, message, word]];
  }
}

/** The AI SDK: parts of UI messages, in one of the assistant's. */
export function aiSdkUi(part) {
  const word = (id) => ({ id, role: "user", parts: [{ type: "text", text: "Go." }] });
  return [[word("m1"), { id: "m2", role: "assistant", parts: [part] }, word("m3")]];
}
