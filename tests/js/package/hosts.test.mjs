// Hosts that lack globals of Node, and frameworks that wrap objects.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { reactive, ref } from "@vue/reactivity";
import * as face from "backscroll";
import { loadIn } from "../../support/hosts/load-in.mjs";

const file = fileURLToPath(new URL("../../../node_modules/backscroll/index.cjs", import.meta.url));

/** Loads the package into a context with plain JavaScript and only these globals. */
const faceWith = (globals) => loadIn(createContext(globals), file);

describe("without coders and `structuredClone`, as in Jest's jsdom", () => {
  const bare = faceWith({ crypto, btoa });

  const TEXTS = {
    "nothing": "",
    "ASCII": "plain",
    "two bytes": "Ünïcødé \u0080\u07ff",
    "three bytes": "今日は \u0800\uffff \ufeff",
    "four bytes": "\ud83e\udded \u{10000}\u{10ffff}",
    "lone surrogates": "\ud83e and \udded, and \udded\ud83e",
    "NUL and lines": "\u0000\u2028\n",
    "much of each": "a今ü\u{1f9ed}".repeat(40_000),
  };
  for (const [name, text] of Object.entries(TEXTS)) {
    test(`${name}: a message is read, kept and written as elsewhere`, () => {
      const made = ({ ConversationManager }) => {
        const conversation = new ConversationManager({ systemPrompt: text });
        const { content } = conversation.addMessage({ role: "user", content: `${text}.`, id: "m" });
        conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: { text } }] });
        conversation.addMessage("tool", text || "-", { toolCallId: "c", toolResult: { text } });
        return [content, conversation.messageCount, conversation.contextTokens, Buffer.from(conversation.toRequestBytes("openai-chat")).toString()];
      };
      assert.deepEqual([...made(bare)], made(face));
    });
  }

  test("reductions, summaries, approvals and ledgers return copies", async () => {
    const told = [];
    const conversation = new bare.ConversationManager({ tokenLimit: 300, onReduce: (reduction) => told.push(reduction) });
    for (let turn = 1; turn <= 9; turn += 1) {
      conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(30)}`);
      conversation.addMessage("assistant", `Answer ${turn}. ${"word ".repeat(30)}`);
    }
    conversation.addMessage("user", "And now?");
    const { reduction } = await conversation.prepare("openai-chat", { model: "m" });
    assert.equal(JSON.stringify(told), JSON.stringify([reduction]));
    assert.notEqual(told[0], reduction);
    const messages = [{ role: "user", content: "x", toolResult: new Date(0) }, { role: "assistant", content: "y" }];
    const { recent } = await bare.compactHistory(messages, { summarize: async () => "short", maxTokens: 1, recentKeep: 1 });
    assert.equal(recent.at(-1).content, "y");
    assert.notEqual(recent.at(-1), messages[1]);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "act", arguments: '{"n":[1]}' }] });
    const checkpoint = conversation.suspend({ needsApproval: ({ name }) => name === "act" });
    const resumed = await bare.resume(bare.Checkpoint.fromJSON(JSON.stringify(checkpoint)), {
      decisions: { c: { approved: true, args: { n: [2] } } },
      tools: { act: ({ n }) => `${n}` },
      ledger: new bare.MemoryLedger(),
    });
    assert.equal(resumed.messages.at(-1).content, "2");
  });

  test("copies are deep", async () => {
    const shared = { n: 1 };
    const bytes = { whole: Buffer.from([1, 2]), part: new Uint8Array([8, 1, 2]).subarray(1) };
    const value = { bytes, at: new Date(0), one: shared, list: [shared, null, 3], own: JSON.parse('{"__proto__":{"x":1}}') };
    const list = [{ role: "user", content: "x", toolResult: value }];
    const copyBy = async ({ compactHistory }) => (await compactHistory(list, { summarize: async () => "" })).recent[0].toolResult;
    const [copy, expected] = [await copyBy(bare), await copyBy(face)];
    assert.equal(JSON.stringify(copy), JSON.stringify(expected));
    assert.ok(Object.hasOwn(copy.own, "__proto__"));
    assert.equal(copy.one, copy.list[0]);
    for (const { bytes } of [value, expected]) bytes.whole[0] = bytes.part[0] = 9;
    assert.deepEqual([...copy.bytes.whole, ...copy.bytes.part], [1, 2, 1, 2]);
  });

  test("values that cannot be copied are refused", async () => {
    const list = [{ role: "user", content: "x", toolResult: () => 1 }];
    for (const { compactHistory } of [bare, face]) {
      await assert.rejects(compactHistory(list, { summarize: async () => "short" }), { code: "invalid-message" });
    }
  });
});

test("without any globals, the import and functions without the engine work", () => {
  const { isContextOverflow, ConversationError } = faceWith({ WebAssembly: undefined });
  assert.equal(isContextOverflow(new Error("prompt is too long: 5 tokens > 4 maximum")), true);
  assert.equal(new ConversationError("a", "b").name, "ConversationError");
});

test("an import works where the built-in objects are frozen", () => {
  const context = createContext({ TextEncoder, TextDecoder, structuredClone, crypto });
  runInContext("for (const type of [Error, Object, Array, Function, RangeError]) Object.freeze(type.prototype);", context);
  const { ConversationManager } = loadIn(context, file);
  const conversation = new ConversationManager({ systemPrompt: "s" });
  assert.throws(() => conversation.addMessage("bot", "x"), { name: "ConversationError", code: "invalid-role" });
});

describe("Vue wraps nothing that has private fields", () => {
  const conversation = new face.ConversationManager({ systemPrompt: "s" });
  for (const [name, value] of [["a conversation", conversation], ["a ledger", new face.MemoryLedger()]]) {
    test(name, () => {
      assert.equal(ref(value).value, value);
      assert.equal(reactive({ deep: { value } }).deep.value, value);
    });
  }
});
