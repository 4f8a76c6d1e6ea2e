// LangChain conversations, by subject.

/** Makes a stored message, with the fields that LangChain always writes. */
export function stored(type, fields) {
  const always = type === "remove" ? {} : { additional_kwargs: {}, response_metadata: {}, ...(type === "ai" && { tool_calls: [], invalid_tool_calls: [] }) };
  return { type, data: { ...always, ...fields } };
}

/** Makes a stored answer of the model. */
export const answer = (fields) => stored("ai", fields);

export const call = (id) => ({ name: "clock", args: { zone: "UTC", n: 1 }, id, type: "tool_call" });

const image = (block) => [stored("human", { content: [block] })];
const said = (fields) => [answer(fields)];

/** Bodies that are read and written unchanged. */
export const ROUND_TRIPS = {
  "nothing": [],
  "a round": [stored("system", { content: "Be brief." }), stored("human", { content: "What time is it?", id: "h1", name: "ann" }), answer({ content: "", id: "a1", tool_calls: [call("c1"), call("c2")] }), stored("tool", { content: "12", tool_call_id: "c1", name: "clock", status: "success" }), stored("tool", { content: [{ type: "text", text: "no" }], tool_call_id: "c2", status: "error", artifact: { raw: [1] } }), answer({ content: "Noon.", usage_metadata: { input_tokens: 3, output_tokens: 4, total_tokens: 7, input_token_details: { cache_read: 1, cache_creation: 2 } }, response_metadata: { model_name: "gpt-5", finish_reason: "stop" } })],
  "texts that are no blocks": [stored("human", { content: ["one", { type: "text", text: "two", index: 1, id: "t" }] })],
  "an image by URL": image({ type: "image_url", image_url: { url: "https://a.test/b.png", detail: "low" } }),
  "an image as URL": image({ type: "image_url", image_url: "data:image/png;base64,AAAA" }),
  "an image of version 0": image({ type: "image", source_type: "base64", mime_type: "image/png", data: "AAAA", metadata: { k: 1 } }),
  "an image of version 1": image({ type: "image", mimeType: "image/png", data: "AAAA", metadata: { filename: "a.png" } }),
  "an image of Python": image({ type: "image", mime_type: "image/png", base64: "AAAA", extras: { k: 1 } }),
  "an image of Anthropic": image({ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" }, cache_control: { type: "ephemeral" } }),
  "an image by id": image({ type: "image", fileId: "f1" }),
  "a document of Anthropic": image({ type: "document", source: { type: "file", file_id: "f1" }, title: "t" }),
  "a document of text": image({ type: "text-plain", mime_type: "text/plain", text: "words", title: "t", context: "c" }),
  "a sound": image({ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }),
  "a sound of version 1": image({ type: "audio", mimeType: "audio/wav", data: "AAAA" }),
  "a film": image({ type: "video", mimeType: "video/mp4", data: "AAAA" }),
  "a film by URL": image({ type: "video", url: "https://a.test/b" }),
  "a file of OpenAI": image({ type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "a.pdf" } }),
  "a file of Responses": image({ type: "input_file", file_id: "file-1" }),
  "a file of Google": image({ type: "media", mime_type: "application/pdf", file_uri: "gs://b/a.pdf" }),
  "a file by URL": image({ type: "file", source_type: "url", url: "https://a.test/a.pdf", mime_type: "application/pdf" }),
  "a block that nobody knows": image({ type: "hologram", x: [1.5] }),
  "a block without a type": image({ cachePoint: { type: "default" } }),
  "blocks of version 1 that are not modelled": said({ content: [{ type: "server_tool_call", id: "s1", name: "web_search", args: { query: "q" } }, { type: "server_tool_call_result", toolCallId: "s1", status: "success", output: {} }, { type: "non_standard", value: { k: 1 } }], response_metadata: { output_version: "v1" } }),
  "a refusal": said({ content: [{ type: "refusal", refusal: "No." }] }),
  "a refusal beside": said({ content: "", additional_kwargs: { refusal: "No." } }),
  "thinking of Anthropic": said({ content: [{ type: "thinking", thinking: "hm", signature: "sig" }, { type: "redacted_thinking", data: "zz" }, { type: "text", text: "Let me see.", citations: [] }, { type: "tool_use", id: "c1", name: "clock", input: { zone: "UTC", n: 1 } }, { type: "text", text: "and" }, { type: "tool_use", id: "c2", name: "clock", input: "{\"zone\"", index: 3 }], tool_calls: [call("c1"), call("c2")], response_metadata: { model_provider: "anthropic", model: "claude" } }),
  "a search of Anthropic's": said({ content: [{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "q" } }, { type: "web_search_tool_result", tool_use_id: "s1", content: [] }] }),
  "reasoning of Responses, version 1": said({ content: [{ type: "reasoning", reasoning: "hm", id: "rs_1", encrypted_content: "gAAA" }, { type: "text", text: "Noon.", id: "msg_1", annotations: [{ type: "citation", url: "u" }], phase: "final_answer" }], response_metadata: { model_provider: "openai", output_version: "v1" } }),
  "reasoning of Responses, beside": said({ content: [{ type: "reasoning", reasoning: "hm" }, { type: "text", text: "Noon.", annotations: [{ type: "url_citation", url: "u" }] }], additional_kwargs: { reasoning: { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "gAAA", status: null }, __openai_function_call_ids__: { c1: "fc_1" } }, tool_calls: [call("c1")], response_metadata: { model_provider: "openai" } }),
  "reasoning of Responses, beside a text": said({ content: "Noon.", additional_kwargs: { reasoning: { id: "rs_1", summary: [] } } }),
  "reasoning of Responses, as it came": said({ content: [{ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "a" }, { type: "summary_text", text: "b" }] }] }),
  "reasoning in the fields of Python's version 1": said({ content: [{ type: "reasoning", reasoning: "hm", extras: { signature: "sig" } }], response_metadata: { model_provider: "google_genai" } }),
  "reasoning of vendors": said({ content: "Noon.", additional_kwargs: { reasoning_content: "hm", other: 1 } }),
  "reasoning of Converse": said({ content: [{ type: "reasoning_content", reasoning_content: { text: "hm", signature: "s" } }, { type: "reasoning_content", reasoningText: { text: "hm" } }, { type: "reasoning_content", redactedContent: "AAAA" }] }),
  "signatures of Gemini": said({ content: "", tool_calls: [call("c1")], additional_kwargs: { __gemini_function_call_thought_signatures__: { c1: "c2ln" } } }),
  "calls in the words of OpenAI, too": said({ content: "", tool_calls: [call("c1")], additional_kwargs: { tool_calls: [{ id: "c1", type: "function", function: { name: "clock", arguments: "{ }" } }] } }),
  "calls that nobody could read": said({ content: "", invalid_tool_calls: [{ name: "clock", args: "{\"zone\"", id: "c1", error: "Malformed args.", type: "invalid_tool_call" }, { name: "clock", args: "{}", id: null, error: null, type: "invalid_tool_call" }] }),
  "a custom call": said({ content: "", tool_calls: [{ name: "shell", args: { input: "ls" }, id: "c1", type: "tool_call", isCustomTool: true, call_id: "ctc_1" }] }),
  "a call of version 1": said({ content: [{ type: "text", text: "x" }, { type: "tool_call", id: "c1", name: "clock", args: {} }], tool_calls: [call("c1")], response_metadata: { output_version: "v1" } }),
  "calls without ids": [answer({ content: "", additional_kwargs: { function_call: { name: "clock", arguments: "{ }" } } }), stored("function", { content: "12", name: "clock" })],
  "other roles": [stored("chat", { content: "hm", role: "assistant" }), stored("remove", { id: "h1", content: [] }), stored("system", { content: "x", additional_kwargs: { __openai_role__: "developer" } })],
  "open calls, and results without calls": [answer({ content: "", tool_calls: [call("c1")] }), stored("tool", { content: "x", tool_call_id: "c9" })],
};
