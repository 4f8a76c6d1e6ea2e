// `backscroll/estimate`: the estimates of the package, by a wasm of its own that is much smaller.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as whole from "backscroll";
import { estimateTokens } from "backscroll/estimate";
import { aiSdk } from "backscroll/ai-sdk";
import { refusal } from "../../support/basics.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";

const TEXTS = ["", "Hello", "Привет, заказ пришёл", "東京の天気は？", "🙂".repeat(50), "const a = { b: 1 };\n".repeat(40), "half \ud800", '{"a":[1,2,3]}'];
const MODELS = [undefined, "gpt-5", "gpt-4", "claude-opus-4-8", "claude-3-haiku", "gemini-3-pro", "mistral-large-latest", "deepseek-chat", "nobody-knows"];
const ESTIMATORS = [undefined, "script", "bytes/3", "chars/4", (text) => text.length / 3];

/** The outcome of an estimate: its tokens, or its error. */
function outcome(run) {
  try {
    return run();
  } catch ({ code, message }) {
    return { code, message };
  }
}

describe("estimates are those of the package", () => {
  for (const model of MODELS) {
    test(`for ${model ?? "no model"}`, () => {
      for (const estimator of ESTIMATORS)
        for (const margin of [undefined, false])
          for (const format of [undefined, "anthropic", aiSdk]) {
            const options = { ...(model && { model }), ...(estimator && { estimator }), ...(margin === false && { margin }), ...(format && { format }) };
            for (const text of TEXTS) assert.equal(estimateTokens(text, options), whole.estimateTokens(text, options), JSON.stringify([text, options]));
          }
    });
  }

  test("of messages", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const messages = whole.convert("backscroll", "backscroll", transcript(seed)).body;
      for (const model of MODELS) for (const estimator of ESTIMATORS) {
        const options = { ...(model && { model }), ...(estimator && { estimator }) };
        assert.equal(estimateTokens(messages, options), whole.estimateTokens(messages, options));
      }
    }
  });

  test("of pictures, calls and unmodelled parts", () => {
    const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    const messages = [{ role: "user", content: [{ type: "image", mediaType: "image/png", data }, { type: "text", text: "Look." }] }, { role: "assistant", content: null, toolCalls: [{ id: "a", name: "look", arguments: { at: [1, 2] } }] }];
    for (const model of MODELS) assert.equal(estimateTokens(messages, model && { model }), whole.estimateTokens(messages, model && { model }));
  });
});

describe("refusals are those of the package", () => {
  for (const [name, ...given] of [
    ["a number", 5],
    ["a role that is none", [{ role: "bot", content: "x" }]],
    ["an option that is none", "x", { modle: "gpt-5" }],
    ["an estimator that is none", "x", { estimator: "exact" }],
    ["a format that is none", "x", { format: "openai" }],
    ["an estimator that throws", "x", { estimator: () => { throw new Error("no"); } }],
  ])
    test(name, () => {
      const found = outcome(() => estimateTokens(...given));
      assert.deepEqual(found, outcome(() => whole.estimateTokens(...given)));
      assert.equal(typeof found.code, "string");
    });

  test("errors are of the same class", () => assert.ok(refusal(() => estimateTokens(5)) instanceof whole.ConversationError));
});

test("its wasm is less than a fifth of the engine's", () => {
  const size = (name) => readFileSync(new URL(import.meta.resolve("backscroll").replace(/[^/]*$/, name))).length;
  assert.ok(size("estimate.wasm") * 5 < size("core.wasm"), `${size("estimate.wasm")} of ${size("core.wasm")}`);
});

test("a thousand estimates keep no memory", () => {
  const text = "word ".repeat(20_000);
  estimateTokens(text);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 1_000; at += 1) estimateTokens(text);
  assert.ok(process.memoryUsage().arrayBuffers - before < 20e6);
});
