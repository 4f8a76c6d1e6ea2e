// The callback: Rust is not on the stack while it runs, so it may do anything, and whatever it does changes all or nothing.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, noReduction, recentTurns } from "backscroll";
import { chat, contents, overflow, refusal, soon, state } from "./face-support.mjs";

/** Four turns, with a strategy. */
const four = (reduce, options) => chat(new ConversationManager({ systemPrompt: "s", reduce, ...options }), 4);
const later = (value) => new Promise((resolve) => setTimeout(resolve, 5, value));

describe("what a callback may answer", () => {
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

  test("an array may put new messages in, as for a summary", async () => {
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

  test("what is thrown need not be an error", async () => {
    for (const thrown of ["text", undefined, null, { odd: 1 }]) {
      const conversation = four(() => { throw thrown; });
      const error = await refusal(() => conversation.recover(overflow()), "reducer-failed");
      assert.equal(error.cause, thrown);
    }
  });

  test("and the next one is heard again", async () => {
    let fails = true;
    const conversation = four(({ draft }) => { if (fails) throw cause; return draft.keepRecentTurns(1) > 0; });
    await refusal(() => conversation.recover(overflow()), "reducer-failed");
    fails = false;
    assert.equal(await conversation.recover(overflow()), true);
  });
});

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

  test("the same for an array that does not know of them", async () => {
    const conversation = four(({ messages }) => {
      conversation.addMessage("user", "meanwhile");
      return messages.slice(-2);
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(contents(conversation).at(-1), "meanwhile");
    assert.equal(conversation.messageCount, 4);
  });

  test("truncate in the callback counts as its work, and is reported", async () => {
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

  test("dispose in the callback ends it", async () => {
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

  test("of two reductions at once the second is refused, by code", async () => {
    const conversation = four(async ({ draft }) => { draft.keepRecentTurns(1); await later(); return true; });
    const outcomes = await Promise.allSettled([conversation.recover(overflow()), conversation.recover(overflow())]);
    assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
    assert.equal(outcomes[1].reason.code, "stale-plan");
    assert.equal(conversation.messageCount, 3);
  });

  test("a reduction inside a reduction", async () => {
    let depth = 0;
    const conversation = four(async ({ draft }) => {
      depth += 1;
      if (depth === 1) assert.equal(await conversation.recover(overflow()), true);
      return draft.keepRecentTurns(4 - depth) > 0;
    });
    await refusal(() => conversation.recover(overflow()), "stale-plan");
    assert.equal(conversation.messageCount, 5);
  });
});

describe("the context", () => {
  test("says what happened and what is wanted", async () => {
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

  test("a draft is finished when its reduction is", async () => {
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

  test("one conversation's strategy may be lent to another, whose draft it edits", async () => {
    const one = four(({ draft }) => draft.keepRecentTurns(1) > 0);
    const other = four((context) => one.reduce(context));
    assert.equal(await other.recover(overflow()), true);
    assert.deepEqual([one.messageCount, other.messageCount], [9, 3]);
  });
});

describe("the draft", () => {
  const long = "0123456789".repeat(100);
  const build = (reduce) => {
    const conversation = four(reduce);
    for (const id of ["c1", "c2", "c3", "c4"]) {
      conversation.addMessage("assistant", null, { toolCalls: [{ id, name: id === "c1" ? "read" : "run", arguments: "{}" }] });
      conversation.addMessage("tool", `${id} ${long}`, { toolCallId: id });
    }
    conversation.addMessage("user", "now");
    return conversation;
  };
  const reduced = async (reduce) => {
    const conversation = build(reduce);
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

  test("clearToolResults keeps the newest three and excluded tools, unless said", async () => {
    assert.deepEqual(results(await reduced(({ draft }) => { draft.clearToolResults(); })).map((text) => text.includes(long)), [false, true, true, true]);
    const conversation = await reduced(({ draft }) => { draft.clearToolResults({ keep: 1, placeholder: "(gone)", exclude: ["read"] }); });
    assert.deepEqual(results(conversation).map((text) => text.slice(0, 6)), ["c1 012", "(gone)", "(gone)", "c4 012"]);
  });

  test("summarize puts one message for many", async () => {
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
  test("bad arguments are refused, and the draft goes on", async () => {
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

describe("aborting", () => {
  const reason = new Error("the user left");

  test("an aborted signal is not even begun with", async () => {
    let called = false;
    const conversation = four(() => { called = true; });
    const error = await refusal(() => conversation.recover(overflow(), { signal: AbortSignal.abort(reason) }), "aborted");
    assert.equal(error.cause, reason);
    assert.equal(called, false);
  });

  test("a callback that never answers is left behind, and may not change anything later", async () => {
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

  test("a callback that aborts itself, or throws because of it, or answers in spite of it", async () => {
    for (const act of [() => new Promise(() => {}), () => { throw reason; }, async () => { throw reason; }, () => true]) {
      const controller = new AbortController();
      const conversation = four(({ draft }) => { draft.keepRecentTurns(1); controller.abort(reason); return act(); });
      const before = state(conversation);
      assert.equal((await soon(refusal(() => conversation.recover(overflow(), { signal: controller.signal }), "aborted"))).cause, reason);
      assert.equal(state(conversation), before);
    }
  });

  test("a callback that fails after it was left behind disturbs nobody", async () => {
    const controller = new AbortController();
    const conversation = four(async () => { await later(); throw new Error("too late"); });
    const recovery = conversation.recover(overflow(), { signal: controller.signal });
    controller.abort(reason);
    await soon(refusal(() => recovery, "aborted"));
    await later();
    await later();
  });
});

describe("strategies", () => {
  test("a subclass decides by overriding reduce", async () => {
    class Mine extends ConversationManager {
      name = "mine";
      reduce({ draft, error }) {
        return error !== undefined && draft.keepRecentTurns(1) > 0;
      }
    }
    const conversation = chat(new Mine({ reduce: () => { throw new Error("overridden"); } }), 4);
    assert.equal(conversation.name, "mine");
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 2);
    assert.ok(Mine.from("openai-chat", [{ role: "user", content: "x" }]) instanceof Mine);
  });

  test("a subclass may use truncate, or the strategy that it was given", async () => {
    class Truncating extends ConversationManager {
      reduce() {
        return this.truncate({ keepRecent: 1 }) > 0;
      }
    }
    const truncating = chat(new Truncating(), 4);
    assert.equal(await truncating.recover(overflow()), true);
    assert.equal(truncating.messageCount, 2);
    assert.equal(await truncating.recover(overflow()), false);

    class Asking extends ConversationManager {
      async reduce(context) {
        return (await super.reduce(context)) && true;
      }
    }
    for (const reduce of [recentTurns({ keep: 1 }), async ({ messages }) => messages.slice(-2), undefined]) {
      const asking = chat(new Asking({ reduce }), 4);
      assert.equal(await asking.recover(overflow()), true);
      assert.ok(asking.messageCount < 8);
    }
  });

  test("the default drops the oldest turns until the goal is met, and no more", async () => {
    const conversation = four();
    const before = conversation.contextTokens;
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(conversation.contextTokens <= 0.7 * before);
    assert.ok(conversation.messageCount > 3, "more went than had to");
    assert.equal(contents(conversation)[0], "s");
  });

  test("noReduction never reduces, recentTurns keeps turns", async () => {
    assert.equal(noReduction().name, "no-reduction");
    assert.equal(recentTurns({ keep: 1 }).name, "recent-turns");
    assert.equal(await four(noReduction()).recover(overflow()), false);
    const conversation = four(recentTurns({ keep: 3 }));
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 7);
    assert.equal(await conversation.recover(overflow()), false);
  });

  test("a strategy is called as a method of its object", async () => {
    const strategy = { name: "x", keep: 1, reduce({ draft }) { return draft.keepRecentTurns(this.keep) > 0; } };
    assert.equal(await four(strategy).recover(overflow()), true);
  });

  test("onReduce hears of each applied reduction, and of no other", async () => {
    const seen = [];
    let answer = false;
    const conversation = four(({ draft }) => (draft.keepRecentTurns(1), answer), { onReduce: (reduction) => seen.push(reduction) });
    await conversation.recover(overflow());
    assert.equal(seen.length, 0);
    conversation.addMessage("assistant", "x");
    answer = true;
    await conversation.recover(overflow());
    assert.deepEqual(seen, [conversation.lastReduction]);
    seen[0].removed.length = 0;
    assert.notEqual(conversation.lastReduction.removed.length, 0);
  });

  test("what onReduce throws reaches the caller, and the reduction stays", async () => {
    const thrown = new Error("the log is full");
    const conversation = four(recentTurns({ keep: 1 }), { onReduce: () => { throw thrown; } });
    await assert.rejects(conversation.recover(overflow()), (error) => error === thrown);
    assert.equal(conversation.messageCount, 3);
    assert.equal(conversation.lastReduction.removed.length, 6);
  });
});
