// Helpers for tests of the AI SDK's messages.

import assert from "node:assert/strict";
import { convert } from "backscroll";
import "backscroll/ai-sdk";

/** Reads and writes a list in one form, and fails if anything changes. */
export function comesBack(form, list) {
  assert.deepEqual(convert("ai-sdk", "ai-sdk", list, { form }), { body: list, repairs: [], losses: [] });
}

/** Formats reports as `code messageId: detail`. */
export const told = (reports) => reports.map(({ code, messageId = "", detail }) => `${code} ${messageId}: ${detail}`);

/** A call and its result as model messages. */
export function called(input, output) {
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "look", output }] },
  ];
}
