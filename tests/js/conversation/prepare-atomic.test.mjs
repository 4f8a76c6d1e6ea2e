// `prepare` is atomic: a failure leaves the conversation unchanged, and a success is reported as one reduction, however many were needed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { LISTS, TARGETS } from "../../support/judges.mjs";
import { chat, contents, overflow, refusal, state } from "../../support/basics.mjs";

const later = (value) => new Promise((resolve) => setTimeout(resolve, 5, value));
/** Makes ten turns, and a strategy that drops two turns at each attempt. */
function ten(options) {
  const conversation = new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(draft.turnCount - 2) > 0, ...options });
  return chat(conversation, 10);
}
const cost = ten().contextTokens;

describe("a request that cannot be prepared", () => {
  const reason = new Error("the user left");
  const dropTwo = ({ draft }) => draft.keepRecentTurns(draft.turnCount - 2) > 0;
  /** Runs the first strategy, and something else at the second attempt. */
  const second = (act) => {
    let attempt = 0;
    return (context) => (++attempt === 1 ? dropTwo(context) : act(context));
  };
  const controller = new AbortController();
  const cases = [
    ["three reductions do not suffice", "cannot-fit", undefined],
    ["the second gets nowhere", "cannot-fit", second(() => false)],
    ["the second throws", "cannot-fit", second(() => { throw reason; })],
    ["the second rejects", "cannot-fit", second(async () => { throw reason; })],
    ["the second answers nonsense", "cannot-fit", second(() => 5)],
    ["the second is aborted", "aborted", second(() => { controller.abort(reason); return true; }), { signal: controller.signal }],
    ["the request turns out to be wrong", "invalid-argument", ({ draft }) => draft.keepRecentTurns(1) > 0, {}, { model: "m", system: "two prompts" }],
  ];
  for (const [name, code, reduce, options, params = { model: "m" }] of cases) {
    test(`because ${name} leaves the history unchanged, and onReduce is not called`, async () => {
      const told = [];
      const conversation = ten({ systemPrompt: "s", tokenLimit: 150, onReduce: (reduction) => told.push(reduction), ...(reduce && { reduce }) });
      // From the first request on, the history counts by its model.
      const body = conversation.toRequest("anthropic", { model: "m" }).body;
      const before = state(conversation);
      await refusal(() => conversation.prepare("anthropic", params, options), code);
      assert.equal(state(conversation), before);
      assert.equal(conversation.lastReduction, null);
      assert.deepEqual(told, []);
      assert.deepEqual(conversation.toRequest("anthropic", { model: "m" }).body, body);
    });
  }

  test("leaves lastReduction unchanged", async () => {
    const conversation = ten({ tokenLimit: 100 });
    assert.equal(await conversation.recover(overflow()), true);
    const { lastReduction } = conversation;
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    assert.deepEqual(conversation.lastReduction, lastReduction);
  });

  test("keeps messages that were added meanwhile, at the end", async () => {
    let attempt = 0;
    const reduce = async ({ draft }) => {
      attempt += 1;
      conversation.addMessage("user", `meanwhile ${attempt}`);
      await later();
      return draft.keepRecentTurns(draft.turnCount - 2) > 0;
    };
    const conversation = ten({ tokenLimit: 100, reduce });
    const before = contents(conversation);
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    assert.deepEqual(contents(conversation), [...before, "meanwhile 1", "meanwhile 2", "meanwhile 3"]);
  });

  test("does not restore messages that were cleared meanwhile", async () => {
    let attempt = 0;
    const reduce = async ({ draft }) => {
      attempt += 1;
      if (attempt === 1) return draft.keepRecentTurns(8) > 0;
      conversation.clear();
      conversation.addMessage("user", "a new start ".repeat(100));
      throw reason;
    };
    const conversation = ten({ tokenLimit: 100, reduce });
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    assert.equal(conversation.messageCount, 1);
    assert.match(contents(conversation)[0], /^a new start/);
  });

  test("of two at once the second waits, and finds that the first has reduced", async () => {
    const reduce = async ({ draft }) => { draft.keepRecentTurns(3); await later(); };
    const conversation = ten({ tokenLimit: Math.floor(cost / 2), reduce });
    const outcomes = await Promise.allSettled([conversation.prepare("openai-chat"), conversation.prepare("openai-chat")]);
    assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "fulfilled"]);
    assert.equal(conversation.messageCount, 6);
    assert.deepEqual(outcomes.map(({ value }) => [value.body.messages.length, value.reduction === null]), [[6, false], [6, true]]);
  });

  test("throws when the conversation was disposed meanwhile", async () => {
    for (const answer of [true, false, "nonsense"]) {
      const conversation = ten({ tokenLimit: 100, reduce: second(() => { conversation.dispose(); return answer; }) });
      await refusal(() => conversation.prepare("openai-chat"), "disposed");
    }
  });

  test("can be prepared again, and then succeed", async () => {
    let keep = 9;
    const conversation = ten({ tokenLimit: Math.floor(cost / 2), reduce: ({ draft }) => draft.keepRecentTurns(keep) > 0 });
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    keep = 4;
    const { reduction } = await conversation.prepare("openai-chat");
    assert.equal(reduction.removed.length, 12);
    assert.equal(conversation.messageCount, 8);
  });
});

describe("a request that took several reductions", () => {
  test("reports them as one", async () => {
    const told = [];
    const conversation = ten({ tokenLimit: Math.floor(cost * 0.65), onReduce: (reduction) => told.push(reduction) });
    const before = conversation.messages;
    const { reduction, body } = await conversation.prepare("openai-chat");
    assert.deepEqual(told.map(({ removed }) => removed.length), [4, 4]);
    assert.deepEqual(reduction.removed, before.slice(0, 8));
    assert.deepEqual([reduction.tokensBefore, reduction.tokensAfter], [cost, conversation.contextTokens]);
    assert.deepEqual([reduction.reduced, reduction.summary, reduction.firstChangedIndex], [true, null, 0]);
    assert.deepEqual(conversation.lastReduction, told[1]);
    assert.equal(body.messages.length, 12);
  });

  test("lists a message that was shortened and then removed in its original form, and a message that was summarised twice once", async () => {
    const result = "0123456789".repeat(200);
    let attempt = 0;
    const reduce = ({ draft, messages }) => {
      attempt += 1;
      if (attempt === 1) return draft.shortenToolResults({ head: 300, tail: 300 }) > 0;
      if (attempt === 2) return draft.summarize(messages[1].id, "First. ".repeat(20)) > 0;
      // The summary of the second attempt, the call with its result, and the messages up to the current request.
      return draft.summarize(messages.at(-4).id, "All.") > 0;
    };
    const conversation = new ConversationManager({ reduce });
    chat(conversation, 2);
    for (const id of ["c1", "c2"]) {
      conversation.addMessage("assistant", null, { toolCalls: [{ id, name: "f", arguments: "{}" }] });
      conversation.addMessage("tool", `${id} ${result}`, { toolCallId: id });
    }
    conversation.addMessage("user", "now");
    const before = conversation.messages;
    const limited = ConversationManager.from("backscroll", before, { tokenLimit: 400, reduce });
    const { reduction } = await limited.prepare("openai-chat");
    assert.equal(attempt, 3);
    const kept = limited.messages;
    assert.equal(reduction.summary.content, "All.");
    assert.deepEqual(kept.filter(({ isSummary }) => isSummary), [reduction.summary]);
    // Conservation: kept messages (in their original form) and removed ones are all messages.
    const originals = new Map(reduction.shortened.map(({ messageId, original }) => [messageId, original]));
    const survivors = kept.filter(({ isSummary }) => !isSummary).map((message) => originals.get(message.id) ?? message);
    assert.deepEqual([...reduction.removed, ...survivors], before);
    assert.deepEqual([reduction.tokensBefore > 400, reduction.tokensAfter], [true, limited.contextTokens]);
  });
});

test("a prepared request holds the current request and fits, whatever the strategy", async () => {
  const strategies = [undefined, ({ draft }) => draft.keepRecentTurns(0) > 0, ({ draft }) => draft.keepRecentMessages(0) > 0, ({ messages }) => messages.slice(-1), () => [], ({ draft, messages }) => draft.summarize(messages.at(-2).id, "They talked.") > 0];
  for (const reduce of strategies) {
    for (const target of TARGETS) {
      const conversation = chat(new ConversationManager({ tokenLimit: 400, reserveTokens: 50, reduce }), 10);
      conversation.addMessage("user", "What now?");
      const { body, tokens, reduction } = await conversation.prepare(target, { model: "m" });
      assert.ok(JSON.stringify(body[LISTS[target]].at(-1)).includes("What now?"));
      assert.ok(tokens <= 350, `${tokens} tokens`);
      assert.ok(reduction.removed.length > 0);
    }
  }
});
