// Faults of real servers, each shown by a small stream of every target that can have it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { addStream, readStream } from "backscroll/stream";
import { byTarget } from "../../support/targets.mjs";
import { runs } from "../../support/runs.mjs";
import { CUT, chunk, frame, read, sse, streamOf } from "../../support/stream/recorded.mjs";

const HI = chunk({ role: "assistant", content: "Hi" });
const STOP = chunk({}, { finish_reason: "stop" });
const CALLED = chunk({}, { finish_reason: "tool_calls" });
const called = (...calls) => chunk({ tool_calls: calls });
/** A piece of a call: its name, its arguments, and whatever else the delta has. */
const piece = (name, json, more = {}) => ({ ...more, function: { ...(name !== undefined && { name }), arguments: json } });

const begun = (index, content_block) => ({ type: "content_block_start", index, content_block });
const delta = (index, inner) => ({ type: "content_block_delta", index, delta: inner });
const said = (index, text) => delta(index, { type: "text_delta", text });
const given = (index, partial_json) => delta(index, { type: "input_json_delta", partial_json });
const message = { type: "message_start", message: { role: "assistant", content: [], model: "m", stop_reason: null } };
const ended = (stop_reason) => [{ type: "message_delta", delta: { stop_reason } }, { type: "message_stop" }];
const use = { type: "tool_use", id: "a", name: "f", input: {} };

const item = (output_index, fields) => ({ type: "response.output_item.added", output_index, item: fields });
const done = (output_index, fields) => ({ type: "response.output_item.done", output_index, item: fields });
const completed = (output = [], more = {}) => ({ type: "response.completed", response: { object: "response", status: "completed", output, ...more } });
const output = (text, more = {}) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }], ...more });
const callItem = (json, more = {}) => ({ type: "function_call", call_id: "a", name: "f", arguments: json, ...more });

const started = (contentBlockIndex, start) => ({ contentBlockStart: { contentBlockIndex, start } });
const block = (contentBlockIndex, inner) => ({ contentBlockDelta: { contentBlockIndex, delta: inner } });
const tool = { toolUse: { toolUseId: "a", name: "f" } };
const stopped = (stopReason) => ({ messageStop: { stopReason } });

const gemini = (parts, more = {}) => ({ candidates: [{ content: { role: "model", parts }, ...more }] });

const messageOf = ({ response }) => response.choices[0].message;
const argumentsIn = (result) => (messageOf(result).tool_calls ?? []).map(({ function: { name, arguments: json } }) => [name, json]);
const contentOf = ({ response }) => response.content;
const inputsIn = (result) => contentOf(result).filter(({ type }) => type === "tool_use").map(({ name, input }) => [name, input]);
const itemsOf = ({ response }) => response.output;
const blocksOf = ({ response }) => response.output.message.content;
const leftIn = ({ leftOut }) => leftOut.map(({ type, name, content }) => [type, name, content]);
const endOf = ({ end, leftOut }) => [end, leftOut.length];

/** Rows by subject: the fault, the format, the events or pieces of text, a function that reads a value from the result, and the expected value. */
const FAULTS = {
  "a reason to stop that is none": [
    ...["", " ", "null", "None", 0, 1, {}, false].flatMap((reason) => [
      [JSON.stringify(reason), "openai-chat", [...CUT["openai-chat"], chunk({}, { finish_reason: reason })], (result) => [endOf(result), result.response.choices[0].finish_reason], [["broken", 1], null]],
      [JSON.stringify(reason), "mistral", [...CUT.mistral, chunk({}, { finish_reason: reason })], endOf, ["broken", 1]],
      [JSON.stringify(reason), "anthropic", [...CUT.anthropic, ended(reason)[0]], (result) => [endOf(result), result.response.stop_reason ?? null], [["broken", 1], null]],
      [JSON.stringify(reason), "bedrock", [...CUT.bedrock, stopped(reason)], endOf, ["broken", 1]],
    ]),
    ...["", " ", 0, -1, 0.5, {}, "FINISH_REASON_UNSPECIFIED"].map((finishReason) => [JSON.stringify(finishReason), "gemini", [...CUT.gemini, gemini([], { finishReason })], endOf, ["broken", 1]]),
    ...["BLOCK_REASON_UNSPECIFIED", 0, ""].map((blockReason) => [JSON.stringify(blockReason), "gemini", [gemini([{ text: "Hi" }]), { promptFeedback: { blockReason } }], ({ end }) => end, "broken"]),
    ["no reason behind a reason", "openai-chat", [HI, STOP, chunk({}, { finish_reason: "" })], (result) => [result.end, result.response.choices[0].finish_reason], ["complete", "stop"]],
    ["no reason behind a reason", "gemini", [gemini([{ text: "Hi" }], { finishReason: "STOP" }), gemini([], { finishReason: "" })], ({ end, response }) => [end, response.candidates[0].finishReason], ["complete", "STOP"]],
    ["a reason in the start of a message", "anthropic", [{ ...message, message: { ...message.message, stop_reason: "end_turn" } }, said(0, "Hi"), { type: "message_delta", delta: {}, usage: { output_tokens: 1 } }], ({ end }) => end, "broken"],
    ["a reason of one vendor, in the middle of a call", "openai-chat", [...CUT["openai-chat"], chunk({}, { finish_reason: "abort" })], endOf, ["complete", 1]],
    ["a completed event of a response that failed", "openai-responses", [...CUT["openai-responses"], completed([], { status: "failed", error: { code: "server_error", message: "Overloaded" } })], ({ end, response }) => [end, response.status, response.error], ["failed", "incomplete", null]],
    ["a completed event of a response that is not", "openai-responses", [...CUT["openai-responses"], completed([], { status: "incomplete" })], endOf, ["complete", 1]],
    ["an incomplete response whose list is empty", "openai-responses", [item(0, callItem("")), { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"x":' }, done(0, callItem('{"x":', { status: "incomplete" })), { type: "response.incomplete", response: { status: "incomplete", output: [] } }], endOf, ["complete", 1]],
  ],
  "a limit at the beginning of a call": [
    ["no argument came", "anthropic", [message, begun(0, use), given(0, ""), { type: "content_block_stop", index: 0 }, ...ended("max_tokens")], (result) => [inputsIn(result), endOf(result)], [[], ["complete", 1]]],
    ["no argument came", "bedrock", [started(0, tool), { contentBlockStop: { contentBlockIndex: 0 } }, stopped("max_tokens")], (result) => [blocksOf(result), endOf(result)], [[], ["complete", 1]]],
    ["no argument came", "openai-chat", [called(piece("f", "", { index: 0, id: "a" })), chunk({}, { finish_reason: "length" })], endOf, ["complete", 1]],
    ["no argument came", "openai-responses", [{ type: "response.incomplete", response: { status: "incomplete", output: [callItem("")] } }], endOf, ["complete", 1]],
    ["a call before it has none", "anthropic", [message, begun(0, use), { type: "content_block_stop", index: 0 }, begun(1, { ...use, id: "b", name: "g" }), given(1, '{"x":'), { type: "content_block_stop", index: 1 }, ...ended("max_tokens")], (result) => [inputsIn(result), leftIn(result)], [[["f", {}]], [["call", "g", '{"x":']]]],
  ],
  "an error in the middle of a piece": [
    ["what follows it in its piece is not read, as in a later piece", "openai-chat", [sse([HI, { ...chunk({ content: " you" }), error: { message: "Overloaded" } }, chunk({ content: " there" }), STOP])], (result) => [result.end, messageOf(result).content], ["failed", "Hi you"]],
  ],
  "items without their beginning or end": [
    ["a block that says no type", "anthropic", [message, begun(0, {}), begun(1, { type: "text", text: "" }), said(1, "Hi"), ...ended("end_turn")], (result) => [contentOf(result), endOf(result)], [[{ type: "text", text: "Hi" }], ["complete", 1]]],
    ["an item that says no type", "openai-responses", [done(0, {}), done(1, output("Hi")), completed()], (result) => [itemsOf(result), endOf(result)], [[output("Hi")], ["complete", 1]]],
    ["reasoning of a completed response says that it is in progress", "openai-responses", [completed([{ type: "reasoning", id: "rs_1", summary: [], status: "in_progress", encrypted_content: "ZW5j" }, output("Hi")])], (result) => [itemsOf(result).map(({ type }) => type), result.leftOut], [["reasoning", "message"], []]],
    ["an item is done that was never added, and the last list is empty", "openai-responses", [done(0, output("Hi")), done(1, callItem('{"x":1}')), completed()], (result) => [itemsOf(result), result.leftOut], [[output("Hi"), callItem('{"x":1}')], []]],
    ["an item is done that was never added, and the stream breaks", "openai-responses", [done(0, output("Hi")), done(1, callItem('{"x":1}'))], (result) => [result.end, itemsOf(result)], ["broken", [output("Hi"), callItem('{"x":1}')]]],
    ["an item is done whose arguments are not whole, and the stream breaks", "openai-responses", [done(0, callItem('{"x":'))], leftIn, [["call", "f", '{"x":']]],
    ["items are never done, and the last list is empty", "openai-responses", [item(0, { type: "reasoning", id: "rs_1", summary: [] }), { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "Hm" }, item(1, callItem("")), completed()], (result) => [itemsOf(result), result.leftOut], [[{ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }] }, callItem("{}")], []]],
    ["an item is done without the text that was streamed", "openai-responses", [item(0, output("", { content: [] })), { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" }, done(0, output("", { content: [] })), completed()], (result) => itemsOf(result)[0].content[0].text, "Hi"],
    ["the last list lacks an item", "openai-responses", [item(0, output("", { content: [] })), { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" }, completed([output("Yo")])], (result) => [itemsOf(result).length, leftIn(result)], [1, [["part", undefined, "Hi"]]]],
    ["texts of an item that was never added", "openai-responses", [{ type: "response.output_text.delta", output_index: 3, content_index: 0, delta: "Hi" }, { type: "response.reasoning_text.delta", output_index: 4, content_index: 0, delta: "Hm" }, completed()], (result) => itemsOf(result).map(({ type, content }) => [type, content[0].text]), [["message", "Hi"], ["reasoning", "Hm"]]],
    ["arguments of an item that was never added", "openai-responses", [{ type: "response.function_call_arguments.delta", output_index: 0, delta: '{"x":1}' }, completed()], (result) => [itemsOf(result), leftIn(result)], [[], [["call", undefined, '{"x":1}']]]],
    ["an older event comes behind the last", "openai-responses", [completed([output("Hi")]), { type: "response.in_progress", response: { status: "in_progress", output: [] } }], (result) => [result.end, itemsOf(result)], ["complete", [output("Hi")]]],
    ["blocks have no stop", "anthropic", [message, begun(0, { type: "thinking", thinking: "", signature: "" }), delta(0, { type: "thinking_delta", thinking: "Hm" }), begun(1, use), given(1, '{"x":1}'), begun(2, { ...use, id: "b", name: "g" }), ...ended("tool_use")], (result) => [contentOf(result).map(({ thinking, input }) => thinking ?? input), result.leftOut], [["Hm", { x: 1 }, {}], []]],
    ["blocks have no stop, and the stream breaks", "anthropic", [message, begun(0, { type: "thinking", thinking: "", signature: "" }), delta(0, { type: "thinking_delta", thinking: "Hm" }), begun(1, use), begun(2, { ...use, id: "b", name: "g" }), given(2, '{"x":1}')], (result) => [contentOf(result).map(({ thinking, input }) => thinking ?? input), leftIn(result)], [["Hm", { x: 1 }], [["call", "f", ""]]]],
    ["blocks have no stop", "bedrock", [block(0, { reasoningContent: { text: "Hm" } }), started(1, tool), block(1, { toolUse: { input: '{"x":1}' } }), started(2, { toolUse: { toolUseId: "b", name: "g" } }), stopped("tool_use")], (result) => [blocksOf(result), result.leftOut], [[{ reasoningContent: { reasoningText: { text: "Hm" } } }, { toolUse: { toolUseId: "a", name: "f", input: { x: 1 } } }, { toolUse: { toolUseId: "b", name: "g", input: {} } }], []]],
    ["blocks have no start", "anthropic", [message, said(0, "Hi"), delta(1, { type: "thinking_delta", thinking: "Hm" }), delta(1, { type: "signature_delta", signature: "s" }), given(2, '{"x":1}'), ...ended("end_turn")], (result) => [contentOf(result), leftIn(result)], [[{ type: "text", text: "Hi" }, { type: "thinking", thinking: "Hm", signature: "s" }], [["call", undefined, '{"x":1}']]]],
    ["a call has no start", "bedrock", [block(0, { text: "Hi" }), block(1, { toolUse: { input: '{"x":1}' } }), stopped("end_turn")], (result) => [blocksOf(result), leftIn(result)], [[{ text: "Hi" }], [["call", undefined, '{"x":1}']]]],
    ["the start of a call comes late", "anthropic", [message, given(0, '{"x":'), begun(0, use), given(0, "1}"), ...ended("tool_use")], (result) => [inputsIn(result), result.leftOut], [[["f", { x: 1 }]], []]],
    ["the start of a call comes late", "bedrock", [block(0, { toolUse: { input: '{"x":1}' } }), started(0, tool), stopped("tool_use")], (result) => [blocksOf(result), result.leftOut], [[{ toolUse: { toolUseId: "a", name: "f", input: { x: 1 } } }], []]],
    ["a delta of another kind than its block", "anthropic", [message, begun(0, use), said(0, "Hi"), ...ended("end_turn")], (result) => [contentOf(result)], [[{ ...use }, { type: "text", text: "Hi" }]]],
    ["a call of which only the end came", "ai-sdk", [{ type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"x":' }, { type: "finish" }], leftIn, [["call", undefined, '{"x":']]],
  ],
  "calls without a name": [
    ...[
      ["an empty `function_call`", chunk({ content: "Hi", function_call: { name: "", arguments: "" } })],
      ["an empty call", called({ index: 0, id: "", type: "function", function: { name: "", arguments: "" } })],
      ["a call of nothing", called({})],
      ["a call of null", called({ index: 0, id: null, type: null, function: null })],
    ].flatMap(([name, event]) => [[name, "openai-chat", [HI, event, STOP], (result) => [Object.keys(messageOf(result)).sort(), result.leftOut], [["content", "role"], []]], [name, "mistral", [HI, event, STOP], (result) => [argumentsIn(result), messageOf(result).function_call], [[], undefined]]]),
    ["an empty call, then a real one", "openai-chat", [called(piece("", "", { index: 0, id: "" })), called(piece("f", "{}", { index: 0, id: "a" })), CALLED], argumentsIn, [["f", "{}"]]],
    ["arguments alone", "openai-chat", [called(piece("", '{"x":1}', { index: 0 })), CALLED], (result) => [argumentsIn(result), leftIn(result)], [[], [["call", undefined, '{"x":1}']]]],
    ["arguments of a `function_call` alone", "openai-chat", [chunk({ function_call: { arguments: '{"x":1}' } }), CALLED], leftIn, [["call", undefined, '{"x":1}']]],
    ["in the last list", "openai-responses", [completed([callItem('{"x":1}', { name: "" })])], (result) => [itemsOf(result), leftIn(result)], [[], [["call", undefined, '{"x":1}']]]],
    ["with arguments", "gemini", [gemini([{ functionCall: { args: { x: 1 } } }], { finishReason: "STOP" })], (result) => [result.response.candidates[0].content, leftIn(result)], [undefined, [["call", undefined, '{"x":1}']]]],
    ["with an input", "anthropic", [message, begun(0, { ...use, name: "" }), given(0, '{"x":1}'), ...ended("tool_use")], (result) => [contentOf(result), leftIn(result)], [[], [["call", undefined, '{"x":1}']]]],
    ["with an input", "ai-sdk", [{ type: "tool-input-available", toolCallId: "a", input: { x: 1 } }, { type: "finish" }], (result) => [result.response.parts, leftIn(result)], [[], [["call", undefined, '{"x":1}']]]],
  ],
  "calls whose pieces look alike": [
    ["parallel calls without ids on one index", "openai-chat", [called(piece("f", '{"u":"a"}', { index: 0 })), called(piece("f", '{"u":"b"}', { index: 0 })), CALLED], argumentsIn, [["f", '{"u":"a"}'], ["f", '{"u":"b"}']]],
    ["parallel calls without ids on one index", "mistral", [called(piece("f", '{"u":"a"}', { index: 0 }), piece("g", '{"u":"b"}', { index: 0 })), CALLED], argumentsIn, [["f", '{"u":"a"}'], ["g", '{"u":"b"}']]],
    ["parallel calls without ids on one index, in pieces", "openai-chat", [called(piece("f", "", { index: 0 })), called(piece(undefined, '{"u"', { index: 0 })), called(piece(undefined, ':"a"}', { index: 0 })), called(piece("g", "", { index: 0 })), called(piece(undefined, '{"u":"b"}', { index: 0 })), CALLED], argumentsIn, [["f", '{"u":"a"}'], ["g", '{"u":"b"}']]],
    ["another tool on the index of one that has no arguments", "openai-chat", [called(piece("f", "", { index: 0 })), called(piece("g", '{"u":"b"}', { index: 0 })), CALLED], argumentsIn, [["f", "{}"], ["g", '{"u":"b"}']]],
    ["two objects in one text", "openai-chat", [called(piece("f", '{"u":"a"} {"u":"}{"}', { index: 0 })), CALLED], argumentsIn, [["f", '{"u":"a"}'], ["f", '{"u":"}{"}']]],
    ["two objects in one text, and the stream breaks", "openai-chat", [called(piece("f", '{"u":"a"}{"u":"b"}', { index: 0 }))], (result) => [argumentsIn(result).length, result.end], [2, "broken"]],
    ["an id that says that the second object repeats the first", "openai-chat", [called(piece("f", '{"u":"a"}', { index: 0, id: "a" })), called(piece(undefined, '{"u":"a"}', { index: 0, id: "a" })), CALLED], argumentsIn, [["f", '{"u":"a"}']]],
    ["an id that says that the first object holds a place", "openai-chat", [called(piece("f", "{}", { index: 0, id: "a" })), called(piece(undefined, '{"u":"a"}', { index: 0 })), CALLED], argumentsIn, [["f", '{"u":"a"}']]],
    ["two objects that may be one call or two", "openai-chat", [called(piece("f", '{}{"u":"a"}', { index: 0 })), CALLED], argumentsIn, [["f", '{}{"u":"a"}']]],
    ["a name in every delta", "openai-chat", [called(piece("f", "", { index: 0 })), called(piece("f", '{"u"', { index: 0 })), called(piece("f", ":1}", { index: 0 })), called(piece("f", "", { index: 0 })), CALLED], argumentsIn, [["f", '{"u":1}']]],
    ["a rising index, without id and name", "openai-chat", [called(piece("f", "", { index: 0, id: "a" })), called(piece(undefined, '{"x"', { index: 1 })), called(piece(undefined, ":1", { index: 2 })), called(piece(undefined, "}", { index: 3 })), CALLED], (result) => [argumentsIn(result), result.leftOut], [[["f", '{"x":1}']], []]],
    ["a rising index behind whole arguments", "openai-chat", [called(piece("f", '{"x":1}', { index: 0, id: "a" })), called(piece(undefined, '{"y":1}', { index: 1 })), CALLED], (result) => [argumentsIn(result), leftIn(result)], [[["f", '{"x":1}']], [["call", undefined, '{"y":1}']]]],
    ["a rising index", "anthropic", [message, begun(0, use), given(1, '{"x"'), given(2, ":1}"), ...ended("tool_use")], (result) => [inputsIn(result), result.leftOut], [[["f", { x: 1 }]], []]],
    ["a rising index", "bedrock", [started(0, tool), block(1, { toolUse: { input: '{"x"' } }), block(2, { toolUse: { input: ":1}" } }), stopped("tool_use")], (result) => [blocksOf(result), result.leftOut], [[{ toolUse: { toolUseId: "a", name: "f", input: { x: 1 } } }], []]],
    ["a rising index", "openai-responses", [item(0, callItem("")), ...['{"x"', ":1}"].map((text, at) => ({ type: "response.function_call_arguments.delta", output_index: at + 1, delta: text })), completed()], (result) => [itemsOf(result), result.leftOut], [[callItem('{"x":1}')], []]],
    ["a call in pieces that another one follows, and the stream breaks", "gemini", [gemini([{ functionCall: { name: "f", willContinue: true } }]), gemini([{ functionCall: { partialArgs: [{ jsonPath: "$.x", numberValue: 1 }], willContinue: true } }]), gemini([{ functionCall: { name: "g", args: {} } }])], (result) => [result.response.candidates[0].content.parts.map(({ functionCall }) => functionCall.name), leftIn(result)], [["g"], [["call", "f", '{"x":1}']]]],
    ["an id that two calls share", "ai-sdk", ["f", "g"].flatMap((toolName) => [{ type: "tool-input-start", toolCallId: "a", toolName }, { type: "tool-input-available", toolCallId: "a", toolName, input: { of: toolName } }]), ({ response }) => response.parts.map(({ input }) => input.of), ["f", "g"]],
  ],
  "a whole response where a stream was expected": [
    ["a chat completion", "openai-chat", [{ id: "c", object: "chat.completion", choices: [{ index: 0, message: { role: "assistant", content: "Hi", tool_calls: [piece("f", '{"x":1}', { id: "a", type: "function" })] }, finish_reason: "tool_calls" }], usage: { prompt_tokens: 1 } }], (result) => [messageOf(result).content, argumentsIn(result), result.response.usage, result.end], ["Hi", [["f", '{"x":1}']], { prompt_tokens: 1 }, "complete"]],
    ["a chat completion", "mistral", [{ choices: [{ index: 0, message: { content: [{ type: "thinking", thinking: "Hm" }, { type: "text", text: "Hi" }] }, finish_reason: "stop" }] }], (result) => [messageOf(result).content, result.end], [[{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }, { type: "text", text: "Hi" }], "complete"]],
    ["a chat completion of Mistral's client", "mistral", [{ choices: [{ index: 0, message: { content: "", toolCalls: [piece("f", "{}", { id: "a" })] }, finishReason: "tool_calls" }] }], (result) => [messageOf(result).toolCalls.length, result.end], [1, "complete"]],
    ["a text completion", "openai-chat", [{ object: "text_completion", choices: [{ index: 0, text: "Hi", finish_reason: "stop" }] }], (result) => messageOf(result).content, "Hi"],
    ["a message", "anthropic", [{ type: "message", role: "assistant", content: [{ type: "text", text: "Hi" }, { ...use, input: { x: 1 } }], stop_reason: "tool_use", usage: { input_tokens: 1 } }], (result) => [contentOf(result), result.response.usage, result.end], [[{ type: "text", text: "Hi" }, { ...use, input: { x: 1 } }], { input_tokens: 1 }, "complete"]],
    ["a message in its own start", "anthropic", [{ type: "message_start", message: { role: "assistant", content: [{ type: "text", text: "Hi" }] } }, ...ended("end_turn")], contentOf, [{ type: "text", text: "Hi" }]],
    ["a response", "openai-responses", [{ object: "response", status: "completed", output: [output("Hi")], usage: { input_tokens: 1 } }], (result) => [itemsOf(result), result.response.usage, result.end], [[output("Hi")], { input_tokens: 1 }, "complete"]],
    ["a response that is not done", "openai-responses", [{ object: "response", status: "in_progress", output: [callItem('{"x":')] }], (result) => [result.end, leftIn(result)], ["broken", [["call", "f", '{"x":']]]],
    ["an output", "bedrock", [{ output: { message: { role: "assistant", content: [{ text: "Hi" }, { toolUse: { ...tool.toolUse, input: { x: 1 } } }] } }, stopReason: "tool_use", usage: { inputTokens: 1 }, metrics: { latencyMs: 1 } }], (result) => [blocksOf(result), result.response.stopReason, result.response.usage, result.end], [[{ text: "Hi" }, { toolUse: { ...tool.toolUse, input: { x: 1 } } }], "tool_use", { inputTokens: 1 }, "complete"]],
    ["a message", "ai-sdk", [{ id: "u", role: "assistant", parts: [{ type: "text", text: "Hi" }] }], ({ response }) => response.parts, [{ type: "text", text: "Hi" }]],
    ...[["openai-chat", { error: { message: "Slow down" } }], ["openai-responses", { error: { message: "Slow down" } }], ["anthropic", { error: { message: "Slow down" } }], ["gemini", { error: { message: "Slow down" } }]].map(([format, body]) => ["an error", format, [JSON.stringify(body)], ({ end, error }) => [end, /Slow down/.test(error.message)], ["failed", true]]),
  ],
  "usage in other places": [
    ["in a choice", "openai-chat", [HI, chunk({}, { finish_reason: "stop", usage: { prompt_tokens: 3, cached_tokens: 2 } })], ({ response }) => [response.usage, "usage" in response.choices[0]], [{ prompt_tokens: 3, cached_tokens: 2 }, false]],
    ["in a choice, before another", "openai-chat", [chunk({}, { usage: { prompt_tokens: 1 } }), { ...STOP, usage: { prompt_tokens: 3, cached_tokens: 2 } }], ({ response }) => response.usage, { prompt_tokens: 3, cached_tokens: 2 }],
    ["alone, and first", "openai-chat", [{ usage: { prompt_tokens: 3 } }, HI, STOP], ({ response }) => response.usage, { prompt_tokens: 3 }],
    ["in the delta of a message", "anthropic", [message, said(0, "Hi"), { type: "message_delta", delta: { stop_reason: "end_turn", usage: { output_tokens: 3 } } }], ({ response }) => response.usage, { output_tokens: 3 }],
    ["twice", "bedrock", [stopped("end_turn"), { metadata: { usage: { inputTokens: 1 } } }, { metadata: { metrics: { latencyMs: 1 } } }, block(0, { text: "Hi" })], ({ response }) => response.usage, { inputTokens: 1 }],
    ...[7, "7", [7], false].flatMap((usage) => [
      [`${JSON.stringify(usage)} is none`, "openai-chat", [{ ...HI, usage: { prompt_tokens: 3 } }, { ...STOP, usage }], ({ response }) => response.usage, { prompt_tokens: 3 }],
      [`${JSON.stringify(usage)} is none`, "anthropic", [{ ...message, message: { ...message.message, usage } }, { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } }], ({ response }) => response.usage, { output_tokens: 3 }],
      [`${JSON.stringify(usage)} is none`, "openai-responses", [completed([], { usage })], ({ response, end }) => [response.usage ?? null, end], [null, "complete"]],
      [`${JSON.stringify(usage)} is none`, "gemini", [gemini([{ text: "Hi" }], { finishReason: "STOP" }), { usageMetadata: usage }], ({ response }) => response.usageMetadata ?? null, null],
      [`${JSON.stringify(usage)} is none`, "bedrock", [stopped("end_turn"), { metadata: { usage } }, block(0, { text: "Hi" })], ({ response }) => response.usage ?? null, null],
    ]),
  ],
  "the end that only `[DONE]` tells": [
    ["the message and its calls are whole", "openai-chat", [sse([HI, called(piece("f", '{"x":1}', { index: 0, id: "a" }))])], (result) => [endOf(result), argumentsIn(result), result.error], [["complete", 0], [["f", '{"x":1}']], null]],
    ["the message and its calls are whole", "mistral", [sse([HI])], endOf, ["complete", 0]],
    ["a call whose arguments are not whole is left out", "openai-chat", [sse(CUT["openai-chat"])], endOf, ["complete", 1]],
    ["it tells nothing behind an error", "openai-chat", [sse([HI, chunk({}, { finish_reason: "error" })])], endOf, ["broken", 0]],
    ["it tells nothing alone", "openai-chat", [sse([])], ({ end, response }) => [end, response], ["broken", null]],
    ["the AI SDK writes it behind every stream", "ai-sdk", [sse([{ type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: "Hi" }])], ({ end }) => end, "broken"],
    ["no other provider has it", "anthropic", [sse([message, said(0, "Hi")])], ({ end }) => end, "broken"],
  ],
  "indexes that are no places": [
    ...[1e9, 2 ** 53, -1, 0.5, Number.NaN, "7", null, undefined, {}, [1]].flatMap((index) => [
      [String(index), "anthropic", [message, begun(index, { type: "text", text: "" }), said(index, "Hi"), { type: "content_block_stop", index }, ...ended("end_turn")], (result) => [contentOf(result), result.leftOut], [[{ type: "text", text: "Hi" }], []]],
      [String(index), "bedrock", [block(index, { text: "Hi" }), stopped("end_turn")], (result) => [blocksOf(result), result.leftOut], [[{ text: "Hi" }], []]],
      [String(index), "openai-responses", [item(index, output("", { content: [] })), { type: "response.content_part.added", output_index: index, content_index: index, part: { type: "output_text", text: "" } }, { type: "response.output_text.delta", output_index: index, content_index: index, delta: "Hi" }, completed()], (result) => [itemsOf(result), result.leftOut], [[output("Hi")], []]],
      [String(index), "openai-responses", [{ type: "response.reasoning_summary_text.delta", output_index: index, summary_index: index, delta: "Hm" }, completed()], (result) => itemsOf(result)[0].summary, [{ type: "summary_text", text: "Hm" }]],
      [String(index), "openai-chat", [chunk({ content: "Hi", tool_calls: [piece("f", '{"x"', { index })] }, { index }), chunk({ tool_calls: [piece(undefined, ":1}", { index })] }, { index, finish_reason: "tool_calls" })], (result) => [messageOf(result).content, argumentsIn(result), endOf(result)], ["Hi", [["f", '{"x":1}']], ["complete", 0]]],
      [String(index), "gemini", [gemini([{ text: "Hi" }], { index, finishReason: "STOP" })], ({ response, leftOut, end }) => [response.candidates[0].content.parts, leftOut, end], [[{ text: "Hi" }], [], "complete"]],
    ]),
    ["a huge index of a path", "gemini", [gemini([{ functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a[0]", numberValue: 1 }, { jsonPath: "$.a[4000000000]", numberValue: 2 }, { jsonPath: "$.a.b", numberValue: 3 }] } }], { finishReason: "STOP" })], ({ response }) => response.candidates[0].content.parts[0].functionCall.args, { a: [1, 2, 3] }],
    ["an index that is used again", "anthropic", [message, ...["Hi", "Yo"].flatMap((text) => [begun(0, { type: "text", text: "" }), said(0, text)]), ...ended("end_turn")], (result) => contentOf(result).map(({ text }) => text), ["Hi", "Yo"]],
    ["an index that is used again", "bedrock", [...["a", "b"].flatMap((toolUseId) => [started(0, { toolUse: { toolUseId, name: "f" } }), block(0, { toolUse: { input: JSON.stringify({ of: toolUseId }) } })]), stopped("tool_use")], (result) => blocksOf(result).map(({ toolUse }) => toolUse.input.of), ["a", "b"]],
    ["an index that another kind uses again", "bedrock", [block(0, { text: "Hi" }), block(0, { reasoningContent: { text: "Hm" } }), block(0, { reasoningContent: { redactedContent: "eA==" } }), started(0, tool), stopped("tool_use")], blocksOf, [{ text: "Hi" }, { reasoningContent: { reasoningText: { text: "Hm" } } }, { reasoningContent: { redactedContent: "eA==" } }, { toolUse: { ...tool.toolUse, input: {} } }]],
    ["an index that is used again", "openai-responses", [...["Hi", "Yo"].flatMap((text) => [item(0, output("", { content: [] })), { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: text }]), completed()], (result) => itemsOf(result).map(({ content }) => content[0].text), ["Hi", "Yo"]],
    ["a nested index that is used again", "openai-responses", [...["Hi", "Yo"].flatMap((text) => [{ type: "response.content_part.added", output_index: 0, content_index: 0, part: { type: "output_text", text: "" } }, { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: text }]), completed()], (result) => itemsOf(result)[0].content.map(({ text }) => text), ["Hi", "Yo"]],
  ],
};

for (const [subject, rows] of Object.entries(FAULTS)) {
  describe(subject, () => {
    for (const [fault, format, items, seen, expected] of rows) test(`${format}: ${fault}`, async () => assert.deepEqual(seen(await read(format, items)), expected));
  });
}

test("indexes that rise from event to event cost no more than others", async () => {
  const count = runs({ few: 15_000, all: 50_000 });
  const rising = byTarget({
    "openai-chat": (index) => called(piece("f", "{}", { index, id: `c${index}` })),
    mistral: (index) => called(piece("f", "{}", { id: `c${index}` })),
    anthropic: (index) => begun(index * 1e4, { ...use, input: { x: 1 } }),
    "openai-responses": (index) => item(index * 1e4, callItem("{}", { call_id: `c${index}` })),
    bedrock: (index) => block(index * 1e4, { toolUse: { input: "}" } }),
    gemini: (index) => gemini([{ functionCall: { name: "f", args: {} } }], { index: index * 1e4 }),
  });
  for (const [format, event] of Object.entries(rising)) {
    const stream = readStream(format, Array.from({ length: count }, (_, index) => event(index)));
    await stream.result();
    assert.ok(stream.partial.parts.length > 0 || format === "gemini", format);
  }
});

describe("a call whose arguments were cut off never runs", () => {
  for (const [format, events] of Object.entries(CUT)) {
    const lies = [[], ...(format === "openai-chat" || format === "mistral" ? [[chunk({}, { finish_reason: "" })]] : [])];
    for (const more of lies) {
      test(`${format}${more.length > 0 ? ", behind a reason that is none" : ""}`, async () => {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Go.");
        await addStream(conversation, format, streamOf([...events, ...more])).result();
        await conversation.runTools({ f: () => assert.fail("it ran") });
        conversation.dispose();
      });
    }
  }
});

describe("counters of usage that are none", () => {
  const reports = byTarget({
    "openai-chat": (count) => [HI, { ...STOP, usage: { prompt_tokens: count, completion_tokens: count, total_tokens: count } }],
    mistral: (count) => [HI, { ...STOP, usage: { prompt_tokens: count, completion_tokens: count, total_tokens: count } }],
    anthropic: (count) => [message, said(0, "Hi"), { ...ended("end_turn")[0], usage: { input_tokens: count, output_tokens: count } }],
    "openai-responses": (count) => [completed([output("Hi")], { usage: { input_tokens: count, output_tokens: count } })],
    bedrock: (count) => [block(0, { text: "Hi" }), stopped("end_turn"), { metadata: { usage: { inputTokens: count, outputTokens: count } } }],
    gemini: (count) => [{ ...gemini([{ text: "Hi" }], { finishReason: "STOP" }), usageMetadata: { promptTokenCount: count, candidatesTokenCount: count } }],
  });
  for (const [format, report] of Object.entries(reports)) {
    test(`${format}: they stay in the report, and count nothing`, async () => {
      for (const count of [-1, 0.5, Number.NaN, Infinity, 1e300, "7", null, {}, [7], true]) {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Hello?");
        const { end, message: added } = await addStream(conversation, format, streamOf(report(count))).result();
        assert.equal(end, "complete", String(count));
        for (const tokens of Object.values(added.tokens ?? {})) assert.ok(Number.isSafeInteger(tokens) && tokens >= 0, `${String(count)}: ${tokens}`);
        assert.equal(ConversationManager.fromJSON(conversation.toJSON()).messageCount, 2);
        conversation.dispose();
      }
    });
  }
});

describe("a source whose end throws", () => {
  const fail = () => {
    throw new Error("no end");
  };
  const items = (more) => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: HI }), ...more }) });
  const SOURCES = {
    "`return` throws": () => items({ return: fail }),
    "`return` rejects": () => items({ return: async () => fail() }),
    "`return` is a getter that throws": () => items(Object.defineProperty({}, "return", { get: fail, enumerable: false })),
    "`return` gives a promise whose `then` throws": () => items({ return: () => Object.defineProperty({}, "then", { get: fail }) }),
    "`abort` throws": () => ({ ...items({}), controller: { abort: fail } }),
    "`abort` rejects": () => ({ ...items({}), controller: { abort: async () => fail() } }),
    "`controller` is a getter that throws": () => Object.defineProperty(items({}), "controller", { get: fail }),
    "`cancel` throws": () => ({ getReader: () => ({ read: async () => ({ done: false, value: HI }), cancel: fail }) }),
    "`cancel` rejects": () => ({ getReader: () => ({ read: async () => ({ done: false, value: HI }), cancel: async () => fail() }) }),
    "`cancel` returns nothing": () => ({ getReader: () => ({ read: async () => ({ done: false, value: HI }), cancel: () => undefined }) }),
    "there is no `cancel`": () => ({ getReader: () => ({ read: async () => ({ done: false, value: HI }) }) }),
  };
  const ENDS = {
    "an abort": [(stop) => ({ signal: stop.signal, onUpdate: ({ text }) => text.length > 4 && stop.abort() }), "aborted"],
    "an error of `onUpdate`": [() => ({ onUpdate: fail }), null],
  };
  for (const [name, source] of Object.entries(SOURCES)) {
    for (const [how, [options, end]] of Object.entries(ENDS)) {
      test(`${name}, behind ${how}: the result comes, and the conversation is free`, async () => {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Hello?");
        const stream = addStream(conversation, "openai-chat", source(), options(new AbortController()));
        if (end === null) await assert.rejects(stream.result(), /no end/);
        else assert.equal((await stream.result()).end, end);
        assert.equal(conversation.busy, false);
        conversation.dispose();
      });
    }
  }

  const BROKEN = {
    "gives no object": { next: async () => undefined },
    "throws an error whose message throws": { next: async () => { throw Object.defineProperty({}, "message", { get: fail }); } },
    "throws an error whose name throws": { next: async () => { throw Object.defineProperty({}, "name", { get: fail }); } },
    "gives an event whose field throws": { next: async () => ({ done: false, value: Object.defineProperty({ ...HI }, "model", { get: fail, enumerable: true }) }) },
    "gives an item whose length throws": { next: async () => ({ done: false, value: Object.defineProperty({}, "byteLength", { get: fail }) }) },
    "has no `next`": {},
  };
  for (const [name, iterator] of Object.entries(BROKEN)) {
    test(`a source that ${name} is broken`, async () => {
      const { end, error } = await readStream("openai-chat", { [Symbol.asyncIterator]: () => iterator }).result();
      assert.deepEqual([end, error.code], ["broken", "stream-broken"]);
    });
  }
});

describe("a stream that grows without end", () => {
  const MiB = 2 ** 20;
  const big = "x".repeat(4 * MiB);
  const endless = (item) => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: item }) }) });
  const text = byTarget({
    "openai-chat": chunk({ content: big }),
    mistral: chunk({ content: big }),
    anthropic: said(0, big),
    "openai-responses": { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: big },
    bedrock: block(0, { text: big }),
    gemini: gemini([{ text: big }]),
  });
  const grown = async (format, source) => {
    const { response, end, error } = await readStream(format, source).result();
    assert.deepEqual([end, error.code, /64 Mi/.test(error.message)], ["broken", "stream-broken", true]);
    return response;
  };
  for (const [format, event] of Object.entries({ ...text, "ai-sdk": { type: "text-delta", id: "1", delta: big } })) {
    test(`${format}: it is broken, and the text so far stays`, async () => {
      const response = await grown(format, endless(event));
      assert.ok(JSON.stringify(response).length > 48 * MiB);
    });
  }

  test("so are many small parts", async () => {
    const many = { ...HI, choices: [{ index: 0, delta: { tool_calls: Array.from({ length: 20_000 }, () => piece("f", "{}", { id: "a", index: 0 })) } }] };
    await grown("openai-chat", (function* () {
      for (let at = 0; ; at += 1) yield { ...many, choices: [{ index: 0, delta: { tool_calls: many.choices[0].delta.tool_calls.map((call, index) => ({ ...call, id: `${at}.${index}` })) } }] };
    })());
  });

  const WIRES = { "a line": ["openai-chat", `: ${big}`], "data of one event": ["openai-chat", `data: ${big}\n`], "an object": ["gemini", `[{"x":"${big}`, "x".repeat(4 * MiB)] };
  for (const [name, [format, first, ...more]] of Object.entries(WIRES)) {
    test(`so is ${name} that never ends`, async () => {
      const iterator = (function* () {
        yield first;
        for (;;) yield more[0] ?? first.replace(/^: /, "");
      })();
      await grown(format, iterator);
    });
  }

  test("a frame that claims gigabytes is refused at once, and so are headers that are longer than their frame", async () => {
    const hi = frame({ ":event-type": "contentBlockDelta" }, { contentBlockIndex: 0, delta: { text: "Hi" } });
    const [huge, torn] = [Buffer.from(hi), Buffer.from(hi)];
    huge.writeUInt32BE(0x7fffffff, 0);
    torn.writeUInt32BE(0x7fffffff, 4);
    for (const bad of [huge, torn]) {
      const { end, error, response } = await readStream("bedrock", endless(Buffer.concat([hi, bad]))).result();
      assert.deepEqual([end, /impossible length/.test(error.message), response.output.message.content], ["broken", true, [{ text: "Hi" }]]);
    }
  });

  test("a frame that arrives in small pieces is read once", async () => {
    const whole = frame({ ":event-type": "contentBlockDelta" }, { contentBlockIndex: 0, delta: { text: "x".repeat(8 * MiB) } });
    const pieces = Array.from({ length: Math.ceil(whole.length / 256) }, (_, at) => whole.subarray(at * 256, at * 256 + 256));
    const { response } = await readStream("bedrock", pieces).result();
    assert.equal(response.output.message.content[0].text.length, 8 * MiB);
  });

  test("updates that replace each other are no growth", async () => {
    const preliminary = Array.from({ length: 40 }, () => ({ type: "tool-output-available", toolCallId: "a", output: big, preliminary: true }));
    const { end } = await read("ai-sdk", [{ type: "tool-input-available", toolCallId: "a", toolName: "f", input: {} }, ...preliminary, { type: "finish" }]);
    assert.equal(end, "complete");
  });

  test("a piece may hold any number of events", async () => {
    const { response, end } = await read("openai-chat", [sse([...Array(200_000).fill({ choices: [{ index: 0, delta: { content: "x" } }] }), STOP])]);
    assert.deepEqual([response.choices[0].message.content.length, end], [200_000, "complete"]);
  });
});
