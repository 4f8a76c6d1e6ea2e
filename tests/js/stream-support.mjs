// Recorded streams as sources, and the request that follows a response. The framings are written for these tests and do not use the package.

import { ConversationManager } from "backscroll";
import { readStream } from "backscroll/stream";
import { objection, objectionOfVendor, parted } from "../support/judges.mjs";
import { modelInAddress } from "../support/shared-data.mjs";

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

/** Returns the next request after a response whose calls got their results, with the repairs of that response. */
export function nextRequest(target, { request, uri }, response) {
  const { said, params } = parted(target, request);
  const conversation = ConversationManager.from(target, said);
  try {
    const { id: added, toolCalls } = conversation.addResponse(target, response);
    const repairs = conversation.lastRepairs;
    for (const { id } of toolCalls ?? []) conversation.addMessage("tool", "The tool has run.", { toolCallId: id });
    if ((toolCalls ?? []).length === 0) conversation.addMessage("user", "Go on, please.");
    const name = { bedrock: "modelId", gemini: "model" }[target];
    const written = conversation.toRequest(target, { ...params, ...(name && { [name]: modelInAddress({ uri }) }) });
    return { body: written.body, repairs: [...repairs, ...written.repairs].filter(({ messageId }) => messageId === added) };
  } finally {
    conversation.dispose();
  }
}

/** Returns the strict provider's objection to the next request; null when it accepts the request. */
export function objectionTo({ target, isVendors }, row, response) {
  const { body } = nextRequest(target, row, response);
  // Claude's reasoning is signed; reasoning of other models behind Converse need not be.
  const judging = target === "bedrock" && !/anthropic/.test(body.modelId) ? { model: "other" } : {};
  return (isVendors ? objectionOfVendor : objection)(target, body, judging);
}
