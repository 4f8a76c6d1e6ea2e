// The memory of `fit`: what it takes to go on from it, and which changes of the messages it notices.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { convert, estimateTokens, fit } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { frozen, listField, listOf, outOf, stored, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const recorded = JSON.parse(readFileSync(new URL("../../fixtures/agent-transcript.json", import.meta.url), "utf8")).messages;
const neutral = convert("openai-chat", "backscroll", recorded).body;
const size = estimateTokens(neutral);

describe("a memory", () => {
  const given = written("ai-sdk", neutral);
  const maxTokens = Math.floor(size / 4);
  const { memory, messages } = fit("ai-sdk", given, { maxTokens });

  for (const [name, change] of [
    ["an edited message", (list) => list.with(1, { ...list[1], content: "Something else." })],
    ["an edit of one character in a short text", (list) => [{ ...list[0], content: "Be brief!" }, { role: "user", content: "Be brief?" }, ...list.slice(2)]],
    ["other arguments of a call", (list) => JSON.parse(JSON.stringify(list).replace(/"input":\{"(\w+)"/, '"input":{"$1x"'))],
    ["a field that a message gets", (list) => list.with(1, { ...list[1], providerOptions: { openai: { store: true } } })],
    ["two messages that changed their roles", (list) => list.with(1, { role: "assistant", content: list[1].content })],
    ["a deleted message", (list) => list.toSpliced(5, 1)],
    ["a message that was put in", (list) => list.toSpliced(2, 0, { role: "user", content: "One more thing." })],
    ["messages that came back in another order", (list) => list.toSpliced(4, 2, list[5], list[4])],
    ["a shorter list", (list) => list.slice(0, 10)],
  ]) {
    test(`${name} voids it, with a note`, () => {
      const changed = change(given);
      assert.notDeepEqual(changed, given);
      const { memoryNote, ...fitted } = fit("ai-sdk", changed, { maxTokens, memory });
      assert.match(memoryNote, /^the memory was thrown away/);
      assert.deepEqual(fitted.messages, fit("ai-sdk", changed, { maxTokens }).messages);
    });
  }

  test("fields in another order do not void it, nor an order of its own fields that a database made", () => {
    const turned = (value) => {
      if (Array.isArray(value)) return value.map(turned);
      return value === null || typeof value !== "object" ? value : Object.fromEntries(Object.entries(value).reverse().map(([name, inner]) => [name, turned(inner)]));
    };
    const fitted = fit("ai-sdk", turned(given), { maxTokens, memory: turned(memory) });
    assert.deepEqual([fitted.memoryNote, fitted.messages], [null, messages]);
  });

  test("an edit of a message that is kept is sent, also where it voids nothing", () => {
    const place = given.findLastIndex(({ role, content }) => role === "assistant" && typeof content === "string");
    const long = "x".repeat(10_000);
    const [before, after] = [long, `${long.slice(0, -1)}y`].map((content) => given.with(place, { role: "assistant", content }));
    const first = fit("ai-sdk", before, { maxTokens, by: "age" });
    const second = fit("ai-sdk", after, { maxTokens, memory: first.memory, by: "age" });
    assert.deepEqual([second.memoryNote, second.messages.includes(after[place])], [null, true]);
  });

  test("a body without messages, which continues a response, is the same with it", () => {
    const body = { model: "gpt-5", previous_response_id: "resp_1" };
    const { memory } = fit("openai-responses", body, { maxTokens: 200 });
    assert.deepEqual(fit("openai-responses", body, { maxTokens: 200, memory }).body, body);
    const next = { ...body, input: [{ role: "user", content: "Go on." }] };
    assert.deepEqual(fit("openai-responses", next, { maxTokens: 200, memory }).body, next);
  });

  test("an invalid message is refused by its place in the list", () => {
    const wrong = [...given, { role: "wizard", content: "?" }];
    const [alone, remembering] = [undefined, memory].map((one) => refusal(() => fit("ai-sdk", wrong, { maxTokens, memory: one }), "invalid-role"));
    assert.deepEqual([remembering.message, remembering.details], [alone.message, alone.details]);
    assert.match(alone.message, new RegExp(`^\\[${given.length}\\]`));
  });

  test("a new system prompt does not void it", () => {
    const [prompt, ...rest] = given;
    assert.equal(prompt.role, "system");
    const fitted = fit("ai-sdk", [{ ...prompt, content: "Today is Monday." }, ...rest], { maxTokens, memory });
    assert.equal(fitted.memoryNote, null);
    assert.deepEqual(fitted.messages.slice(1), messages.slice(1));
  });

  for (const [name, wrong, text] of [
    ["none of ours", { version: 1 }, /must be the `memory` that `fit` returned/],
    ["a text", JSON.stringify(memory), /must be the `memory` that `fit` returned.*given was/s],
    ["a later version", { ...memory, version: 2 }, /version 2.*update the package/],
    ["another format's", { ...memory, format: "langchain" }, /in the format "langchain"/],
  ]) {
    test(`${name} is refused`, () => {
      assert.match(refusal(() => fit("ai-sdk", given, { maxTokens, memory: wrong }), "invalid-argument").message, text);
    });
  }

  test("the digest covers the kept parts of the messages", () => {
    const { memoryNote } = fit("ai-sdk", given, { maxTokens, memory: { ...memory, kept: { ...memory.kept, view: [] } } });
    assert.match(memoryNote, /thrown away/);
  });
});

describe("the cost of a call with a memory", () => {
  const talk = (count) => Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: `${at}: ${"words and more ".repeat(8)}` }));

  for (const format of FORMATS) {
    test(`${format}: only the messages that are left and the new ones are read, however long the list is`, () => {
      const [short, long] = [400, 2_000].map((count) => costs(format, count));
      assert.ok(long.read < 1.5 * short.read, `${short.read} texts of 400 messages, ${long.read} of 2000`);
      assert.ok(long.read < long.without / 10, `${long.read} texts, ${long.without} without a memory`);
      assert.ok(long.size < 1.5 * short.size, `${short.size} and ${long.size} characters of the memory`);
    });
  }

  /** The texts that are weighed for ten new messages, with and without the memory of the last call, and its size. */
  function costs(format, count) {
    const given = written(format, talk(count));
    const all = listOf(format, given);
    const body = (list) => (all === given ? list : frozen({ ...given, [listField(format)]: list }));
    const { memory } = fit(format, body(all.slice(0, -10)), { maxTokens: 3_000, estimator: (text) => text.length / 4 });
    const [without, read] = [undefined, stored(memory)].map((one) => {
      let texts = 0;
      const estimator = (text) => {
        texts += 1;
        return text.length / 4;
      };
      const fitted = fit(format, body(all), { maxTokens: 3_000, estimator, memory: one });
      assert.equal(fitted.memoryNote, null);
      return { texts, fitted };
    });
    assert.deepEqual(outOf(read.fitted), outOf(without.fitted));
    return { without: without.texts, read: read.texts, size: JSON.stringify(memory).length };
  }
});
