// Messages of Strands Agents: they come back in both languages, fields that other formats do not define are reported, and invalid messages
// are refused with their path.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/strands/format";
import { TARGETS } from "../../support/targets.mjs";

/** Makes an agent's data with one user message. */
const shown = (block) => ({ messages: [{ role: "user", content: [block] }] });

/** Makes an agent's data with one assistant message. */
const said = (blocks) => ({ messages: [{ role: "assistant", content: blocks }] });

/** Makes one result with these blocks. */
const result = (blocks) => shown({ toolResult: { toolUseId: "c1", status: "success", content: blocks } });

const named = (reports) => reports.map(({ code, detail }) => `${code}: ${detail}`);

/** Bodies that are read and written unchanged. */
const ROUND_TRIPS = {
  "nothing": { messages: [] },
  "a round": { systemPrompt: "Be brief.", messages: [{ role: "user", content: [{ text: "What time is it?" }], trackingId: "t1" }, { role: "assistant", content: [{ reasoning: { text: "hm", signature: "sig" } }, { text: "Let me see." }, { toolUse: { name: "clock", toolUseId: "c1", input: { n: 1.5 } } }, { text: "And:" }, { toolUse: { name: "clock", toolUseId: "c2", input: {}, reasoningSignature: "c2ln" } }], trackingId: "t2", metadata: { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7, cacheWriteInputTokens: 2 }, metrics: { latencyMs: 1 } } }, { role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [{ json: { hour: 12 } }, { text: "noon" }] } }, { toolResult: { toolUseId: "c2", status: "error", content: [{ text: "no" }] } }, { text: "Go on." }], trackingId: "t3" }] },
  "results in messages of their own": { messages: [{ role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [] } }] }, { role: "user", content: [{ toolResult: { toolUseId: "c2", status: "success", content: [] } }], metadata: { custom: { k: 1 } } }] },
  "words around a result": { messages: [{ role: "user", content: [{ text: "a" }, { toolResult: { toolUseId: "c1", status: "success", content: [] } }, { text: "b" }], x: 1 }, { role: "user", content: [{ text: "c" }] }] },
  "an id that comes again": { messages: [{ role: "user", content: [{ text: "a" }], trackingId: "t" }, { role: "user", content: [{ text: "b" }], trackingId: "t" }] },
  "a message that says nothing": said([]),
  "a summary": { messages: [{ role: "user", content: [{ text: "Before." }], metadata: { custom: { backscrollSummary: true, k: 1 } } }] },
  "a prompt of blocks": { systemPrompt: [{ text: "a" }, { cachePoint: { cacheType: "default", ttl: "1h" } }, { guardContent: { text: { text: "b", qualifiers: ["query"] } } }], messages: [] },
  "a prompt without blocks": { systemPrompt: [], messages: [] },
  "cache points": { messages: [{ role: "user", content: [{ cachePoint: { cacheType: "default" } }, { text: "a" }, { cachePoint: { cacheType: "default" } }, { cachePoint: { cacheType: "default" } }] }, { role: "assistant", content: [{ toolUse: { name: "n", toolUseId: "c1", input: {} } }, { cachePoint: { cacheType: "default" } }] }, { role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [] } }, { cachePoint: { cacheType: "default" } }] }] },
  "an image": shown({ image: { format: "jpg", source: { bytes: "AAAA" } } }),
  "an image by URL": shown({ image: { format: "png", source: { url: "https://a.test/b.png" } } }),
  "an image in S3": shown({ image: { format: "webp", source: { location: { type: "s3", uri: "s3://b/a" } } } }),
  "an image of somebody's": shown({ image: { format: "webp", source: { location: { type: "s3", uri: "s3://b/a", bucketOwner: "1" } } } }),
  "a sound": shown({ audio: { format: "mp3", source: { bytes: "AAAA" } } }),
  "a film": shown({ video: { format: "mp4", source: { bytes: "AAAA" } } }),
  "a film in S3": shown({ video: { format: "mp4", source: { location: { type: "s3", uri: "s3://b/a" } } } }),
  "a document": shown({ document: { name: "a", format: "pdf", source: { bytes: "AAAA" }, citations: { enabled: true }, context: "c" } }),
  "a document of text": shown({ document: { name: "a", format: "txt", source: { text: "words" }, context: "c" } }),
  "a document of blocks": shown({ document: { name: "a", format: "txt", source: { content: [{ text: "words" }] } } }),
  "guarded words": shown({ guardContent: { text: { qualifiers: ["query"], text: "words" } } }),
  "a block that nobody knows": shown({ hologram: { x: [1.5] } }),
  "what was redacted": said([{ reasoning: { redactedContent: "AAAA" } }, { reasoning: {} }]),
  "thoughts of a known maker": { messages: [{ role: "assistant", content: [{ reasoning: { text: "hm" } }], metadata: { custom: { backscrollOrigin: { format: "anthropic", model: "claude" } } } }] },
  "words that are taken from somewhere": said([{ citations: { citations: [{ location: { type: "web", url: "u" }, source: "s", sourceContent: [{ text: "x" }], title: "t" }, { location: { type: "searchResult", searchResultIndex: 0, start: 1, end: 2 } }], content: [{ text: "words" }] } }, { citations: { citations: [], content: [{ text: "a" }, { text: "b" }] } }]),
  "input that is no object": said([{ toolUse: { name: "n", toolUseId: "c1", input: "{\"a\":" } }, { toolUse: { name: "n", toolUseId: "c2", input: [1] } }, { toolUse: { name: "n", toolUseId: "c3", input: null, more: 1 } }]),
  "results of all kinds": result([{ json: { a: 1 } }]),
  "results that are no object": result([{ json: [1] }, { json: "x" }, { json: null }, { image: { format: "png", source: { bytes: "AAAA" } } }]),
  "what stands where it does not belong": { messages: [{ role: "user", content: [{ toolUse: { name: "n", toolUseId: "c1", input: {} } }] }, { role: "assistant", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [] } }] }] },
};

describe("messages survive a round trip", () => {
  for (const [name, body] of Object.entries(ROUND_TRIPS)) {
    test(name, () => {
      assert.deepEqual(convert("strands", "strands", body), { body, repairs: [], losses: [] });
      // The neutral messages have the same content.
      const neutral = convert("strands", "backscroll", body).body;
      assert.deepEqual(convert("backscroll", "strands", neutral).body, body, JSON.stringify(neutral));
    });
  }
});

test("Python's field names are read as the same messages", () => {
  const python = {
    system_prompt: "Be brief.",
    messages: [
      { role: "user", content: [{ text: "Hi" }, { cachePoint: { type: "default" } }, { image: { format: "png", source: { bytes: { __bytes_encoded__: true, data: "AAAA" } } } }], tracking_id: "t1" },
      {
        role: "assistant",
        content: [
          { reasoningContent: { reasoningText: { text: "hm", signature: "s" } } },
          { reasoningContent: { redactedContent: { __bytes_encoded__: true, data: "AAAA" } } },
          { citationsContent: { citations: [{ location: { searchResultLocation: { start: 1 } }, title: "t" }], content: [{ text: "words" }] } },
        ],
      },
    ],
  };
  const typescript = {
    systemPrompt: "Be brief.",
    messages: [
      { role: "user", content: [{ text: "Hi" }, { cachePoint: { cacheType: "default" } }, { image: { format: "png", source: { bytes: "AAAA" } } }], trackingId: "t1" },
      {
        role: "assistant",
        content: [
          { reasoning: { text: "hm", signature: "s" } },
          { reasoning: { redactedContent: "AAAA" } },
          { citations: { citations: [{ location: { type: "searchResult", start: 1 }, title: "t" }], content: [{ text: "words" }] } },
        ],
      },
    ],
  };
  const written = (body, form) => convert("strands", "strands", body, { form }).body;
  assert.deepEqual(written(python, "python"), python);
  assert.deepEqual(written(python, "agent"), typescript);
  assert.deepEqual(written(typescript, "python"), python);
});

test("envelopes are read, and their other fields are reported", () => {
  const message = { role: "user", content: [{ text: "Hi" }] };
  const redacted = { role: "user", content: [{ text: "[redacted]" }] };
  const bare = { messages: [message] };
  const snapshot = { scope: "agent", schemaVersion: "1.0", data: { messages: [message], systemPrompt: null, state: { k: 1 } }, appData: {} };
  const session = [
    { message, message_id: 0, redact_message: null, created_at: "2026-01-01T00:00:00Z" },
    { message, message_id: 1, redact_message: redacted },
  ];
  assert.deepEqual(convert([message], "strands", "strands").body, bare);
  const opened = convert("strands", "strands", snapshot);
  assert.deepEqual(opened.body, bare);
  assert.deepEqual(named(opened.losses), ["state", "scope", "schemaVersion", "appData"].map((name) => `field-dropped: \`${name}\` is not part of the conversation, and was left out`));
  const list = convert("strands", "strands", session, { form: "messages" });
  assert.deepEqual(list.body, [message, redacted]);
  assert.equal(list.losses.length, 2);
});

describe("an invalid message is refused with its path", () => {
  const of = (content) => [{ role: "user", content }];
  const cases = [
    [{}, "invalid-message expected a list, found an object"],
    [[1], "invalid-message [0]: expected an object, found a number"],
    [[{ role: "system", content: [] }], "invalid-role [0].role: Invalid role: system. Must be one of user, assistant"],
    [[{ role: "user" }], "invalid-message [0].content: expected a list of blocks, found nothing"],
    [of("Hi"), "invalid-message [0].content: expected a list, found a string"],
    [of([{}]), "invalid-message [0].content[0]: a block needs a field that says what it is, such as `text`; found none"],
    [of([{ text: "a", image: {} }]), "invalid-message [0].content[0]: a block has one field that says what it is; found `text` and `image`"],
    [of([{ text: 1 }]), "invalid-message [0].content[0].text: expected a string, found a number"],
    [of([{ toolResult: { toolUseId: "c", status: "odd", content: [] } }]), "invalid-message [0].content[0].toolResult.status: unknown status `odd`; known are success, error"],
    [{ messages: [], systemPrompt: 1 }, "invalid-message systemPrompt: expected a string or a list of blocks, found a number"],
    [{ data: { messages: [1] } }, "invalid-message data.messages[0]: expected an object, found a number"],
  ];
  for (const [body, wanted] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert("strands", "backscroll", body), ({ code, message, details }) => {
        const path = /^[^ ]+: /.test(message) ? message.slice(0, message.indexOf(":")) : undefined;
        return `${code} ${message}` === wanted && details?.path === path;
      });
    });
  }
});

test("a chat becomes an agent, and survives a round trip", () => {
  const chat = [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "See" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
    {
      role: "assistant",
      content: "Hm.",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "clock", arguments: '{"n":1.5}' } },
        { id: "c2", type: "function", function: { name: "clock", arguments: '{"n":' } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "12" },
    { role: "tool", tool_call_id: "c2", content: "" },
    { role: "user", content: "And?" },
  ];
  const agent = {
    systemPrompt: "Be brief.",
    messages: [
      { role: "user", content: [{ text: "See" }, { image: { format: "png", source: { bytes: "AAAA" } } }] },
      {
        role: "assistant",
        content: [{ text: "Hm." }, { toolUse: { name: "clock", toolUseId: "c1", input: { n: 1.5 } } }, { toolUse: { name: "clock", toolUseId: "c2", input: '{"n":' } }],
      },
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "c1", status: "success", content: [{ text: "12" }] } },
          { toolResult: { toolUseId: "c2", status: "success", content: [] } },
        ],
      },
      { role: "user", content: [{ text: "And?" }] },
    ],
  };
  assert.deepEqual(convert("openai-chat", "strands", chat), { body: agent, repairs: [], losses: [] });
  const list = convert("openai-chat", "strands", chat, { form: "messages" });
  assert.deepEqual(list.body, agent.messages);
  assert.deepEqual(named(list.losses), ["field-dropped: the system prompt has no place in a list of messages; the form `agent` has one"]);
  const back = convert("strands", "openai-chat", agent);
  assert.deepEqual(back.losses, []);
  assert.deepEqual(back.body.messages[2].tool_calls, chat[2].tool_calls);
});

describe("signed reasoning goes back to its provider", () => {
  const bodies = {
    anthropic: {
      messages: [
        { role: "user", content: [{ type: "text", text: "Hi" }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "c2ln" },
            { type: "redacted_thinking", data: "zz" },
            { type: "tool_use", id: "c1", name: "clock", input: { n: 1 } },
            { type: "text", text: "And:" },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "1" }], is_error: true }] },
      ],
    },
    gemini: {
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        { role: "model", parts: [{ text: "hm", thought: true }, { functionCall: { id: "c1", name: "clock", args: {} }, thoughtSignature: "c2ln" }] },
        { role: "user", parts: [{ functionResponse: { id: "c1", name: "clock", response: { hour: 12 } } }] },
      ],
    },
    bedrock: {
      system: [{ text: "Be brief." }],
      messages: [
        { role: "user", content: [{ text: "Hi" }, { cachePoint: { type: "default" } }, { video: { format: "mp4", source: { bytes: "AAAA" } } }, { text: "and" }] },
        {
          role: "assistant",
          content: [
            { reasoningContent: { reasoningText: { text: "hm", signature: "c2ln" } } },
            { citationsContent: { citations: [{ location: { documentChar: { documentIndex: 0, start: 1, end: 2 } } }], content: [{ text: "words" }] } },
            { toolUse: { toolUseId: "c1", name: "clock", input: {} } },
          ],
        },
        { role: "user", content: [{ toolResult: { toolUseId: "c1", content: [{ json: { hour: 12 } }], status: "success" } }] },
      ],
    },
  };
  for (const [format, body] of Object.entries(bodies)) {
    test(format, () => {
      const agent = convert(format, "strands", body);
      assert.deepEqual(agent.losses, []);
      const { body: back, losses } = convert("strands", format, agent.body);
      assert.deepEqual({ back, losses }, { back: body, losses: [] }, JSON.stringify(agent.body));
    });
  }
});

describe("fields that other formats do not define are dropped and reported", () => {
  const body = {
    messages: [
      { role: "user", content: [{ hologram: {} }, { text: "Hi" }], metadata: { custom: { k: 1 } }, x: 1 },
      { role: "assistant", content: [{ toolUse: { name: "n", toolUseId: "c1", input: {}, more: 1 } }], metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } },
      { role: "user", content: [{ toolResult: { toolUseId: "c1", status: "success", content: [] } }, { text: "And" }] },
    ],
  };
  for (const target of TARGETS) {
    test(target, () => {
      const { body: made, losses } = convert("strands", target, body);
      assert.doesNotMatch(JSON.stringify(made), /writtenAs|metadata/);
      assert.deepEqual(named(losses).sort(), [
        "field-dropped: left out what the format does not define: `metadata`, `strands.x`",
        "field-dropped: left out what the format does not define: `strands.more`",
        "part-dropped: a part of type `hologram` is not defined by the format, and was left out",
      ]);
    });
  }
});

test("fields that Strands does not define are dropped and reported", () => {
  const prompts = convert([{ role: "system", content: "a" }, { role: "system", content: "b" }], "backscroll", "strands");
  assert.deepEqual(prompts.body.systemPrompt, [{ text: "a" }, { text: "b" }]);
  assert.deepEqual(named(prompts.losses), ["system-moved: instructions at the start were joined to the system prompt"]);
  const { body, repairs, losses } = convert(
    [
      {
        id: "u",
        role: "user",
        content: [
          { type: "image", url: "https://a.test/b.gif", detail: "low" },
          { type: "file", fileId: "f1", name: "a.pdf" },
          { type: "file", data: "AAAA", mediaType: "application/pdf" },
          { type: "other", format: "gemini", value: { executableCode: {} } },
          { type: "text", text: "x", cache_control: {} },
        ],
      },
      {
        id: "a",
        role: "assistant",
        content: [{ type: "refusal", text: "No." }],
        toolCalls: [
          { id: "c", name: "n", arguments: "", itemId: "fc" },
          { id: "d", name: "n", arguments: "ls", kind: "custom" },
        ],
      },
      { id: "s", role: "system", content: "Now:" },
      { id: "z", role: "system", isSummary: true, content: "Before." },
    ],
    "backscroll",
    "strands",
  );
  assert.deepEqual(named(losses), [
    "media-replaced: the file became the text `[file: a.pdf]`: the target does not take its type or source",
    "part-dropped: a part of type `executableCode` is not defined by the format, and was left out",
    "field-dropped: left out what the format does not define: `detail`, `cache_control`",
    "written-as-text: the target has no form for a refusal, so it is sent as text",
    "field-dropped: left out what the format does not define: `itemId`",
    "system-moved: the target takes no instructions in mid-conversation; they are sent in the user's turn",
  ]);
  assert.deepEqual(named(repairs), [
    "name-mapped: a document without a name is written as `document`",
    "arguments-filled: the empty arguments of n are written as {}",
    "arguments-wrapped: the target cannot take the input of n as it is; it is sent inside an object",
  ]);
  assert.deepEqual(body.messages[0].content[0], { image: { format: "gif", source: { url: "https://a.test/b.gif" } } });
  assert.deepEqual(body.messages[1].content[2].toolUse.input, { input: "ls" });
  assert.deepEqual(body.messages[3].metadata, { custom: { backscrollSummary: true } });
});
