// Summaries that are asked for before they are needed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, costAware, fitBudget, slidingWindow } from "backscroll";
import { summarizeAhead } from "backscroll/summaries";

const PARAMS = { model: "gpt-5" };
const SUMMARY = "They spoke of many things.";

/** A model that summarizes when it is let to. */
function slowModel() {
  const asked = [];
  const summarize = (request) => new Promise((resolve, reject) => asked.push({ request, resolve, reject }));
  return { asked, summarize };
}

/** A conversation that is asked ahead, and the way to go on with it. */
function started({ strategy = fitBudget({ by: "age" }), tokenLimit = 4_000, cacheTtl, ...options } = {}) {
  const { asked, summarize } = slowModel();
  const [failures, reductions] = [[], []];
  const reduce = summarizeAhead(strategy, { summarize, summaryTokens: 60, onFailure: (error) => failures.push(error), ...options });
  const conversation = new ConversationManager({ tokenLimit, reserveTokens: 0, reduce, cacheTtl, onReduce: (reduction) => reductions.push(reduction) });
  let turn = 0;
  const say = () => {
    conversation.addMessage("user", `Question ${turn}? ${"of many words ".repeat(25)}`);
  };
  /** One turn more. Returns its request. */
  const next = async (options) => {
    say();
    const request = await conversation.prepare("openai-chat", PARAMS, options);
    conversation.addMessage("assistant", `Answer ${turn}.`);
    turn += 1;
    return request;
  };
  /** Goes on until the condition holds. */
  const until = async (isDone) => {
    for (let count = 0; !isDone(); count += 1) {
      assert.ok(count < 200, "it never came");
      await next();
    }
  };
  return { asked, reduce, conversation, reductions, failures, say, next, until };
}

const share = (conversation, tokenLimit = 4_000) => conversation.contextTokens / tokenLimit;

test("it is asked for at 70 % of the room, and nobody waits", async () => {
  const { asked, conversation, reductions, until } = started();
  await until(() => asked.length > 0);
  assert.ok(share(conversation) > 0.7 && share(conversation) < 0.78, `${share(conversation)}`);
  assert.deepEqual(reductions, []);
  assert.match(asked[0].request.prompt, /^user: Question 0/);
  assert.ok(!asked[0].request.prompt.includes(conversation.messages.at(-1).content));
});

test("it takes the place of what it covers when the window is full, and not before", async () => {
  const { asked, conversation, failures, reductions, until } = started();
  await until(() => asked.length > 0);
  const { messages } = asked[0].request;
  asked[0].resolve(SUMMARY);
  await until(() => reductions.length > 0);
  const [reduction] = reductions;
  assert.ok(reduction.tokensBefore > 3_800 && reduction.tokensAfter < 2_600, JSON.stringify([reduction.tokensBefore, reduction.tokensAfter]));
  assert.deepEqual(reduction.removed, messages);
  assert.equal(reduction.summary.content, `Previous conversation summary:\n${SUMMARY}`);
  assert.deepEqual(reduction.steps.map(({ name }) => name), ["summarize"]);
  assert.equal(asked.length, 1);
  assert.equal(conversation.transcript.filter(({ state }) => state === "removed").length, messages.length);
  // The next one is asked for, and nothing has failed.
  await until(() => asked.length > 1);
  assert.deepEqual(failures, []);
});

test("it is placed as soon as the provider's cache has expired", async () => {
  const { asked, conversation, reductions, next, until } = started({ cacheTtl: 60_000, strategy: fitBudget({ by: "age", reduceAbove: 1, reduceTo: 1 }) });
  await until(() => asked.length > 0);
  asked[0].resolve(SUMMARY);
  await next();
  assert.equal(reductions.length, 0, "the cache is warm");
  await next({ now: Date.now() + 120_000 });
  assert.equal(reductions.length, 1);
  assert.ok(reductions[0].tokensBefore < 3_900 && conversation.contextTokens < 2_400);
});

test("it is placed when the strategy is due, and by `reduceNow`", async () => {
  const due = started({ strategy: costAware({ model: "claude-sonnet-5-5", reduceTo: 0.3 }), tokenLimit: 8_000, startAt: 0.5 });
  await due.until(() => due.asked.length > 0);
  due.asked[0].resolve(SUMMARY);
  await due.until(() => due.reductions.length > 0);
  assert.deepEqual(due.reductions[0].steps.map(({ name }) => name), ["summarize"]);

  const now = started();
  await now.until(() => now.asked.length > 0);
  now.asked[0].resolve(SUMMARY);
  await now.reduce.running();
  const reduction = await now.conversation.reduceNow();
  assert.equal(reduction.summary?.content.endsWith(SUMMARY), true);
});

test("a full window waits for it, or takes the next step at once", async () => {
  const waiting = started();
  await waiting.until(() => waiting.asked.length > 0);
  waiting.conversation.addMessage("user", "a long paste ".repeat(700));
  const request = waiting.conversation.prepare("openai-chat", PARAMS);
  const first = await Promise.race([request.then(() => "request"), new Promise((resolve) => setTimeout(resolve, 20, "nothing"))]);
  assert.equal(first, "nothing");
  waiting.asked[0].resolve(SUMMARY);
  assert.ok((await request).reduction.summary !== null);

  const hasty = started({ wait: false });
  await hasty.until(() => hasty.asked.length > 0);
  hasty.conversation.addMessage("user", "a long paste ".repeat(700));
  const { reduction } = await hasty.conversation.prepare("openai-chat", PARAMS);
  assert.equal(reduction.summary, null);
  hasty.asked[0].resolve(SUMMARY);
  await hasty.reduce.running();
  assert.equal(hasty.conversation.messages.filter(({ isSummary }) => isSummary).length, 0);
});

test("a wait ends with the request's signal, and the history stays", async () => {
  const { asked, conversation, until, reduce } = started();
  await until(() => asked.length > 0);
  conversation.addMessage("user", "a long paste ".repeat(700));
  const before = conversation.messages;
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  await assert.rejects(conversation.prepare("openai-chat", PARAMS, { signal: controller.signal }), { code: "aborted" });
  assert.deepEqual(conversation.messages, before);
  asked[0].resolve(SUMMARY);
  await reduce.running();
  assert.ok((await conversation.prepare("openai-chat", PARAMS)).reduction.summary !== null);
});

describe("a failure costs nothing, and is reported", () => {
  for (const [name, fail, what] of [
    ["an error", ({ reject }) => reject(new Error("overloaded")), /overloaded/],
    ["a blank summary", ({ resolve }) => resolve("  "), /blank/],
    ["no text", ({ resolve }) => resolve(undefined), /must return a text/],
    ["a summary that is far too long", ({ resolve }) => resolve("too many words ".repeat(100)), /tokens, and 60 were asked for/],
  ]) {
    test(name, async () => {
      const { asked, reduce, failures, reductions, until, next } = started({ wait: false });
      await until(() => asked.length > 0);
      fail(asked[0]);
      await reduce.running();
      assert.equal(failures.length, 1);
      assert.match(failures[0].message, what);
      assert.equal((await next()).reduction, null);
      // It is tried again when the history has grown.
      await until(() => asked.length > 1);
      assert.deepEqual(reductions, []);
      fail(asked[1]);
      await reduce.running();
      await until(() => reductions.length > 0);
      const [report] = reductions[0].repairs.filter(({ code }) => code === "reduction-step-failed");
      assert.match(report.detail, what);
    });
  }

  test("errors of `onFailure` end no request", async () => {
    const { asked, reduce, until, next } = started({ onFailure: () => { throw new Error("mine"); } });
    await until(() => asked.length > 0);
    asked[0].reject(new Error("overloaded"));
    await reduce.running();
    assert.equal((await next()).reduction, null);
  });
});

describe("a summary of what has changed is not used", () => {
  for (const [name, change] of [
    ["a covered message was edited", (conversation) => conversation.edit(conversation.messages[2].id, "Another question?")],
    ["a covered message was pinned", (conversation) => conversation.pin(conversation.messages[2].id)],
    ["the history was rewound", (conversation) => conversation.rewind(conversation.messages[3].id)],
    ["covered messages were removed", (conversation) => conversation.reduceNow({ reduce: ({ draft, messages }) => draft.remove([messages[0].id]) > 0 })],
    ["the history was cleared", (conversation) => conversation.clear()],
    ["it was reduced by turns", (conversation) => conversation.truncate({ keepRecent: 6 })],
  ]) {
    test(name, async () => {
      const { asked, conversation, reduce, until, reductions } = started({ wait: false });
      await until(() => asked.length > 0);
      asked[0].resolve("The stale summary.");
      await reduce.running();
      await change(conversation);
      reductions.length = 0;
      await until(() => reductions.length > 0);
      assert.ok(!JSON.stringify(conversation.messages).includes("stale"));
    });
  }

  test("with a change that was undone, it is used", async () => {
    const { asked, conversation, reduce, until, reductions } = started({ wait: false });
    await until(() => asked.length > 0);
    asked[0].resolve(SUMMARY);
    await reduce.running();
    await conversation.reduceNow({ reduce: ({ draft, messages }) => draft.remove([messages[0].id]) > 0 });
    assert.ok(conversation.undo());
    reductions.length = 0;
    await until(() => reductions.length > 0);
    assert.ok(reductions[0].summary.content.endsWith(SUMMARY));
  });
});

test("forks have summaries of their own", async () => {
  const { asked, conversation, until } = started();
  await until(() => asked.length > 0);
  const fork = conversation.fork();
  fork.addMessage("user", `Another question? ${"of many words ".repeat(60)}`);
  await fork.prepare("openai-chat", PARAMS);
  assert.equal(asked.length, 2);
  asked[0].resolve("Of the first.");
  asked[1].resolve("Of the fork.");
  for (const one of [conversation, fork]) {
    one.addMessage("user", "a long paste ".repeat(700));
    await one.prepare("openai-chat", PARAMS);
  }
  assert.deepEqual([conversation, fork].map(({ messages }) => messages.find(({ isSummary }) => isSummary).content.split("\n")[1]), ["Of the first.", "Of the fork."]);
});

test("it stands at the end where that is wanted", async () => {
  const { asked, conversation, until, reductions } = started({ summaryPlace: "end" });
  await until(() => asked.length > 0);
  asked[0].resolve(SUMMARY);
  await until(() => reductions.length > 0);
  assert.deepEqual(conversation.messages.slice(-3).map(({ role, isSummary }) => (isSummary ? "summary" : role)), ["summary", "user", "assistant"]);
});

test("a strategy that is not due leaves a fitting history alone", async () => {
  const { asked, reductions, until, conversation } = started({ strategy: slidingWindow({ windowSize: 4 }) });
  await until(() => asked.length > 0);
  await until(() => share(conversation) > 0.9);
  assert.deepEqual(reductions, []);
});

test("wrong arguments are refused", () => {
  const summarize = () => "";
  for (const [args, what] of [
    [[], /`strategy` must be a strategy/],
    [[() => true, { summarize }], /`strategy` must be a strategy/],
    [[fitBudget(), {}], /`options\.summarize` must be a function/],
    [[fitBudget(), { summarize, startAt: 1 }], /`options\.startAt` must be a number above 0 and below 1/],
    [[fitBudget(), { summarize, reduceTo: 0 }], /`options\.reduceTo` must be a number above 0 and below 1/],
    [[fitBudget(), { summarize, wait: 1 }], /`options\.wait` must be true or false/],
    [[fitBudget(), { summarize, later: true }], /later/],
  ]) assert.throws(() => summarizeAhead(...args), (error) => error.code === "invalid-argument" && what.test(error.message), `${what}`);
});
