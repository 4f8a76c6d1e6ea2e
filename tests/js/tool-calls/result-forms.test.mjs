// Results of tools in the forms of other programs, and arguments that JSON cannot carry.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { asking, call, resumed, results } from "../../support/suspend/checkpoints.mjs";
import { refusal } from "../../support/basics.mjs";

const PNG = "iVBORw0KGgo=";
const WAV = "UklGRiQAAABXQVZF";
const text = (words) => ({ type: "text", text: words });
const image = { type: "image", mediaType: "image/png", data: PNG };

const READ = {
  "MCP: a text": [{ content: [text("Sunny")] }, [text("Sunny")]],
  "MCP: text, picture and sound": [{ content: [text("See:"), { type: "image", data: PNG, mimeType: "image/png" }, { type: "audio", data: WAV, mimeType: "audio/wav" }] }, [text("See:"), image, { type: "audio", mediaType: "audio/wav", data: WAV }]],
  "MCP: an error": [{ content: [text("No such file")], isError: true }, [text("No such file")], true],
  "MCP: no error": [{ content: [text("Fine")], isError: false, _meta: { trace: "x" } }, [text("Fine")]],
  "MCP: structured, with its text": [{ content: [text('{"degrees":21}')], structuredContent: { degrees: 21 } }, [text('{"degrees":21}')]],
  "MCP: structured, without a text": [{ content: [], structuredContent: { degrees: 21 } }, '{"degrees":21}'],
  "MCP: nothing to say": [{ content: [], isError: false }, ""],
  "MCP: a resource that is text": [{ content: [{ type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "In the file" } }] }, [text("In the file")]],
  "MCP: a resource that is a picture": [{ content: [{ type: "resource", resource: { uri: "file:///a.png", mimeType: "image/png", blob: PNG } }] }, [image]],
  "MCP: a resource that is a document": [{ content: [{ type: "resource", resource: { uri: "file:///a.pdf", mimeType: "application/pdf", blob: "JVBERi0=" } }] }, [{ type: "file", mediaType: "application/pdf", name: "file:///a.pdf", data: "JVBERi0=" }]],
  "MCP: a link": [{ content: [{ type: "resource_link", uri: "https://example.org/a", name: "a", description: "The first" }] }, [text("a\nhttps://example.org/a\nThe first")]],
  "MCP: blocks alone": [[text("See:"), { type: "image", data: PNG, mimeType: "image/png" }], [text("See:"), image]],
  "MCP: bytes": [{ content: [{ type: "image", data: Buffer.from(PNG, "base64"), mimeType: "image/png" }] }, [image]],
  "AI SDK: content": [{ type: "content", value: [text("See:"), { type: "media", data: PNG, mediaType: "image/png" }] }, [text("See:"), image]],
  "AI SDK: content of later versions": [{ type: "content", value: [{ type: "image-data", data: PNG, mediaType: "image/png" }, { type: "file-data", data: "JVBERi0=", mediaType: "application/pdf", filename: "a.pdf" }] }, [image, { type: "file", mediaType: "application/pdf", name: "a.pdf", data: "JVBERi0=" }]],
  "AI SDK: an error as text": [{ type: "error-text", value: "No such file" }, "No such file", true],
  "AI SDK: an error as JSON": [{ type: "error-json", value: { code: 5 } }, '{"code":5}', true],
  "AI SDK: a denial": [{ type: "execution-denied", reason: "Not now." }, "Tool execution denied. Not now.", true],
  "Anthropic: blocks": [[text("See:"), { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }], [text("See:"), image]],
  "Anthropic: a document": [[{ type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } }], [{ type: "file", mediaType: "application/pdf", name: "a.pdf", data: "JVBERi0=" }]],
  "OpenAI: items": [[{ type: "input_text", text: "See:" }, { type: "input_image", image_url: `data:image/png;base64,${PNG}` }], [text("See:"), image]],
  "OpenAI: an image of chat completions": [[{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }], [image]],
};

/** Data that only look like a result: they stay JSON text. */
const DATA = [
  { content: [text("a")], title: "A page" },
  { content: [text("a"), "b"] },
  { content: [] },
  { content: "text" },
  { content: [{ type: "paragraph", text: "a" }] },
  { content: [{ type: "image", data: PNG }] },
  { content: [text("a")], isError: "yes" },
  { isError: true },
  [{ type: "image", mimeType: "image/png" }],
  [{ type: "resource", uri: "x" }],
  { type: "text", value: "a field" },
  { type: "json", value: 5 },
  { type: "error-text" },
  { type: "content", value: [{ type: "row" }] },
  { type: "execution-denied", value: 1 },
  [{ type: "input_image" }],
  [{ type: "constructor" }],
];

/** The two ways in which tools are run. Each returns the results. */
const WAYS = {
  async runTools(tool) {
    const conversation = asking();
    await conversation.runTools({ rm: tool });
    return conversation;
  },
  resume: (tool) => resumed(asking().suspend(), { tools: { rm: tool } }),
};

for (const [way, run] of Object.entries(WAYS)) {
  describe(`what a tool returns, by ${way}`, () => {
    for (const [name, [value, content, isError]] of Object.entries(READ)) {
      test(name, async () => {
        const conversation = await run(() => value);
        assert.deepEqual(results(conversation), [["c1", content, ...(isError ? [true] : [])]]);
        for (const target of TARGETS) {
          const { body } = conversation.toRequest(target, PARAMS[target]);
          assert.equal(objection(target, body), null, target);
        }
      });
    }

    for (const value of DATA) {
      test(`${JSON.stringify(value)} is data`, async () => assert.deepEqual(results(await run(() => value)), [["c1", JSON.stringify(value)]]));
    }

    test("what cannot be kept as media is text", async () => {
      const value = [{ type: "image", source: { type: "url", url: "file:///tmp/a.png" } }];
      assert.deepEqual(results(await run(() => value)), [["c1", JSON.stringify(value)]]);
    });
  });
}

describe("a number that JSON cannot carry", () => {
  const FORMS = { "as text": '{"a":[{"limit":1e400}]}', "below": '{"a":[{"limit":-1e400}]}' };
  /** Conversations in which the model gave the arguments as text, and as an object. */
  const SOURCES = {
    text: (args) => ConversationManager.from("openai-chat", [{ role: "user", content: "Go" }, { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "rm", arguments: args } }] }]),
    // The text of a body: JavaScript cannot write such an object.
    object: (args) => ConversationManager.fromJSON(`[{"id":"a","role":"user","content":"Go"},{"id":"b","role":"assistant","content":null,"toolCalls":[{"id":"c1","name":"rm","arguments":${args}}]}]`),
  };
  const resumedIn = (isGiven, isReread) => async (conversation, tools) => {
    const checkpoint = conversation.suspend();
    const given = isReread ? Checkpoint.fromJSON(JSON.stringify(checkpoint)) : checkpoint;
    return resume(given, { decisions: true, tools, ledger: new MemoryLedger(), ...(isGiven && { conversation }) });
  };
  const RUNS = {
    runTools: async (conversation, tools) => (await conversation.runTools(tools), conversation),
    "resume in the conversation": resumedIn(true, false),
    "resume in a new conversation": resumedIn(false, false),
    "resume of a checkpoint from a file": resumedIn(true, true),
    "resume of a checkpoint from a file in a new conversation": resumedIn(false, true),
  };
  for (const [source, make] of Object.entries(SOURCES)) {
    for (const [form, args] of Object.entries(FORMS)) {
      for (const [way, run] of Object.entries(RUNS)) {
        test(`${form}, given as ${source}, ${way}: the tool is not called, and the result names the argument`, async () => {
          const seen = [];
          const conversation = await run(make(args), { rm: (given) => void seen.push(given) });
          assert.deepEqual(seen, []);
          assert.deepEqual(results(conversation), [["c1", "The argument `a[0].limit` is a number out of range, so the tool was not called.", true]]);
        });
      }
    }
  }

  test("an edit that holds one is refused before any tool runs", async () => {
    for (const limit of [Infinity, -Infinity, NaN]) {
      const error = await refusal(() => resumed(asking([call()]).suspend(), { decisions: { c1: { approved: true, args: { limit } } } }), "invalid-argument");
      assert.match(error.message, /`limit`/);
    }
  });
});
