// Estimators by name and by function, and the functions without a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, sanitize, sanitizeToolCalls, trim } from "backscroll";
import { chat, overflow, refusal } from "../../support/basics.mjs";

describe("estimateTokens", () => {
  test("bytes/3 counts UTF-8 bytes of contents, names and arguments, and divides once, downwards", () => {
    const cases = [
      [[], 0],
      [[{ role: "user", content: "12345" }], 1],
      [[{ role: "user", content: "1234" }, { role: "user", content: "12345" }], 3],
      [[{ role: "user", content: "가나다" }], 3],
      [[{ role: "assistant", content: "", toolCalls: [{ id: "ignored", name: "abc", arguments: '{"x":1}' }] }], 3],
      [[{ role: "tool", toolCallId: "ignored", toolName: "ignored", content: "123456" }], 2],
    ];
    for (const [messages, tokens] of cases) assert.equal(estimateTokens(messages, { estimator: "bytes/3" }), tokens, JSON.stringify(messages));
    assert.equal(estimateTokens("가나다", { estimator: "bytes/3" }), 3);
    assert.equal(estimateTokens("", { estimator: "bytes/3" }), 0);
  });

  test("chars/4 counts UTF-16 units of texts, and is rounded up", () => {
    assert.equal(estimateTokens("12345", { estimator: "chars/4" }), 2);
    assert.equal(estimateTokens("가나다라", { estimator: "chars/4" }), 1);
    assert.equal(estimateTokens("🙂🙂", { estimator: "chars/4" }), 1);
    assert.equal(estimateTokens("", { estimator: "chars/4" }), 0);
  });

  test("the default is near the truth for plain English", () => {
    const text = "The quick brown fox jumps over the lazy dog, and then it goes home to have a rest. ".repeat(20);
    const tokens = estimateTokens(text);
    assert.ok(tokens > 320 && tokens < 480, `${tokens} for about 400`);
    assert.equal(estimateTokens(text, { estimator: "script" }), tokens);
    assert.equal(estimateTokens(text, {}), tokens);
    assert.equal(estimateTokens(text, { estimator: undefined }), tokens);
    assert.ok(estimateTokens([{ role: "user", content: text }]) >= tokens);
  });

  test("a function is called for each text", () => {
    const asked = [];
    const estimator = (text) => (asked.push(text), 1.5);
    const messages = [
      { role: "user", content: [{ type: "text", text: "a" }, { type: "image", url: "https://x.test/y.png" }] },
      { role: "assistant", content: null, toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: { x: 1 } } }] },
    ];
    // Four texts, an image of unknown size for an unknown model, the borders of two messages, and a call.
    assert.equal(estimateTokens(messages, { estimator }), 4 * 1.5 + 1_120 + 2 * 4 + 30);
    assert.deepEqual(asked, ["a", "f", "x", "1"]);
    // The row of a model has other sizes, and a message of calls alone may have no borders.
    assert.equal(estimateTokens(messages, { estimator, model: "gpt-4o" }), 4 * 1.5 + 765 + 4 + 16);
    assert.equal(estimateTokens("text", { estimator: () => 0 }), 0);
  });
});

describe("an estimator of the caller's own", () => {
  const words = (text) => text.split(/\s+/).filter(Boolean).length;

  test("determines the cost of messages, and the savings of a reduction", async () => {
    const conversation = new ConversationManager({ estimator: words, tokenLimit: 1_000 });
    chat(conversation, 4);
    const before = conversation.contextTokens;
    conversation.addMessage("user", "one two three");
    const cost = conversation.contextTokens - before;
    assert.ok(cost >= 3 && cost < 20, `${cost} for three words`);
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(conversation.contextTokens <= 0.7 * (before + cost));
    assert.equal(conversation.lastReduction.tokensAfter, conversation.contextTokens);
  });

  const look = { type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } };
  /** Tokens of an unknown model around a request, and for its tools beyond 1.25 of their JSON. */
  const [AROUND, TOOLS] = [4, 250];

  for (const [target, params, [around, tools, share]] of [["openai-chat", { model: "m", user: "a", tools: [look] }, [AROUND, TOOLS, 1.25]], ["mistral", { model: "m", tools: [look] }, [12, 5, 1.18]]]) {
    test(`weighs the tools and the results that a request for ${target} adds`, async () => {
      const estimator = (text) => text.length * 2;
      const conversation = new ConversationManager({ estimator });
      conversation.addMessage("user", "Hello");
      conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "f", arguments: "{}" }] });
      conversation.addMessage("user", "Go on");
      const { body, tokens } = await conversation.prepare(target, params);
      const sent = ConversationManager.from(target, { messages: body.messages }, { estimator });
      const own = estimateTokens(sent.messages, { estimator, model: params.model, format: target });
      assert.ok(body.messages.length > 3);
      const expected = own + around + tools + Math.ceil(share * estimator(JSON.stringify(look.function)));
      // The reply that Mistral wants before the user's words is rounded up on its own.
      const fillers = body.messages.filter(({ content }) => content === "OK.").length;
      assert.ok(tokens >= expected && tokens <= expected + fillers, `${tokens}, not ${expected}`);
    });
  }

  test("may add messages while the tools are estimated, and the body holds them", async () => {
    const conversation = new ConversationManager({ tokenLimit: 1_000, estimator: (text) => {
      if (text.startsWith("{") && conversation.messageCount === 1) conversation.addMessage("user", "And this?");
      return text.length;
    } });
    conversation.addMessage("user", "Hello");
    const { body, tokens } = await conversation.prepare("openai-chat", { model: "m", tools: [look] });
    assert.equal(body.messages.length, 2);
    assert.equal(tokens, Math.ceil("Hello".length + "And this?".length + 2 * 4 + AROUND + TOOLS + 1.25 * JSON.stringify(look.function).length));
  });

  test("that returns tokens is advised to return their number", () => {
    for (const tokens of [[1, 2], new Uint32Array(2)]) {
      assert.match(refusal(() => estimateTokens("a", { estimator: () => tokens }), "estimator-failed").message, /Return the `length`/);
    }
  });

  test("is called once for each text, and not when a message is added", () => {
    let asked = 0;
    const conversation = chat(new ConversationManager({ estimator: () => (asked += 1, 10) }), 5);
    assert.equal(asked, 0);
    conversation.contextTokens;
    assert.equal(asked, 10);
    conversation.contextTokens;
    conversation.toRequest("openai-chat");
    assert.equal(asked, 10);
    conversation.addMessage("user", "more");
    conversation.contextTokens;
    assert.equal(asked, 11);
  });

  test("estimates new messages of a draft", async () => {
    const conversation = chat(new ConversationManager({ estimator: words, reduce: ({ draft, messages }) => {
      const before = draft.tokens;
      draft.summarize(messages[3].id, "a summary of five words");
      assert.ok(draft.tokens < before);
    } }), 4);
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messages[0].content, "a summary of five words");
  });

  const failing = [
    ["throws", () => { throw new Error("no table"); }],
    ["returns NaN", () => NaN],
    ["returns a negative number", () => -1],
    ["returns Infinity", () => Infinity],
    ["returns a text", () => "5"],
    ["returns nothing", () => {}],
    ["returns a promise", async () => 5],
  ];
  for (const [name, fail] of failing) {
    test(`that ${name} changes nothing, and can succeed later`, async () => {
      let isFailing = true;
      const conversation = new ConversationManager({ estimator: (text) => (isFailing ? fail(text) : words(text)), tokenLimit: 100_000 });
      chat(conversation, 3);
      const { messages } = conversation;
      refusal(() => conversation.contextTokens, "estimator-failed");
      refusal(() => conversation.truncate({ keepRecent: 1 }), "estimator-failed");
      refusal(() => conversation.clear(), "estimator-failed");
      await refusal(() => conversation.prepare("openai-chat"), "estimator-failed");
      await refusal(() => conversation.recover(overflow()), "estimator-failed");
      assert.deepEqual(conversation.messages, messages);
      assert.equal(conversation.toRequest("openai-chat").body.messages.length, 6);
      isFailing = false;
      assert.ok(conversation.contextTokens > 0);
      assert.equal(conversation.truncate({ keepRecent: 1 }), 4);
    });
  }

  test("may read the conversation", () => {
    let inner;
    const conversation = new ConversationManager({ estimator: (text) => { inner = conversation.contextTokens + conversation.messageCount; return words(text); } });
    conversation.addMessage("user", "one two");
    assert.ok(conversation.contextTokens >= 2);
    assert.ok(inner >= 1);
  });
});

describe("sanitizeToolCalls", () => {
  const user = { role: "user", content: "u" };
  const calling = (...ids) => ({ role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "f", arguments: "{}" })) });
  const result = (toolCallId) => ({ role: "tool", toolCallId, content: "r" });
  const saying = (...ids) => ({ ...calling(...ids), content: "text" });

  const cases = [
    ["nothing", [], []],
    ["what is paired stays", [user, calling("a"), result("a")], [user, calling("a"), result("a")]],
    ["a result before its call goes, and the call with it", [result("a"), user, calling("a")], [user]],
    ["a result without an id goes", [user, { role: "tool", content: "r", toolCallId: "" }], [user]],
    ["three to one: an orphan and a call without a result", [user, calling("a"), result("b")], [user]],
    ["what the assistant said stays, without its call", [user, saying("a")], [user, { role: "assistant", content: "text", toolCalls: [] }]],
    ["partly answered calls keep the answered ones", [calling("a", "b"), result("b")], [calling("b"), result("b")]],
    ["neighbours do not matter", [calling("a"), user, result("a")], [calling("a"), user, result("a")]],
    ["an empty assistant message without calls stays", [user, { role: "assistant", content: "" }], [user, { role: "assistant", content: "" }]],
  ];
  for (const [name, given, expected] of cases) {
    test(name, () => {
      const copy = structuredClone(given);
      const once = sanitizeToolCalls(given);
      assert.deepEqual(once, expected);
      assert.deepEqual(sanitizeToolCalls(once), once);
      assert.deepEqual(given, copy);
    });
  }
});

test("sanitize: a lone surrogate is replaced and reported", () => {
  const { body: mended, repairs } = sanitize("anthropic", { model: "m", max_tokens: 1, messages: [{ role: "user", content: "a\ud800" }] });
  assert.equal(mended.messages[0].content, "a\ufffd");
  assert.deepEqual(repairs.map(({ code }) => code), ["lone-surrogate-replaced"]);
});

test("reading, adding an answer and writing a request", () => {
  const conversation = ConversationManager.from("openai-chat", { model: "m", messages: [{ role: "system", content: "s" }, { role: "user", content: "u" }] }, { tokenLimit: 1_000 });
  assert.deepEqual(conversation.lastRepairs, []);
  assert.equal(conversation.tokenLimit, 1_000);
  const response = {
    id: "chatcmpl-1",
    model: "m",
    choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"x": 1}' } }] } }],
    usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
  };
  const stored = conversation.addResponse("openai-chat", response);
  assert.equal(stored.role, "assistant");
  assert.equal(stored.toolCalls[0].arguments, '{"x": 1}');
  assert.equal(conversation.tokensSpent, 25);
  // The usage is that of a request which was written elsewhere, so it is spent and says nothing about the size.
  assert.equal(conversation.contextTokens, estimateTokens(conversation.messages));
  conversation.addMessage("tool", "done", { toolCallId: "c" });
  const { messages: before } = conversation;
  const { body, repairs } = conversation.toRequest("anthropic", { model: "m", max_tokens: 10 });
  assert.equal(body.system, "s");
  assert.deepEqual(body.messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.deepEqual(body.messages[1].content, [{ type: "tool_use", id: "c", name: "f", input: { x: 1 } }]);
  assert.deepEqual(repairs, []);
  // Only the size is another one: from here on it is that of the model.
  assert.deepEqual([conversation.messages, conversation.tokensSpent, conversation.messageCount], [before, 25, 4]);
  assert.equal(conversation.contextTokens, estimateTokens(before, { model: "m", format: "anthropic" }));
});

test("an estimator that adds messages at every call is stopped", () => {
  const conversation = new ConversationManager({
    estimator: () => {
      conversation.addMessage("user", "and another");
      return 1;
    },
  });
  conversation.addMessage("user", "x");
  refusal(() => conversation.contextTokens, "estimator-failed");
});

describe("tokens for the borders of messages", () => {
  // In o200k, each of these words, with the space before it, is one token, and so is the name of each role.
  const exact = (text) => text.split(" ").filter(Boolean).length;
  // Each message has three tokens of borders and its role, as in `encodeChat` of gpt-tokenizer and in OpenAI's cookbook.
  const counted = (messages) => messages.reduce((sum, { role, content }) => sum + 3 + exact(role) + exact(content), 0);
  const LISTS = {
    "500 messages \"ok\"": Array.from({ length: 500 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "ok" })),
    "messages of a few words": Array.from({ length: 40 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "this is a talk about trains and boats" })),
  };
  for (const [name, messages] of Object.entries(LISTS)) {
    for (const [kind, estimator, share] of [["a function that is exact", exact, 0], ["the default, which is too high for single short words and not too low", "script", 0.15]]) {
      test(`${name}, by ${kind}`, () => {
        const model = "gpt-4o";
        const tokens = estimateTokens(messages, { estimator, model, format: "openai-chat" });
        assert.ok(tokens >= (1 - share / 5) * counted(messages) && tokens <= (1 + share) * counted(messages), `${tokens} for ${counted(messages)}`);
        const conversation = ConversationManager.from("backscroll", messages, { estimator });
        conversation.toRequest("openai-chat", { model });
        assert.equal(conversation.contextTokens, tokens);
      });
    }
  }

  test("a function counts what the conversation counts: media, reasoning, calls", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "Look." }, { type: "image", data: "aaaa", mediaType: "image/png", width: 1000, height: 1000 }] },
      { role: "assistant", content: [{ type: "reasoning", text: "Hm." }, { type: "text", text: "" }], toolCalls: [{ id: "c", name: "look", arguments: "{}" }] },
      { role: "tool", toolCallId: "c", content: "A cat." },
    ];
    const tokens = estimateTokens(messages, { estimator: exact });
    // A picture and a call of an unknown model. The texts have five words, and three messages have borders.
    assert.equal(tokens, 1_120 + 30 + 5 + 3 * 4);
    assert.equal(tokens, ConversationManager.from("backscroll", messages, { estimator: exact }).contextTokens);
  });
});

describe("an estimator that is async", () => {
  for (const [name, estimator] of Object.entries({ "that answers": async () => 5, "that fails": async () => { throw new Error("no table"); } })) {
    test(`${name} is refused by name everywhere, and leaves no unhandled rejection`, async () => {
      const conversation = chat(new ConversationManager({ estimator, tokenLimit: 9 }), 1);
      const body = { model: "m", messages: [{ role: "user", content: "u" }] };
      for (const run of [() => conversation.contextTokens, () => conversation.prepare("openai-chat"), () => estimateTokens("a", { estimator }), () => trim("openai-chat", body, { maxTokens: 9, estimator })]) {
        const error = await refusal(run, "estimator-failed");
        assert.match(error.message, /promise.*not async/);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
});
