// LangChain: messages come back, undefined fields are reported, and invalid messages are refused with their path.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/langchain";
import { TARGETS } from "../../support/targets.mjs";
import { ROUND_TRIPS, answer, call, stored } from "../../support/formats/langchain.mjs";

const named = (reports) => reports.map(({ code, detail }) => `${code}: ${detail}`);
const back = (body) => convert("langchain", "langchain", body).body;
const serialized = (className, kwargs) => ({ lc: 1, type: "constructor", id: ["langchain_core", "messages", className], kwargs });

describe("messages survive a round trip", () => {
  for (const [name, body] of Object.entries(ROUND_TRIPS)) {
    test(name, () => {
      assert.deepEqual(convert("langchain", "langchain", body), { body, repairs: [], losses: [] });
      // The neutral messages have the same content.
      const neutral = convert("langchain", "backscroll", body).body;
      assert.deepEqual(convert("backscroll", "langchain", neutral).body, body, JSON.stringify(neutral));
    });
  }

  test("a repeated id stays with its message", () => {
    const body = [stored("human", { content: "a", id: "m1" }), stored("human", { content: "b", id: "m1" }), stored("human", { content: "c" })];
    assert.deepEqual(back(body), body);
  });
});

describe("spellings are the same message", () => {
  const hi = (type) => stored(type, { content: "Hi" });
  const openaiCall = (text) => ({ id: "c1", type: "function", function: { name: "clock", arguments: text } });
  const clock = (args) => ({ name: "clock", args, id: "c1", type: "tool_call" });
  const use = { type: "tool_use", id: "c1", name: "clock", input: {} };
  const cases = [
    ["Hi", hi("human")],
    [["user", "Hi"], hi("human")],
    [["ai", "Hi"], hi("ai")],
    [{ role: "assistant", content: "Hi" }, hi("ai")],
    [{ type: "human", content: "Hi" }, hi("human")],
    [{ type: "human", text: "Hi", role: null }, hi("human")],
    [{ type: "human", data: { content: "Hi", type: "human", id: null, name: null, example: null } }, hi("human")],
    [{ type: "AIMessageChunk", data: { content: "Hi", tool_call_chunks: [], chunk_position: "last" } }, hi("ai")],
    [serialized("HumanMessage", { content: "Hi" }), hi("human")],
    [{ ...serialized("", { content: "Hi", type: "AIMessageChunk" }), id: ["langchain", "schema", "messages", "AIMessageChunk"] }, hi("ai")],
    [{ type: "human", data: { content_blocks: [{ type: "text", text: "Hi" }] } }, stored("human", { content: [{ type: "text", text: "Hi" }] })],
    [{ role: "developer", content: "Hi" }, stored("system", { content: "Hi", additional_kwargs: { __openai_role__: "developer" } })],
    [{ role: "assistant", content: null, tool_calls: [openaiCall('{"a":1.5}')] }, answer({ content: "", tool_calls: [clock({ a: 1.5 })] })],
    [{ type: "ai", data: { content: [use] } }, answer({ content: [use], tool_calls: [clock({})] })],
    [
      { type: "ai", data: { content: "", additional_kwargs: { tool_calls: [openaiCall("{ }")] } } },
      answer({ content: "", tool_calls: [clock({})], additional_kwargs: { tool_calls: [openaiCall("{ }")] } }),
    ],
  ];
  for (const [given, wanted] of cases) {
    test(JSON.stringify(given), () => assert.deepEqual(back({ messages: [given] }), [wanted]));
  }

  for (const [more, type] of [[{}, "generic"], [{ type: "chat" }, "chat"]]) {
    test(`a serialised ChatMessage is stored as ${type}`, () => assert.equal(back([serialized("ChatMessage", { ...more, role: "user" })])[0].type, type));
  }
});

test("serialised messages hold no other constructors", () => {
  const trap = serialized("HumanMessage", {});
  const body = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "clock", arguments: { a: trap } }] },
  ];
  const written = convert("backscroll", "langchain", body, { form: "serialized" }).body;
  assert.deepEqual(written[1].id, ["langchain_core", "messages", "AIMessage"]);
  assert.deepEqual(written[1].kwargs.tool_calls[0].args, { a: { __lc_escaped__: trap } });
  assert.deepEqual(convert("langchain", "backscroll", written).body[1].toolCalls[0].arguments, { a: trap });
});

test("content that looks like a constructor is escaped, and survives a round trip", () => {
  const data = [
    [{ a: 1 }, { a: 1 }],
    [{ a: { lc: 1, type: "secret" } }, { a: { __lc_escaped__: { lc: 1, type: "secret" } } }],
    [{ a: [{ lc: 1 }] }, { a: [{ __lc_escaped__: { lc: 1 } }] }],
    [{ a: { __lc_escaped__: {} } }, { a: { __lc_escaped__: { __lc_escaped__: {} } } }],
  ];
  for (const [args, wrapped] of data) {
    const body = [{ role: "assistant", content: "", toolCalls: [{ id: "c1", name: "clock", arguments: args }] }];
    const written = convert("backscroll", "langchain", body, { form: "serialized" }).body;
    assert.deepEqual(written[0].kwargs.tool_calls[0].args, wrapped);
    assert.deepEqual(convert("langchain", "backscroll", written).body[0].toolCalls[0].arguments, args);
  }
});

describe("an invalid message is refused with its path", () => {
  const cases = [
    [{}, "invalid-message", "expected a list, found an object"],
    [[1], "invalid-message", "[0]: expected an object, found a number"],
    [[{ content: "x" }], "invalid-message", "[0]: a message needs a `type` and its `data`, a `type` or `role` and its `content`, or to be serialised"],
    [
      [{ type: "bot", data: {} }],
      "invalid-role",
      "[0].type: unknown type of message `bot`; known are human, user, ai, assistant, system, developer, tool, function, generic, chat, remove",
    ],
    [[{ type: "human", data: { content: 1 } }], "invalid-message", "[0].data.content: expected a string or a list of blocks, found a number"],
    [[{ type: "human", data: { content: [{ type: "text" }] } }], "invalid-message", "[0].data.content[0].text: expected a string, found nothing"],
    [[{ type: "ai", data: { content: "", tool_calls: {} } }], "invalid-message", "[0].data.tool_calls: expected a list, found an object"],
    [[{ type: "ai", data: { content: "", tool_calls: [1] } }], "invalid-message", "[0].data.tool_calls[0]: expected an object, found a number"],
    [
      [{ lc: 1, type: "not_implemented", id: ["langchain_core", "messages", "HumanMessage"] }],
      "invalid-message",
      "[0]: `HumanMessage` was serialised without its `kwargs` (a string stands for them); store the messages with `toDict`",
    ],
    [[{ ...serialized("", {}), id: ["langchain_core", "prompts", "Prompt"] }], "invalid-message", "[0].id: `Prompt` is no class of messages"],
    [[["human"]], "invalid-message", "[0]: a message that is a list is a pair of a role and a text"],
  ];
  for (const [body, code, message] of cases) {
    test(JSON.stringify(body), () => assert.throws(() => convert("langchain", "backscroll", body), { code, message }));
  }
});

test("a chat is a list of messages, and survives a round trip", () => {
  const chat = [
    { role: "developer", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "See" }, { type: "image_url", image_url: { url: "https://a.test/b.png" } }], name: "ann" },
    {
      role: "assistant",
      content: "Hm.",
      reasoning_content: "thoughts",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "clock", arguments: '{"n":1.0}' } },
        { id: "c2", type: "function", function: { name: "clock", arguments: '{"n":' } },
        { id: "c3", type: "custom", custom: { name: "shell", input: "ls" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "12" },
    { role: "tool", tool_call_id: "c2", content: "no" },
    { role: "tool", tool_call_id: "c3", content: "a" },
    { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
  ];
  const written = convert("openai-chat", "langchain", chat);
  assert.deepEqual(written.losses, []);
  const { data } = written.body[2];
  assert.equal(data.additional_kwargs.reasoning_content, "thoughts");
  assert.equal(data.invalid_tool_calls[0].args, '{"n":');
  assert.deepEqual(data.tool_calls[1].args, { input: "ls" });
  assert.equal(written.body[0].data.additional_kwargs.__openai_role__, "developer");
  const home = convert("langchain", "openai-chat", written.body);
  for (const place of [0, 1, 6]) assert.deepEqual(home.body.messages[place], chat[place]);
  // OpenAI itself does not accept reasoning back.
  assert.equal(home.losses[0].code, "reasoning-dropped");
  // Unreadable calls stand behind the others. Arguments are values in LangChain, so JavaScript determines their spelling.
  const calls = chat[2].tool_calls.map((call) => (call.id === "c1" ? { ...call, function: { ...call.function, arguments: '{"n":1}' } } : call));
  assert.deepEqual(home.body.messages[2].tool_calls, [calls[0], calls[2], calls[1]]);
});

describe("signed reasoning goes back to its provider", () => {
  const bodies = {
    anthropic: {
      messages: [
        { role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "c2ln" },
            { type: "redacted_thinking", data: "zz" },
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "c1", name: "clock", input: { n: 1 } },
            { type: "text", text: "And:" },
            { type: "tool_use", id: "c2", name: "clock", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: "1", is_error: true },
            { type: "tool_result", tool_use_id: "c2", content: [{ type: "text", text: "2" }] },
          ],
        },
      ],
    },
    "openai-responses": {
      input: [
        { role: "user", content: "Hi" },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "gAAA" },
        { type: "function_call", id: "fc_1", call_id: "c1", name: "clock", arguments: "{}" },
        { type: "function_call_output", call_id: "c1", output: "12" },
        { type: "reasoning", id: "rs_2", summary: [] },
        { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Noon.", annotations: [] }] },
        { type: "web_search_call", id: "ws_1", status: "completed" },
      ],
    },
    gemini: {
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        {
          role: "model",
          parts: [
            { text: "hm", thought: true },
            { text: "So:", thoughtSignature: "c2ln" },
            { executableCode: { language: "PYTHON", code: "1" } },
            { functionCall: { id: "c1", name: "clock", args: {} }, thoughtSignature: "c2ln" },
          ],
        },
        { role: "user", parts: [{ functionResponse: { id: "c1", name: "clock", response: { output: "12" } } }] },
      ],
    },
    bedrock: {
      messages: [
        { role: "user", content: [{ text: "Hi" }] },
        {
          role: "assistant",
          content: [
            { reasoningContent: { reasoningText: { text: "hm", signature: "c2ln" } } },
            { reasoningContent: { redactedContent: "zz" } },
            { text: "So." },
            { toolUse: { toolUseId: "c1", name: "clock", input: {} } },
          ],
        },
        { role: "user", content: [{ toolResult: { toolUseId: "c1", content: [{ text: "12" }], status: "success" } }] },
      ],
    },
  };
  for (const [format, body] of Object.entries(bodies)) {
    test(format, () => {
      const written = convert(format, "langchain", body);
      assert.deepEqual(written.losses, []);
      const home = convert("langchain", format, written.body);
      assert.deepEqual(home.body, body, JSON.stringify(written.body));
      assert.deepEqual(home.losses, []);
    });
  }
});

describe("fields that other formats do not define are dropped and reported", () => {
  const body = [
    stored("human", { content: [{ type: "text", text: "Hi", index: 1 }] }),
    answer({ content: [{ type: "hologram" }, { type: "text", text: "So." }], tool_calls: [call("c1")], response_metadata: { finish_reason: "stop" } }),
    stored("tool", { content: "x", tool_call_id: "c1", artifact: 1, metadata: { k: 1 } }),
    stored("remove", { id: "h1", content: [] }),
    stored("generic", { content: "Hm.", role: "critic" }),
  ];
  for (const target of TARGETS) {
    test(target, () => {
      const made = convert("langchain", target, body);
      const text = JSON.stringify(made.body);
      for (const word of ["writtenAs", "langchain", "h1"]) assert.ok(!text.includes(word), text);
      const losses = named(made.losses);
      for (const wanted of [
        "field-dropped: left out what the format does not define: `langchain.index`",
        "part-dropped: a part of type `hologram` is not defined by the format, and was left out",
        "field-dropped: left out what the format does not define: `response_metadata`",
        "field-dropped: left out what the format does not define: `langchain.metadata`, `artifact`",
      ]) {
        assert.ok(losses.includes(wanted), `${wanted} of ${losses.join("\n")}`);
      }
      assert.ok(made.repairs.some(({ code, detail }) => code === "role-corrected" && detail.includes("`critic`")));
    });
  }
});

test("fields that LangChain does not define are dropped and reported", () => {
  const body = [
    { id: "u", role: "user", content: [{ type: "image", url: "https://a.test/b.png", data: "AAAA", mediaType: "image/png" }], extras: { odd: 1 } },
    { id: "a", role: "assistant", content: "x", toolCalls: [{ id: "c", name: "n", arguments: "", odd: 1 }] },
    { id: "s", role: "system", isSummary: true, content: "Before." },
  ];
  const written = convert("backscroll", "langchain", body);
  assert.deepEqual(named(written.losses), [
    "field-dropped: left out what the format does not define: `url`, `odd`",
    "field-dropped: left out what the format does not define: `odd`",
  ]);
  assert.deepEqual(named(written.repairs), ["arguments-filled: the empty arguments of n are written as {}"]);
  assert.deepEqual(written.body[1].data.tool_calls[0].args, {});
  assert.deepEqual(written.body[2], stored("system", { content: "Before.", id: "s" }));
});

test("the state of a graph is read, and its other fields are reported", () => {
  const body = { messages: [{ role: "user", content: "Hi" }, { role: "ai", content: "Ho" }], plan: [1] };
  assert.deepEqual(named(convert("langchain", "backscroll", body).losses), ["field-dropped: `plan` is not part of the conversation, and was left out"]);
});

describe("a compaction goes back to its provider only", () => {
  const others = ["bedrock", "gemini", "mistral", "openai-chat"];

  test("OpenAI's compaction", () => {
    const item = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAAABsecret" };
    const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Noon.", annotations: [] }] };
    const body = { input: [{ role: "user", content: "Time?" }, item, message, { role: "user", content: "Well?" }] };
    const chain = convert("openai-responses", "langchain", body).body;
    assert.deepEqual(convert("langchain", "openai-responses", chain).body.input[1], item);
    for (const target of ["anthropic", ...others]) {
      const made = convert("langchain", target, chain);
      assert.ok(!JSON.stringify(made.body).includes("secret"), target);
      assert.ok(made.losses.some(({ detail }) => detail.includes("compaction")), target);
    }
  });

  test("Anthropic's compaction", () => {
    const content = [{ type: "compaction", content: "They spoke of the time." }, { type: "text", text: "Noon." }];
    const body = { messages: [{ role: "user", content: "Time?" }, { role: "assistant", content }, { role: "user", content: "Well?" }] };
    const chain = convert("anthropic", "langchain", body).body;
    assert.deepEqual(convert("langchain", "anthropic", chain).body.messages[1], body.messages[1]);
    for (const target of ["openai-responses", ...others]) {
      assert.ok(!JSON.stringify(convert("langchain", target, chain).body).includes("compaction"), target);
    }
  });
});

test("a JSON result becomes text, which is reported", () => {
  const cases = [
    [{ result: "noon" }, 1],
    [{ output: { at: 12 } }, 1],
    [{ output: "noon" }, 0],
  ];
  for (const [response, reports] of cases) {
    const body = {
      contents: [
        { role: "user", parts: [{ text: "Time?" }] },
        { role: "model", parts: [{ functionCall: { id: "c1", name: "clock", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { id: "c1", name: "clock", response } }] },
      ],
    };
    const { losses } = convert("gemini", "langchain", body);
    assert.equal(losses.filter(({ code }) => code === "written-as-text").length, reports, JSON.stringify(response));
  }
});
