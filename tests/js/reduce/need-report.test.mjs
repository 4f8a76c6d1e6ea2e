// The report of a reduction by need, results that the current request asks for, and notes that are read again.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit, fitBudget, trim } from "backscroll";
import { LISTS, TARGETS, objection } from "../../support/judges.mjs";
import { noteTotal } from "../../support/reduce/notes.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import "../../support/formats/all.mjs";
import { callOf } from "../../support/reduce/need.mjs";
import { GPT } from "../../support/reduce/stories.mjs";

const ORDERS = 20;
const result = (at) => `Order W${1_000 + at}: total ${at}.50, path src/o${at}.rs\n`.repeat(4);

/** Twenty orders that were looked up, and a question about the fourth. */
const messages = [
  ...Array.from({ length: ORDERS }, (_, at) => [
    { role: "user", id: `ask${at}`, content: `Look up order W${1_000 + at} for ann${at}@x.de` },
    ...callOf("read_order", { order: `W${1_000 + at}` }, result(at), { id: `call${at}` }),
  ]).flat(),
  { role: "user", id: "question", content: "What was order W1003?" },
];

function talk(tokenLimit, reduce) {
  const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", tokenLimit, reduce });
  for (const message of messages) conversation.addMessage(message);
  return conversation;
}

describe("a result that speaks of what the current request names", () => {
  test("stays, though others are newer", async () => {
    const conversation = talk(700);
    await conversation.prepare("openai-chat", GPT);
    assert.ok(conversation.messages.some(({ id, content }) => id === "call3:result" && content.includes("src/o3.rs")));
    assert.ok(!conversation.messages.some(({ id }) => id === "call2"));
  });
});

describe("the report", () => {
  const why = (choices, reason) => choices.filter((choice) => choice.why === reason).map(({ messageId }) => messageId);

  test("says of each message why it stayed or went", async () => {
    const conversation = talk(700);
    const heads = conversation.messages.filter(({ role }) => role !== "tool").map(({ id }) => id);
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    const { choices, removed } = reduction;
    assert.deepEqual(choices.map(({ messageId }) => messageId), heads);
    assert.deepEqual(why(choices, "unneeded"), removed.filter(({ role }) => role !== "tool").map(({ id }) => id));
    assert.deepEqual(why(choices, "protected"), [heads[0], "question"]);
    const words = (id) => choices.find(({ messageId }) => messageId === id).words;
    assert.deepEqual([words("call2"), words("call3").includes("src/o3.rs")], [[], true]);
    for (const choice of choices) assert.ok(choice.words.length <= 3 && (choice.words.length === 0 || choice.why === "needed"), JSON.stringify(choice));
  });

  const SUMMARY = "They looked up orders.";
  for (const [name, reduce, asks] of [
    ["where turns were to be kept", fitBudget({ keepTurns: 3 }), false],
    ["where turns that were to be kept had to go", fitBudget({ keepTurns: 15 }), false],
    ["where a summary replaced some", fitBudget({ summarize: () => SUMMARY, reduceTo: 0.5 }), true],
    ["where a summary failed", fitBudget({ summarize: () => "", reduceTo: 0.5 }), false],
  ]) {
    test(`agrees with what is left, ${name}`, async () => {
      const conversation = talk(700, reduce);
      const { reduction } = await conversation.prepare("openai-chat", GPT);
      const left = new Set(conversation.messages.map(({ id }) => id));
      const { choices, removed, summary } = reduction;
      assert.equal(summary !== null, asks);
      const places = new Map([...messages.entries()].map(([place, { id }]) => [id, place]));
      const order = choices.map(({ messageId }) => places.get(messageId) ?? -1);
      assert.deepEqual(order, [...new Set(order)].sort((one, other) => one - other));
      for (const { messageId, why: reason } of choices) assert.equal(left.has(messageId), reason !== "unneeded", `${messageId} ${reason}`);
      if (asks) return;
      const heads = removed.filter(({ role }) => role !== "tool").map(({ id }) => id);
      assert.deepEqual(why(choices, "unneeded"), heads);
    });
  }

  test("says nothing of messages where results alone had to go", async () => {
    const { choices, removed, steps } = (await talk(1_900, fitBudget({ summarize: () => SUMMARY, reduceTo: 1 })).prepare("openai-chat", GPT)).reduction;
    assert.deepEqual([choices, removed, steps.length > 0], [[], [], true]);
  });

  test("names what stayed because there was room left", async () => {
    const plain = Array.from({ length: 30 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "Just plain words and nothing else to see. ".repeat(1 + (at % 3)) }));
    const conversation = new ConversationManager({ tokenLimit: 200, reduce: fitBudget({ reduceTo: 1 }) });
    for (const message of [...plain, { role: "user", content: "And?" }]) conversation.addMessage(message);
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.ok(why(reduction.choices, "room").length + why(reduction.choices, "needed").length > 0);
    assert.equal(reduction.choices.length, plain.length + 1);
  });

  test("has the last word about each message, of several reductions for one request", async () => {
    const conversation = talk(700);
    const { reduction } = await conversation.prepare("mistral", paramsFor("mistral", []));
    assert.equal(new Set(reduction.choices.map(({ messageId }) => messageId)).size, reduction.choices.length);
  });

  test("says nothing where the oldest goes, or nothing goes", async () => {
    assert.deepEqual((await talk(700, fitBudget({ by: "age" })).prepare("openai-chat", GPT)).reduction.choices, []);
    const conversation = talk(700);
    conversation.truncate({ keepRecent: 3 });
    assert.deepEqual(conversation.lastReduction.choices, []);
  });
});

describe("`trim`", () => {
  const body = { model: "m", messages: talk(1e6).toOpenAIMessages() };

  test("goes by need, or by age", () => {
    for (const [options, isNeeded] of [[{}, true], [{ by: "need" }, true], [{ by: "age" }, false]]) {
      const { body: small, reduction } = trim("openai-chat", body, { maxTokens: 750, ...options });
      assert.deepEqual([noteTotal(small) > 0, JSON.stringify(small).includes("src/o3.rs"), reduction.choices.length > 0], [isNeeded, isNeeded, isNeeded], JSON.stringify(options));
    }
  });

  test("refuses another word", () => {
    assert.throws(() => trim("openai-chat", body, { maxTokens: 500, by: "luck" }), { code: "invalid-argument", message: /`options\.by`/ });
  });
});

describe("a note that is read again", () => {
  for (const target of TARGETS) {
    test(`${target}: is no request, and is joined to the notes beside it`, async () => {
      const params = paramsFor(target, talk(1e6).toOpenAIMessages());
      const { body } = talk(1e6).toRequest(target, params);
      const limit = (share) => Math.ceil(trim(target, body, { maxTokens: 1e6 }).reduction.tokensAfter * share);
      const once = trim(target, body, { maxTokens: limit(0.4) }).body;
      const { body: twice, reduction } = trim(target, once, { maxTokens: limit(0.2) });
      assert.ok(noteTotal(once) > 0 && noteTotal(twice) > 0);
      assert.equal(objection(target, twice), null);
      assert.ok(JSON.stringify(twice[LISTS[target]]).includes("What was order W1003?"), "the request stays");
      // The messages of the first cut are told, too.
      const told = [...JSON.stringify(twice).matchAll(/\[(\d+) messages? left out/g)].reduce((sum, [, count]) => sum + Number(count), 0);
      assert.ok(told > reduction.removed.length, `${told} told, ${reduction.removed.length} removed now`);
    });
  }

  test("stays the user's in the lists of programs", () => {
    const { body: list } = convert("backscroll", "ai-sdk", messages, { form: "model" });
    const fitted = fit("ai-sdk", list, { maxTokens: 500 });
    const roles = fitted.messages.filter((message) => noteTotal(message) > 0).map(({ role }) => role);
    assert.ok(roles.length > 0 && roles.every((role) => role === "user"), roles.join());
  });
});
