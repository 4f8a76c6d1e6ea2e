// Reentrancy: no Rust is on the stack while a callback runs, so it may use the conversation, dispose it, or never return. (`turns.test.mjs` has
// reductions at the same time.)

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { chat, contents, overflow, refusal, soon, state } from "../../support/basics.mjs";

/** Makes four turns, with a strategy. */
const four = (reduce, options) => chat(new ConversationManager({ systemPrompt: "s", reduce, ...options }), 4);
const later = (value) => new Promise((resolve) => setTimeout(resolve, 5, value));

describe("a callback that calls back", () => {
  test("every getter and method may be used", async () => {
    const conversation = four(function ({ draft, messages }) {
      assert.equal(conversation.messageCount, 9);
      assert.deepEqual(conversation.messages, messages);
      assert.ok(conversation.contextTokens > 0);
      conversation.toRequest("openai-chat", { model: "m" });
      conversation.toRequestView("anthropic", { model: "m", max_tokens: 1 });
      conversation.approachingLimit();
      return draft.keepRecentTurns(1) > 0;
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 3);
  });

  test("messages that are added meanwhile stay, and do not make the draft stale", async () => {
    const conversation = four(async ({ draft }) => {
      conversation.addMessage("user", "meanwhile 1");
      await later();
      conversation.addMessage("assistant", "meanwhile 2");
      draft.keepRecentTurns(1);
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(contents(conversation).slice(-2), ["meanwhile 1", "meanwhile 2"]);
    assert.equal(conversation.messageCount, 5);
  });

  test("messages that are added meanwhile stay when an array is returned without them", async () => {
    const conversation = four(({ messages }) => {
      conversation.addMessage("user", "meanwhile");
      return messages.slice(-2);
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(contents(conversation).at(-1), "meanwhile");
    assert.equal(conversation.messageCount, 4);
  });

  test("truncate in the callback counts as its reduction, and is reported", async () => {
    const seen = [];
    const conversation = four(() => { conversation.truncate({ keepRecent: 1 }); return true; }, { onReduce: (reduction) => seen.push(reduction) });
    const tokens = conversation.contextTokens;
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 3);
    const reduction = conversation.lastReduction;
    assert.deepEqual(seen, [reduction]);
    assert.equal(reduction.removed.length, 6);
    assert.match(reduction.removed[0].content, /^Question 1/);
    assert.deepEqual([reduction.tokensBefore, reduction.tokensAfter], [tokens, conversation.contextTokens]);
    assert.equal(reduction.firstChangedIndex, 1);
  });

  test("a draft beside a truncate is stale, and the truncate stays", async () => {
    const conversation = four(({ draft }) => { draft.keepRecentTurns(1); conversation.truncate({ keepRecent: 3 }); });
    await refusal(() => conversation.recover(overflow()), "stale-plan");
    assert.equal(conversation.messageCount, 7);
  });

  const REWRITES = {
    rewind: (conversation, { id }) => conversation.rewind(id),
    edit: (conversation, { id }) => conversation.edit(id, "Other words"),
    regenerate: (conversation) => conversation.regenerate(),
    select: (conversation) => conversation.select(conversation.siblings(conversation.messages.at(-1).id)[0]),
    undo: (conversation) => conversation.undo(),
    pin: (conversation, { id }) => conversation.pin(id),
    systemPrompt: (conversation) => { conversation.systemPrompt = "Other prompt"; },
  };
  for (const [name, rewrite] of Object.entries(REWRITES)) {
    test(`a ${name} beside edits of the draft is refused, and the error says what to do`, async () => {
      for (const isFirst of [true, false]) {
        const conversation = four(({ draft, messages }) => {
          if (isFirst) rewrite(conversation, messages.at(-2));
          draft.keepRecentTurns(1);
          if (!isFirst) rewrite(conversation, messages.at(-2));
        });
        conversation.edit(conversation.messages.at(-1).id, "Another last answer");
        conversation.truncate({ keepRecent: 3 });
        const error = await refusal(() => conversation.recover(overflow()), "stale-plan");
        assert.match(error.message, /`rewind`.*`draft`.*before the reduction or after it/);
      }
    });
  }

  test("dispose in the callback ends the reduction", async () => {
    for (const answer of [true, false, []]) {
      const conversation = four(({ draft }) => {
        draft.keepRecentTurns(1);
        conversation.dispose();
        conversation.dispose();
        return answer;
      });
      await refusal(() => conversation.recover(overflow()), "disposed");
      refusal(() => conversation.messages, "disposed");
    }
  });
});

describe("aborting", () => {
  const reason = new Error("the user left");

  test("with an aborted signal, no reduction begins", async () => {
    let called = false;
    const conversation = four(() => { called = true; });
    const error = await refusal(() => conversation.recover(overflow(), { signal: AbortSignal.abort(reason) }), "aborted");
    assert.equal(error.cause, reason);
    assert.equal(called, false);
  });

  test("a callback that never returns is abandoned, and cannot change anything later", async () => {
    const controller = new AbortController();
    let finish;
    let draft;
    const conversation = four((context) => { draft = context.draft; draft.keepRecentTurns(1); return new Promise((resolve) => { finish = resolve; }); });
    const before = state(conversation);
    const recovery = conversation.recover(overflow(), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    const error = await soon(refusal(() => recovery, "aborted"));
    assert.equal(error.cause, reason);
    finish(true);
    await later();
    assert.equal(state(conversation), before);
    refusal(() => draft.keepRecentTurns(1), "stale-plan");
  });

  test("a callback that aborts, throws because of an abort, or returns after it", async () => {
    for (const act of [() => new Promise(() => {}), () => { throw reason; }, async () => { throw reason; }, () => true]) {
      const controller = new AbortController();
      const conversation = four(({ draft }) => { draft.keepRecentTurns(1); controller.abort(reason); return act(); });
      const before = state(conversation);
      assert.equal((await soon(refusal(() => conversation.recover(overflow(), { signal: controller.signal }), "aborted"))).cause, reason);
      assert.equal(state(conversation), before);
    }
  });

  test("a callback that fails after it was abandoned has no effect", async () => {
    const controller = new AbortController();
    const conversation = four(async () => { await later(); throw new Error("too late"); });
    const recovery = conversation.recover(overflow(), { signal: controller.signal });
    controller.abort(reason);
    await soon(refusal(() => recovery, "aborted"));
    await later();
    await later();
  });
});

describe("getters and estimators of the caller", () => {
  const filled = () => chat(new ConversationManager(), 1);

  test("a getter may add messages, which come first", () => {
    const conversation = filled();
    const toolResult = { toJSON: () => conversation.addMessage("user", "from within").content };
    assert.equal(conversation.addMessage("tool", "outer", { toolCallId: "c", toolResult }).toolResult, "from within");
    assert.deepEqual(contents(conversation).slice(2), ["from within", "outer"]);
  });

  for (const [name, use] of [
    ["a message", (conversation, toJSON) => conversation.addMessage("tool", "x", { toolResult: { toJSON } })],
    ["params", (conversation, toJSON) => conversation.toRequest("openai-chat", { model: { toJSON } })],
    ["a response", (conversation, toJSON) => conversation.addResponse("openai-chat", { toJSON })],
    ["params to prepare", (conversation, toJSON) => conversation.prepare("openai-chat", { model: { toJSON } })],
  ]) {
    test(`a getter may dispose the conversation: ${name}`, async () => {
      const conversation = filled();
      await refusal(() => use(conversation, () => (conversation.dispose(), "x")), "disposed");
      refusal(() => conversation.messages, "disposed");
    });
  }

  test("an estimator may read, add and clear, and the call still ends", () => {
    let left = 3;
    const seen = [];
    const conversation = new ConversationManager({
      estimator(text) {
        seen.push(conversation.messageCount, conversation.contextTokens >= 0);
        if (left-- > 0) conversation.addMessage("user", `more ${left}`);
        if (left === 0) conversation.clear();
        return text.length;
      },
    });
    conversation.addMessage("user", "x");
    assert.ok(Number.isFinite(conversation.contextTokens));
    assert.ok(seen.length > 0);
    assert.equal(conversation.messageCount, conversation.messages.length);
  });

  test("an estimator may dispose the conversation", () => {
    const conversation = new ConversationManager({ estimator: () => (conversation.dispose(), 1) });
    conversation.addMessage("user", "x");
    refusal(() => conversation.contextTokens, "disposed");
  });

  test("`onReduce` may use and dispose the conversation", async () => {
    const seen = [];
    const conversation = four(({ draft }) => draft.keepRecentTurns(1) > 0, {
      onReduce() {
        seen.push(conversation.messageCount, conversation.lastReduction.removed.length);
        conversation.dispose();
      },
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(seen, [3, 6]);
    refusal(() => conversation.messages, "disposed");
  });
});
