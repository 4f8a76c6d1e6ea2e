// `recall`: the tool that gets back what was left out of a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit, fitBudget, offload } from "backscroll";
import "backscroll/ai-sdk";
import { countTokens } from "backscroll/o200k";
import { recall } from "backscroll/recall";
import { refusal } from "../../support/basics.mjs";
import { random } from "../../support/random.mjs";
import { TARGETS } from "../../support/targets.mjs";

const LOG = Array.from({ length: 120 }, (_, line) => `${line + 1}: GET /orders/A-${7000 + line} took ${line * 3} ms`).join("\n");

/** A conversation of rounds, each with a long result, of which only the newest is left. Ids are letter and round. */
function long({ rounds = 6, results = {}, ...options } = {}) {
  const conversation = new ConversationManager({ systemPrompt: "You find faults.", ...options });
  for (let round = 1; round <= rounds; round += 1) {
    conversation.addMessage({ id: `u${round}`, role: "user", content: `Look at log ${round}, please.` });
    conversation.addMessage({ id: `a${round}`, role: "assistant", content: null, toolCalls: [{ id: `call_${round}`, name: "read", arguments: { path: `log/${round}.txt` } }] });
    conversation.addMessage({ id: `r${round}`, role: "tool", toolCallId: `call_${round}`, content: results[round] ?? `Log ${round} is empty. `.repeat(40) });
  }
  return conversation;
}

/** Returns the same conversation, with all but the newest turn dropped. */
async function cut(options) {
  const conversation = long(options);
  await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
  return conversation;
}

describe("a message comes back", () => {
  for (const [name, args, expected] of [
    ["by the id of its call", { id: "call_3" }, /^\[r3\] result of read \{"path":"log\/3\.txt"\}, lines 1 to \d+ of 120:\n1: GET \/orders\/A-7000 took 0 ms\n2: /],
    ["by the id of its message", { id: "r3" }, /^\[r3\] result of read/],
    ["by a range of its lines", { id: "call_3", lines: "40-42" }, /lines 40 to 42 of 120:\n40: GET \/orders\/A-7039 took 117 ms\n41: .*\n42: [^\n]*\n$/],
    ["by one line", { id: "call_3", lines: 40 }, /lines 40 to 40 of 120:\n40: GET [^\n]*\n$/],
    ["by a range without an end", { id: "call_3", lines: "119-" }, /lines 119 to 120 of 120:\n119: .*\n120: [^\n]*$/],
    ["by a range that is upside down", { id: "call_3", lines: "42-40" }, /lines 40 to 42 of 120:/],
    ["by a range as a list", { id: "call_3", lines: ["118", "120"] }, /lines 118 to 120 of 120:/],
    ["by a range that is longer than it", { id: "call_3", lines: "119-99999999999999999999999" }, /lines 119 to 120 of 120:/],
    ["by words of it alone", { query: "A-7077" }, /^Matches, .*\n\[r3\] result of read .*, 120 lines\n78: 78: GET \/orders\/A-7077 took 231 ms/],
    ["by words of its call", { query: "log/2.txt" }, /\n\[r2\] result of read/],
    ["by part of a word", { query: "emptying" }, /\n\[r\d\] result/],
    ["by words in it, with its id", { id: "r3", query: "took 231" }, /\n\[r3\] .*\n78: 78: GET/],
    ["by words in another case", { query: "LOOK AT LOG 4" }, /\n\[u4\] user message, 1 line\n1: Look at log 4, please\./],
    ["as JSON text", '{"id":"u2"}', /^\[u2\] user message, lines 1 to 1 of 1:\nLook at log 2, please\.$/],
    ["of the model, with the arguments of its calls", { id: "a2" }, /^\[a2\] assistant message, lines 1 to 2 of 2:\ncall of read\npath: log\/2\.txt$/],
  ]) {
    test(name, async () => {
      const tool = recall(await cut({ results: { 3: LOG } }));
      assert.match(tool.run(args), expected);
    });
  }

  test("after it was shortened, cleared or moved out, as it was said", async () => {
    for (const reduce of [({ draft }) => draft.shortenToolResults({ head: 10, tail: 10 }) > 0, ({ draft }) => draft.clearToolResults({ keep: 0 }) > 0, offload({ keep: 0, longerThan: 500 })]) {
      const conversation = long({ results: { 3: LOG } });
      const reduction = await conversation.reduceNow({ reduce });
      assert.ok(reduction.shortened.some(({ messageId }) => messageId === "r3"));
      assert.doesNotMatch(JSON.stringify(conversation.messages), /A-7077/);
      assert.match(recall(conversation).run({ query: "A-7077" }), /\n78: 78: GET \/orders\/A-7077 took 231 ms/);
    }
  });

  test("whole, when its parts are put together", async () => {
    const text = `${LOG}\r\n${JSON.stringify({ rows: Array.from({ length: 90 }, (_, at) => ({ at, name: `n😀${at}` })) })}\n\n${"x".repeat(999)}\n${"語".repeat(700)}\n`;
    const tool = recall(await cut({ results: { 3: text } }), { maxTokens: 500 });
    let whole = "";
    for (let lines = "1-"; lines !== undefined; ) {
      const answer = tool.run({ id: "r3", lines });
      lines = /\n\[Lines \d+ to \d+ did not fit\. Get them by \{"id":"r3","lines":"([^"]+)"\}/.exec(answer)?.[1];
      whole += answer.slice(answer.indexOf(":\n") + 2).replace(/\n\[Lines \d+ to \d+ did not fit[^\n]*\]$/, "");
    }
    assert.equal(whole, text);
  });

  test("after the conversation was restored from its snapshot", async () => {
    const conversation = await cut({ results: { 3: LOG } });
    const later = ConversationManager.fromJSON(JSON.stringify(conversation));
    assert.equal(recall(later).run({ query: "A-7077" }), recall(conversation).run({ query: "A-7077" }));
    assert.match(recall(later).run({ query: "A-7077" }), /A-7077 took 231/);
  });

  test("with the names of media, whose bytes are no text", async () => {
    const picture = { type: "image", mediaType: "image/png", data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" };
    const tool = recall(await cut({ results: { 2: [{ type: "text", text: "The desk:" }, picture] } }));
    assert.match(tool.run({ id: "r2" }), /:\nThe desk:\n\[image image\/png\]$/);
  });

  test("when its own text begins as a reference does", async () => {
    const text = '[moved out: 3 lines, 9 characters. `recall` gets them back by {"id":"r9"}, some of them by {"id":"r9","lines":"1-40"}.]\nin truth, A-5';
    assert.match(recall(await cut({ results: { 3: text } })).run({ id: "r3" }), /in truth, A-5$/);
  });

  test("of the path that the conversation is on", async () => {
    const conversation = await cut();
    conversation.edit("u2", "Look at nothing.");
    assert.match(recall(conversation).run({ id: "r3" }), /No message and no call has the id "r3"/);
  });
});

describe("a search", () => {
  test("finds nothing that the model has, and says where that is", async () => {
    const tool = recall(await cut({ results: { 6: "Only here: B-1." } }));
    assert.match(tool.run({ query: "B-1" }), /^None of the \d+ messages that were left out has any of these words\. They are in messages that you have, such as "r6"\./);
  });

  test("puts the message first that has the rare word, and the newer one of two equal ones", async () => {
    const tool = recall(await cut({ results: { 2: "Words of it, and more words of it.", 3: "Words of it.", 4: "Of it: zebra." } }));
    assert.match(tool.run({ query: "words of it zebra" }), /^[^\n]*\n\[r4\]/);
    assert.match(tool.run({ query: "is empty" }), /^[^\n]*\n\[r5\]/);
  });

  test("does not find earlier searches and their answers", async () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Where is it?");
    for (const [id, name, content] of [["c1", "look", "The key is in drawer D-9."], ["c2", "recall", "1: The key is in drawer D-9."], ["c3", "look", "Nothing."]]) {
      conversation.addMessage({ id: `a${id}`, role: "assistant", content: null, toolCalls: [{ id, name, arguments: '{"query":"D-9"}' }] });
      conversation.addMessage({ id: `r${id}`, role: "tool", toolCallId: id, content });
    }
    conversation.addMessage("user", "So?");
    await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
    const answer = recall(conversation).run({ query: "drawer D-9" });
    assert.match(answer, /\[rc1\]/);
    assert.doesNotMatch(answer, /c2\]/);
  });

  test("reads the arguments of calls as text, and not as JSON writes it", async () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Write it.");
    conversation.addMessage({ id: "a1", role: "assistant", content: null, toolCalls: [{ id: "c1", name: "write", arguments: JSON.stringify({ path: "a.rs", content: "fn a() {}\nfn b() {}\n" }) }] });
    conversation.addMessage("tool", "Done.", { toolCallId: "c1" });
    conversation.addMessage("user", "And?");
    await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
    assert.match(recall(conversation).run({ query: "fn b" }), /\[a1\] assistant message, 5 lines\n5: fn b\(\) \{\}/);
  });
});

describe("a mistake of the model gets a text that helps", () => {
  for (const [name, args, expected] of [
    ["an unknown id names the nearest", { id: "call_33" }, /^No message and no call has the id "call_33"\. Search by \{"query":"\.\.\."\}, or take one of "call_3", /],
    ["words that nobody said", { query: "zebra" }, /^None of the \d+ messages that were left out has any of these words\. Try other words/],
    ["no arguments list what was left out", {}, /^Give words to search for.*\n\[r5\] result of read \{"path":"log\/5\.txt"\}, \d+ lines\n/],
    ["a query without a word", { query: " ?! " }, /^Give words to search for/],
    ["lines that are no range", { id: "r3", lines: "all" }, /^`lines` must be a range such as "1-40"; "r3" has 120 lines\.$/],
    ["lines of another type", { id: "r3", lines: { from: 1 } }, /^`lines` must be a range/],
    ["lines behind the end", { id: "r3", lines: "500-600" }, /^"r3" has only 120 lines\.$/],
  ]) {
    test(name, async () => assert.match(recall(await cut({ results: { 3: LOG } })).run(args), expected));
  }

  test("several calls with one id are told apart", async () => {
    const conversation = new ConversationManager();
    for (const turn of [1, 2]) {
      conversation.addMessage("user", "Look.");
      conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: "0", name: "look", arguments: "{}" }] });
      conversation.addMessage({ id: `r${turn}`, role: "tool", toolCallId: "0", content: `Seen: ${turn}.` });
    }
    conversation.addMessage("user", "So?");
    await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
    assert.match(recall(conversation).run({ id: "0" }), /^Several calls have the id "0"\..*\n\[r1\] .*\n\[r2\] /);
  });

  test("when nothing was left out, or nothing of it is kept, the text says so", async () => {
    const nothing = /^Nothing that the program still has was left out/;
    const [whole, forgetful, archived] = [long(), await cut({ transcript: false }), await cut()];
    archived.archive();
    for (const conversation of [whole, forgetful, archived]) {
      assert.match(recall(conversation).run({}), nothing);
      assert.match(recall(conversation).run({ query: "log" }), nothing);
      assert.match(recall(conversation).run({ id: "none" }), /^No message and no call has the id "none"\. Nothing/);
    }
  });
});

describe("arguments of any kind get a text within the limit", () => {
  const { pick, below } = random(7);
  const values = [undefined, null, true, 0, -1, NaN, 1e300, "", " ", "r3", "call_3", "0-0", "-", "--", "1-1-1", "9".repeat(5_000), "\u0000\ud800", "x".repeat(100_000), " ".repeat(50_000), `${"a".repeat(30_000)}!`, [], [[]], ["r3"], {}, { id: {} }, () => 1, Symbol.iterator, 10n, "constructor", "__proto__", "A-7077", "log ".repeat(9_000)];
  const hostile = [
    ...values,
    new Proxy({}, { get() { throw new Error("No."); }, has() { throw new Error("No."); }, ownKeys() { throw new Error("No."); } }),
    { get query() { throw new Error("No."); } },
    "{", '{"id":', '"query"', "[1,2]", "null", '{"__proto__":{"id":"r3"}}',
    ...Array.from({ length: 400 }, () => ({ query: pick(values), id: pick(values), lines: pick(values), [pick(["x", "limit", "toString"])]: below(9) })),
  ];

  test("of hostile kinds too", async () => {
    const conversation = await cut({ results: { 3: LOG.repeat(20), 2: "語".repeat(9_000), 4: "\u0000".repeat(9_000) } });
    for (const maxTokens of [500, 2_000]) {
      const tool = recall(conversation, { maxTokens });
      for (const args of hostile) {
        const answer = tool.run(args);
        assert.equal(typeof answer, "string");
        assert.ok(answer !== "" && rough(answer) <= maxTokens, `${rough(answer)} tokens: ${answer.slice(0, 200)}`);
      }
    }
  });

  test("the count of tokens errs on the high side for text, code, logs and other scripts", () => {
    for (const text of [LOG, "The quick brown fox jumps over the lazy dog. ".repeat(40), "for (let at = 0; at < list.length; at += 1) sum += list[at];\n".repeat(30), "これは長い文章です。東京の天気は晴れ。".repeat(30), "Это длинный текст о погоде. ".repeat(40)]) {
      const [own, tokens] = [rough(text), countTokens(text)];
      assert.ok(own >= 0.85 * tokens && own <= 3 * tokens, `${own} for ${tokens}: ${text.slice(0, 40)}`);
    }
  });

  /** The count as the documentation of `maxTokens` describes it. */
  function rough(text) {
    let quarters = 0;
    for (let at = 0; at < text.length; at += 1) quarters += /[A-Za-z\0- ]/.test(text[at]) ? 1 : 3;
    return Math.ceil(quarters / 4);
  }
});

describe("over a list of the program", () => {
  /** The list of a program with the AI SDK. */
  function listed(rounds) {
    const messages = [];
    for (let round = 1; round <= rounds; round += 1) {
      messages.push({ role: "user", content: `Look at log ${round}.` });
      messages.push({ role: "assistant", content: [{ type: "tool-call", toolCallId: `c${round}`, toolName: "read", input: { round } }] });
      messages.push({ role: "tool", content: [{ type: "tool-result", toolCallId: `c${round}`, toolName: "read", output: { type: "text", value: round === 3 ? `${"Nothing.\n".repeat(77)}The green door was open.\n${"Nothing.\n".repeat(42)}` : "Nothing. ".repeat(50) } }] });
    }
    return messages;
  }
  const own = (messages) => convert("ai-sdk", "backscroll", messages).body;

  test("finds what `fit` left out, in the list as it is at the call", () => {
    const row = { messages: [] };
    const tool = recall(() => own(row.messages));
    row.messages = listed(30);
    const { messages } = fit("ai-sdk", row.messages, { maxTokens: 1_500 });
    assert.doesNotMatch(JSON.stringify(messages), /green door/);
    assert.match(tool.run({ query: "Was the green door open?" }), /\[m8\] result of read \{"round":3\}, 120 lines\n78: The green door was open\./);
    assert.match(tool.run({ id: "m8", lines: "78" }), /:\nThe green door was open\.\n$/);
    assert.match(tool.run({ id: "c3" }), /^\[m8\] result/);
  });

  test("leaves out of searches what the request holds", () => {
    const messages = listed(30);
    const { messages: kept } = fit("ai-sdk", messages, { maxTokens: 1_500 });
    const [all, rest] = [recall(own(messages)), recall(own(messages), { sent: () => own(kept) })];
    assert.match(all.run({ query: "Look at log 30" }), /^[^\n]*\n\[m87\] user message/);
    assert.doesNotMatch(rest.run({ query: "Look at log 30" }), /\[m87\]/);
    assert.match(rest.run({ query: "green door" }), /\[m8\]/);
  });

  test("reads calls in OpenAI's form", () => {
    const list = [{ role: "assistant", content: null, toolCalls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"at":"Oslo"}' } }] }, { role: "tool", toolCallId: "c1", content: "Rain." }];
    assert.match(recall(list).run({ query: "rain" }), /\[m1\] result of look \{"at":"Oslo"\}, 1 line\n1: Rain\./);
  });

  test("a list of another format is the program's mistake, and is refused with advice", () => {
    for (const list of ["text", [1], null]) assert.match(refusal(() => recall(() => list).run({ query: "x" })).message, /convert\(format, "backscroll", messages\)/);
  });
});

describe("the declaration", () => {
  const tool = recall([]);
  for (const target of TARGETS) {
    test(`for ${target} is what \`prepare\` writes of any other`, async () => {
      for (const other of TARGETS) {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Hello.");
        const toolsIn = ({ tools, toolConfig }) => tools ?? toolConfig?.tools;
        const { body } = await conversation.prepare(target, { tools: [tool.definition(other)] });
        assert.deepEqual(toolsIn(body), [tool.definition(target)], other);
      }
    });
  }

  test("is a new object each time, and has the name of the options", () => {
    tool.definition("anthropic").input_schema.properties.query.description = "Changed.";
    assert.notEqual(tool.definition("anthropic").input_schema.properties.query.description, "Changed.");
    assert.equal(recall([], { name: "look_up" }).definition("mistral").function.name, "look_up");
  });

  test("has the fields for SDKs with a form of their own", () => {
    const { name, description, parameters } = tool;
    assert.deepEqual(tool.definition("anthropic"), { name, description, input_schema: parameters });
  });

  test("of another target is refused", () => assert.equal(refusal(() => tool.definition("ai-sdk")).code, "unknown-format"));
});

describe("mistakes of the program are refused", () => {
  for (const [name, make] of [
    ["no source", () => recall()],
    ["a text for a source", () => recall("messages")],
    ["an unknown option", () => recall([], { limit: 3 })],
    ["a limit that is too small for a line", () => recall([], { maxTokens: 499 })],
    ["a name that is no text", () => recall([], { name: 1 })],
    ["the name of a phantom tool", () => recall([], { name: "recall_memory" })],
    ["a store without `get`", () => recall([], { store: {} })],
  ]) {
    test(name, () => assert.equal(refusal(make).code, "invalid-argument"));
  }
});

describe("runTools", () => {
  test("runs it beside the tools of the program", async () => {
    const conversation = await cut({ results: { 3: LOG } });
    const tool = recall(conversation);
    conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: "x1", name: "recall", arguments: '{"query":"A-7077"}' }, { id: "x2", name: "read", arguments: "{}" }] });
    const { messages } = await conversation.runTools({ read: () => "Read.", [tool.name]: tool.run });
    assert.match(messages[0].content, /A-7077 took 231 ms/);
    assert.deepEqual(messages.map(({ isError }) => isError), [undefined, undefined]);
  });

  test("the default strategy and recall together lose nothing that was said", async () => {
    const conversation = new ConversationManager({ tokenLimit: 3_000, reduce: fitBudget({ firstStep: offload() }) });
    const tool = recall(conversation);
    for (let round = 1; round <= 60; round += 1) {
      conversation.addMessage("user", `Round ${round}.`);
      conversation.addMessage({ role: "assistant", content: null, toolCalls: [{ id: `c${round}`, name: "read", arguments: { round } }] });
      conversation.addMessage("tool", `${"filler words of the result ".repeat(round % 7 === 0 ? 120 : 9)} key-${round}-${round * 31}`, { toolCallId: `c${round}` });
      await conversation.prepare("openai-chat", { model: "m", tools: [tool.definition("openai-chat")] });
    }
    for (let round = 1; round <= 60; round += 1) {
      const key = `key-${round}-${round * 31}`;
      const isThere = JSON.stringify(conversation.messages).includes(`${key}"`);
      if (!isThere) assert.match(tool.run({ query: key }), new RegExp(`${key}\\b`));
    }
  });
});
