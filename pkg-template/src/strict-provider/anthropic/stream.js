import { NAMED, pieces, words } from "../stream.js";

/** @type {import('../stream.js').Streaming} */
export const messageStream = {
  isAsked: (body) => body?.stream === true,
  events,
  error: (message) => ({ type: "error", error: { type: "overloaded_error", message } }),
  framing: () => NAMED,
};

function* events({ content, stop_reason, stop_sequence, usage, ...head }) {
  const { output_tokens, ...input } = usage;
  yield {
    type: "message_start",
    message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...input, output_tokens: 1 } },
  };
  yield { type: "ping" };
  for (const [index, block] of content.entries()) {
    const [begun, deltas] = grown(block);
    yield { type: "content_block_start", index, content_block: begun };
    for (const delta of deltas) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens } };
  yield { type: "message_stop" };
}

/** A block as it begins, and its deltas. */
function grown(block) {
  switch (block.type) {
    case "thinking": {
      const { thinking, signature } = block;
      return [
        { ...block, thinking: "", signature: "" },
        [...words(thinking).map((word) => ({ type: "thinking_delta", thinking: word })), { type: "signature_delta", signature }],
      ];
    }
    case "text":
      return [{ ...block, text: "" }, words(block.text).map((text) => ({ type: "text_delta", text }))];
    default:
      return [
        { ...block, input: {} },
        ["", ...pieces(JSON.stringify(block.input))].map((partial_json) => ({ type: "input_json_delta", partial_json })),
      ];
  }
}
