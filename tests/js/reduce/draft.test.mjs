// The arguments of a callback: the context of the reduction, and the draft that it edits.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { chat, contents, overflow, refusal, state } from "../../support/basics.mjs";

/** Makes four turns, with a strategy. */
const four = (reduce, options) => chat(new ConversationManager({ systemPrompt: "s", reduce, ...options }), 4);

describe("the context", () => {
  test("has the error, the target and the history", async () => {
    let context;
    const conversation = four((given) => { context = given; return false; }, { tokenLimit: 100_000 });
    const [error, model, signal] = [overflow(), { id: "m" }, new AbortController().signal];
    await conversation.recover(error, { model, signal });
    assert.equal(context.error, error);
    assert.equal(context.model, model);
    assert.equal(context.signal, signal);
    assert.equal(context.targetTokens, Math.floor(conversation.contextTokens * 0.7));
    assert.equal(context.messages, context.messages);
    assert.notEqual(context.messages, conversation.messages);
  });

  test("a draft ends with its reduction", async () => {
    let kept;
    for (const answer of [true, false]) {
      const conversation = four(({ draft }) => { kept = draft; draft.keepRecentTurns(1); return answer; });
      await conversation.recover(overflow());
      const before = state(conversation);
      for (const use of [
        () => kept.tokens,
        () => kept.turnCount,
        () => kept.keepRecentTurns(1),
        () => kept.keepRecentMessages(1),
        () => kept.remove([]),
        () => kept.shortenToolResults(),
        () => kept.clearToolResults(),
        () => kept.summarize("x", "y"),
      ]) refusal(use, "stale-plan");
      assert.equal(state(conversation), before);
    }
  });

  test("a strategy may be used by another conversation, whose draft it edits", async () => {
    const one = four(({ draft }) => draft.keepRecentTurns(1) > 0);
    const other = four((context) => one.reduce(context));
    assert.equal(await other.recover(overflow()), true);
    assert.deepEqual([one.messageCount, other.messageCount], [9, 3]);
  });
});

describe("the draft", () => {
  const long = "0123456789".repeat(100);
  const build = (reduce, options) => {
    const conversation = four(reduce, options);
    for (const id of ["c1", "c2", "c3", "c4"]) {
      conversation.addMessage("assistant", null, { toolCalls: [{ id, name: id === "c1" ? "read" : "run", arguments: "{}" }] });
      conversation.addMessage("tool", `${id} ${long}`, { toolCallId: id });
    }
    conversation.addMessage("user", "now");
    return conversation;
  };
  const reduced = async (reduce, options) => {
    const conversation = build(reduce, options);
    assert.equal(await conversation.recover(overflow()), true);
    return conversation;
  };
  const results = (conversation) => conversation.messages.filter(({ role }) => role === "tool").map(({ content }) => content);

  test("counts turns and tokens, and counts again after an edit", async () => {
    await reduced(({ draft }) => {
      const { tokens, turnCount } = draft;
      assert.equal(turnCount, 5);
      assert.ok(draft.keepRecentTurns(2) > 0);
      assert.equal(draft.turnCount, 2);
      assert.ok(draft.tokens < tokens);
    });
  });

  test("keepRecentMessages splits no call from its result", async () => {
    const conversation = await reduced(({ draft }) => { draft.keepRecentMessages(2); });
    const roles = conversation.messages.map(({ role }) => role);
    assert.ok(!roles.includes("tool") || roles[roles.indexOf("tool") - 1] === "assistant");
  });

  test("remove takes messages with their partners", async () => {
    const conversation = await reduced(({ draft, messages }) => {
      const result = messages.find(({ toolCallId }) => toolCallId === "c2");
      assert.equal(draft.remove([result.id]), 2);
    });
    assert.deepEqual(results(conversation).map((text) => text.slice(0, 2)), ["c1", "c3", "c4"]);
    assert.equal(conversation.lastReduction.removed.length, 2);
  });

  test("shortenToolResults keeps both ends", async () => {
    const conversation = await reduced(({ draft }) => { assert.equal(draft.shortenToolResults({ head: 10, tail: 5 }), 4); });
    for (const text of results(conversation)) assert.match(text, /^c\d 0123456[^]*chars="988"[^]*56789$/);
    const { shortened, removed } = conversation.lastReduction;
    assert.equal(removed.length, 0);
    assert.equal(shortened.length, 4);
    for (const { tokensBefore, tokensAfter, original } of shortened) {
      assert.ok(tokensAfter < tokensBefore);
      assert.ok(original.content.includes(long));
    }
  });

  test("shortenToolResults with an order stops when the target is met", async () => {
    for (const [order, changed] of [["oldest", [true, true, false, false]], ["largest", [true, true, false, false]]]) {
      const conversation = await reduced(({ draft }) => { draft.shortenToolResults({ head: 10, tail: 5, order }); }, { tokenLimit: 100_000 });
      assert.deepEqual(results(conversation).map((text) => !text.includes(long)), changed, order);
    }
    const conversation = new ConversationManager();
    conversation.addMessage("user", "q");
    conversation.addMessage("assistant", null, { toolCalls: ["a", "b"].map((id) => ({ id, name: "f", arguments: "{}" })) });
    conversation.addMessage("tool", "short ".repeat(200), { toolCallId: "a" });
    conversation.addMessage("tool", "long ".repeat(2_000), { toolCallId: "b" });
    conversation.addMessage("user", "and now?");
    const reduce = ({ draft }) => { assert.equal(draft.shortenToolResults({ order: "largest" }), 1); };
    const subject = ConversationManager.from("backscroll", conversation.messages, { reduce, tokenLimit: 100_000 });
    assert.equal(await subject.recover(overflow()), true);
    assert.deepEqual(subject.lastReduction.shortened.map(({ original }) => original.toolCallId), ["b"]);
  });

  test("clearToolResults keeps the newest three and excluded tools by default", async () => {
    assert.deepEqual(results(await reduced(({ draft }) => { draft.clearToolResults(); })).map((text) => text.includes(long)), [false, true, true, true]);
    const conversation = await reduced(({ draft }) => { draft.clearToolResults({ keep: 1, placeholder: "(gone)", exclude: ["read"] }); });
    assert.deepEqual(results(conversation).map((text) => text.slice(0, 6)), ["c1 012", "(gone)", "(gone)", "c4 012"]);
  });

  test("summarize replaces several messages by one", async () => {
    const conversation = await reduced(({ draft, messages }) => { assert.equal(draft.summarize(messages[4].id, "In short."), 4); });
    assert.equal(contents(conversation)[1], "In short.");
    assert.equal(conversation.messages[1].isSummary, true);
    assert.equal(conversation.lastReduction.summary.content, "In short.");
    assert.equal(conversation.lastReduction.firstChangedIndex, 1);
  });

  const bad = [
    ["turns negative", (draft) => draft.keepRecentTurns(-1)],
    ["turns absent", (draft) => draft.keepRecentTurns()],
    ["messages NaN", (draft) => draft.keepRecentMessages(NaN)],
    ["ids text", (draft) => draft.remove("id")],
    ["ids of numbers", (draft) => draft.remove([1])],
    ["unknown id", (draft) => draft.remove(["nowhere"])],
    ["shorten options", (draft) => draft.shortenToolResults(5)],
    ["shorten head", (draft) => draft.shortenToolResults({ head: -1 })],
    ["shorten order", (draft) => draft.shortenToolResults({ order: "newest" })],
    ["shorten unknown", (draft) => draft.shortenToolResults({ max: 1 })],
    ["clear keep", (draft) => draft.clearToolResults({ keep: 1.5 })],
    ["clear placeholder", (draft) => draft.clearToolResults({ placeholder: 5 })],
    ["clear exclude", (draft) => draft.clearToolResults({ exclude: "read" })],
    ["summary of unknown", (draft) => draft.summarize("nowhere", "x")],
    ["summary blank", (draft, messages) => draft.summarize(messages[2].id, "  ")],
    ["summary no text", (draft, messages) => draft.summarize(messages[2].id, 5)],
  ];
  test("invalid arguments are refused, and the draft stays usable", async () => {
    const conversation = await reduced(({ draft, messages }) => {
      for (const [name, use] of bad) assert.equal(refusal(() => use(draft, messages), "invalid-argument").code, "invalid-argument", name);
      draft.keepRecentTurns(1);
    });
    assert.equal(conversation.messageCount, 2);
  });

  test("protected messages stay: system prompt, pins, the current request", async () => {
    const conversation = four(({ draft, messages }) => { draft.remove(messages.map(({ id }) => id)); });
    conversation.addMessage("user", "pinned", { pinned: true });
    conversation.addMessage("assistant", "a");
    conversation.addMessage("user", "now");
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(contents(conversation), ["s", "pinned", "now"]);
  });
});
