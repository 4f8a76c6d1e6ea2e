// Recorded streams as sources, and the request that follows a response. The framings are written for these tests and do not use the package.

import { ConversationManager } from "backscroll";
import { readStream } from "backscroll/stream";
import { objection, objectionOfVendor, parted } from "../judges.mjs";
import { modelInAddress } from "../shared-data.mjs";
import { byTarget } from "../targets.mjs";

/** Returns the bytes of a recorded stream. */
export const bytesOf = ({ response_text: text, response_base64: base64 }) => (text === undefined ? Buffer.from(base64, "base64") : Buffer.from(text));

/** Returns the events of a recorded stream, as a client parses them. */
export function eventsOf(row) {
  if (row.response_text === undefined) return [...framesIn(bytesOf(row))];
  const lines = row.response_text.split(/\r?\n/).filter((line) => line.startsWith("data:") && !line.includes("[DONE]"));
  return lines.map((line) => JSON.parse(line.slice(5)));
}

function* framesIn(bytes) {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const [length, headers] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    const body = at + 12 + headers;
    const name = /:event-type\x07..(\w+)/s.exec(bytes.subarray(at + 12, body).toString("latin1"))[1];
    yield { [name]: JSON.parse(bytes.subarray(body, at + length - 4).toString()) };
  }
}

/** Makes a frame of Amazon's event stream. */
export function frame(headers, body) {
  const text = (value) => Buffer.from(value);
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => Buffer.concat([Buffer.from([name.length]), text(name), Buffer.from([7, 0, value.length]), text(value)])));
  const payload = text(JSON.stringify(body));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + head.length + payload.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  return Buffer.concat([prelude, head, payload, Buffer.alloc(4)]);
}

/** Makes an async iterable of these items, which throws the error after them. */
export async function* streamOf(items, error) {
  yield* items;
  if (error !== undefined) throw error;
}

/** Returns server-sent events of these values. */
export const sse = (events, { end = "\n", done = true } = {}) => [...events.map((event) => `data: ${JSON.stringify(event)}`), ...(done ? ["data: [DONE]"] : [])].map((line) => `${line}${end}${end}`).join("");

/** Returns the result of these events. */
export const read = (format, items, options) => readStream(format, streamOf(items), options).result();

/** Makes a chunk of chat completions with one choice. */
export const chunk = (delta, more = {}) => ({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null, ...more }] });

const delta = (index, inner) => ({ type: "content_block_delta", index, delta: inner });
const begun = { type: "message_start", message: { role: "assistant", content: [], model: "m", usage: { input_tokens: 1, output_tokens: 1 } } };

/** A stream of each target that stops in the middle of a call, behind a text. */
export const CUT = byTarget({
  "openai-chat": [chunk({ role: "assistant", content: "Hi" }), chunk({ tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"x":' } }] })],
  mistral: [chunk({ role: "assistant", content: "Hi" }), chunk({ tool_calls: [{ index: 0, id: "abcdefghi", function: { name: "f", arguments: '{"x":' } }] })],
  anthropic: [begun, { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, delta(0, { type: "text_delta", text: "Hi" }), { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "a", name: "f", input: {} } }, delta(1, { type: "input_json_delta", partial_json: '{"x":' })],
  "openai-responses": [{ type: "response.created", response: { id: "resp_1", object: "response", status: "in_progress", output: [] } }, { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] } }, { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" }, { type: "response.output_item.added", output_index: 1, item: { type: "function_call", id: "fc_1", call_id: "a", name: "f", arguments: "", status: "in_progress" } }, { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"x":' }],
  bedrock: [{ messageStart: { role: "assistant" } }, { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } }, { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: "a", name: "f" } } } }, { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: '{"x":' } } } }],
  gemini: [{ candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] } }] }, { candidates: [{ content: { role: "model", parts: [{ functionCall: { name: "f", partialArgs: [{ jsonPath: "$.x" }], willContinue: true } }] } }] }],
});

/** The provider's error, in the middle of its stream. */
export const FAILURES = byTarget({
  "openai-chat": { error: { message: "Overloaded", code: 502 } },
  mistral: { error: { message: "Overloaded" } },
  anthropic: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  "openai-responses": { type: "response.failed", response: { id: "resp_1", status: "failed", error: { code: "server_error", message: "Overloaded" }, output: [] } },
  bedrock: { modelStreamErrorException: { message: "Overloaded" } },
  gemini: { error: { code: 503, message: "Overloaded" } },
});

/** Returns the next request after a response whose calls got their results, with the repairs of that response. */
export function nextRequest(target, row, response) {
  const conversation = conversationOf(target, row);
  try {
    const message = conversation.addResponse(target, response);
    return requestAfter(target, row, conversation, message);
  } finally {
    conversation.dispose();
  }
}

/** Returns the conversation of a recorded request. */
export const conversationOf = (target, { request }) => ConversationManager.from(target, parted(target, request).said);

/** Returns the next request after the newest message, whose calls get their results, with the repairs of that message. */
export function requestAfter(target, { request, uri }, conversation, { id: added, toolCalls = [] }) {
  const repairs = conversation.lastRepairs;
  for (const { id } of toolCalls) conversation.addMessage("tool", "The tool has run.", { toolCallId: id });
  if (toolCalls.length === 0) conversation.addMessage("user", "Go on, please.");
  const name = { bedrock: "modelId", gemini: "model" }[target];
  const written = conversation.toRequest(target, { ...parted(target, request).params, ...(name && { [name]: modelInAddress({ uri }) }) });
  return { body: written.body, repairs: [...repairs, ...written.repairs].filter(({ messageId }) => messageId === added) };
}

/** Returns the strict provider's objection to the request after a response; null when it accepts it. */
export const objectionTo = (set, row, response) => objectionToBody(set, nextRequest(set.target, row, response).body);

/** Returns the strict provider's objection to the body of a set; null when it accepts it. */
export function objectionToBody({ target, isVendors }, body) {
  // Claude's reasoning is signed; reasoning of other models behind Converse need not be.
  const judging = target === "bedrock" && !/anthropic/.test(body.modelId) ? { model: "other" } : {};
  return (isVendors ? objectionOfVendor : objection)(target, body, judging);
}
