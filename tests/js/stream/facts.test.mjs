// Facts of real streams, each shown by a small stream.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readStream } from "backscroll/stream";
import { chunk, frame, read, sse, streamOf } from "../../support/stream/recorded.mjs";

const HI = chunk({ role: "assistant", content: "Hi" });
const STOP = chunk({}, { finish_reason: "stop" });
const CALLED = chunk({}, { finish_reason: "tool_calls" });
const call = (fields) => chunk({ tool_calls: [fields] });
const gemini = (parts, more = {}) => ({ candidates: [{ content: { role: "model", parts }, ...more }] });
/** Chunks with a piece of a call each. */
const pieces = (...calls) => calls.map((functionCall) => gemini([{ functionCall }]));
const REPORT = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };

/** Returns the message of a chat completion. */
const messageOf = ({ response }) => response.choices[0].message;
const callsOf = (result) => messageOf(result).tool_calls.map(({ id, function: { name, arguments: json } }) => [id, name, json]);
const partsOf = ({ response }) => response.candidates[0].content.parts;
const blocksOf = ({ response }) => response.output.message.content;

const anthropic = (...events) => [
  { type: "message_start", message: { id: "m1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage: { input_tokens: 9, output_tokens: 1, service_tier: "standard" } } },
  ...events,
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 7, output_tokens: 5, cache_read_input_tokens: null } },
  { type: "message_stop" },
];
const block = (index, content_block, ...deltas) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const converse = (...events) => [{ messageStart: { role: "assistant", p: "ab" } }, ...events, { messageStop: { stopReason: "end_turn", p: "abc" } }, { metadata: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, metrics: { latencyMs: 5 }, trace: { guardrail: {} }, p: "a" } }];
const delta = (contentBlockIndex, delta) => ({ contentBlockDelta: { contentBlockIndex, delta, p: "abcd" } });

/** Rows: the fact, the format, the events or pieces of text, a function that reads a value from the result, and the expected value. */
const FACTS = [
  ["lines may end in CRLF", "openai-chat", [sse([HI, STOP], { end: "\r\n" })], (result) => messageOf(result).content, "Hi"],
  ["a CRLF may be torn in two", "openai-chat", sse([HI, STOP], { end: "\r\n" }).split(/(?<=\r)/), (result) => messageOf(result).content, "Hi"],
  ["lines may end in a CR alone", "openai-chat", [sse([HI, STOP], { end: "\r" })], (result) => [messageOf(result).content, result.end], ["Hi", "complete"]],
  ["lines that end in CR may be torn anywhere", "openai-chat", [...sse([HI, STOP], { end: "\r" })], (result) => messageOf(result).content, "Hi"],
  ["lines that end in CRLF may be torn anywhere", "openai-chat", [...sse([HI, STOP], { end: "\r\n" })], (result) => messageOf(result).content, "Hi"],
  ["the ends of lines may differ", "openai-chat", [`data: ${JSON.stringify(HI)}\r\n\rdata: ${JSON.stringify(STOP)}\n\r\n`], (result) => [messageOf(result).content, result.end], ["Hi", "complete"]],
  ["a mark of the byte order may come first", "openai-chat", [`\ufeff${sse([HI, STOP])}`], (result) => messageOf(result).content, "Hi"],
  ["nothing counts behind `[DONE]`", "openai-chat", [`: PROCESSING\n\n${sse([HI])}: PROCESSING\n\n`, sse([HI])], (result) => [messageOf(result).content, result.end], ["Hi", "complete"]],
  ["comments stand between events", "openai-chat", [`: PROCESSING\n\n${sse([HI], { done: false })}: PROCESSING\n\n`, sse([STOP])], (result) => messageOf(result).content, "Hi"],
  ["`[DONE]` need not come", "openai-chat", [sse([HI, STOP], { done: false })], (result) => result.end, "complete"],
  ["the last event may lack its empty line", "openai-chat", [sse([HI, STOP], { done: false }).trimEnd()], (result) => result.end, "complete"],
  ["data may stand on several lines", "openai-chat", [`data: ${JSON.stringify(HI, null, 1).replaceAll("\n", "\ndata: ")}\n\n${sse([STOP])}`], (result) => messageOf(result).content, "Hi"],
  ["characters may be torn in two", "openai-chat", [...Buffer.from(sse([chunk({ content: "é😀" }), STOP]))].map((byte) => Uint8Array.of(byte)), (result) => messageOf(result).content, "é😀"],
  ["keepalive events may come", "openai-chat", [`event: keepalive\ndata: {"type":"keepalive"}\n\n${sse([HI, STOP])}`], (result) => messageOf(result).content, "Hi"],
  ["a compaction comes whole, in one delta", "anthropic", anthropic(...block(0, { type: "compaction", content: null, encrypted_content: null, signature: "c2ln" }, { type: "compaction_delta", content: "In short.", encrypted_content: "b3Bh" })), ({ response }) => response.content, [{ type: "compaction", content: "In short.", encrypted_content: "b3Bh", signature: "c2ln" }]],
  ["a compaction that failed is null", "anthropic", anthropic(...block(0, { type: "compaction", content: null, encrypted_content: null }, { type: "compaction_delta", content: null })), ({ response }) => response.content, [{ type: "compaction", content: null, encrypted_content: null }]],
  ["the last chunk has no choices, but usage", "openai-chat", [HI, STOP, { ...HI, choices: [], usage: REPORT }], ({ response }) => response.usage, REPORT],
  ["Azure opens with a chunk without choices or model", "openai-chat", [{ ...HI, id: "", model: "", choices: [], prompt_filter_results: [1] }, HI, STOP], ({ response: { id, model, prompt_filter_results } }) => [id, model, prompt_filter_results], ["c1", "m", [1]]],
  ["usage comes in several chunks, and the last one counts", "openai-chat", [{ ...HI, usage: { prompt_tokens: 1 } }, { ...STOP, usage: REPORT }, { ...STOP, usage: null }], ({ response }) => response.usage, REPORT],
  ["Groq has its usage elsewhere", "openai-chat", [HI, { ...STOP, x_groq: { id: "r", usage: REPORT } }], ({ response }) => response.usage, REPORT],
  ["the reason to stop may come twice, and the role in every delta", "openai-chat", [HI, chunk({ role: "assistant", content: "!" }, { finish_reason: "stop" }), { ...STOP, usage: REPORT }], messageOf, { role: "assistant", content: "Hi!" }],
  ["reasoning may come in two fields", "openai-chat", [chunk({ reasoning: "Hm", reasoning_details: [{ type: "reasoning.text", index: 0, text: "Hm", format: null }] }), chunk({ reasoning: ".", reasoning_details: [{ type: "reasoning.text", index: 0, text: ".", signature: "s" }] }), HI, STOP], messageOf, { role: "assistant", content: "Hi", reasoning: "Hm.", reasoning_details: [{ type: "reasoning.text", index: 0, text: "Hm.", format: null, signature: "s" }] }],
  ["a call may come without `index`, whole, with the reason to stop", "openai-chat", [chunk({ tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }] }, { finish_reason: "tool_calls" })], callsOf, [["a", "f", "{}"]]],
  ["calls without `index` are told apart by their ids", "openai-chat", [call({ id: "a", function: { name: "f", arguments: "{}" } }), call({ id: "b", function: { name: "f", arguments: "{" } }), call({ function: { arguments: "}" } }), CALLED], callsOf, [["a", "f", "{}"], ["b", "f", "{}"]]],
  ["calls may all have the index 0", "openai-chat", [call({ index: 0, id: "a", function: { name: "f", arguments: "{}" } }), call({ index: 0, id: "b", function: { name: "g", arguments: "{}" } }), CALLED], callsOf, [["a", "f", "{}"], ["b", "g", "{}"]]],
  ["later deltas of a call may be null in all fields", "openai-chat", [call({ index: 0, id: "a", type: "function", function: { name: "f", arguments: null } }), call({ index: 0, id: null, type: null, function: { name: null, arguments: '{"x":1}' } }), CALLED], callsOf, [["a", "f", '{"x":1}']]],
  ["arguments may stay empty", "openai-chat", [call({ index: 0, id: "a", function: { name: "f", arguments: "" } }), CALLED], callsOf, [["a", "f", "{}"]]],
  ["deltas of parallel calls may be interleaved", "openai-chat", [call({ index: 0, id: "a", function: { name: "f", arguments: "" } }), call({ index: 1, id: "b", function: { name: "g", arguments: '{"y"' } }), call({ index: 0, function: { arguments: '{"x":1' } }), call({ index: 1, function: { arguments: ":2}" } }), call({ index: 0, function: { arguments: "}" } }), CALLED], callsOf, [["a", "f", '{"x":1}'], ["b", "g", '{"y":2}']]],
  ["vendors send copies beside the deltas", "openai-chat", [chunk({ content: "Hi" }, { message: { content: "Hi" }, text: "Hi" }), STOP], ({ response }) => Object.keys(response.choices[0]).sort(), ["finish_reason", "index", "logprobs", "message"]],
  ["there may be several choices", "openai-chat", [{ ...HI, choices: [{ index: 1, delta: { content: "Yo" } }, ...HI.choices] }, STOP], (result) => [messageOf(result).content, result.leftOut[0].type, result.leftOut[0].content.message.content], ["Hi", "choice", "Yo"]],
  ["text may hold literal tags of reasoning", "openai-chat", [chunk({ content: "<think>Hm</think>" }), HI, STOP], (result) => messageOf(result).content, "<think>Hm</think>Hi"],
  ["Mistral's content is a list in some chunks", "mistral", [chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "H" }] }] }), chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "m" }], closed: true }] }), chunk({ content: "Noon" }), chunk({ content: "." }, { finish_reason: "stop" })], (result) => messageOf(result).content, [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }], closed: true }, { type: "text", text: "Noon." }]],
  ["Mistral's chunks of the wire are spelled in snake_case", "mistral", [sse([chunk({ tool_calls: [{ id: "a", function: { name: "f", arguments: '{"tool_calls":1}' } }] }, { finish_reason: "tool_calls" })])], callsOf, [["a", "f", '{"tool_calls":1}']]],
  ["Mistral's client wraps chunks, and spells them in camelCase, as its responses", "mistral", [{ data: { id: "1", choices: [{ index: 0, delta: { toolCalls: [{ id: "a", function: { name: "f", arguments: { tool_calls: 1 } } }] }, finishReason: "tool_calls" }], usage: { promptTokens: 1 } } }], ({ response: { choices: [{ message, finishReason }], usage } }) => [message.toolCalls[0].function.arguments, finishReason, usage], ['{"tool_calls":1}', "tool_calls", { promptTokens: 1 }]],
  ["chunks of Mistral's client may come unwrapped", "mistral", [{ id: "1", choices: [{ index: 0, delta: { content: "Hi" }, finishReason: null }] }, { id: "1", choices: [{ index: 0, delta: {}, finishReason: "stop" }] }], ({ response: { choices: [{ message, finishReason }] }, end }) => [message.content, finishReason, end], ["Hi", "stop", "complete"]],
  ["a call of Anthropic without arguments has an empty text", "anthropic", anthropic(...block(0, { type: "tool_use", id: "a", name: "f", input: {}, caller: { type: "direct" } }, { type: "input_json_delta", partial_json: "" })), ({ response }) => response.content, [{ type: "tool_use", id: "a", name: "f", input: {}, caller: { type: "direct" } }]],
  ["blocks of Anthropic may be interleaved", "anthropic", anthropic(...[block(0, { type: "tool_use", id: "a", name: "f", input: {} }, { type: "input_json_delta", partial_json: '{"x":1}' }), block(1, { type: "tool_use", id: "b", name: "g", input: {} }, { type: "input_json_delta", partial_json: '{"y":2}' })].reduce((one, two) => one.flatMap((event, at) => [event, two[at]]))), ({ response }) => response.content.map(({ input }) => input), [{ x: 1 }, { y: 2 }]],
  ["citations come as deltas", "anthropic", anthropic(...block(0, { type: "text", text: "", citations: [] }, { type: "text_delta", text: "Ruby" }, { type: "citations_delta", citation: { cited_text: "R" } })), ({ response }) => response.content, [{ type: "text", text: "Ruby", citations: [{ cited_text: "R" }] }]],
  ["results of tools that the provider runs come whole", "anthropic", anthropic(...block(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }, { type: "input_json_delta", partial_json: '{"query":"x"}' }), ...block(1, { type: "web_search_tool_result", tool_use_id: "s", content: [] })), ({ response }) => response.content.map(({ input, tool_use_id: id }) => input ?? id), [{ query: "x" }, "s"]],
  ["redacted thinking comes whole, and thinking is signed in the end", "anthropic", anthropic(...block(0, { type: "redacted_thinking", data: "x" }), ...block(1, { type: "thinking", thinking: "", signature: "" }, { type: "thinking_delta", thinking: "Hm" }, { type: "signature_delta", signature: "s" })), ({ response }) => response.content, [{ type: "redacted_thinking", data: "x" }, { type: "thinking", thinking: "Hm", signature: "s" }]],
  ["reports of Anthropic restate each other", "anthropic", anthropic(), ({ response }) => response.usage, { input_tokens: 7, output_tokens: 5, service_tier: "standard" }],
  ["a signature of Gemini may stand on an empty text", "gemini", [gemini([{ text: "Hi" }]), gemini([{ text: "", thoughtSignature: "cw==" }], { finishReason: "STOP" })], partsOf, [{ text: "Hi" }, { text: "", thoughtSignature: "cw==" }]],
  ["calls of Gemini have no id, and are spread over chunks", "gemini", [gemini([{ functionCall: { name: "f", args: {} } }]), gemini([{ functionCall: { name: "g", args: { x: 1 } } }], { finishReason: "STOP" })], partsOf, [{ functionCall: { name: "f", args: {} } }, { functionCall: { name: "g", args: { x: 1 } } }]],
  ["arguments of Gemini's calls may arrive in pieces", "gemini", [...pieces({ name: "f", willContinue: true }, { partialArgs: [{ jsonPath: "$.city", stringValue: "Os", willContinue: true }], willContinue: true }, { partialArgs: [{ jsonPath: "$.city", stringValue: "lo" }], willContinue: true }, { partialArgs: [{ jsonPath: "$.days[0].high", numberValue: 3 }, { jsonPath: "$.days[1]['a.b']", boolValue: true }, { jsonPath: '$["__proto__"].x', nullValue: "NULL_VALUE" }], willContinue: true }, {}), gemini([{ functionCall: { name: "g", args: {} } }], { finishReason: "STOP" })], (result) => partsOf(result).map(({ functionCall: { name, args, ...rest } }) => [name, JSON.stringify(args), rest]), [["f", '{"city":"Oslo","days":[{"high":3},{"a.b":true}],"__proto__":{"x":null}}', {}], ["g", "{}", {}]]],
  ["parallel calls of Gemini in pieces follow each other, each signed where it begins", "gemini", [gemini([{ functionCall: { id: "1", name: "f", willContinue: true }, thoughtSignature: "cw==" }]), ...pieces({ partialArgs: [{ jsonPath: "$.x", numberValue: 1 }], willContinue: true }, { id: "2", name: "f", willContinue: true }, { partialArgs: [{ jsonPath: "$.x", numberValue: 2 }] }), gemini([], { finishReason: "STOP" })], partsOf, [{ functionCall: { id: "1", name: "f", args: { x: 1 } }, thoughtSignature: "cw==" }, { functionCall: { id: "2", name: "f", args: { x: 2 } } }]],
  ["a call of Gemini in pieces that never ends is left out", "gemini", [...pieces({ name: "f", willContinue: true }, { partialArgs: [{ jsonPath: "$.x", stringValue: "a", willContinue: true }], willContinue: true }), gemini([], { finishReason: "MAX_TOKENS" })], ({ response, leftOut, end }) => [response.candidates[0].content, leftOut.map(({ name, content }) => [name, content]), end], [undefined, [["f", '{"x":"a"}']], "complete"]],
  ["a reason to stop of Gemini that is not specified is none", "gemini", [gemini([{ text: "H" }], { finishReason: "FINISH_REASON_UNSPECIFIED" })], ({ end }) => end, "broken"],
  ["content of Gemini may be null or without parts", "gemini", [gemini([{ text: "Hi" }]), { candidates: [{ content: null }] }, { candidates: [{ content: { role: "model" }, finishReason: 1 }], usageMetadata: { totalTokenCount: 2 } }], (result) => [partsOf(result), result.end, result.response.usageMetadata], [[{ text: "Hi" }], "complete", { totalTokenCount: 2 }]],
  ["thoughts of Gemini are no text", "gemini", [gemini([{ text: "H", thought: true }]), gemini([{ text: "m", thought: true }]), gemini([{ text: "Hi" }], { finishReason: "STOP" })], partsOf, [{ text: "Hm", thought: true }, { text: "Hi" }]],
  ["without `alt=sse`, Gemini's stream is an array", "gemini", JSON.stringify([gemini([{ text: 'H"{' }]), gemini([{ text: "i}" }], { finishReason: "STOP" })], null, 1).split(/(?<=i)/), partsOf, [{ text: 'H"{i}' }]],
  ["text of Bedrock has no start, calls begin empty, and events are padded", "bedrock", converse(delta(0, { text: "H" }), delta(0, { text: "i" }), { contentBlockStop: { contentBlockIndex: 0 } }, { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: "a", name: "f" } } } }, delta(1, { toolUse: { input: "" } }), { contentBlockStop: { contentBlockIndex: 1 } }), ({ response }) => response, { output: { message: { role: "assistant", content: [{ text: "Hi" }, { toolUse: { toolUseId: "a", name: "f", input: {} } }] } }, stopReason: "end_turn", usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, metrics: { latencyMs: 5 }, trace: { guardrail: {} } }],
  ["reasoning of Bedrock and its signature are deltas", "bedrock", converse(delta(0, { reasoningContent: { text: "Hm" } }), delta(0, { reasoningContent: { signature: "s" } }), delta(1, { reasoningContent: { redactedContent: "cg==" } })), blocksOf, [{ reasoningContent: { reasoningText: { text: "Hm", signature: "s" } } }, { reasoningContent: { redactedContent: "cg==" } }]],
  ["Nova streams a tool of its own and its result", "bedrock", converse({ contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "n", name: "nova_grounding", type: "server_tool_use" } } } }, delta(0, { toolUse: { input: "{}" } }), { contentBlockStart: { contentBlockIndex: 1, start: { toolResult: { toolUseId: "n", status: "success" } } } }, delta(1, { toolResult: [{ text: "r" }] })), blocksOf, [{ toolUse: { toolUseId: "n", name: "nova_grounding", type: "server_tool_use", input: {} } }, { toolResult: { toolUseId: "n", status: "success", content: [{ text: "r" }] } }]],
  ["citations of Bedrock are deltas beside the text", "bedrock", converse(delta(0, { citation: { title: "t" } }), delta(0, { text: "R" })), blocksOf, [{ citationsContent: { content: [{ text: "R" }], citations: [{ title: "t" }] } }]],
  ["the bytes of Bedrock are frames", "bedrock", [Buffer.concat(converse(delta(0, { text: "Hi" })).flatMap((event) => Object.entries(event).map(([name, body]) => frame({ ":event-type": name, ":message-type": "event" }, body))))], blocksOf, [{ text: "Hi" }]],
  ["Responses may come without `event:` lines; the last event is the truth", "openai-responses", [sse([{ type: "response.created", response: { id: "r", output: [] } }, { type: "response.completed", response: { id: "r", object: "response", status: "completed", output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] }] } }], { done: false })], ({ response }) => response.output[0].content[0].text, "Hi"],
  ["the last event of Responses may have an empty output", "openai-responses", [{ type: "response.created", response: { id: "r", output: [] } }, { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } }, { type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "Hm" }, { type: "response.output_item.done", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "Hm" }] } }, { type: "response.completed", response: { id: "r", status: "completed", output: [] } }], ({ response }) => response.output[0].content, [{ type: "reasoning_text", text: "Hm" }]],
  ["a UI stream may hold the result of a call of an earlier message", "ai-sdk", [{ type: "start", messageId: "u" }, { type: "tool-output-available", toolCallId: "old", output: 1 }, { type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: "Hi" }, { type: "finish" }], ({ response, leftOut, end }) => [response.parts.map(({ type }) => type), leftOut.map(({ type, id, content }) => [type, id, content.output]), end], [["text"], [["part", "old", 1]], "complete"]],
];

describe("facts of streams", () => {
  for (const [fact, format, items, seen, expected] of FACTS) test(fact, async () => assert.deepEqual(seen(await read(format, items)), expected));
});

test("the view shows the text of reasoning once, with its signature", async () => {
  const stream = readStream("openai-chat", streamOf([chunk({ reasoning: "Hm.", reasoning_details: [{ type: "reasoning.text", index: 0, text: "Hm.", signature: "s" }] }), HI, STOP]));
  await stream.result();
  assert.deepEqual(stream.partial.parts, [{ type: "reasoning", text: "Hm.", signature: "s" }, { type: "text", text: "Hi" }]);
});
