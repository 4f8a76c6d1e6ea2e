// Values that are no messages of the AI SDK, or of an older version, are refused with their path.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/ai-sdk";

const model = (role, part) => [{ role, content: [part] }];
const ui = (role, part) => ({ messages: [{ id: "1", role, parts: [part] }] });
const result = (output) => model("tool", { type: "tool-result", toolCallId: "c", toolName: "t", output });
const tool = (state, fields) => ui("assistant", { type: "tool-x", toolCallId: "c", ...(state && { state }), ...fields });

/** Expects each body to be refused with this path, and these words. */
function refused(rows, code = "invalid-message") {
  for (const [body, path, words] of rows) {
    test(`${JSON.stringify(body).slice(0, 100)}: ${path}`, () => {
      const isIt = (error) => error.code === code && error.message.startsWith(path === "" ? words : `${path}: `) && error.message.includes(words);
      assert.throws(() => convert("ai-sdk", "backscroll", body), isIt);
    });
  }
}

describe("values that are no list of messages", () => {
  refused([
    [{ prompt: "Hi." }, "", "expected a list of messages"],
    [{ messages: {} }, "messages", "expected a list of messages, found an object"],
    [["Hi."], "[0]", "expected an object, found a string"],
    [[{ role: "user" }], "[0]", "needs `content` or `parts`"],
    [[{ content: "Hi." }], "[0].role", "found nothing"],
    [[{ role: "user", content: 1 }], "[0].content", "expected a string or a list of parts"],
    [[{ role: "system", content: [] }], "[0].content", "expected a string"],
    [[{ id: 1, role: "user", parts: [] }], "[0].id", "expected a string"],
  ]);
  refused(
    [
      [[{ role: "robot", content: "Hi." }], "[0].role", "system, user, assistant, tool"],
      [ui("tool", { type: "text", text: "" }), "messages[0].role", "system, user, assistant"],
    ],
    "invalid-role",
  );
});

describe("a list that mixes both forms", () => {
  const message = { id: "1", role: "user", parts: [] };
  refused([
    [[message, { role: "user", content: "Hi." }], "[1]", "a model message among UI messages"],
    [{ messages: [{ role: "user", content: "Hi." }, message] }, "messages[1]", "a UI message among model messages"],
  ]);
});

describe("parts without a required field", () => {
  refused([
    [model("user", { text: "Hi." }), "[0].content[0].type", "found nothing"],
    [model("user", { type: "text" }), "[0].content[0].text", "found nothing"],
    [model("user", { type: "text", text: "", providerOptions: 1 }), "[0].content[0].providerOptions", "expected an object"],
    [model("user", { type: "image" }), "[0].content[0].image", "found nothing"],
    [model("user", { type: "file", data: { type: "Buffer", data: [1] } }), "[0].content[0].data", "bytes have no form in JSON"],
    [model("user", { type: "image", image: { 0: 137 } }), "[0].content[0].image", "bytes have no form in JSON"],
    [model("assistant", { type: "tool-call", toolName: "x" }), "[0].content[0].toolCallId", "found nothing"],
    [model("tool", { type: "text", text: "" }), "[0].content[0].type", "tool-result"],
    [result("x"), "[0].content[0].output", "expected an object"],
    [result({ type: "json" }), "[0].content[0].output.value", "found nothing"],
    [result({ type: "html", value: "" }), "[0].content[0].output.type", "unknown type of output `html`"],
    [result({ type: "content", value: [{ type: "file-data" }] }), "[0].content[0].output.value[0].data", "found nothing"],
    [tool(null), "messages[0].parts[0].state", "found nothing"],
    [tool("lost"), "messages[0].parts[0].state", "input-streaming"],
    [tool("output-error"), "messages[0].parts[0].errorText", "found nothing"],
    [tool("output-denied"), "messages[0].parts[0].approval", "needs an `approval` with `approved: false`"],
  ]);
});

describe("older versions", () => {
  const old = "is of version 4 of the AI SDK or older";
  refused([
    [[{ id: "1", role: "user", content: "Hi.", parts: [] }], "[0].content", old],
    [[{ id: "1", role: "assistant", content: "", toolInvocations: [] }], "[0].toolInvocations", old],
    [[{ role: "user", content: "", experimental_attachments: [] }], "[0].experimental_attachments", old],
    [[{ role: "data", content: "" }], "[0].role", old],
    [model("assistant", { type: "tool-call", toolCallId: "c", toolName: "t", args: {} }), "[0].content[0].args", old],
    [model("tool", { type: "tool-result", toolCallId: "c", toolName: "t", result: 1 }), "[0].content[0].result", old],
    [model("user", { type: "file", data: "", mimeType: "text/plain" }), "[0].content[0].mimeType", old],
    [ui("assistant", { type: "tool-invocation", toolInvocation: {} }), "messages[0].parts[0].type", old],
    [ui("assistant", { type: "source", source: {} }), "messages[0].parts[0].type", old],
    [ui("assistant", { type: "reasoning", reasoning: "Hm." }), "messages[0].parts[0].reasoning", old],
    [tool("result"), "messages[0].parts[0].state", old],
  ]);
});

describe("an input has the depth limit of all arguments", () => {
  const input = "[".repeat(200) + "]".repeat(200);
  const call = { type: "tool-call", toolCallId: "c", toolName: "t", input };
  refused([[model("assistant", call), "[0].the arguments of call `c`", "nested deeper"]], "too-deep");
});
