// The `reduce` callback: its return values and its errors. It changes everything or nothing.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager } from "backscroll";
import { chat, contents, overflow, refusal, state } from "../../support/basics.mjs";

/** Makes four turns, with a strategy. */
const four = (reduce, options) => chat(new ConversationManager({ systemPrompt: "s", reduce, ...options }), 4);
const later = (value) => new Promise((resolve) => setTimeout(resolve, 5, value));

describe("return values of a callback", () => {
  const cases = [
    ["nothing, after editing the draft", ({ draft }) => { draft.keepRecentTurns(1); }, true, 3],
    ["true", ({ draft }) => (draft.keepRecentTurns(2), true), true, 5],
    ["a promise of true", async ({ draft }) => (draft.keepRecentTurns(1), later(true)), true, 3],
    ["a promise of nothing", async ({ draft }) => { await later(); draft.keepRecentTurns(1); }, true, 3],
    ["a thenable", ({ draft }) => ({ then: (resolve) => (draft.keepRecentTurns(1), resolve(true)) }), true, 3],
    ["false, after editing the draft", ({ draft }) => (draft.keepRecentTurns(1), false), false, 9],
    ["true, without having done anything", () => true, false, 9],
    ["nothing, without having done anything", () => {}, false, 9],
    ["a promise of false", () => later(false), false, 9],
    ["a shorter array", ({ messages }) => messages.slice(-2), true, 3],
    ["a promise of a shorter array", async ({ messages }) => later(messages.slice(-4)), true, 5],
    ["the copy, edited in place", ({ messages }) => (messages.splice(1, 4), messages), true, 5],
    ["the same array", ({ messages }) => messages, false, 9],
    ["a longer array", ({ messages }) => [...messages.slice(0, 1), { role: "user", content: "new ".repeat(50) }, ...messages.slice(1)], false, 9],
  ];
  for (const [name, reduce, progress, left] of cases) {
    test(name, async () => {
      const conversation = four(reduce);
      const before = state(conversation);
      assert.equal(await conversation.recover(overflow()), progress);
      assert.equal(conversation.messageCount, left);
      assert.equal(contents(conversation)[0], "s");
      if (progress) assert.equal(conversation.lastReduction.removed.length, 9 - left);
      else assert.equal(state(conversation), before);
      assert.equal(conversation.lastReduction === null, !progress);
    });
  }

  for (const [name, answer] of [["a number", 5], ["a string", "yes"], ["null", null], ["an object", {}], ["a promise of a number", Promise.resolve(1)]]) {
    test(`${name} is refused`, async () => {
      const conversation = four(() => answer);
      const before = state(conversation);
      assert.match((await refusal(() => conversation.recover(overflow()), "reducer-failed")).message, /true, false or nothing/);
      assert.equal(state(conversation), before);
    });
  }

  test("an array may insert new messages, such as a summary", async () => {
    const conversation = four(({ messages }) => [{ role: "system", content: "They talked." }, ...messages.slice(-2)]);
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 4);
    const { summary, removed } = conversation.lastReduction;
    assert.equal(summary.content, "They talked.");
    assert.equal(summary.isSummary, true);
    assert.equal(removed.length, 6);
    const { body } = conversation.toRequest("openai-chat", { model: "m" });
    assert.ok(JSON.stringify(body).includes("They talked."));
  });

  for (const [name, list] of [
    ["no messages", () => [5]],
    ["an unknown role", () => [{ role: "bot", content: "x" }]],
    ["what JSON cannot hold", ({ messages }) => [{ ...messages[1], toolResult: 5n }]],
    ["a cycle", ({ messages }) => { messages[1].toolResult = messages; return messages; }],
  ]) {
    test(`an array with ${name} changes nothing`, async () => {
      const conversation = four(list);
      const before = state(conversation);
      const error = await refusal(() => conversation.recover(overflow()), "reducer-failed");
      assert.ok(error.cause instanceof ConversationError);
      assert.equal(state(conversation), before);
    });
  }

  test("an array that loses half of a pair loses the other half too", async () => {
    const conversation = new ConversationManager({ reduce: ({ messages }) => messages.filter(({ role }) => role !== "assistant") });
    chat(conversation, 1);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: "{}" }] });
    conversation.addMessage("tool", "result ".repeat(50), { toolCallId: "c" });
    conversation.addMessage("user", "now");
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(conversation.messages.map(({ role }) => role), ["user", "user"]);
  });
});

describe("a callback that throws", () => {
  const cause = new TypeError("the summariser is down");
  for (const [name, reduce] of [
    ["at once", () => { throw cause; }],
    ["later", async () => { await later(); throw cause; }],
    ["after editing the draft", ({ draft }) => { draft.keepRecentTurns(1); throw cause; }],
  ]) {
    test(`${name}: nothing changes, and its error is the cause`, async () => {
      const conversation = four(reduce);
      const before = state(conversation);
      const given = overflow();
      const error = await refusal(() => conversation.recover(given), "reducer-failed");
      assert.equal(error.cause, cause);
      assert.match(error.message, /the summariser is down/);
      assert.equal(error.details.overflow, given);
      assert.equal(state(conversation), before);
      assert.equal(conversation.lastReduction, null);
    });
  }

  test("a thrown value need not be an error", async () => {
    for (const thrown of ["text", undefined, null, { odd: 1 }]) {
      const conversation = four(() => { throw thrown; });
      const error = await refusal(() => conversation.recover(overflow()), "reducer-failed");
      assert.equal(error.cause, thrown);
    }
  });

  test("the next reduction calls the callback again", async () => {
    let fails = true;
    const conversation = four(({ draft }) => { if (fails) throw cause; return draft.keepRecentTurns(1) > 0; });
    await refusal(() => conversation.recover(overflow()), "reducer-failed");
    fails = false;
    assert.equal(await conversation.recover(overflow()), true);
  });
});

test("an array cannot change the current request, which is reported; a duplicate message is refused", async () => {
  const make = (reduce) => chat(new ConversationManager({ reduce }), 6);
  const conversation = make(({ messages }) => messages.slice(-4).map((message) => ({ ...message, content: "E" })));
  const current = conversation.messages.filter(({ role }) => role === "user").at(-1);
  assert.equal(await conversation.recover(overflow()), true);
  assert.deepEqual(conversation.lastReduction.repairs.map(({ code, messageId }) => [code, messageId]), [["protected-message-kept", current.id]]);
  assert.equal(conversation.messages.find(({ id }) => id === current.id).content, current.content);
  const error = await refusal(() => make(({ messages }) => [messages[0], messages[0], messages.at(-1)]).recover(overflow()), "reducer-failed");
  assert.match(error.message, /is in the list twice/);
});
