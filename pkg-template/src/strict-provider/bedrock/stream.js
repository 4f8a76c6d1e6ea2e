import { joined, utf8 } from "../bytes.js";
import { pieces, words } from "../stream.js";

/** @type {import('../stream.js').Streaming} */
export const converseStream = {
  isAsked: (_, path) => path.endsWith("/converse-stream"),
  events,
  error: (message) => ({ modelStreamErrorException: { message } }),
  framing: () => ({ type: "application/vnd.amazon.eventstream", frame }),
};

function* events({ output: { message }, stopReason, usage, metrics }) {
  yield { messageStart: { role: message.role } };
  for (const [contentBlockIndex, block] of message.content.entries()) {
    if (block.toolUse) {
      const { input, ...start } = block.toolUse;
      yield { contentBlockStart: { contentBlockIndex, start: { toolUse: start } } };
    }
    for (const delta of deltasOf(block)) yield { contentBlockDelta: { contentBlockIndex, delta } };
    yield { contentBlockStop: { contentBlockIndex } };
  }
  yield { messageStop: { stopReason } };
  yield { metadata: { usage, metrics } };
}

function deltasOf({ text, toolUse, reasoningContent }) {
  if (toolUse) return ["", ...pieces(JSON.stringify(toolUse.input))].map((input) => ({ toolUse: { input } }));
  if (!reasoningContent) return words(text).map((word) => ({ text: word }));
  const {
    reasoningText: { text: thought, signature },
  } = reasoningContent;
  return [...words(thought).map((word) => ({ reasoningContent: { text: word } })), { reasoningContent: { signature } }];
}

/** A frame: the lengths and their checksum, headers, the event, the checksum of all. */
function frame(event) {
  const [[name, body]] = Object.entries(event);
  const isError = name.endsWith("Exception");
  const headers = joined(
    Object.entries({
      [isError ? ":exception-type" : ":event-type"]: name,
      ":content-type": "application/json",
      ":message-type": isError ? "exception" : "event",
    }).flatMap(([key, value]) => [Uint8Array.of(key.length), utf8(key), Uint8Array.of(7, 0, value.length), utf8(value)]),
  );
  const payload = utf8(JSON.stringify(body));
  const bytes = new Uint8Array(16 + headers.length + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(4, headers.length);
  view.setUint32(8, checksum(bytes.subarray(0, 8)));
  bytes.set(headers, 12);
  bytes.set(payload, 12 + headers.length);
  view.setUint32(bytes.length - 4, checksum(bytes.subarray(0, -4)));
  return bytes;
}

/** CRC-32. */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
