// `summarizing`, `compacting` and `compactHistory`: the messages that a summary replaces, the prompt, and refusals.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compactHistory, compacting, estimateTokens, fitBudget, sanitizeToolCalls, summarizing } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { GPT, assertSound, ids, overflow, story, summariser, text } from "../../support/reduce/stories.mjs";

describe("summarizing", () => {
  for (const [name, letters, options, left] of [
    ["takes the oldest three tenths", "ua".repeat(10), {}, "S u7 a8 u9 a10 u11 a12 u13 a14 u15 a16 u17 a18 u19 a20"],
    ["never the newest ten", "ua".repeat(6), { summaryRatio: 0.8 }, "S u3 a4 u5 a6 u7 a8 u9 a10 u11 a12"],
    ["one message at least", "uau", { preserveRecentMessages: 0 }, "S a2 u3"],
    ["goes on to the end of a unit", "uccua", { preserveRecentMessages: 0, summaryRatio: 0.3 }, "S c4 r4 u6 a7"],
    ["spares the first messages", "ua".repeat(10), { pinFirst: 2 }, "u1 a2 S u7 a8 u9 a10 u11 a12 u13 a14 u15 a16 u17 a18 u19 a20"],
  ]) {
    test(name, async () => {
      const { summarize } = summariser();
      const conversation = story(letters, { reduce: summarizing({ summarize, ...options }) });
      assert.equal(await conversation.recover(overflow()), true);
      assert.equal(ids(conversation).join(" "), left);
      assertSound(conversation);
    });
  }

  test("keeps the places of the system prompt, pins and the current request", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("ua", { reduce: summarizing({ summarize, preserveRecentMessages: 0, summaryRatio: 0.8 }) });
    conversation.addMessage("user", text(50), { id: "pin", pinned: true });
    conversation.addMessage("assistant", text(50), { id: "reply" });
    conversation.addMessage("user", "now", { id: "now" });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(ids(conversation), ["pin", "S", "now"]);
    assert.deepEqual([...new Set(requests.flatMap(({ messages }) => messages.map(({ id }) => id)))], ["u1", "a2", "reply"]);
    assert.equal(conversation.messages[0].content, "You are a clerk.");
  });

  test("passes instructions, a line for each message, the messages as data, and limits", async () => {
    const { summarize, requests } = summariser();
    const reduce = summarizing({ summarize, preserveRecentMessages: 0, summaryRatio: 0.8, systemPrompt: "Be brief.", summaryTokens: 300 });
    const conversation = new ConversationManager({ reduce });
    conversation.addMessage("user", [{ type: "text", text: "What is this?" }, { type: "image", mediaType: "image/png", data: "AAAA" }]);
    conversation.addMessage("assistant", [{ type: "reasoning", text: "secret" }, { type: "text", text: "Let me look." }], {
      toolCalls: [{ id: "x", name: "look", arguments: '{"at":"it"}' }],
    });
    conversation.addMessage("tool", `no such thing ${text(300)}`, { toolCallId: "x", isError: true });
    conversation.addMessage("user", "Well?");
    const controller = new AbortController();
    await conversation.recover(overflow(), { signal: controller.signal });
    const [{ system, prompt, messages, maxTokens, temperature, signal }] = requests;
    assert.deepEqual([system, maxTokens, temperature, signal], ["Be brief.", 300, 0.2, controller.signal]);
    const lines = prompt.split("\n");
    assert.deepEqual(lines.slice(0, 2), [
      "user: What is this? [image: png, source: bytes, 3 bytes]",
      'assistant: Let me look. [call of look: {"at":"it"}]',
    ]);
    assert.match(lines[2], /^tool: \[error\] no such thing/);
    assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "tool"]);
  });

  test("a span larger than the summariser's window is split into pieces that fit", async () => {
    const { summarize, requests } = summariser((_, count) => `Summary ${count}.`);
    const reduce = summarizing({ summarize, summaryRatio: 0.8, preserveRecentMessages: 2, maxPromptTokens: 1_000, summaryTokens: 50 });
    const conversation = story("ua".repeat(20), { reduce });
    conversation.addMessage("user", "now");
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(requests.length >= 3);
    for (const { system, prompt, maxTokens } of requests) {
      assert.ok(estimateTokens(system, GPT) + estimateTokens(prompt, GPT) + maxTokens <= 1_000, `${estimateTokens(prompt, GPT)}`);
    }
    assert.match(requests[1].prompt, /^summary: Summary 1\.\n/);
    assert.equal(conversation.messages[1].content, `Summary ${requests.length}.`);
    const said = requests.flatMap(({ messages }) => messages.map(({ id }) => id));
    assert.equal(new Set(said).size, 32, "every message of the span was shown");
  });

  test("one message larger than the window is passed completely, in pieces", async () => {
    const { summarize, requests } = summariser();
    const conversation = new ConversationManager({ reduce: summarizing({ summarize, summaryRatio: 0.8, preserveRecentMessages: 0, maxPromptTokens: 1_000, summaryTokens: 50 }) });
    const long = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(" ");
    conversation.addMessage("user", long);
    conversation.addMessage("assistant", "Yes.");
    conversation.addMessage("user", "now");
    assert.equal(await conversation.recover(overflow()), true);
    const shown = requests.flatMap(({ prompt }) => prompt.split("\n").filter((line) => line.startsWith("user: "))).map((line) => line.slice(6)).join("");
    assert.equal(shown, long);
    assert.ok(requests.every(({ prompt }) => estimateTokens(prompt) <= 1_000));
  });

  test("too few messages: a refused request loses the middle of its longest result instead", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("uc", { size: 3_000, reduce: summarizing({ summarize }) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(requests.length, 0);
    assert.match(conversation.messages.at(-1).content, /<truncated chars=/);
    assert.equal(await story("ua", { reduce: summarizing({ summarize }) }).recover(overflow()), false);
  });

  for (const [name, answer, wanted] of [
    ["blank", "", /blank/],
    ["no text", 5, /must return a text; it returned 5/],
    ["longer than asked for", text(5_000), /\d+ were asked for/],
    ["longer than what it stands for", text(850), /and the messages only/],
  ]) {
    test(`a summary that is ${name} is refused, and the history is unchanged`, async () => {
      const { summarize } = summariser(answer);
      const conversation = story("ua".repeat(10), { reduce: summarizing({ summarize, summaryTokens: 500, maxPromptTokens: 50_000 }) });
      const before = ids(conversation);
      const error = overflow();
      const { cause, details } = await refusal(() => conversation.recover(error), "reducer-failed");
      assert.equal(cause.code, "summary-refused");
      assert.match(cause.message, wanted);
      assert.equal(details.overflow, error);
      assert.deepEqual(ids(conversation), before);
    });
  }

  test("the error of a summariser is the cause, together with the overflow", async () => {
    const boom = new Error("the model is down");
    const conversation = story("ua".repeat(10), { reduce: summarizing({ summarize: () => { throw boom; } }) });
    const { cause, message } = await refusal(() => conversation.recover(overflow()), "reducer-failed");
    assert.equal(cause, boom);
    assert.match(message, /the model is down/);
  });

  test("a failure of an early summary is ignored", async () => {
    const conversation = story("ua".repeat(10), { tokenLimit: 4_000, proactiveCompression: { compressionThreshold: 0.1 }, reduce: summarizing({ summarize: () => { throw new Error("down"); } }) });
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
  });

  test("a summariser that hangs is abandoned when the signal is aborted", async () => {
    const controller = new AbortController();
    const conversation = story("ua".repeat(10), { reduce: summarizing({ summarize: () => new Promise(() => {}) }) });
    const before = ids(conversation);
    const recovery = conversation.recover(overflow(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    const { cause } = await refusal(() => recovery, "aborted");
    assert.equal(cause.message, "enough");
    assert.deepEqual(ids(conversation), before);
  });

  for (const options of [{}, { summarize: "x" }, { summarize() {}, summaryRatio: 0.05 }, { summarize() {}, summaryRatio: 0.9 }, { summarize() {}, summaryRatio: NaN }, { summarize() {}, preserveRecentMessages: -1 }, { summarize() {}, systemPrompt: 5 }, { summarize() {}, ratio: 0.3 }, undefined]) {
    test(`${JSON.stringify(options)} is refused`, () => refusal(() => summarizing(options), "invalid-argument"));
  }
});

describe("compacting", () => {
  test("replaces all but the newest messages by a summary once the history is over its limit", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("ua".repeat(14), { reduce: compacting({ summarize, maxTokens: 200, recentKeep: 4 }), tokenLimit: 100_000 });
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.equal(ids(conversation).join(" "), "S u25 a26 u27 a28");
    assert.equal(reduction.summary.content, "Previous conversation summary:\nThey talked.");
    assert.deepEqual([requests[0].maxTokens, requests[0].temperature], [500, 0.2]);
    assertSound(conversation);
  });

  test("does not call the model repeatedly when the kept messages alone exceed the limit", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("ua".repeat(14), { size: 300, reduce: compacting({ summarize, maxTokens: 200, recentKeep: 4 }), tokenLimit: 100_000 });
    for (let turn = 0; turn < 5; turn += 1) {
      await conversation.prepare("openai-chat", GPT);
      conversation.addMessage("assistant", "Yes.");
      conversation.addMessage("user", "And now?");
    }
    assert.ok(requests.length <= 2, `${requests.length} requests in 5 turns`);
  });

  test("changes nothing in a history under the limit", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("ua".repeat(14), { reduce: compacting({ summarize }), tokenLimit: 100_000 });
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
    assert.equal(requests.length, 0);
  });

  test("moves its cut back to keep a call with its results", async () => {
    const { summarize } = summariser();
    const conversation = story("uaccua", { reduce: compacting({ summarize, recentKeep: 3 }) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(ids(conversation)[0], "S");
    assert.equal(ids(conversation).length, 5, "the second pair, which the cut would split, stays whole");
    assertSound(conversation);
  });

  test("a blank summary drops the older messages without one, which is reported; the rest begins with a user message", async () => {
    const { summarize } = summariser("  ");
    for (const [letters, recentKeep] of [["ua".repeat(10), 3], [`${"ua".repeat(10)}u`, 4]]) {
      const conversation = story(letters, { reduce: compacting({ summarize, recentKeep }) });
      assert.equal(await conversation.recover(overflow()), true);
      assert.match(ids(conversation).join(" "), /^u19 a20/);
    }
    const conversation = story("ua".repeat(10), { reduce: compacting({ summarize, recentKeep: 4 }) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(ids(conversation).join(" "), "u17 a18 u19 a20");
    assert.deepEqual(conversation.lastReduction.repairs.map(({ code }) => code), ["reduction-step-failed"]);
    assert.equal(conversation.lastReduction.removed.length, 16);
  });
});

describe("compactHistory", () => {
  /** Returns a text of `length` characters. */
  const words = (length) => "where is my umbrella? ".repeat(10).slice(0, length);

  /** 29 messages of 975 tokens. The 24 messages to summarise have 2,704 characters as text. */
  const long = () => {
    const messages = [{ role: "system", content: words(50) }];
    for (let at = 0; at < 28; at += 1) {
      const length = at >= 24 ? 100 : at < 4 ? 104 : 103;
      messages.push({ role: at % 2 === 0 ? "user" : "assistant", content: words(length) });
    }
    return messages;
  };

  test("29 messages of 975 tokens become 6 of 208, and the prompt has 2,704 characters", async () => {
    const { summarize, requests } = summariser(words(144));
    const messages = long();
    assert.deepEqual([messages.length, estimateTokens(messages, { estimator: "bytes/3" })], [29, 975]);
    const { summary, recent, compacted } = await compactHistory(messages, { summarize, maxTokens: 200, recentKeep: 4 });
    assert.deepEqual([recent.length, estimateTokens(recent, { estimator: "bytes/3" }), compacted], [6, 208, true]);
    assert.equal(summary, words(144));
    assert.equal(requests[0].prompt.length, 2_704);
    assert.equal(requests[0].prompt, messages.slice(1, -4).map(({ role, content }) => `${role}: ${content}\n`).join(""));
    assert.deepEqual([requests[0].maxTokens, requests[0].temperature, requests[0].messages.length], [500, 0.2, 24]);
    assert.deepEqual(recent[0], messages[0]);
    assert.deepEqual(recent[1], { role: "system", content: `Previous conversation summary:\n${words(144)}` });
    assert.deepEqual(recent.slice(2), messages.slice(-4));
  });

  test("a short list is returned unchanged, even with unpaired calls and results", async () => {
    const { summarize, requests } = summariser();
    const messages = [{ role: "user", content: "hi" }, { role: "tool", toolCallId: "gone", content: "?" }];
    assert.deepEqual(await compactHistory(messages, { summarize }), { summary: "", recent: messages, compacted: false });
    assert.equal(requests.length, 0);
  });

  test("a result whose call is summarised is dropped", async () => {
    const { summarize } = summariser();
    const call = { role: "assistant", content: "", toolCalls: [{ id: "x", name: "look", arguments: "{}" }] };
    const messages = [...long(), call, { role: "tool", toolCallId: "x", content: "found" }, { role: "user", content: "thanks" }];
    const { recent } = await compactHistory(messages, { summarize, maxTokens: 200, recentKeep: 2 });
    assert.deepEqual(recent.map(({ role }) => role), ["system", "system", "user"]);
    assert.deepEqual(recent, sanitizeToolCalls(recent));
  });

  test("calls are not part of the prompt, and no system prompt is added", async () => {
    const { summarize, requests } = summariser();
    const call = { role: "assistant", content: null, toolCalls: [{ id: "x", name: "look", arguments: "{}" }] };
    await compactHistory([call, { role: "tool", toolCallId: "x", content: "found" }, ...long().slice(1)], { summarize, maxTokens: 1, recentKeep: 28 });
    assert.equal(requests[0].prompt, "assistant: \ntool: found\n");
  });

  test("a blank summary leaves the older messages out, and `compacted` is false", async () => {
    const { summarize } = summariser("");
    const { summary, recent, compacted, repairs } = await compactHistory(long(), { summarize, maxTokens: 200, recentKeep: 4 });
    assert.deepEqual([summary, compacted, recent.length], ["", false, 5]);
    assert.deepEqual(repairs.map(({ code }) => code), ["reduction-step-failed"]);
    assert.match(repairs[0].detail, /blank.*24 older messages/);
  });

  test("the result may exceed the limit, because there is one summary only", async () => {
    const { summarize } = summariser();
    const { recent } = await compactHistory(long(), { summarize, maxTokens: 200, recentKeep: 6 });
    assert.ok(estimateTokens(recent, { estimator: "bytes/3" }) > 200);
  });

  test("nothing to summarise means no summary", async () => {
    const { summarize, requests } = summariser();
    const { recent } = await compactHistory(long(), { summarize, maxTokens: 200, recentKeep: 100 });
    assert.equal(recent.length, 29);
    assert.equal(requests.length, 0);
  });

  test("a summariser that throws, returns nonsense or hangs", async () => {
    const boom = new Error("down");
    const failed = await refusal(() => compactHistory(long(), { maxTokens: 1, summarize: () => { throw boom; } }), "reducer-failed");
    assert.equal(failed.cause, boom);
    await refusal(() => compactHistory(long(), { maxTokens: 1, summarize: () => 5 }), "reducer-failed");
    const controller = new AbortController();
    const hanging = compactHistory(long(), { maxTokens: 1, summarize: () => new Promise(() => {}), signal: controller.signal });
    controller.abort();
    await refusal(() => hanging, "aborted");
  });

  test("the input is unchanged", async () => {
    const messages = long();
    const before = structuredClone(messages);
    await compactHistory(messages, { maxTokens: 1, summarize: ({ messages: span }) => { span.length = 0; return "x"; } });
    assert.deepEqual(messages, before);
  });

  for (const args of [["x", { summarize() {} }], [[{ role: "x" }], { summarize() {} }], [[], {}], [[], null], [[], { summarize() {}, recentKeep: -1 }], [[], { summarize() {}, maxTokens: NaN }], [[], { summarize() {}, signal: 5 }]]) {
    test(`${JSON.stringify(args)} is refused`, async () => {
      await refusal(() => compactHistory(...args));
    });
  }
});

// A caller who reads only the request has to see the failure, because messages may have been dropped.
describe("a summary that fails is in the request's `repairs`, with the cause", () => {
  const refused = () => {
    throw Object.assign(new Error("400 Unsupported value: 'temperature' does not support 0.2 with this model."), { status: 400 });
  };
  const cases = [
    ["fitBudget", (summarize) => fitBudget({ summarize }), refused, /'temperature' does not support 0\.2/],
    ["fitBudget, a blank one", (summarize) => fitBudget({ summarize }), " ", /blank/],
    ["chain", (summarize) => chain(summarizing({ summarize }), fitBudget()), refused, /`summarizing` failed.*'temperature'/],
    ["chain of compacting", (summarize) => chain(compacting({ summarize }), fitBudget()), refused, /`compacting` failed.*'temperature'/],
    ["compacting, a blank one", (summarize) => compacting({ summarize }), "", /blank/],
  ];
  for (const [name, strategy, answer, cause] of cases) {
    test(name, async () => {
      const { summarize } = summariser(answer);
      const conversation = story("ua".repeat(40), { reduce: strategy(summarize), tokenLimit: 700 });
      const { repairs, reduction } = await conversation.prepare("openai-chat", GPT);
      assert.ok(reduction.removed.length > 0, "messages went");
      assert.equal(reduction.summary, null, "without a summary");
      for (const reports of [repairs, reduction.repairs]) {
        assert.deepEqual(reports.filter(({ code }) => code === "reduction-step-failed").map(({ detail }) => cause.test(detail)), [true]);
      }
    });
  }

  test("an early failure, without a loss, is not in the repairs", async () => {
    const { summarize } = summariser(refused);
    for (const reduce of [summarizing({ summarize }), compacting({ summarize, maxTokens: 100 })]) {
      const conversation = story("ua".repeat(20), { reduce, tokenLimit: 20_000, proactiveCompression: { compressionThreshold: 0.1 } });
      const { repairs, reduction } = await conversation.prepare("openai-chat", GPT);
      assert.equal(reduction, null);
      assert.deepEqual(repairs.map(({ code }) => code), ["reduction-step-failed"]);
      assert.match(repairs[0].detail, /nothing was reduced: .*'temperature'/);
    }
  });

  test("the summariser of the documentation sends no temperature", async () => {
    const { readFile } = await import("node:fs/promises");
    const example = /const summarize: Summarize = [^]*?\};/.exec(await readFile(new URL("../../../pkg-template/src/types/strategy.ts", import.meta.url), "utf8"));
    assert.doesNotMatch(example[0], /temperature/);
  });

  test("a failure in `recover` is in the repairs until the next answer", async () => {
    const summarize = async () => Promise.reject(new Error("No network."));
    const conversation = story("ua".repeat(20), { tokenLimit: 100_000, reduce: fitBudget({ summarize }) });
    const codes = async () => (await conversation.prepare("openai-chat", { model: "m" })).repairs.map(({ code }) => code);
    assert.deepEqual(await codes(), []);
    assert.equal(await conversation.recover(overflow()), true);
    for (let again = 0; again < 2; again += 1) assert.deepEqual(await codes(), ["reduction-step-failed"]);
    conversation.addMessage("assistant", "Done.");
    conversation.addMessage("user", "Next.");
    assert.deepEqual(await codes(), []);
  });
});
