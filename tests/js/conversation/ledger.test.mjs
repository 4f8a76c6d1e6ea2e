// A conversation with roles, metadata, a token ledger, turns and two plain forms.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { contents, refusal } from "../../support/basics.mjs";

const make = (options) => new ConversationManager(options);

describe("messages", () => {
  test("a message is returned as it is stored: id, role, content, time", () => {
    const before = Date.now();
    const conversation = make();
    const message = conversation.addMessage("user", "Hello");
    assert.deepEqual(Object.keys(message).sort(), ["content", "createdAt", "id", "role"]);
    assert.equal(message.role, "user");
    assert.equal(message.content, "Hello");
    assert.ok(message.id.length > 0);
    assert.ok(message.createdAt >= before && message.createdAt <= Date.now());
    assert.deepEqual(conversation.messages, [message]);
  });

  test("all four roles are accepted", () => {
    const conversation = make();
    for (const role of ["system", "user", "assistant", "tool"]) conversation.addMessage(role, "x", role === "tool" ? { toolCallId: "c" } : undefined);
    assert.deepEqual(conversation.messages.map(({ role }) => role), ["system", "user", "assistant", "tool"]);
  });

  test("another role is refused, with its name and the list of roles", () => {
    const error = refusal(() => make().addMessage("bot", "x"), "invalid-role");
    assert.equal(error.message, "Invalid role: bot. Must be one of system, user, assistant, tool");
  });

  test("a system message is only accepted by an empty conversation", () => {
    const conversation = make();
    conversation.addMessage("user", "x");
    const error = refusal(() => conversation.addMessage("system", "late"), "system-not-first");
    assert.equal(error.message, "System messages are only allowed as the first message");
    refusal(() => conversation.addMessage({ role: "system", content: [{ type: "text", text: "late" }] }), "system-not-first");
    refusal(() => make({ systemPrompt: "one" }).addMessage("system", "two"), "system-not-first");
  });

  test("the role is checked before the place", () => {
    const conversation = make({ systemPrompt: "first" });
    refusal(() => conversation.addMessage("System", "x"), "invalid-role");
  });

  test("a system prompt is the first message, the empty one too", () => {
    assert.deepEqual(contents(make({ systemPrompt: "Be brief." })), ["Be brief."]);
    assert.deepEqual(contents(make({ systemPrompt: "" })), [""]);
    assert.equal(make().messageCount, 0);
  });

  test("both forms of addMessage are equivalent", () => {
    const fields = { id: "a", createdAt: 5, model: "m", tokens: { input: 1, output: 2 } };
    const conversation = make();
    const one = conversation.addMessage("assistant", "x", fields);
    const other = make().addMessage({ role: "assistant", content: "x", ...fields });
    assert.deepEqual(one, other);
  });

  test("metadata is kept: `\"\"`, 0, false, {} and null are values, undefined is none", () => {
    const conversation = make();
    for (const value of ["", 0, false, {}, null, [], "text", { deep: [1, { two: 2 }] }]) {
      const message = conversation.addMessage("tool", "", { toolCallId: "c", toolName: "t", toolResult: value, toolArguments: value });
      assert.deepEqual(message.toolResult, value);
      assert.deepEqual(message.toolArguments, value);
      assert.equal(message.toolName, "t");
      assert.equal(message.content, "");
    }
    assert.equal(conversation.addMessage("tool", "x", { toolCallId: "c", isError: false }).isError, false);
    const bare = conversation.addMessage("tool", "x", { toolCallId: "c", toolResult: undefined, toolName: undefined });
    assert.ok(!("toolResult" in bare) && !("toolName" in bare));
    assert.equal(conversation.addMessage("assistant", null).content ?? null, null);
  });

  test("changes of passed or returned objects do not affect the conversation", () => {
    const conversation = make();
    const calls = [{ id: "c", name: "f", arguments: { city: "Oslo" } }];
    const parts = [{ type: "text", text: "kept" }];
    const returned = conversation.addMessage("assistant", parts, { toolCalls: calls, tokens: { input: 3 } });
    const before = JSON.stringify(conversation.messages);
    calls[0].arguments.city = "changed";
    parts[0].text = "changed";
    returned.toolCalls[0].arguments.city = "changed";
    returned.content[0].text = "changed";
    conversation.messages[0].toolCalls.pop();
    conversation.lastAssistantMessage.content = "changed";
    conversation.messages.length = 0;
    assert.equal(JSON.stringify(conversation.messages), before);
  });

  test("lastAssistantMessage is the newest one of the assistant, or null", () => {
    const conversation = make({ systemPrompt: "s" });
    assert.equal(conversation.lastAssistantMessage, null);
    conversation.addMessage("user", "a");
    conversation.addMessage("assistant", "first");
    conversation.addMessage("user", "b");
    const second = conversation.addMessage("assistant", "second");
    conversation.addMessage("user", "c");
    assert.deepEqual(conversation.lastAssistantMessage, second);
  });

  test("a known id with equal content changes nothing, with other content it is refused", () => {
    const conversation = make();
    const first = conversation.addMessage({ id: "m1", role: "user", content: "x", createdAt: 1 });
    assert.deepEqual(conversation.addMessage({ id: "m1", role: "user", content: "x", createdAt: 1 }), first);
    assert.equal(conversation.messageCount, 1);
    refusal(() => conversation.addMessage({ id: "m1", role: "user", content: "y", createdAt: 1 }), "duplicate-id");
    assert.deepEqual(conversation.messages, [first]);
  });

  test("generated ids are distinct, also across conversations", () => {
    const ids = [make(), make()].flatMap((conversation) => {
      for (let i = 0; i < 100; i += 1) i % 2 ? conversation.addMessage("user", "x") : conversation.addMessage("user", [{ type: "text", text: "x" }]);
      return conversation.messages.map(({ id }) => id);
    });
    assert.equal(new Set(ids).size, 200);
  });
});

describe("tokens", () => {
  const spent = (input, output) => ({ tokens: { input, output } });

  test("tokensSpent is the sum of the usage reports, and never an estimate", () => {
    const conversation = make();
    conversation.addMessage("user", "a text that nobody counted");
    assert.equal(conversation.tokensSpent, 0);
    conversation.addMessage("assistant", "x", spent(10, 5));
    conversation.addMessage("assistant", "x", { tokens: { output: 7 } });
    conversation.addMessage("assistant", "x", { tokens: {} });
    assert.equal(conversation.tokensSpent, 22);
  });

  test("truncate lowers tokensSpent by the removed messages", () => {
    const conversation = make();
    conversation.addMessage("user", "a");
    conversation.addMessage("assistant", "x", spent(10, 0));
    conversation.addMessage("user", "b");
    conversation.addMessage("assistant", "x", spent(20, 0));
    conversation.truncate({ keepRecent: 1 });
    assert.equal(conversation.tokensSpent, 20);
  });

  test("tokensSpent is that of the path: what leaves the history is taken out, and comes back with it", () => {
    const conversation = make();
    for (const [turn, input] of [10, 100, 1_000].entries()) {
      conversation.addMessage({ role: "user", id: `q${turn}`, content: "What is there to see?" });
      conversation.addMessage("assistant", "The harbour.", { id: `a${turn}`, ...spent(input, 1) });
    }
    const after = (act) => {
      act(conversation);
      return conversation.tokensSpent;
    };
    const steps = [
      [1_001, (c) => c.truncate({ keepRecent: 1 })],
      [1_113, (c) => c.undo()],
      [11, (c) => c.edit("q1", "And at night?")],
      [20_012, (c) => c.addMessage("assistant", "The lights.", { id: "b1", ...spent(20_000, 1) })],
      [1_113, (c) => c.select("a1")],
      [20_012, (c) => c.select("b1")],
      [11, (c) => c.regenerate("b1")],
      [0, (c) => c.clear()],
    ];
    assert.deepEqual(steps.map(([, act]) => after(act)), steps.map(([expected]) => expected));
  });

  test("contextTokens grows and shrinks with the messages", () => {
    const conversation = make();
    assert.equal(conversation.contextTokens, 0);
    conversation.addMessage("user", "Some words that cost something.");
    const first = conversation.contextTokens;
    assert.ok(first > 0);
    conversation.addMessage("assistant", "An answer.", spent(1_000, 10));
    assert.ok(conversation.contextTokens > first && conversation.contextTokens < 30);
    conversation.clear();
    assert.equal(conversation.contextTokens, 0);
  });
});

describe("truncate and clear", () => {
  const three = (options) => {
    const conversation = make(options);
    for (const turn of ["1", "2", "3"]) {
      conversation.addMessage("user", `u${turn}`);
      conversation.addMessage("assistant", `a${turn}`);
    }
    return conversation;
  };
  const prompt = { systemPrompt: "s" };
  const opening = () => {
    const conversation = make(prompt);
    conversation.addMessage("assistant", "hello");
    conversation.addMessage("user", "u1");
    conversation.addMessage("assistant", "a1");
    return conversation;
  };

  const cases = [
    ["keepRecent counts turns", () => three(prompt), { keepRecent: 1 }, 4, ["s", "u3", "a3"]],
    ["two turns", () => three(prompt), { keepRecent: 2 }, 2, ["s", "u2", "a2", "u3", "a3"]],
    ["as many turns as there are stay", () => three(prompt), { keepRecent: 3 }, 0, ["s", "u1", "a1", "u2", "a2", "u3", "a3"]],
    ["more turns than there are stay", () => three(prompt), { keepRecent: 4_294_967_296 }, 0, ["s", "u1", "a1", "u2", "a2", "u3", "a3"]],
    ["0 removes all but the system prompt", () => three(prompt), { keepRecent: 0 }, 6, ["s"]],
    ["absent keepRecent removes nothing", () => three(prompt), {}, 0, ["s", "u1", "a1", "u2", "a2", "u3", "a3"]],
    ["no options remove nothing", () => three(prompt), undefined, 0, ["s", "u1", "a1", "u2", "a2", "u3", "a3"]],
    ["without keepRecent the system prompt goes when told so, and counts", () => three(prompt), { keepSystemPrompt: false }, 1, ["u1", "a1", "u2", "a2", "u3", "a3"]],
    ["both", () => three(prompt), { keepRecent: 1, keepSystemPrompt: false }, 5, ["u3", "a3"]],
    ["all", () => three(prompt), { keepRecent: 0, keepSystemPrompt: false }, 7, []],
    ["what stands before the first user message is a turn of its own", opening, { keepRecent: 2 }, 0, ["s", "hello", "u1", "a1"]],
    ["and goes as one", opening, { keepRecent: 1 }, 1, ["s", "u1", "a1"]],
    ["an empty conversation has nothing to remove", () => make(), { keepRecent: 0 }, 0, []],
  ];
  for (const [fact, build, options, removed, left] of cases) {
    test(fact, () => {
      const conversation = build();
      assert.equal(conversation.truncate(options), removed);
      assert.deepEqual(contents(conversation), left);
    });
  }

  test("a turn is removed with its calls and results", () => {
    const conversation = make();
    conversation.addMessage("user", "u1");
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: "{}" }] });
    conversation.addMessage("tool", "r", { toolCallId: "c" });
    conversation.addMessage("user", "u2");
    assert.equal(conversation.truncate({ keepRecent: 1 }), 3);
    assert.deepEqual(contents(conversation), ["u2"]);
  });

  test("pinned messages stay", () => {
    const conversation = make();
    conversation.addMessage("user", "keep me", { pinned: true });
    conversation.addMessage("user", "u2");
    conversation.addMessage("user", "u3");
    assert.equal(conversation.truncate({ keepRecent: 1 }), 1);
    assert.deepEqual(contents(conversation), ["keep me", "u3"]);
  });

  test("clear keeps the system prompt only", () => {
    const conversation = three(prompt);
    conversation.clear();
    assert.deepEqual(contents(conversation), ["s"]);
    const bare = three();
    bare.clear();
    assert.equal(bare.messageCount, 0);
  });

  test("without its system prompt a conversation takes a new one only when it is empty", () => {
    const conversation = three(prompt);
    conversation.truncate({ keepSystemPrompt: false });
    refusal(() => conversation.addMessage("system", "again"), "system-not-first");
    conversation.clear();
    conversation.addMessage("system", "again");
    assert.deepEqual(contents(conversation), ["again"]);
  });
});

describe("the plain forms", () => {
  const call = (args) => ({ toolCalls: [{ id: "c1", name: "f", arguments: args }] });

  test("OpenAI: roles and contents are unchanged, including null content", () => {
    const conversation = make({ systemPrompt: "s" });
    conversation.addMessage("user", "u");
    conversation.addMessage("assistant", null);
    conversation.addMessage("tool", "r", { toolCallId: "c1", toolName: "f", toolResult: 1, model: "m" });
    assert.deepEqual(conversation.toOpenAIMessages(), [
      { role: "system", content: "s" },
      { role: "user", content: "u" },
      { role: "assistant", content: null },
      { role: "tool", content: "r", tool_call_id: "c1" },
    ]);
  });

  test("OpenAI: arguments are JSON text; text is unchanged", () => {
    const conversation = make();
    for (const args of [{ b: 1, a: [2] }, '{ "b":1.0 }', "not json", ""]) conversation.addMessage("assistant", null, call(args));
    const texts = conversation.toOpenAIMessages().map((message) => message.tool_calls[0].function.arguments);
    assert.deepEqual(texts, ['{"b":1,"a":[2]}', '{ "b":1.0 }', "not json", ""]);
    assert.deepEqual(conversation.toOpenAIMessages()[0].tool_calls, [{ id: "c1", type: "function", function: { name: "f", arguments: '{"b":1,"a":[2]}' } }]);
  });

  test("calls may be flat or in OpenAI's form, and flat fields take precedence", () => {
    const conversation = make();
    conversation.addMessage("assistant", null, {
      toolCalls: [
        { id: "c1", type: "function", function: { name: "f", arguments: "{}" } },
        { id: "c2", name: "flat", function: { name: "nested", arguments: '{"n":1}' } },
        { id: "c3", name: "flat", arguments: '{"f":1}', function: { name: "nested", arguments: '{"n":1}' } },
      ],
    });
    const [{ tool_calls: calls }] = conversation.toOpenAIMessages();
    assert.deepEqual(calls.map(({ id, function: { name, arguments: args } }) => [id, name, args]), [
      ["c1", "f", "{}"],
      ["c2", "flat", '{"n":1}'],
      ["c3", "flat", '{"f":1}'],
    ]);
  });

  test("Anthropic: the system prompt is separate, null when there is none", () => {
    assert.deepEqual(make().toAnthropicMessages(), { system: null, messages: [] });
    assert.deepEqual(make({ systemPrompt: "s" }).toAnthropicMessages(), { system: "s", messages: [] });
    assert.deepEqual(make({ systemPrompt: "" }).toAnthropicMessages(), { system: "", messages: [] });
  });

  test("Anthropic: a text block for present content, then the calls", () => {
    const conversation = make();
    conversation.addMessage("user", "u");
    conversation.addMessage("assistant", "a", call({ x: 1 }));
    conversation.addMessage("assistant", null, call('{"x":2}'));
    conversation.addMessage("assistant", "", undefined);
    assert.deepEqual(conversation.toAnthropicMessages().messages, [
      { role: "user", content: [{ type: "text", text: "u" }] },
      { role: "assistant", content: [{ type: "text", text: "a" }, { type: "tool_use", id: "c1", name: "f", input: { x: 1 } }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "f", input: { x: 2 } }] },
      { role: "assistant", content: [{ type: "text", text: "" }] },
    ]);
  });

  test("Anthropic: empty arguments become {}, text that is no JSON stays text", () => {
    const conversation = make();
    for (const args of ["", null, "oops"]) conversation.addMessage("assistant", null, call(args));
    const inputs = conversation.toAnthropicMessages().messages.map(({ content }) => content[0].input);
    assert.deepEqual(inputs, [{}, {}, "oops"]);
  });

  test("Anthropic: results join the user message before them when it begins with a result", () => {
    const conversation = make();
    conversation.addMessage("user", "u");
    conversation.addMessage("tool", "r1", { toolCallId: "c1" });
    conversation.addMessage("tool", "r2", { toolCallId: "c2" });
    conversation.addMessage("user", "v");
    conversation.addMessage("tool", "r3", { toolCallId: "c3" });
    const block = (id, content) => ({ type: "tool_result", tool_use_id: id, content });
    assert.deepEqual(conversation.toAnthropicMessages().messages, [
      { role: "user", content: [{ type: "text", text: "u" }] },
      { role: "user", content: [block("c1", "r1"), block("c2", "r2")] },
      { role: "user", content: [{ type: "text", text: "v" }] },
      { role: "user", content: [block("c3", "r3")] },
    ]);
  });

  test("no repairs: unpaired results, open calls, neighbours and a leading answer are written", () => {
    const conversation = make();
    conversation.addMessage("assistant", "first");
    conversation.addMessage("tool", "orphan", { toolCallId: "nowhere" });
    conversation.addMessage("user", "u1");
    conversation.addMessage("user", "u2");
    conversation.addMessage("assistant", null, call("{}"));
    assert.deepEqual(conversation.toOpenAIMessages().map(({ role }) => role), ["assistant", "tool", "user", "user", "assistant"]);
    assert.equal(conversation.toAnthropicMessages().messages.length, 5);
  });

  test("metadata is kept, and not written by either form", () => {
    const conversation = make();
    conversation.addMessage("user", "u", { toolName: "x", toolArguments: { y: 1 }, toolResult: 2, model: "m" });
    assert.deepEqual(conversation.toOpenAIMessages(), [{ role: "user", content: "u" }]);
    assert.deepEqual(conversation.toAnthropicMessages().messages, [{ role: "user", content: [{ type: "text", text: "u" }] }]);
  });
});
