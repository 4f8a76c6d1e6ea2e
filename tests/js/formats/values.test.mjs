// Formats that are given as values: the exports of their entries. A program of its own, in which no entry was imported before.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, breakdown, convert, estimateTokens, fit } from "backscroll";
import { aiSdk } from "backscroll/ai-sdk";
import { cohere } from "backscroll/cohere";
import { geminiInteractions } from "backscroll/gemini-interactions";
import { langchain } from "backscroll/langchain";
import { mistralConversations } from "backscroll/mistral-conversations";
import { ollama } from "backscroll/ollama";
import { strands } from "backscroll/strands/format";
import { refusal } from "../../support/basics.mjs";

const TALK = [
  { role: "user", content: "Time in Oslo?" },
  { role: "assistant", content: "Noon." },
  { role: "user", content: "Thanks." },
];

for (const format of [aiSdk, cohere, geminiInteractions, langchain, mistralConversations, ollama, strands]) {
  describe(format.name, () => {
    const written = convert("backscroll", format, TALK).body;
    for (const [name, work] of [
      ["convert to it", (form) => convert("backscroll", form, TALK)],
      ["convert from it", (form) => convert(form, "anthropic", written)],
      ["fit", (form) => fit(form, written, { maxTokens: 1_000 })],
      ["breakdown", (form) => breakdown(form, written)],
      ["estimateTokens", (form) => estimateTokens(TALK, { format: form })],
      ["from", (form) => sent(ConversationManager.from(form, written))],
      ["addResponse", (form) => answered(form, written)],
    ]) {
      test(`${name}: the value does what the name does`, () => assert.deepEqual(work(format), work(format.name)));
    }
  });
}

const sent = (conversation) => conversation.toRequest("anthropic", { model: "claude-opus-5-5", max_tokens: 5 }).body;

/** Returns the request after an answer, or the refusal of a value that is no answer. */
function answered(format, written) {
  const conversation = new ConversationManager();
  try {
    conversation.addResponse(format, written);
  } catch ({ code, message }) {
    return { code, message };
  }
  return sent(conversation);
}

describe("a value that is no format is refused", () => {
  for (const [name, value] of Object.entries({
    "one of another name": { ...aiSdk, name: "mine" },
    "one that cannot write": { ...aiSdk, write: undefined },
    "one whose name throws": Object.defineProperty({ ...aiSdk }, "name", { get: () => { throw new Error("no"); } }),
    "a class": Object,
  })) {
    test(name, () => assert.ok(["unknown-format", "invalid-argument"].includes(refusal(() => fit(value, TALK, { maxTokens: 5 })).code)));
  }
});
