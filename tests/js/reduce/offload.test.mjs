// `offload`: long results that move out of the history, and the references that stand for them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, fitBudget, offload, slidingWindow } from "backscroll";
import { recall } from "backscroll/recall";
import { refusal } from "../../support/basics.mjs";
import { assertSound, overflow } from "../../support/reduce/stories.mjs";

const filler = (lines = 60) => Array.from({ length: lines }, (_, line) => `nothing to see in row ${line} of it`).join("\n");

/** A conversation of rounds of one turn each, with these results. The ids are letter and round. */
function rounds(results, options = {}) {
  const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", ...options });
  results.forEach((result, index) => {
    const round = index + 1;
    conversation.addMessage({ id: `u${round}`, role: "user", content: result.ask ?? `Look at drawer ${round}.` });
    conversation.addMessage({ id: `a${round}`, role: "assistant", content: result.said ?? null, toolCalls: [{ id: `c${round}`, name: result.tool ?? "look", arguments: result.args ?? "{}" }], ...result.caller });
    conversation.addMessage({ id: `r${round}`, role: "tool", toolCallId: `c${round}`, content: result.text ?? filler(), ...result.message });
  });
  return conversation;
}

const all = { keep: 0, longerThan: 500 };
const reduced = (conversation, options = all) => conversation.reduceNow({ reduce: offload(options), maxTokens: 1 });
const contentOf = (conversation, id) => conversation.messages.find((message) => message.id === id).content;
const isMoved = (conversation, id) => /^\[moved out: /.test(JSON.stringify(contentOf(conversation, id)).replace(/^"|^\[\{"type":"text","text":"/g, ""));
const store = (failing = () => false) => {
  const texts = new Map();
  return {
    texts,
    put(id, text) {
      if (failing(id)) throw new Error(`no room for ${id}`);
      texts.set(id, text);
    },
    get: (id) => texts.get(id),
  };
};

describe("a reference", () => {
  test("has the id, the size, the tool, and the lines with names that the conversation uses", async () => {
    const lines = filler().split("\n");
    lines[6] = "row for A-1042: shipped to oslo";
    lines[30] = "row for A-9999: nobody asks for it";
    lines[41] = "see src/desk.rs for the rest";
    const conversation = rounds([{ text: lines.join("\n") }, { ask: "What became of A-1042?", text: "Nothing." }, { said: "I look into src/desk.rs.", text: "Nothing." }]);
    const { shortened, steps } = await reduced(conversation);
    const text = lines.join("\n");
    assert.equal(
      contentOf(conversation, "r1"),
      `[moved out: 60 lines, ${text.length} characters. \`recall\` gets them back by {"id":"r1"}, some of them by {"id":"r1","lines":"1-40"}.]\nLines with names that the conversation uses:\n7: row for A-1042: shipped to oslo\n42: see src/desk.rs for the rest`,
    );
    assert.deepEqual(shortened.map(({ messageId, original }) => [messageId, original.content]), [["r1", text]]);
    assert.deepEqual(steps.map(({ name, messages }) => [name, messages]), [["replace", 1]]);
    assertSound(conversation);
  });

  test("has no line when the conversation uses no name of the result, or only that of its own call", async () => {
    const conversation = rounds([{ args: '{"path":"a/b.txt"}', text: `${filler()}\nof a/b.txt` }, {}]);
    await reduced(conversation);
    assert.doesNotMatch(contentOf(conversation, "r1"), /Lines with names/);
  });

  test("has at most so many lines: those that hold most names, each name once", async () => {
    const ask = Array.from({ length: 9 }, (_, at) => `N-${at}`).join(" ");
    const text = [...filler().split("\n"), ...Array.from({ length: 9 }, (_, at) => `only N-${at}`), "N-0 N-1 N-2 N-3"].join("\n");
    for (const [lines, expected] of [[0, []], [2, ["only N-4", "N-0 N-1 N-2 N-3"]]]) {
      const conversation = rounds([{ text }, { ask }]);
      await reduced(conversation, { ...all, lines });
      assert.deepEqual(contentOf(conversation, "r1").split("\n").slice(2).map((line) => line.replace(/^\d+: /, "")), expected);
    }
  });

  test("prefers what somebody said to what other results say", async () => {
    const text = [...filler().split("\n"), "found X-1", "said Y-1"].join("\n");
    const conversation = rounds([{ text }, { text: "X-1" }, { ask: "Y-1?" }]);
    await reduced(conversation, { ...all, lines: 1 });
    assert.match(contentOf(conversation, "r1"), /\n62: said Y-1$/);
  });

  test("shows the part of a long line that holds the name", async () => {
    const conversation = rounds([{ text: `${"x ".repeat(140)}A-1042 ${"y ".repeat(700)}` }, { ask: "A-1042?" }]);
    await reduced(conversation);
    const line = contentOf(conversation, "r1").split("\n")[2];
    assert.match(line, /^1: \.\.\..*A-1042/);
    assert.ok(line.length < 220, line);
  });

  test("names the tool of the options, and its line numbers are those of the tool", async () => {
    const text = [JSON.stringify({ rows: Array.from({ length: 60 }, (_, at) => ({ at, id: `B-${at}` })) }), filler(), "last A-1042"].join("\n");
    const conversation = rounds([{ text }, { ask: "A-1042, and B-33?" }]);
    await reduced(conversation, { ...all, tool: "look_up" });
    assert.match(contentOf(conversation, "r1"), /`look_up` gets them back/);
    for (const [, line, kept] of contentOf(conversation, "r1").matchAll(/^(\d+): (?:\.\.\.)?(.*?)(?:\.\.\.)?$/gm)) {
      assert.ok(recall(conversation).run({ id: "r1", lines: line }).includes(kept), kept);
    }
  });
});

describe("a result stays", () => {
  const half = ({ contextTokens }) => Math.floor(contextTokens / 2);
  for (const [name, reduceOne] of [
    ["when older ones suffice for the target", (conversation) => conversation.reduceNow({ reduce: offload(all), maxTokens: half(conversation) })],
    ["when older ones suffice for the goal of fitBudget", (conversation) => conversation.reduceNow({ reduce: fitBudget({ firstStep: offload(all), reduceAbove: 0.5, reduceTo: 0.5 }), maxTokens: 2 * half(conversation) })],
  ]) {
    test(name, async () => {
      const conversation = rounds(Array.from({ length: 10 }, () => ({})));
      const most = half(conversation) * 1.02;
      const { steps } = await reduceOne(conversation);
      const moved = Array.from({ length: 10 }, (_, index) => isMoved(conversation, `r${index + 1}`));
      assert.deepEqual(steps.map((step) => step.name), ["replace"]);
      assert.deepEqual(moved, [...moved].sort().reverse(), "the oldest go");
      assert.ok(conversation.contextTokens <= most && moved.filter(Boolean).length <= 7, `${conversation.contextTokens} of ${most}: ${moved}`);
    });
  }

  for (const [name, results, options, stays] of [
    ["when it is among the newest", [{}, {}, {}, {}], { longerThan: 500 }, ["r2", "r3", "r4"]],
    ["when it is not long", [{ text: "x ".repeat(400) }, {}], { keep: 0, longerThan: 800 }, ["r1"]],
    ["when its tool is excluded", [{ tool: "ask" }, {}], { ...all, exclude: ["ask"] }, ["r1"]],
    ["when it is pinned", [{ message: { pinned: true } }, {}], all, ["r1"]],
    ["when its call is pinned", [{ caller: { pinned: true } }, {}], all, ["r1"]],
    ["when it holds more than text", [{ text: [{ type: "text", text: filler() }, { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" }] }, {}], all, ["r1"]],
    ["when its reference would be longer", [{ text: "x ".repeat(60) }, {}], { keep: 0, longerThan: 0 }, ["r1"]],
  ]) {
    test(name, async () => {
      const conversation = rounds(results);
      const ids = results.map((_, index) => `r${index + 1}`);
      await reduced(conversation, options);
      assert.deepEqual(ids.filter((id) => !isMoved(conversation, id)), stays);
      assert.deepEqual(conversation.lastReduction.repairs, []);
      assertSound(conversation);
    });
  }

  test("when a call beside it is open", async () => {
    const conversation = rounds([{}]);
    conversation.addMessage("user", "And now?");
    conversation.addMessage({ role: "assistant", content: null, toolCalls: ["x", "y"].map((id) => ({ id, name: "look", arguments: "{}" })) });
    conversation.addMessage({ id: "rx", role: "tool", toolCallId: "x", content: filler() });
    const { shortened, repairs } = await reduced(conversation);
    assert.deepEqual([shortened.map(({ messageId }) => messageId), repairs], [["r1"], []]);
  });

  test("when it is a reference already", async () => {
    const conversation = rounds([{}, {}]);
    await reduced(conversation);
    const before = contentOf(conversation, "r1");
    assert.equal(await reduced(conversation, { keep: 0, longerThan: 10 }), null);
    assert.equal(contentOf(conversation, "r1"), before);
  });
});

test("undo brings the results back, and a cache breakpoint of a part stays", async () => {
  const part = { type: "text", text: filler(), cache_control: { type: "ephemeral" } };
  const conversation = rounds([{ text: [part] }, {}]);
  const before = conversation.messages;
  await reduced(conversation);
  assert.deepEqual({ ...contentOf(conversation, "r1")[0], text: "" }, { ...before[3].content[0], text: "" });
  assert.ok(isMoved(conversation, "r1"));
  assert.equal(conversation.undo(), true);
  assert.deepEqual(conversation.messages, before);
});

test("an error result stays an error", async () => {
  const conversation = rounds([{ message: { isError: true } }, {}]);
  await reduced(conversation);
  assert.equal(conversation.messages.find(({ id }) => id === "r1").isError, true);
});

describe("a store", () => {
  test("gets each result by the id of its message, before the result leaves the history", async () => {
    const own = store();
    const conversation = rounds([{ text: `first ${filler()}` }, { text: `second ${filler()}` }]);
    const waiting = [];
    const reduction = conversation.reduceNow({
      targetTokens: 1,
      reduce: offload({ ...all, store: { put: (id, text) => new Promise((resolve) => waiting.push(() => resolve(own.put(id, text)))) } }),
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(isMoved(conversation, "r1"), false);
    for (const done of waiting) done();
    assert.equal((await reduction).shortened.length, 2);
    assert.deepEqual([...own.texts].map(([id, text]) => [id, text.split(" ")[0]]), [["r1", "first"], ["r2", "second"]]);
  });

  test("that refuses some results leaves these in the history, and the report says so", async () => {
    const conversation = rounds([{}, {}, {}]);
    const { shortened, repairs } = await reduced(conversation, { ...all, store: store((id) => id === "r2") });
    assert.deepEqual(shortened.map(({ messageId }) => messageId), ["r1", "r3"]);
    assert.equal(contentOf(conversation, "r2"), filler());
    assert.deepEqual(repairs.map(({ code }) => code), ["reduction-step-failed"]);
    assert.match(repairs[0].detail, /^the store refused 1 of 3 results, which stay in the history \(`r2`\): no room for r2$/);
  });

  test("that refuses all results fails the strategy, and nothing changes", async () => {
    const conversation = rounds([{}, {}]);
    const before = conversation.messages;
    const { cause } = await refusal(() => reduced(conversation, { ...all, store: store(() => true) }), "reducer-failed");
    assert.equal(cause.message, "no room for r1");
    assert.deepEqual(conversation.messages, before);
  });

  test("that refuses all results lets the next steps make the request fit, and the request reports it", async () => {
    for (const reduce of [(first) => fitBudget({ first }), (first) => chain(first, fitBudget())]) {
      const conversation = rounds([{}, {}, {}], { tokenLimit: 1_200, reduce: reduce(offload({ ...all, store: store(() => true) })) });
      const { repairs, tokens } = await conversation.prepare("openai-chat", { model: "m" });
      assert.ok(tokens <= 1_200);
      assert.match(repairs.find(({ code }) => code === "reduction-step-failed").detail, /`offload` failed: no room for r1/);
    }
  });

  test("serves recall where the conversation keeps no transcript, also after a snapshot, and is asked for no other id", async () => {
    const asked = [];
    const own = store();
    const get = (id) => (asked.push(id), own.get(id));
    const conversation = rounds([{ text: `${filler()}\nA-1042 is here` }, {}], { transcript: false });
    await reduced(conversation, { ...all, store: own });
    const snapshot = JSON.stringify(conversation);
    assert.doesNotMatch(snapshot, /A-1042/);
    const tool = recall(ConversationManager.fromJSON(snapshot), { store: { get } });
    for (const args of [{ id: "r1", lines: "61" }, { id: "c1", query: "A-1042" }]) assert.match(await tool.run(args), /A-1042 is here/);
    for (const args of [{ id: "../secret" }, { id: "u1" }, { query: "A-1042" }, {}, null]) assert.equal(typeof (await tool.run(args)), "string");
    assert.deepEqual(asked, ["r1", "r1"]);
  });

  for (const [name, get, said] of [
    ["has lost the text", () => undefined, /cannot be got back: the store has no such text\./],
    ["fails", () => Promise.reject(new Error("The disk is gone.")), /cannot be got back: The disk is gone\./],
    ["throws", () => { throw new Error("No."); }, /cannot be got back: No\./],
  ]) {
    test(`that ${name} gets the model a text that says so`, async () => {
      const conversation = rounds([{}, {}], { transcript: false });
      await reduced(conversation);
      assert.match(await recall(conversation, { store: { get } }).run({ id: "r1" }), said);
      assert.match(recall(conversation).run({ id: "r1" }), /cannot be got back: the program kept no copy\. Call its tool again\./);
    });
  }
});

describe("as the first of fitBudget", () => {
  test("one reduction goes down to the jump, so that reductions are rare", async () => {
    const count = async (reduce) => {
      let reductions = 0;
      const conversation = new ConversationManager({ tokenLimit: 4_000, reduce, onReduce: () => (reductions += 1) });
      for (let round = 1; round <= 60; round += 1) {
        conversation.addMessage("user", `Look at drawer ${round}.`);
        conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: `c${round}`, name: "look", arguments: "{}" }] });
        conversation.addMessage("tool", filler(40), { toolCallId: `c${round}` });
        await conversation.prepare("openai-chat", { model: "m" });
      }
      return reductions;
    };
    const [alone, first] = [await count(fitBudget()), await count(fitBudget({ firstStep: offload({ longerThan: 500 }) }))];
    assert.ok(first <= alone * 2, `${first} reductions, and ${alone} without it`);
  });

  test("the steps of fitBudget follow in the same reduction", async () => {
    const conversation = rounds(Array.from({ length: 12 }, () => ({})), { tokenLimit: 1_000, reduce: fitBudget({ firstStep: offload(all) }) });
    const { reduction, tokens } = await conversation.prepare("openai-chat", { model: "m" });
    assert.deepEqual(reduction.steps.map(({ name }) => name).slice(0, 2), ["replace", "drop-messages"]);
    // 0.6 of the room beside what must stay: the prompt, the request and the newest round.
    assert.ok(tokens <= 800, `${tokens} tokens`);
  });

  test("it may be any strategy or callback, and one that gains nothing is undone", async () => {
    for (const [first, step] of [[({ draft }) => draft.keepRecentTurns(3) > 0, "keep-recent-turns"], [slidingWindow({ windowSize: 9, shouldTruncateResults: false }), "slide-window"]]) {
      const conversation = rounds([{}, {}, {}, {}], { reduce: fitBudget({ first }) });
      assert.equal(await conversation.recover(overflow()), true);
      assert.equal(conversation.lastReduction.steps[0].name, step);
    }
    const longer = ({ messages }) => messages.map((message) => ({ ...message, content: `${message.content} and more` }));
    const conversation = rounds([{}, {}, {}, {}], { reduce: fitBudget({ firstStep: longer }) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(!conversation.lastReduction.steps.some(({ name }) => name === "replace"));
  });
});

describe("options of another kind are refused", () => {
  for (const [name, make] of [
    ["an unknown name", () => offload({ max: 1 })],
    ["a negative number", () => offload({ keep: -1 })],
    ["a store without `put`", () => offload({ store: { get() {} } })],
    ["a store that is none", () => offload({ store: "disk" })],
    ["tools that are no list", () => offload({ exclude: "ask" })],
    ["a tool without a name", () => offload({ exclude: [1] })],
    ["a `firstStep` that is no strategy", () => fitBudget({ firstStep: 1 })],
    ["a `firstStep` that was not called", () => fitBudget({ firstStep: { name: "x" } })],
    ["the function itself", () => new ConversationManager({ reduce: offload })],
  ]) {
    test(name, () => assert.equal(refusal(make).code, "invalid-argument"));
  }
});
