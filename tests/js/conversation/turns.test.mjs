// Reductions of one conversation at the same time: one after the other, and never one that waits for itself.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, summarizing } from "backscroll";
import { chat, overflow, refusal, soon } from "../../support/basics.mjs";

const later = (value) => new Promise((resolve) => setImmediate(resolve, value));
const prepare = (conversation, options) => conversation.prepare("openai-chat", {}, options);

/** Makes a conversation that is over its limit, with a strategy. */
function full(reduce, options) {
  const conversation = new ConversationManager({ tokenLimit: 300, reduce, ...options });
  for (let message = 0; message < 40; message += 1) conversation.addMessage(message % 2 === 0 ? "user" : "assistant", "word ".repeat(20));
  conversation.addMessage("user", "Now?");
  return conversation;
}

/** What may reduce a conversation. */
const CALLS = {
  prepare,
  recover: (conversation, options) => conversation.recover(overflow(), options),
  reduceNow: (conversation, options) => conversation.reduceNow(options),
};

const pairs = Object.keys(CALLS).flatMap((one) => Object.keys(CALLS).map((other) => [one, other]));

describe("two at once", () => {
  for (const [one, other] of pairs) {
    test(`${one} and ${other} run one after the other`, async () => {
      let running = 0;
      const conversation = full(async ({ draft }) => {
        running += 1;
        assert.equal(running, 1, "one reducer at a time");
        await later();
        const isSmaller = draft.keepRecentTurns(3) > 0 || draft.keepRecentTurns(2) > 0 || draft.keepRecentTurns(1) > 0;
        running -= 1;
        return isSmaller;
      });
      const outcomes = await soon(Promise.allSettled([CALLS[one](conversation), CALLS[other](conversation)]));
      assert.deepEqual(outcomes.map(({ status, reason }) => reason ?? status), ["fulfilled", "fulfilled"]);
      await prepare(conversation);
    });
  }

  test("thirty requests ask for the summaries of one", async () => {
    let asked = 0;
    const summarize = async () => {
      asked += 1;
      await later();
      return "They spoke of words.";
    };
    const conversation = full(summarizing({ summarize }), { tokenLimit: 700 });
    const requests = await Promise.all(Array.from({ length: 30 }, () => prepare(conversation)));
    assert.equal(new Set(requests.map(({ body }) => JSON.stringify(body))).size, 1);
    const alone = full(summarizing({ summarize }), { tokenLimit: 700 });
    const together = asked;
    asked = 0;
    await prepare(alone);
    assert.equal(together, asked);
  });

  test("the second of two `recover` is true without another reduction: the history is smaller than that of its request", async () => {
    let asked = 0;
    const conversation = chat(new ConversationManager({ reduce: async ({ draft }) => { asked += 1; await later(); return draft.keepRecentTurns(1) > 0; } }), 4);
    assert.deepEqual(await Promise.all([conversation.recover(overflow()), conversation.recover(overflow())]), [true, true]);
    assert.equal(asked, 1);
  });

  test("a failure of the first does not fail the second", async () => {
    let asked = 0;
    const conversation = full(async ({ draft }) => {
      asked += 1;
      await later();
      if (asked === 1) throw new Error("no");
      return draft.keepRecentTurns(2) > 0;
    });
    const [first, second] = await Promise.allSettled([prepare(conversation), prepare(conversation)]);
    assert.deepEqual([first.reason.code, second.status], ["cannot-fit", "fulfilled"]);
  });

  test("a request that fits is written before `prepare` returns, when nothing is under way", () => {
    const conversation = chat(new ConversationManager({ tokenLimit: 10_000 }), 2);
    conversation.enqueue({ source: "user", content: "And?" });
    void prepare(conversation);
    assert.equal(conversation.messages.at(-1).content, "And?");
    assert.deepEqual(conversation.pending, []);
  });
});

describe("an abort", () => {
  for (const name of Object.keys(CALLS)) {
    test(`of a ${name} that waits leaves the queue, and those behind it go on`, async () => {
      let go;
      const opened = new Promise((resolve) => { go = resolve; });
      const conversation = full(async ({ draft }) => {
        await opened;
        return draft.keepRecentTurns(2) > 0;
      });
      const controller = new AbortController();
      const [first, waiting, last] = [prepare(conversation), CALLS[name](conversation, { signal: controller.signal }), prepare(conversation)];
      controller.abort(new Error("left"));
      assert.equal((await refusal(() => waiting, "aborted")).cause.message, "left");
      go();
      await soon(Promise.all([first, last]));
    });
  }

  test("just when the turn comes passes the turn on", async () => {
    const controller = new AbortController();
    const conversation = full(({ draft }) => draft.keepRecentTurns(2) > 0, { onReduce: () => controller.abort() });
    let asked = 0;
    const slow = full(async ({ draft }) => {
      asked += 1;
      await later();
      return draft.keepRecentTurns(2) > 0;
    }, { onReduce: () => controller.abort() });
    await soon(Promise.allSettled([prepare(conversation), prepare(conversation, { signal: controller.signal })]));
    const outcomes = await soon(Promise.allSettled([prepare(slow), prepare(slow, { signal: controller.signal }), prepare(slow)]));
    assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.equal(asked, 1);
  });
});

describe("a reducer that reduces its own conversation", () => {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const [when, before] of [["at once", () => undefined], ["after it has waited", later]]) {
      test(`by ${name}, ${when}, is refused, and the conversation goes on`, async () => {
        const errors = [];
        const bystander = full(({ draft }) => draft.keepRecentTurns(2) > 0);
        let isFirst = true;
        const conversation = full(async ({ draft }) => {
          if (isFirst) {
            isFirst = false;
            await before();
            await prepare(bystander);
            await call(conversation).catch((error) => errors.push(error));
          }
          return draft.keepRecentTurns(2) > 0;
        });
        await soon(prepare(conversation));
        const [error] = errors;
        assert.equal(error.code, name === "prepare" ? "cannot-fit" : "reducer-failed");
        assert.match(error.message, /must not reduce its own conversation/);
        await soon(prepare(conversation));
      });
    }
  }

  test("through its summarizer is refused as well", async () => {
    const conversation = full(summarizing({ summarize: async () => { await later(); return JSON.stringify((await prepare(conversation)).body); } }));
    const { code, cause } = await soon(refusal(() => prepare(conversation), "cannot-fit"));
    assert.match(`${code} ${cause?.message}`, /must not reduce its own conversation/);
  });

  test("may prepare a request that fits, such as one without a limit", async () => {
    const lengths = [];
    const conversation = full(async ({ draft }) => {
      await later();
      lengths.push((await prepare(conversation, { tokenLimit: null })).body.messages.length);
      return draft.keepRecentTurns(2) > 0;
    });
    await soon(prepare(conversation));
    assert.deepEqual(lengths, [41]);
  });

  test("may prepare a fork, which is another conversation", async () => {
    const conversation = full(async ({ draft }) => {
      await later();
      const fork = conversation.fork();
      await fork.reduceNow({ reduce: (context) => context.draft.keepRecentTurns(1) > 0 });
      fork.dispose();
      return draft.keepRecentTurns(2) > 0;
    });
    await soon(prepare(conversation));
  });

  test("a call that a reducer began, and that goes on after it, waits like any other", async () => {
    let left;
    const conversation = full(async ({ draft }) => {
      left ??= later().then(later).then(later).then(() => conversation.reduceNow({ reduce: (context) => context.draft.keepRecentTurns(1) > 0 }));
      return draft.keepRecentTurns(2) > 0;
    });
    await soon(prepare(conversation));
    assert.ok((await soon(left)).removed.length > 0);
  });
});
