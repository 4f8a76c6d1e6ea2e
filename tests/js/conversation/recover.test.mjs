// `recover`: reduces the history after an overflow, and ends a loop of overflows.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, recentTurns } from "backscroll";
import { chat, overflow } from "../../support/basics.mjs";

/** Makes ten turns of about equal size, and returns their cost. */
const ten = (options) => chat(new ConversationManager(options), 10);
const cost = ten().contextTokens;
const keep = (turns) => ({ draft }) => draft.keepRecentTurns(turns) > 0;

describe("recover", () => {
  test("returns false for other errors", async () => {
    const conversation = ten({ reduce: () => assert.fail("called") });
    for (const error of [new Error("no network"), Object.assign(new Error("429 too many tokens"), { status: 429 }), undefined, null, "timeout", {}]) {
      assert.equal(await conversation.recover(error), false);
    }
  });

  test("accepts an overflow in any form, also as text", async () => {
    for (const error of [overflow(), "prompt is too long: 210000 tokens > 200000 maximum", { error: { code: "context_length_exceeded" } }]) {
      assert.equal(await ten({ reduce: keep(5) }).recover(error), true);
    }
  });

  test("its target is well below the refused size, and within the window; without a window there is no target", async () => {
    const goals = [];
    const reduce = ({ targetTokens }) => { goals.push(targetTokens); return false; };
    await ten({ reduce }).recover(overflow());
    await ten({ reduce, tokenLimit: 10 * cost }).recover(overflow());
    await ten({ reduce, tokenLimit: 200, reserveTokens: 50 }).recover(overflow());
    await ten({ reduce, tokenLimit: 51, reserveTokens: 50 }).recover(overflow());
    assert.deepEqual(goals, [null, Math.floor(cost * 0.7), Math.floor(150 * 0.7), 0]);
    const byDefault = ten();
    assert.equal(await byDefault.recover(overflow()), true);
    assert.ok(byDefault.contextTokens <= cost * 0.7, "by default it gets shorter all the same");
  });

  test("ends after three attempts without an answer in between", async () => {
    let left = 10;
    const conversation = ten({ reduce: ({ draft }) => { left -= 1; return draft.keepRecentTurns(left) > 0; } });
    const outcomes = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      outcomes.push(await conversation.recover(overflow()));
      conversation.addMessage("user", "again");
    }
    assert.deepEqual(outcomes, [true, true, true, false, false]);
    conversation.addMessage("assistant", "An answer.");
    left = 3;
    assert.equal(await conversation.recover(overflow()), true);
  });

  test("an answer counts however it is added", async () => {
    const answers = [
      (c) => c.addMessage("assistant", "text"),
      (c) => c.addMessage({ role: "assistant", content: [{ type: "text", text: "x" }] }),
      (c) => c.addResponse("openai-chat", { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "x" } }] }),
      (c) => c.addResponse("anthropic", { role: "assistant", content: [{ type: "text", text: "x" }] }),
    ];
    for (const answer of answers) {
      let shrinks = false;
      const conversation = ten({ reduce: ({ draft }) => shrinks && draft.keepRecentTurns(2) > 0 });
      assert.equal(await conversation.recover(overflow()), false);
      shrinks = true;
      assert.equal(await conversation.recover(overflow()), false, "ended");
      answer(conversation);
      assert.equal(await conversation.recover(overflow()), true);
    }
  });

  test("a loop of overflows ends, whatever the reducer says", async () => {
    for (const reduce of [() => true, () => false, ({ messages }) => messages, keep(9), undefined, () => { throw new Error("x"); }]) {
      const conversation = ten({ reduce });
      let calls = 0;
      for (;;) {
        calls += 1;
        assert.ok(calls < 6, "does not end");
        try {
          if (!(await conversation.recover(overflow()))) break;
        } catch (error) {
          assert.equal(error.code, "reducer-failed");
        }
      }
    }
  });

  test("an empty conversation cannot be reduced", async () => {
    assert.equal(await new ConversationManager({ systemPrompt: "s" }).recover(overflow()), false);
    assert.equal(await new ConversationManager({ reduce: recentTurns({ keep: 1 }) }).recover(overflow()), false);
  });
});

test("by default, the oldest messages are removed first", async () => {
  const conversation = new ConversationManager();
  for (let message = 0; message < 20; message += 1) conversation.addMessage("assistant", `${message} ${"word ".repeat(50)}`);
  const before = conversation.contextTokens;
  assert.equal(await conversation.recover(overflow()), true);
  assert.ok(conversation.contextTokens <= before * 0.7);
  assert.match(conversation.messages.at(-1).content, /^19 /);
});
