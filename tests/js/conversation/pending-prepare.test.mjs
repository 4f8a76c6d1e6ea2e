// A `prepare` that fails: the messages that it promoted return to the queue.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS, assertSendable, calling, outline, waitingContents } from "../../support/conversation/waiting.mjs";
import { refusal, soon, state } from "../../support/basics.mjs";

const user = (content) => ({ source: "user", content });
const goal = (content) => ({ source: "goal", name: "7", content });

describe("a failed prepare", () => {
  const long = "word ".repeat(400);
  /** `fail` makes the error. The reducer runs because the request never fits. */
  const failures = [
    { name: "does not fit", code: "cannot-fit", reduce: () => false },
    { name: "has a reducer that throws", code: "cannot-fit", reduce: () => { throw new Error("no"); } },
    { name: "has a reducer that rejects", code: "cannot-fit", reduce: async () => { throw new Error("no"); } },
    { name: "has a reducer that drops turns, in vain", code: "cannot-fit", reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 },
    { name: "has a reducer that truncates, in vain", code: "cannot-fit", reduce: (_, conversation) => { conversation.truncate({ keepRecent: 1 }); return true; } },
    { name: "is aborted before", code: "aborted", signal: () => AbortSignal.abort() },
    { name: "is aborted during a reduction", code: "aborted", signal: (controller) => controller.signal, reduce: (_, __, controller) => { controller.abort(); return true; } },
    { name: "is asked for an unknown target", code: "unknown-format", target: "telnet" },
    { name: "has params that are none", code: "invalid-argument", params: { messages: [] } },
    { name: "withdraws what was promoted", code: "cannot-fit", reduce: (_, conversation) => conversation.withdraw(1) },
    { name: "promotes again", code: "cannot-fit", reduce: (_, conversation) => { assert.deepEqual(conversation.promotePending(), { texts: [], pairs: [] }); return false; } },
    { name: "enqueues while a run is on", code: "cannot-fit", reduce: (_, conversation) => { conversation.enqueue(user("new")); return false; }, more: ["new"] },
  ];
  for (const { name, code, target = "openai-chat", params = PARAMS["openai-chat"], reduce, signal, more = [] } of failures) {
    test(`that ${name} returns all messages to the queue`, async () => {
      const controller = new AbortController();
      let asked = 0;
      const conversation = new ConversationManager({ tokenLimit: 300, reduce: (context) => { asked += 1; return reduce(context, conversation, controller); } });
      conversation.addMessage("user", "one");
      // Names the model, by which the history counts from then on.
      conversation.toRequest("openai-chat", PARAMS["openai-chat"]);
      conversation.addMessage("assistant", "two");
      conversation.beginRun();
      for (const one of [goal("g1"), user("u2"), user(long)]) conversation.enqueue(one);
      const [before, queue, last] = [state(conversation), conversation.pending, conversation.lastReduction];
      await soon(refusal(() => conversation.prepare(target, params, { signal: signal?.(controller) }), code));
      assert.equal(asked > 0, reduce !== undefined);
      assert.equal(state(conversation), before);
      assert.deepEqual(conversation.pending.slice(0, 3), queue);
      assert.deepEqual(waitingContents(conversation).slice(3, 4), more);
      assert.deepEqual(conversation.lastReduction, last);
      conversation.promotePending();
      const texts = ["u2", long, ...more].map((text) => `user:${text}`);
      assert.deepEqual(outline(conversation).slice(2), [...texts, "assistant>recall_goal_1", "tool<recall_goal_1"]);
      assertSendable(conversation);
    });
  }

  test("throws disposed when the conversation was disposed meanwhile", async () => {
    const conversation = new ConversationManager({ tokenLimit: 100, reduce: () => conversation.dispose() });
    conversation.beginRun();
    conversation.enqueue(user(long));
    await soon(refusal(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]), "disposed"));
  });

  test("returns all messages to the queue when older calls wait for a decision", async () => {
    const conversation = calling();
    conversation.suspend();
    conversation.addMessage("user", "Meanwhile:");
    conversation.addMessage("assistant", "Yes?");
    conversation.beginRun();
    conversation.enqueue(user("u1"));
    const before = state(conversation);
    for (const target of TARGETS) await refusal(() => conversation.prepare(target, PARAMS[target]), "awaiting-approval");
    assert.equal(state(conversation), before);
    assert.deepEqual(waitingContents(conversation), ["u1"]);
    const { body } = await conversation.prepare("anthropic", PARAMS.anthropic, { openCalls: "close" });
    assert.equal(objection("anthropic", body), null);
  });

  test("with nothing to send leaves an empty queue empty", async () => {
    const conversation = new ConversationManager();
    await refusal(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]), "nothing-to-send");
    assert.deepEqual([conversation.pending, conversation.messageCount], [[], 0]);
  });

  test("keeps a promoted message that was answered meanwhile", async () => {
    let letGo;
    const gate = new Promise((resolve) => { letGo = resolve; });
    const conversation = new ConversationManager({ tokenLimit: 100, reduce: () => gate.then(() => false) });
    conversation.beginRun();
    for (const one of [user(long), goal("g2")]) conversation.enqueue(one);
    const prepared = refusal(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]), "cannot-fit");
    conversation.addMessage("assistant", "Answered.");
    letGo();
    await soon(prepared);
    assert.deepEqual(conversation.pending, []);
    assert.deepEqual(outline(conversation), [`user:${long}`, "assistant>recall_goal_2", "tool<recall_goal_2", "assistant:Answered."]);
  });

  test("keeps a promoted message that a newer message follows", async () => {
    const conversation = new ConversationManager({ tokenLimit: 100, reduce: () => { conversation.enqueue(user("newer")); return false; } });
    conversation.beginRun();
    conversation.enqueue(user(long));
    conversation.endRun();
    await soon(refusal(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]), "cannot-fit"));
    assert.deepEqual([outline(conversation), conversation.pending], [[`user:${long}`, "user:newer"], []]);
  });

  test("beside another one leaves each message in one place", async () => {
    const gates = [];
    const conversation = new ConversationManager({ tokenLimit: 100, reduce: ({ draft }) => {
      const isFirst = gates.length === 0;
      return new Promise((resolve) => gates.push(resolve)).then(() => !isFirst && draft.keepRecentTurns(1) > 0);
    } });
    conversation.addMessage("user", "one");
    conversation.addMessage("assistant", "two");
    conversation.beginRun();
    conversation.enqueue(user(long));
    const both = [1, 2].map(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]).catch(({ code }) => code));
    for (let round = 0; round < 20; round += 1) {
      await new Promise(setImmediate);
      gates[round]?.();
    }
    for (const outcome of await soon(Promise.all(both))) assert.match(outcome, /^(cannot-fit|stale-plan)$/);
    const places = [...waitingContents(conversation), ...conversation.messages.map(({ content }) => content)];
    assert.deepEqual(places.filter((content) => content === long), [long]);
  });
});
