// Bodies that hold one word, in each kind of part of each format.

export const WORD = "kumquat";
/** The base64 of a text file that contains only the word. */
export const WORD_IN_BASE64 = "a3VtcXVhdA==";

/** Rows: the format, the kind of part with its role, and the body. */
export function cases() {
  return [chat, anthropic, responses, gemini, bedrock, mistral, aiSdk, langchain, strands, opentelemetry, cohere, ollama, interactions, conversations, neutral].flatMap((rows) => rows());
}

function chat() {
  const row = (what, messages) => ["openai-chat", what, { messages }];
  const called = (result) => {
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    return [{ role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: [call] }, { role: "tool", tool_call_id: "c1", content: result }];
  };
  const said = (message) => [{ role: "user", content: "Hi" }, message];
  const asked = (content) => [{ role: "user", content }];
  const file = `data:text/markdown;base64,${WORD_IN_BASE64}`;
  return [
    row("user text", asked([{ type: "text", text: WORD }])),
    row("user string", asked(WORD)),
    row("user file", asked([{ type: "file", file: { file_data: file, filename: "a.md" } }])),
    row("system", [{ role: "system", content: WORD }, { role: "user", content: "Hi" }]),
    row("developer", [{ role: "developer", content: [{ type: "text", text: WORD }] }, { role: "user", content: "Hi" }]),
    row("assistant text", said({ role: "assistant", content: [{ type: "text", text: WORD }] })),
    row("assistant refusal", said({ role: "assistant", content: [{ type: "refusal", refusal: WORD }] })),
    row("assistant reasoning", said({ role: "assistant", content: "Yes", reasoning_content: WORD })),
    row("tool string", called(WORD)),
    row("tool text", called([{ type: "text", text: WORD }])),
  ];
}

function anthropic() {
  const row = (what, messages) => ["anthropic", what, { messages }];
  const asked = (content) => [{ role: "user", content }];
  const said = (block) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [block, { type: "text", text: "Yes" }] }, { role: "user", content: "Go on" }];
  const called = (content) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "f", input: {} }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content }] }];
  const text = (word) => ({ type: "text", text: word });
  const document = (title, context, data) => ({ type: "document", title, context, citations: { enabled: true }, source: { type: "text", media_type: "text/plain", data } });
  const content = (content) => ({ type: "document", source: { type: "content", content } });
  const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
  const found = (source, title, word) => ({ type: "search_result", source, title, content: [text("first"), text(word)], citations: { enabled: true } });
  const ran = (call, result) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [call, result, text("Yes")] }, { role: "user", content: "Go on" }];
  const used = (name, input) => ({ type: "server_tool_use", id: "srvtoolu_1", name, input });
  return [
    row("user text", asked([text(WORD)])),
    row("user document", asked([document("t", "c", WORD)])),
    row("user document's title", asked([document(WORD, "c", "d")])),
    row("user document's context", asked([document("t", WORD, "d")])),
    row("user document of blocks", asked([content([text("first"), text(WORD)])])),
    row("user document of a string", asked([content(WORD)])),
    row("user document of text and a picture", asked([content([picture, text(WORD)])])),
    row("user search result", asked([found("s", "t", WORD)])),
    row("user search result's title", asked([found("s", WORD, "x")])),
    row("user search result's source", asked([found(WORD, "t", "x")])),
    row("tool string", called(WORD)),
    row("tool text", called([text(WORD)])),
    row("tool document", called([document("t", "c", WORD)])),
    row("tool document of text and a picture", called([content([picture, text(WORD)])])),
    row("tool search result", called([found("s", "t", WORD)])),
    row("assistant text", said(text(WORD))),
    row("assistant reasoning", said({ type: "thinking", thinking: WORD, signature: "s" })),
    row("assistant compaction", said({ type: "compaction", content: WORD })),
    row("server call", ran(used("web_search", { query: WORD }), { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] })),
    row("server search", ran(used("web_search", {}), { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ type: "web_search_result", title: WORD, url: "u", encrypted_content: "e" }] })),
    row("server fetch", ran(used("web_fetch", {}), { type: "web_fetch_tool_result", tool_use_id: "srvtoolu_1", content: { type: "web_fetch_result", url: "u", content: document("t", "c", WORD) } })),
    row("server code", ran(used("code_execution", {}), { type: "code_execution_tool_result", tool_use_id: "srvtoolu_1", content: { type: "code_execution_result", stdout: WORD, stderr: "", return_code: 0, content: [] } })),
    row("server mcp", ran({ type: "mcp_tool_use", id: "m1", name: "f", server_name: "s", input: {} }, { type: "mcp_tool_result", tool_use_id: "m1", is_error: false, content: [text(WORD)] })),
    ["anthropic", "system", { system: [text(WORD)], messages: asked("Hi") }],
  ];
}

function responses() {
  const row = (what, items) => ["openai-responses", what, { input: items }];
  const asked = (part) => [{ role: "user", content: [part] }];
  const said = (item) => [{ role: "user", content: "Hi" }, item, { role: "user", content: "Go on" }];
  const output = (part) => ({ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part] });
  const called = (output) => [{ role: "user", content: "Hi" }, { type: "function_call", call_id: "c1", name: "f", arguments: "{}" }, { type: "function_call_output", call_id: "c1", output }];
  return [
    row("user text", asked({ type: "input_text", text: WORD })),
    row("user file", asked({ type: "input_file", filename: "a.csv", file_data: `data:text/csv;base64,${WORD_IN_BASE64}` })),
    row("assistant text", said(output({ type: "output_text", text: WORD, annotations: [] }))),
    row("assistant refusal", said(output({ type: "refusal", refusal: WORD }))),
    row("assistant reasoning", said({ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: WORD }] })),
    row("tool string", called(WORD)),
    row("tool text", called([{ type: "input_text", text: WORD }])),
    row("tool file", called([{ type: "input_file", filename: "a.txt", file_data: `data:text/plain;base64,${WORD_IN_BASE64}` }])),
    row("custom tool", [{ role: "user", content: "Hi" }, { type: "custom_tool_call", call_id: "c1", name: "f", input: "x" }, { type: "custom_tool_call_output", call_id: "c1", output: WORD }]),
    row("server search", said({ type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: WORD } })),
    row("server files", said({ type: "file_search_call", id: "fs_1", status: "completed", queries: ["q"], results: [{ file_id: "f", filename: "n", text: WORD }] })),
    row("server code", said({ type: "code_interpreter_call", id: "ci_1", status: "completed", container_id: "c", code: WORD, outputs: [] })),
    row("server code's output", said({ type: "code_interpreter_call", id: "ci_1", status: "completed", container_id: "c", code: "x", outputs: [{ type: "logs", logs: WORD }] })),
    row("server mcp", said({ type: "mcp_call", id: "mcp_1", name: "f", server_label: "s", arguments: "{}", output: WORD })),
    ["openai-responses", "instructions", { instructions: WORD, input: "Hi" }],
  ];
}

function gemini() {
  const row = (what, contents) => ["gemini", what, { contents }];
  const asked = (part) => [{ role: "user", parts: [part] }];
  const said = (part) => [{ role: "user", parts: [{ text: "Hi" }] }, { role: "model", parts: [part, { text: "Yes" }] }, { role: "user", parts: [{ text: "Go on" }] }];
  const called = (response) => [{ role: "user", parts: [{ text: "Hi" }] }, { role: "model", parts: [{ functionCall: { id: "c1", name: "f", args: {} } }] }, { role: "user", parts: [{ functionResponse: response }] }];
  const blob = (kind) => ({ inlineData: { mimeType: kind, data: WORD_IN_BASE64 } });
  return [
    row("user text", asked({ text: WORD })),
    row("user text/plain", asked(blob("text/plain"))),
    row("user text/csv", asked(blob("text/csv"))),
    row("user text/markdown", asked(blob("text/markdown"))),
    row("user text/html", asked(blob("text/html; charset=utf-8"))),
    row("user application/json", asked(blob("application/json"))),
    row("user application/xml", asked(blob("application/xml"))),
    row("model text", said({ text: WORD })),
    row("model text/plain", said(blob("text/plain"))),
    row("model reasoning", said({ text: WORD, thought: true })),
    row("model code", said({ executableCode: { language: "PYTHON", code: WORD } })),
    row("model code's output", said({ codeExecutionResult: { outcome: "OUTCOME_OK", output: WORD } })),
    row("tool output", called({ id: "c1", name: "f", response: { output: WORD } })),
    row("tool object", called({ id: "c1", name: "f", response: { a: WORD } })),
    row("tool text/plain", called({ id: "c1", name: "f", response: { output: "x" }, parts: [blob("text/plain")] })),
    ["gemini", "system", { systemInstruction: { parts: [{ text: WORD }] }, contents: asked({ text: "Hi" }) }],
  ];
}

function bedrock() {
  const row = (what, messages) => ["bedrock", what, { messages }];
  const text = (word) => ({ text: word });
  const asked = (block) => [{ role: "user", content: [text("Hi"), block] }];
  const said = (block) => [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [block] }, { role: "user", content: [text("Go on")] }];
  const called = (block) => [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [{ toolUse: { toolUseId: "c1", name: "f", input: {} } }] }, { role: "user", content: [{ toolResult: { toolUseId: "c1", content: [block] } }] }];
  const document = (name, format, source) => ({ document: { name, format, source, citations: { enabled: true } } });
  const found = (word) => ({ searchResult: { source: "s", title: "t", content: [text("first"), text(word)], citations: { enabled: true } } });
  return [
    row("user text", asked(text(WORD))),
    row("user document", asked(document("d", "txt", { text: WORD }))),
    row("user document's name", asked(document(WORD, "txt", { text: "d" }))),
    row("user document of blocks", asked(document("d", "md", { content: [text("first"), text(WORD)] }))),
    row("user document of bytes", asked(document("d", "csv", { bytes: WORD_IN_BASE64 }))),
    row("user search result", asked(found(WORD))),
    row("user guarded text", asked({ guardContent: { text: { text: WORD } } })),
    row("tool text", called(text(WORD))),
    row("tool json", called({ json: { a: WORD } })),
    row("tool document", called(document("d", "txt", { text: WORD }))),
    row("tool document of bytes", called(document("d", "html", { bytes: WORD_IN_BASE64 }))),
    row("tool search result", called(found(WORD))),
    row("assistant text", said(text(WORD))),
    row("assistant cited text", said({ citationsContent: { content: [text(WORD)], citations: [] } })),
    row("assistant cited texts", said({ citationsContent: { content: [text("first"), text(WORD)], citations: [] } })),
    row("assistant reasoning", said({ reasoningContent: { reasoningText: { text: WORD, signature: "s" } } })),
    row("server call", [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [{ toolUse: { toolUseId: "s1", name: "g", input: { q: WORD }, type: "server_tool_use" } }, { toolResult: { toolUseId: "s1", content: [text("x")], type: "server_tool_use" } }, text("Yes")] }, { role: "user", content: [text("Go on")] }]),
    row("server result", [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [{ toolUse: { toolUseId: "s1", name: "g", input: {}, type: "server_tool_use" } }, { toolResult: { toolUseId: "s1", content: [text(WORD)], type: "nova_code_interpreter_result" } }, text("Yes")] }, { role: "user", content: [text("Go on")] }]),
    ["bedrock", "system", { system: [text(WORD)], messages: asked(text("Hi")) }],
    ["bedrock", "guarded system", { system: [{ guardContent: { text: { text: WORD } } }], messages: asked(text("Hi")) }],
  ];
}

function mistral() {
  const row = (what, messages) => ["mistral", what, { messages }];
  const asked = (chunk) => [{ role: "user", content: [chunk] }];
  const said = (chunk) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [chunk, { type: "text", text: "Yes" }] }, { role: "user", content: "Go on" }];
  const called = (content) => [{ role: "user", content: "Hi" }, { role: "assistant", content: "", tool_calls: [{ id: "abcdefghi", function: { name: "f", arguments: "{}" } }] }, { role: "tool", tool_call_id: "abcdefghi", name: "f", content }];
  return [
    row("user text", asked({ type: "text", text: WORD })),
    row("user document", asked({ type: "document_url", document_name: "a.txt", document_url: `data:text/plain;base64,${WORD_IN_BASE64}` })),
    row("assistant text", said({ type: "text", text: WORD })),
    row("assistant reasoning", said({ type: "thinking", thinking: [{ type: "text", text: WORD }] })),
    row("tool string", called(WORD)),
    row("tool text", called([{ type: "text", text: WORD }])),
    row("system", [{ role: "system", content: WORD }, { role: "user", content: "Hi" }]),
  ];
}

function aiSdk() {
  const row = (what, messages) => ["ai-sdk", what, messages];
  const asked = (part) => [{ role: "user", content: [part] }];
  const said = (part) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [part, { type: "text", text: "Yes" }] }];
  const called = (output) => [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "f", input: {} }] }, { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "f", output }] }];
  const file = (kind, data) => ({ type: "file", mediaType: kind, filename: "a.txt", data });
  const ui = (role, part) => [{ id: "u1", role: "user", parts: [{ type: "text", text: "Hi" }] }, { id: "u2", role, parts: [part] }];
  const content = (item) => called({ type: "content", value: [item] });
  return [
    row("user text", asked({ type: "text", text: WORD })),
    row("user file of text", asked(file("text/plain", { type: "text", text: WORD }))),
    row("user file of text, its group alone", asked(file("text", { type: "text", text: WORD }))),
    row("user file of data", asked(file("text/markdown", { type: "data", data: WORD_IN_BASE64 }))),
    row("user file of a data URL", asked(file("text/csv", { type: "url", url: `data:text/csv;base64,${WORD_IN_BASE64}` }))),
    row("user file of base64", asked(file("application/json", WORD_IN_BASE64))),
    row("user file of a plain data URL", asked(file("text/plain", `data:text/plain,${WORD}`))),
    row("assistant text", said({ type: "text", text: WORD })),
    row("assistant file of text", said(file("text/plain", { type: "text", text: WORD }))),
    row("assistant file of base64", said(file("text/plain", WORD_IN_BASE64))),
    row("assistant reasoning", said({ type: "reasoning", text: WORD })),
    row("tool text", called({ type: "text", value: WORD })),
    row("tool json", called({ type: "json", value: { a: WORD } })),
    row("tool error", called({ type: "error-text", value: WORD })),
    row("tool content text", content({ type: "text", text: WORD })),
    row("tool content file of text", content(file("text/plain", { type: "text", text: WORD }))),
    row("tool content file of data", content(file("text/plain", { type: "data", data: WORD_IN_BASE64 }))),
    row("tool content file-data", content({ type: "file-data", mediaType: "text/plain", data: WORD_IN_BASE64 })),
    row("system", [{ role: "system", content: WORD }, { role: "user", content: "Hi" }]),
    row("UI text", ui("assistant", { type: "text", text: WORD })),
    row("UI file", ui("user", { type: "file", mediaType: "text/plain", url: `data:text/plain;base64,${WORD_IN_BASE64}` })),
  ];
}

function langchain() {
  const row = (what, messages) => ["langchain", what, messages];
  const asked = (block) => [{ type: "human", content: [block] }];
  const said = (block) => [{ type: "human", content: "Hi" }, { type: "ai", content: [block, { type: "text", text: "Yes" }] }];
  const called = (block) => [{ type: "human", content: "Hi" }, { type: "ai", content: "", tool_calls: [{ id: "c1", name: "f", args: {}, type: "tool_call" }] }, { type: "tool", tool_call_id: "c1", content: [block] }];
  const found = { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: WORD }] };
  const document = { type: "document", source: { type: "text", media_type: "text/plain", data: WORD } };
  return [
    row("user text", asked({ type: "text", text: WORD })),
    row("user text-plain", asked({ type: "text-plain", text: WORD, mimeType: "text/plain" })),
    row("user text-plain's title", asked({ type: "text-plain", text: "x", title: WORD, mimeType: "text/plain" })),
    row("user data block of text", asked({ type: "text", source_type: "text", text: WORD })),
    row("user file block of text", asked({ type: "file", source_type: "text", mime_type: "text/plain", text: WORD })),
    row("user file of base64", asked({ type: "file", source_type: "base64", mime_type: "text/plain", data: WORD_IN_BASE64 })),
    row("user document", asked(document)),
    row("user search result", asked(found)),
    row("user document of Converse", asked({ document: { name: "d", format: "txt", source: { text: WORD } } })),
    row("tool text", called({ type: "text", text: WORD })),
    row("tool document", called(document)),
    row("tool search result", called(found)),
    row("assistant text", said({ type: "text", text: WORD })),
    row("assistant reasoning", said({ type: "reasoning", reasoning: WORD })),
    row("system", [{ type: "system", content: WORD }, { type: "human", content: "Hi" }]),
  ];
}

function strands() {
  const row = (what, messages) => ["strands", what, messages];
  const text = (word) => ({ text: word });
  const asked = (block) => [{ role: "user", content: [block] }];
  const said = (block) => [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [block] }];
  const called = (block) => [{ role: "user", content: [text("Hi")] }, { role: "assistant", content: [{ toolUse: { toolUseId: "c1", name: "f", input: {} } }] }, { role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [block] } }] }];
  const document = (name, source) => ({ document: { name, format: "txt", source } });
  return [
    row("user text", asked(text(WORD))),
    row("user document", asked(document("d", text(WORD)))),
    row("user document's name", asked(document(WORD, text("d")))),
    row("user document of blocks", asked(document("d", { content: [text("first"), text(WORD)] }))),
    row("user document of bytes", asked(document("d", { bytes: WORD_IN_BASE64 }))),
    row("user guarded text", asked({ guardContent: { text: { text: WORD, qualifiers: ["query"] } } })),
    row("tool text", called(text(WORD))),
    row("tool json", called({ json: { a: WORD } })),
    row("tool document", called(document("d", text(WORD)))),
    row("tool document of blocks", called(document("d", { content: [text(WORD)] }))),
    row("assistant text", said(text(WORD))),
    row("assistant cited text", said({ citations: { content: [text(WORD)], citations: [] } })),
    row("assistant cited texts", said({ citations: { content: [text("first"), text(WORD)], citations: [] } })),
    row("assistant reasoning", said({ reasoning: { text: WORD } })),
    ["strands", "system", { systemPrompt: WORD, messages: asked(text("Hi")) }],
  ];
}

function opentelemetry() {
  const row = (what, messages) => ["opentelemetry", what, { "gen_ai.input.messages": messages }];
  const text = (content) => ({ type: "text", content });
  const hi = { role: "user", parts: [text("Hi")] };
  const asked = (part) => [{ role: "user", parts: [part] }];
  const said = (part) => [hi, { role: "assistant", parts: [part, text("Yes")] }, hi];
  const called = (response) => [hi, { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "f", arguments: {} }] }, { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response }] }];
  const ran = { type: "server_tool_call", id: "s", name: "web_search", server_tool_call: { type: "web_search", query: WORD } };
  const found = { type: "server_tool_call_response", id: "s", server_tool_call_response: { type: "web_search", results: [{ title: WORD }] } };
  return [
    row("user text", asked(text(WORD))),
    row("user file", asked({ type: "blob", modality: "document", mime_type: "text/markdown", content: WORD_IN_BASE64 })),
    row("user compaction", asked({ type: "compaction", content: WORD })),
    row("system", [{ role: "system", parts: [text(WORD)] }, hi]),
    row("assistant text", said(text(WORD))),
    row("assistant reasoning", said({ type: "reasoning", content: WORD })),
    row("assistant refusal", said({ type: "refusal", content: WORD })),
    row("server call", said(ran)),
    row("server result", said(found)),
    row("tool string", called(WORD)),
    row("tool text", called([text(WORD), text("x")])),
    row("tool object", called({ a: WORD })),
    ["opentelemetry", "instructions", { "gen_ai.system_instructions": [text(WORD)], "gen_ai.input.messages": [hi] }],
  ];
}

function interactions() {
  const row = (what, input) => ["gemini-interactions", what, { input }];
  const hi = { type: "user_input", content: [{ type: "text", text: "Hi" }] };
  const text = (words) => ({ type: "text", text: words });
  const asked = (content) => [{ type: "user_input", content: [content] }];
  const said = (step) => [hi, step, { type: "model_output", content: [text("Yes")] }, hi];
  const called = (result) => [hi, { type: "function_call", id: "c1", name: "f", arguments: {} }, { type: "function_result", call_id: "c1", result }];
  return [
    row("user string", WORD),
    row("user text", asked(text(WORD))),
    row("user file", asked({ type: "document", mime_type: "text/markdown", data: WORD_IN_BASE64 })),
    row("model text", said({ type: "model_output", content: [text(WORD)] })),
    row("model reasoning", said({ type: "thought", signature: "s", summary: [text(WORD)] })),
    row("tool string", called(WORD)),
    row("tool text", called([text(WORD)])),
    row("tool object", called({ a: WORD })),
    row("server call", said({ type: "google_search_call", id: "s", arguments: { queries: [WORD] } })),
    row("server code", said({ type: "code_execution_call", id: "s", arguments: { code: WORD } })),
    row("server code's output", said({ type: "code_execution_result", call_id: "s", result: WORD })),
    row("server places", said({ type: "google_maps_result", call_id: "s", result: [{ places: [{ name: WORD }] }] })),
    row("server mcp", said({ type: "mcp_server_tool_result", call_id: "s", result: [text(WORD)] })),
    ["gemini-interactions", "instructions", { system_instruction: WORD, input: "Hi" }],
  ];
}

function conversations() {
  const row = (what, inputs) => ["mistral-conversations", what, { inputs }];
  const hi = { type: "message.input", role: "user", content: "Hi" };
  const text = (words) => ({ type: "text", text: words });
  const asked = (content) => [{ type: "message.input", role: "user", content: [content] }];
  const said = (entry) => [hi, entry, { type: "message.output", content: "Yes" }, hi];
  const output = (chunk) => said({ type: "message.output", content: [chunk] });
  const ran = (fields) => said({ type: "tool.execution", name: "web_search", arguments: "{}", ...fields });
  const called = { type: "function.call", tool_call_id: "abcdefgh1", name: "f", arguments: "{}" };
  return [
    row("user string", WORD),
    row("user text", asked(text(WORD))),
    row("user file", asked({ type: "document_url", document_url: `data:text/markdown;base64,${WORD_IN_BASE64}` })),
    row("assistant string", said({ type: "message.output", content: WORD })),
    row("assistant text", output(text(WORD))),
    row("assistant input", said({ role: "assistant", content: WORD })),
    row("assistant reasoning", output({ type: "thinking", thinking: [text(WORD)] })),
    row("assistant reference", output({ type: "tool_reference", tool: "web_search", title: WORD })),
    row("tool string", [hi, called, { type: "function.result", tool_call_id: "abcdefgh1", result: WORD }]),
    row("server call", ran({ arguments: WORD })),
    row("server result", ran({ info: { output: WORD } })),
    ["mistral-conversations", "instructions", { instructions: WORD, inputs: "Hi" }],
  ];
}

function cohere() {
  const row = (what, messages) => ["cohere", what, messages];
  const asked = (content) => [{ role: "user", content }];
  const said = (message) => [{ role: "user", content: "Hi" }, { role: "assistant", ...message }];
  const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
  const result = (content) => ({ role: "tool", tool_call_id: "c1", content });
  const called = (content) => [...said({ tool_calls: [call] }), result(content)];
  const text = { type: "text", text: WORD };
  return [
    row("user string", asked(WORD)),
    row("user text", asked([text])),
    row("system", [{ role: "system", content: WORD }, ...asked("Hi")]),
    row("assistant string", said({ content: WORD })),
    row("assistant text", said({ content: [text] })),
    row("assistant plan", [...said({ tool_plan: WORD, tool_calls: [call] }), result("x")]),
    row("assistant text beside calls", [...said({ content: WORD, tool_calls: [call] }), result("x")]),
    row("assistant reasoning", said({ content: [{ type: "thinking", thinking: WORD }, { type: "text", text: "Yes" }] })),
    row("tool string", called(WORD)),
    row("tool text", called([text])),
    row("tool document", called([{ type: "document", document: { data: { a: WORD } } }])),
    row("tool document that is a text", called([{ type: "document", document: { data: WORD, id: "d" } }])),
  ];
}

function ollama() {
  const row = (what, messages) => ["ollama", what, messages];
  const asked = { role: "user", content: "Hi" };
  const called = { role: "assistant", content: WORD, tool_calls: [{ function: { name: "f", arguments: {} } }] };
  return [
    row("user string", [{ role: "user", content: WORD }]),
    row("system", [{ role: "system", content: WORD }, asked]),
    row("system of a role that the model defines", [{ role: "control", content: WORD }, asked]),
    row("assistant string", [asked, { role: "assistant", content: WORD }]),
    row("assistant string beside calls", [asked, called, { role: "tool", content: "x", tool_name: "f" }]),
    row("assistant reasoning", [asked, { role: "assistant", content: "Yes", thinking: WORD }]),
    row("tool string", [asked, { ...called, content: "" }, { role: "tool", content: WORD, tool_name: "f" }]),
  ];
}

function neutral() {
  const row = (what, messages) => ["backscroll", what, messages];
  const asked = (content) => [{ role: "user", content }];
  const said = (content) => [{ role: "user", content: "Hi" }, { role: "assistant", content }];
  const called = (content) => [{ role: "user", content: "Hi" }, { role: "assistant", content: null, toolCalls: [{ id: "c1", name: "f", arguments: "{}" }] }, { role: "tool", toolCallId: "c1", content }];
  const file = { type: "file", mediaType: "text/plain", name: "a.txt", data: WORD_IN_BASE64 };
  const url = { type: "file", url: `data:text/plain,${WORD}` };
  return [
    row("user text", asked([{ type: "text", text: WORD }])),
    row("user file", asked([file])),
    row("user file at a data URL", asked([url])),
    row("assistant file", said([file])),
    row("assistant refusal", said([{ type: "refusal", text: WORD }])),
    row("assistant reasoning", said([{ type: "reasoning", text: WORD }])),
    row("tool string", called(WORD)),
    row("tool file", called([file])),
    row("system file", [{ role: "system", content: [file] }, { role: "user", content: "Hi" }]),
    row("summary", [{ role: "system", isSummary: true, content: WORD }, { role: "user", content: "Hi" }]),
  ];
}
