// Strategies: subclasses, the built-in strategies, and `onReduce`.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, noReduction, recentTurns } from "backscroll";
import { chat, contents, overflow } from "../../support/basics.mjs";

/** Makes four turns, with a strategy. */
const four = (reduce, options) => chat(new ConversationManager({ systemPrompt: "s", reduce, ...options }), 4);

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

  test("the default drops the oldest turns until the target is met, and no more", async () => {
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

  test("onReduce is called for each applied reduction, and for no other", async () => {
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

  test("an error of onReduce reaches the caller, and the reduction stays", async () => {
    const thrown = new Error("the log is full");
    const conversation = four(recentTurns({ keep: 1 }), { onReduce: () => { throw thrown; } });
    await assert.rejects(conversation.recover(overflow()), (error) => error === thrown);
    assert.equal(conversation.messageCount, 3);
    assert.equal(conversation.lastReduction.removed.length, 6);
  });
});
