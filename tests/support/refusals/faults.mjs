// Sixty bodies with one fault each, the last twenty of them in a parameter, a tool or the output format.

const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
const chat = (messages, params = {}) => ({ format: "openai-chat", body: { model: "gpt-5", messages, ...params } });
const claude = (messages, params = {}) => ({ format: "anthropic", body: { model: "claude-sonnet-4-5", max_tokens: 100, messages, ...params } });
const gemini = (contents, params = {}) => ({ format: "gemini", body: { model: "gemini-2.5-flash", contents, ...params } });
const responses = (input, params = {}) => ({ format: "openai-responses", body: { model: "gpt-5", input, ...params } });
const bedrock = (messages, params = {}) => ({ format: "bedrock", body: { modelId: "anthropic.claude-sonnet-4-5-20250929-v1:0", messages, ...params } });
const hi = { role: "user", content: "Hi" };
const use = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
const made = { role: "assistant", content: null, tool_calls: [call] };
const tool = [{ name: "f", input_schema: { type: "object", properties: {} } }];
const messages = [
  chat([hi, made]), chat([hi, made, hi]), chat([hi, { role: "tool", tool_call_id: "c", content: "x" }]), chat([hi, { role: "assistant", content: null }]), chat([hi, { ...made, tool_calls: [{ ...call, id: "x".repeat(70) }] }, { role: "tool", tool_call_id: "x".repeat(70), content: "1" }]),
  chat([hi, { ...made, tool_calls: [call, call] }, { role: "tool", tool_call_id: "call_1", content: "1" }]), chat([]), chat([{ role: "user", content: [] }]), chat([{ ...hi, name: "no spaces here" }]), chat([hi, { role: "assistant", content: "x", tool_calls: [] }]),
  claude([hi, { role: "assistant", content: [use] }], { tools: tool }), claude([hi, { role: "assistant", content: [use] }, hi], { tools: tool }), claude([{ role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] }], { tools: tool }), claude([{ role: "user", content: "" }]), claude([{ role: "user", content: [{ type: "text", text: "" }] }]),
  claude([hi, { role: "assistant", content: "x " }]), claude([]), claude([hi, { role: "assistant", content: [{ type: "thinking", thinking: "Hm." }, { type: "text", text: "x" }] }, hi]), claude([{ role: "user", content: Array.from({ length: 5 }, () => ({ type: "text", text: "x", cache_control: { type: "ephemeral" } })) }]), claude([hi, { role: "assistant", content: [{ ...use, input: "x" }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "1" }] }], { tools: tool }),
  responses([hi, { type: "function_call", call_id: "c", name: "f", arguments: "{}" }]), responses([hi, { type: "function_call_output", call_id: "c", output: "x" }]), responses([hi, { type: "reasoning", id: "rs_1", summary: [] }]), responses([]), responses([hi, { type: "function_call", call_id: "x".repeat(70), name: "f", arguments: "{}" }, { type: "function_call_output", call_id: "x".repeat(70), output: "x" }]),
  responses([hi, { type: "message", id: "wrong_1", role: "assistant", content: [{ type: "output_text", text: "x" }] }, hi]), gemini([]), gemini([{ role: "user", parts: [] }]), gemini([{ role: "user", parts: [{ text: "Hi" }] }, { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }]), gemini([{ role: "user", parts: [{ text: "Hi" }] }, { role: "user", parts: [{ functionResponse: { name: "f", response: { a: 1 } } }] }]),
  gemini([{ role: "assistant", parts: [{ text: "Hi" }] }]), gemini([{ role: "user", parts: [{ text: "Hi" }] }, { role: "model", parts: [{ functionCall: { name: "f", args: "x" } }] }, { role: "user", parts: [{ functionResponse: { name: "f", response: { a: 1 } } }] }]), bedrock([]), bedrock([{ role: "user", content: [] }]), bedrock([{ role: "user", content: [{ text: "Hi" }] }, { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "f", input: {} } }] }]),
  bedrock([{ role: "user", content: [{ toolResult: { toolUseId: "t", content: [{ text: "x" }] } }] }]), bedrock([{ role: "user", content: [{ text: " " }] }]), bedrock([{ role: "assistant", content: [{ text: "x" }] }, { role: "user", content: [{ text: "Hi" }] }, { role: "assistant", content: [{ text: "x " }] }]), chat([{ role: "user" }]), claude([{ role: "narrator", content: "x" }]),
];
const params = [
  chat([hi], { max_tokens: 5 }), chat([hi], { temperature: 0.3 }), chat([hi], { top_p: 0.3 }), chat([hi], { logit_bias: {} }), chat([hi], { tools: [{ type: "function", function: { name: "f", parameters: { type: "object", properties: { a: { type: "array" } } } } }] }),
  chat([hi], { response_format: { type: "json_object" } }), chat([hi], { tool_choice: "auto" }), chat([hi], { tools: [{ type: "function" }] }), { format: "openai-chat", body: { model: "gpt-4o", messages: [hi], temperature: 3 } }, { format: "openai-chat", body: { model: "gpt-4o", messages: [hi], stream_options: { include_usage: true } } },
  { format: "anthropic", body: { model: "claude-sonnet-4-5", messages: [hi], tools: tool } }, claude([hi], { thinking: { type: "enabled", budget_tokens: 200 } }), claude([hi], { thinking: { type: "enabled", budget_tokens: 2_000 } }), claude([hi], { temperature: 2 }), claude([hi], { tools: [{ name: "f", input_schema: { type: "object", properties: {}, anyOf: [] } }] }),
  responses([hi], { temperature: 0.2 }), responses([hi], { max_tokens: 5 }), gemini([{ role: "user", parts: [{ text: "Hi" }] }], { generationConfig: { temperature: 9 } }), gemini([{ role: "user", parts: [{ text: "Hi" }] }], { tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "OBJECT", properties: { a: { type: ["STRING", "NULL"] } } } }] }] }), bedrock([{ role: "user", content: [{ text: "Hi" }] }], { inferenceConfig: { temperature: 3 } }),
];

/** @type {{ format: import("backscroll").Target, body: object, fault: string }[]} */
export const FAULTS = [...messages, ...params].map((each, place) => ({ ...each, fault: `${place}: ${JSON.stringify(each.body).slice(0, 120)}` }));
