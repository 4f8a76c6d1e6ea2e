import { words } from "../stream.js";

/** Lines end in CRLF. */
const SSE = { type: "text/event-stream", frame: (event) => `data: ${JSON.stringify(event)}\r\n\r\n` };
const ARRAY = {
  type: "application/json; charset=UTF-8",
  frame: (event, index) => `${index === 0 ? "[" : ","}${JSON.stringify(event)}\r\n`,
  last: "]",
};

/** @type {import('../stream.js').Streaming} */
export const contentStream = {
  isAsked: (_, path) => path.endsWith(":streamGenerateContent"),
  events,
  error: (message) => ({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  framing: (query) => (query.get("alt") === "sse" ? SSE : ARRAY),
};

/** A call comes whole. Each chunk has a report, and the last one the reason to stop. */
function* events({
  candidates: [
    {
      content: { parts },
      finishReason,
      index,
    },
  ],
  usageMetadata,
  ...head
}) {
  const small = parts.flatMap(({ text, ...rest }) => (text === undefined ? [rest] : words(text).map((word) => ({ text: word, ...rest }))));
  for (const [at, part] of small.entries()) {
    const isLast = at === small.length - 1;
    yield { candidates: [{ content: { parts: [part], role: "model" }, ...(isLast && { finishReason }), index }], usageMetadata, ...head };
  }
}
