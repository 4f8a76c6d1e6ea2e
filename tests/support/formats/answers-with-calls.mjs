// Answers of each shape with exactly these calls, as the provider would send them.

const usage = { total_tokens: 52 };
const args = '{"query":"Oslo"}';
const text = "Let me see.";
const only = (condition, fields) => (condition ? fields : {});

/** Calls in a list: of OpenAI (also Mistral), of a custom tool, and in neutral form. */
export const called = (name) => ({ id: `call_${name}`, type: "function", function: { name, arguments: args } });
export const custom = (name) => ({ id: `call_${name}`, type: "custom", custom: { name, input: "Oslo" } });
export const flat = (name) => ({ id: `call_${name}`, name, arguments: args, afterParts: 1 });

/** Makes a choice of Chat Completions. */
export const choice = (names, call = called, content = text) => ({
  index: 0,
  finish_reason: names.length > 0 ? "tool_calls" : "stop",
  logprobs: null,
  message: { role: "assistant", content, refusal: null, ...only(names.length > 0, { tool_calls: names.map((name) => call(name)) }) },
});

/** Makes a call item of Responses. */
export const item = (name, type = "function_call") => ({ type, id: `fc_${name}`, call_id: `call_${name}`, name, arguments: args, status: "completed" });
export const reasoning = (id) => ({ type: "reasoning", id, summary: [] });
export const said = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] };

/** Make blocks of Anthropic and of Bedrock. */
export const block = (name) => ({ type: "tool_use", id: `toolu_${name}`, name, input: { query: "Oslo" } });
export const bedrockBlock = (name) => ({ toolUse: { toolUseId: `tooluse_${name}`, name, input: { query: "Oslo" } } });

/** Makes parts of Gemini: the first of parallel calls is signed. */
export const parts = (names) =>
  names.map((name, index) => ({ functionCall: { name, args: { query: "Oslo" } }, ...only(index === 0, { thoughtSignature: "c2lnbmVk" }) }));

export const anthropic = (names, content = [{ type: "text", text }]) => ({
  id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: names.length > 0 ? "tool_use" : "end_turn", stop_sequence: null,
  content: [...content, ...names.map(block)], usage: { input_tokens: 40, output_tokens: 12 },
});

/** Functions by shape that make an answer with calls of these tools. */
export const SHAPES = {
  "OpenAI Chat Completions": (names) => ({ id: "chatcmpl-1", object: "chat.completion", model: "m", choices: [choice(names)], usage }),
  "OpenAI Chat Completions, of two choices": (names) => ({ choices: [choice(names), { ...choice(["weather"]), index: 1 }, choice(names)], usage }),
  "OpenAI Chat Completions, of custom tools": (names) => ({ choices: [choice(names, custom)], usage }),
  "OpenAI Responses": (names) => ({ id: "resp_1", object: "response", status: "completed", output: [said, ...names.map((name) => item(name))], usage }),
  "OpenAI Responses, of custom tools": (names) => ({ output: [said, ...names.map((name) => item(name, "custom_tool_call"))], usage }),
  "a message of OpenAI": (names) => choice(names).message,
  "Mistral": (names) => ({ id: "1", object: "chat.completion", model: "m", choices: [choice(names)], usage, created: 1 }),
  "Mistral's client": (names) => {
    const { finish_reason: finishReason, message: { tool_calls: toolCalls, ...message } } = choice(names);
    return { id: "1", choices: [{ index: 0, finishReason, message: { ...message, ...only(names.length > 0, { toolCalls }) } }], usage };
  },
  "Anthropic": (names) => anthropic(names),
  "a message of Anthropic": (names) => ({ role: "assistant", content: anthropic(names).content }),
  "Gemini": (names) => ({ candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: [{ text }, ...parts(names)] } }], modelVersion: "m" }),
  "Gemini, of two candidates": (names) => ({ candidates: [{ content: { parts: parts(names) } }, { content: { parts: [{ text }] } }, { content: { parts: parts(names) } }] }),
  "Bedrock": (names) => ({
    output: { message: { role: "assistant", content: [{ text }, ...names.map(bedrockBlock)] } },
    stopReason: names.length > 0 ? "tool_use" : "end_turn", usage: { totalTokens: 52 }, metrics: { latencyMs: 1 },
  }),
  "a message of Bedrock": (names) => ({ role: "assistant", content: [{ text }, ...names.map(bedrockBlock)] }),
  "a message of ours": (names) => ({ role: "assistant", content: [{ type: "text", text }], ...only(names.length > 0, { toolCalls: names.map(flat) }) }),
  "a message of ours with calls of OpenAI": (names) => ({ role: "assistant", content: text, ...only(names.length > 0, { toolCalls: names.map(called) }) }),
};

/** Freezes a value deeply, so that every write throws. */
export function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
