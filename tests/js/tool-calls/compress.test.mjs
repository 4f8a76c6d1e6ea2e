// `compress`: the tool with which a model replaces a finished part of the conversation by its summary.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fitBudget } from "backscroll";
import { compress } from "backscroll/compress";
import { recall } from "backscroll/recall";
import { refusal, state } from "../../support/basics.mjs";
import { TARGETS, objection } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";

const SUMMARY = "Logs 2 and 3 are empty; log 3 names order A-7077.";
const HEADING = "Previous conversation summary:\n";

/** Returns a conversation of six rounds, each with a long result; the ids are letter and round. It ends with a call of each of `asked`. */
function talk(asked = [], options = {}) {
  const conversation = new ConversationManager({ systemPrompt: "You find faults.", ...options });
  for (let round = 1; round <= 6; round += 1) {
    conversation.addMessage({ id: `u${round}`, role: "user", content: `Look at log ${round}, please.` });
    conversation.addMessage({ id: `a${round}`, role: "assistant", content: null, toolCalls: [{ id: `call_${round}`, name: "read", arguments: { path: `log/${round}.txt` } }] });
    conversation.addMessage({ id: `r${round}`, role: "tool", toolCallId: `call_${round}`, content: `Log ${round} is EMPTY.\n  Truly. `.repeat(40) + (round === 3 ? "A-7077" : "") });
  }
  call(conversation, asked);
  return conversation;
}

function call(conversation, asked) {
  if (asked.length === 0) return;
  const toolCalls = asked.map((args, at) => ({ id: `x${at}`, name: "compress", arguments: args }));
  conversation.addMessage({ id: "x", role: "assistant", content: "I close that.", toolCalls });
}

/** Runs the calls at the end. Returns the answers, and the ids of the messages, `S` for a summary. */
async function closed(conversation, tool = compress(conversation)) {
  const { messages } = await conversation.runTools([tool]);
  const left = conversation.messages.slice(1).map(({ id, isSummary }) => (isSummary === true ? "S" : id));
  return { answers: messages.map(({ content }) => content), isError: messages.some((message) => message.isError), left: left.slice(0, left.indexOf("x")).join(" ") };
}

const WITHOUT_2_3 = "u1 a1 r1 S u4 a4 r4 u5 a5 r5 u6 a6 r6";

describe("a part is found", () => {
  for (const [name, args, left] of [
    ["by the first words of its first and last message", { from: "Look at log 2", to: "Look at log 4, please." }, "u1 a1 r1 S a4 r4 u5 a5 r5 u6 a6 r6"],
    ["by words of a result, which ends it with its call", { from: "Look at log 2", to: "Log 3 is EMPTY" }, WITHOUT_2_3],
    ["by words of the arguments of a call, which end it with the result", { from: "Look at log 2", to: "log/3.txt" }, WITHOUT_2_3],
    ["by a call as a whole", { from: "Look at log 2", to: 'read {"path":"log/3.txt"}' }, WITHOUT_2_3],
    ["by words in other letter case, with other white space", { from: "LOOK at\nlog 2", to: "log 3 is empty. Truly." }, WITHOUT_2_3],
    ["by words in quotation marks, with an ellipsis", { from: '"Look at log 2..."', to: "“Look at log 3, please.”" }, "u1 a1 r1 S a3 r3 u4 a4 r4 u5 a5 r5 u6 a6 r6"],
    ["by the last of its words", { from: "log 2, please.", to: "A-7077" }, WITHOUT_2_3],
    ["up to the call, where no end is given", { from: "Look at log 5" }, "u1 a1 r1 u2 a2 r2 u3 a3 r3 u4 a4 r4 u6 S"],
    ["up to the call, where the end is blank", { from: "Look at log 5", to: " " }, "u1 a1 r1 u2 a2 r2 u3 a3 r3 u4 a4 r4 u6 S"],
    ["whole, where it is one round", { from: "log/5.txt", to: "log/5.txt" }, "u1 a1 r1 u2 a2 r2 u3 a3 r3 u4 a4 r4 u5 S u6 a6 r6"],
  ]) {
    test(name, async () => {
      const conversation = talk([{ summary: SUMMARY, ...args }]);
      const { answers, isError, left: found } = await closed(conversation);
      assert.equal(found, left);
      assert.match(answers[0], /^Your summary replaced \d+ messages: the conversation takes \d+ tokens less, and now \d+\. If you have the tool `recall`/);
      assert.equal(isError, false);
      assert.equal(conversation.messages.find(({ isSummary }) => isSummary).content, HEADING + SUMMARY);
    });
  }

  const words = "Go on with it. ".repeat(50).trim();
  for (const [name, texts, gone] of [
    ["that equals the words, before others that begin with them", [`${words} And more.`, words, `They said: ${words}`], 1],
    ["that begins with the words, before others that hold them", [`They said: ${words}`, `${words} And more.`], 1],
  ]) {
    test(`by a message ${name}`, async () => {
      const conversation = new ConversationManager();
      for (const content of texts) conversation.addMessage("assistant", content);
      conversation.addMessage("user", "So?");
      assert.match(await compress(conversation).run({ from: words, to: words, summary: "They went on." }), /^Your summary replaced 1 message:/);
      assert.deepEqual(conversation.messages.map(({ isSummary }) => isSummary === true).indexOf(true), gone);
      assert.deepEqual(conversation.lastReduction.removed.map(({ content }) => content), [texts[gone]]);
    });
  }

  test("before messages that were added after the call", async () => {
    const conversation = talk([{ from: "Look at log 5", summary: SUMMARY }]);
    const { messages } = await conversation.runTools({
      compress: async (args) => {
        conversation.addMessage("user", "Look at log 5 again.");
        return compress(conversation).run(args);
      },
    });
    assert.match(messages[0].content, /^Your summary replaced 6 messages/);
  });

  test("in a conversation that does not hold the call", async () => {
    const conversation = talk();
    assert.match(await compress(conversation).run({ from: "Look at log 2", to: "log 3 is empty", summary: SUMMARY }), /^Your summary replaced 6 messages/);
  });

  test("by its own tool's name only: calls of another name do not end it", async () => {
    const conversation = talk();
    conversation.addMessage({ id: "x", role: "assistant", content: null, toolCalls: [{ id: "x0", name: "close", arguments: { from: "Look at log 2", to: "A-7077", summary: SUMMARY } }] });
    const { left } = await closed(conversation, compress(conversation, { name: "close" }));
    assert.equal(left, WITHOUT_2_3);
  });
});

describe("what must stay, stays, and the answer names it", () => {
  const all = { from: "You find faults.", summary: SUMMARY };
  for (const [name, change, left, named] of [
    ["the system prompt and the current request", () => undefined, "u6 S", [/- system message "You find faults\."/, /- user message "Look at log 6, please\."/]],
    ["a pinned message", (conversation) => conversation.pin("u2"), "u2 u6 S", [/- user message "Look at log 2, please\."/]],
    ["a pinned result, with its call", (conversation) => conversation.pin("r2"), "a2 r2 u6 S", [/- assistant message with the call read "\{\\"path\\":\\"log\/2\.txt\\"\}"/, /- result "Log 2 is EMPTY/]],
  ]) {
    test(name, async () => {
      const conversation = talk();
      change(conversation);
      call(conversation, [all]);
      const { answers, left: found } = await closed(conversation);
      assert.equal(found, left);
      for (const words of named) assert.match(answers[0], words);
      assert.match(answers[0], /\nStayed within the part, because they must:\n/);
    });
  }

  test("instructions that the program added later", async () => {
    const { messages } = talk();
    const late = [{ id: "late", role: "system", content: "Be brief from now on." }, { id: "said", role: "assistant", content: "Brief. ".repeat(99) }];
    const conversation = ConversationManager.from("backscroll", [...messages, ...late]);
    call(conversation, [all]);
    const { answers, left } = await closed(conversation);
    assert.equal(left, "u6 late S");
    assert.match(answers[0], /- system message "Be brief from now on\."/);
  });

  test("calls that wait for a person", async () => {
    const conversation = talk();
    conversation.addMessage({ id: "w", role: "assistant", content: null, toolCalls: [{ id: "wait", name: "send", arguments: "{}" }] });
    conversation.suspend({ threadId: "t" });
    assert.match(await compress(conversation).run(all), /- assistant message with the call send/);
    assert.ok(conversation.messages.some(({ id }) => id === "w"));
  });

  test("all of it, where nothing may go", async () => {
    const conversation = talk([{ from: "Look at log 6", to: "Look at log 6", summary: "S" }]);
    const before = conversation.messages;
    const { answers } = await closed(conversation);
    assert.equal(answers[0], 'Nothing was replaced: each message of this part must stay:\n- user message "Look at log 6, please."');
    assert.deepEqual(conversation.messages.slice(0, -1), before);
  });

  test("at most six messages are named, and the rest is counted", async () => {
    const conversation = talk();
    for (let round = 1; round <= 4; round += 1) conversation.pin(`a${round}`);
    const answer = await compress(conversation).run(all);
    assert.equal(answer.match(/^- /gm).length, 7);
    assert.match(answer, /\n- and 4 more$/);
  });
});

describe("an earlier summary in the part goes with it", () => {
  test("and the new one has its place", async () => {
    const conversation = talk([{ from: "Look at log 2", to: "A-7077", summary: SUMMARY }]);
    await closed(conversation);
    const answer = await compress(conversation).run({ from: "Look at log 1", to: "Look at log 5", summary: "Logs 1 to 4 are empty." });
    assert.match(answer, /^Your summary replaced \d+ messages/);
    assert.deepEqual(conversation.messages.filter(({ isSummary }) => isSummary).map(({ content }) => content), [`${HEADING}Logs 1 to 4 are empty.`]);
  });

  test("and a part may begin with it", async () => {
    const conversation = talk([{ from: "Look at log 2", to: "A-7077", summary: SUMMARY }]);
    await closed(conversation);
    assert.match(await compress(conversation).run({ from: "Previous conversation summary: Logs 2", to: "log/4.txt", summary: "Logs 2 to 4 are empty." }), /^Your summary replaced/);
    assert.deepEqual(conversation.messages.slice(1, 6).map(({ id, isSummary }) => isSummary ?? id), ["u1", "a1", "r1", true, "u5"]);
  });

  test("the description tells the model to carry it over", () => assert.match(compress(talk()).description, /earlier summary, carry over what it says/));
});

describe("a mistake of the model changes nothing, and the answer helps", () => {
  for (const [name, args, expected, options] of [
    ["words that no message has", { from: "zebra", summary: "S" }, /no message before this call has the words of `from`, "zebra"\. Give some words of a message exactly as it says them/],
    ["an end that no message has", { from: "Look at log 2", to: "zebra", summary: "S" }, /no message before this call has the words of `to`, "zebra"/],
    ["words of several messages", { from: "Look at log", to: "A-7077", summary: "S" }, /3 messages have the words of `from`, "Look at log"\. Give more words.*:\n- user message "Look at log 1, please\."\n- user message "Look at log 2, please\."\n- user message "Look at log 3, please\."$/],
    ["an end with words of several messages", { from: "Look at log 4", to: "is empty", summary: "S" }, /3 messages have the words of `to`, "is empty".*:\n- assistant message with the call read "\{\\"path\\":\\"log\/4\.txt\\"\}"\n/],
    ["an end before the beginning", { from: "Look at log 4", to: "Look at log 2", summary: "S" }, /the message of `to` comes before the message of `from`/],
    ["no words", { summary: "S" }, /`from` must be the first words/],
    ["words of marks alone", { from: ' "..." ', summary: "S" }, /`from` must be the first words/],
    ["no summary", { from: "Look at log 2" }, /`summary` must be a text/],
    ["a blank summary", { from: "Look at log 2", summary: " \n" }, /`summary` must be a text/],
    ["a summary that is too long", { from: "Look at log 2", summary: "word ".repeat(100) }, /the summary takes about 125 tokens, and 100 are allowed\. Shorten it/, { maxTokens: 100 }],
    ["a summary that is larger than the part", { from: "Look at log 2", to: "Look at log 2", summary: "word ".repeat(100) }, /the summary takes \d+ tokens, and the messages that it would replace only \d+\. Shorten it by more than \d+ tokens/],
    ["no object", "Look at log 2", /`from` must be the first words/],
    ["words of its own call alone", { from: "I close that", summary: "S" }, /no message before this call has the words/],
  ]) {
    test(name, async () => {
      const conversation = talk([{ from: "x" }]);
      const before = state(conversation);
      const answer = await compress(conversation, options).run(args);
      assert.match(answer, expected);
      assert.match(answer, /^Nothing was replaced: /);
      assert.equal(state(conversation), before);
      assert.equal(conversation.lastReduction, null);
    });
  }

  test("a summary that is shorter by as much as the answer says is taken", async () => {
    const conversation = talk();
    const run = (summary) => compress(conversation).run({ from: "Look at log 2", to: "log/2.txt", summary });
    const summary = "word ".repeat(900).trim();
    const [, tokens, over] = /takes (\d+) tokens.* by more than (\d+) tokens/.exec(await run(summary)) ?? [];
    const shorter = (by) => run(summary.slice(0, Math.floor(summary.length * (1 - by / tokens))));
    assert.match(await shorter(over - 10), /^Nothing was replaced: the summary takes/);
    assert.match(await shorter(Number(over) + 10), /^Your summary replaced 3 messages/);
  });

  test("a summary beyond the conversation's own limit is refused by an answer", async () => {
    const conversation = talk([], { limits: { messageBytes: 4_000 } });
    assert.match(await compress(conversation).run({ from: "Look at log 2", summary: "word ".repeat(1_500) }), /^Nothing was replaced: .*4000/);
  });

  test("words are not found in earlier calls of the tool and their answers", async () => {
    const conversation = talk([{ from: "zebra", to: "Look at log 3", summary: "Zebra." }]);
    await closed(conversation);
    assert.match(await compress(conversation).run({ from: "zebra", summary: "S" }), /no message before this call has the words/);
    assert.match(await compress(conversation).run({ from: "Look at log 2", to: "Look at log 3", summary: "S" }), /^Your summary replaced/);
  });
});

describe("arguments of any kind get a text", () => {
  const huge = "x".repeat(3_000_000);
  const values = [undefined, null, true, 0, NaN, "", " ", "Look at log 2", "\ud800", "\u0000", huge, [], ["Look at", "log 2"], {}, () => 1, Symbol.iterator, 10n, "__proto__"];
  const hostile = [
    ...values,
    new Proxy({}, { get() { throw new Error("No."); }, has() { throw new Error("No."); }, ownKeys() { throw new Error("No."); } }),
    { get from() { throw new Error("No."); } },
    "{", '{"from":', "[1,2]", "null", '{"__proto__":{"from":"Look at log 2"}}',
    ...values.flatMap((from) => values.map((summary) => ({ from, to: from, summary }))),
  ];

  test("of hostile kinds too, within a few lines", async () => {
    const conversation = talk();
    const { run } = compress(conversation);
    for (const args of hostile) {
      const answer = await run(args);
      assert.ok(typeof answer === "string" && answer !== "" && answer.length < 2_000, String(answer).slice(0, 200));
      conversation.undoAll();
    }
  });

  test("as JSON text, and with lists of texts", async () => {
    const conversation = talk();
    assert.match(await compress(conversation).run(JSON.stringify({ from: ["Look at", "log 2"], to: "A-7077", summary: ["One.", "Two."] })), /^Your summary replaced 6 messages/);
    assert.equal(conversation.messages.find(({ isSummary }) => isSummary).content, `${HEADING}One.\nTwo.`);
  });
});

describe("a reduction like any other", () => {
  const args = { from: "Look at log 2", to: "A-7077", summary: SUMMARY };

  test("is reported, and can be undone", async () => {
    const reports = [];
    const conversation = talk([args], { onReduce: (reduction) => reports.push(reduction) });
    const before = conversation.messages;
    await closed(conversation);
    assert.deepEqual(reports.map(({ removed, steps }) => [removed.map(({ id }) => id).join(" "), steps.map(({ name }) => name)]), [["u2 a2 r2 u3 a3 r3", ["replace"]]]);
    assert.deepEqual(reports[0].removed, before.slice(4, 10));
    assert.equal(conversation.reductions[0].summary, conversation.messages.find(({ isSummary }) => isSummary).id);
    assert.equal(conversation.undo(), true);
    assert.deepEqual(conversation.messages.slice(0, before.length), before);
  });

  test("is in snapshots", async () => {
    const conversation = talk([args]);
    const before = conversation.messages;
    await closed(conversation);
    const later = ConversationManager.fromJSON(JSON.stringify(conversation));
    assert.deepEqual(later.messages, conversation.messages);
    assert.match(await compress(later).run({ from: "Look at log 5", to: "log/5.txt", summary: "Empty." }), /^Your summary replaced/);
    assert.equal(later.undoAll(), 2);
    assert.deepEqual(later.messages.slice(0, before.length), before);
  });

  test("leaves its messages to recall", async () => {
    const conversation = talk([args]);
    await closed(conversation);
    assert.match(recall(conversation).run({ query: "A-7077" }), /\[r3\] result of read/);
  });

  test("says nothing of recall where no transcript keeps its messages", async () => {
    const { answers } = await closed(talk([args], { transcript: false }));
    assert.match(answers[0], /^Your summary replaced 6 messages: the conversation takes \d+ tokens less, and now \d+\.$/);
  });

  test("takes its turn after a reduction that is under way, and the request of that holds what it left", async () => {
    let end;
    const wait = new Promise((resolve) => (end = resolve));
    const conversation = talk([args], { tokenLimit: 1_500, reduce: fitBudget({ by: "age", summarize: () => wait.then(() => "They looked at logs.") }) });
    const prepared = conversation.prepare("openai-chat", { model: "gpt-5" });
    const running = closed(conversation);
    end();
    await prepared;
    const { answers } = await running;
    assert.match(answers[0], /^(Your summary replaced|Nothing was replaced: )/);
  });

  test("within a reducer of the same conversation is an error result, and not a deadlock", async () => {
    const conversation = talk([args]);
    await conversation.reduceNow({
      reduce: async ({ draft }) => {
        const { messages } = await conversation.runTools([compress(conversation)]);
        assert.equal(messages[0].isError, true);
        return draft.keepRecentTurns(2) > 0;
      },
    });
  });

  test("that finds no room between two messages gets an answer", async () => {
    const conversation = talk();
    const reduceNow = conversation.reduceNow.bind(conversation);
    const full = { reductions: [], reduceNow: ({ reduce }) => reduceNow({ reduce: ({ draft, messages }) => reduce({ messages, draft: new Proxy(draft, { get: (own, name) => (name === "replace" ? () => own.remove(["none"]) : typeof own[name] === "function" ? own[name].bind(own) : Reflect.get(own, name, own)) }) }) }) };
    assert.match(await compress(full).run(args), /^Nothing was replaced: no message of the history has the id `none`/);
  });

  test("of a disposed conversation is the program's mistake", async () => {
    const conversation = talk();
    const { run } = compress(conversation);
    conversation.dispose();
    await refusal(() => run(args), "disposed");
  });
});

describe("parallel calls", () => {
  const second = { from: "Look at log 4", to: "log/5.txt", summary: "Logs 4 and 5 are empty." };

  test("of different parts both work", async () => {
    const { answers, left } = await closed(talk([{ from: "Look at log 1", to: "log/2.txt", summary: SUMMARY }, second]));
    for (const answer of answers) assert.match(answer, /^Your summary replaced 6 messages/);
    assert.equal(left, "S u3 a3 r3 S u6 a6 r6");
  });

  test("of the same part: the second gets an answer", async () => {
    const { answers, left } = await closed(talk([second, second]));
    assert.match(answers[0], /^Your summary replaced 6 messages/);
    assert.match(answers[1], /^Nothing was replaced: no message before this call has the words of `from`, "Look at log 4".*a part that an earlier summary replaced has only the words of the summary/);
    assert.equal(left, "u1 a1 r1 u2 a2 r2 u3 a3 r3 S u6 a6 r6");
  });

  test("beside other tools of the message", async () => {
    const conversation = talk();
    conversation.addMessage({ id: "x", role: "assistant", content: null, toolCalls: [{ id: "x0", name: "read", arguments: "{}" }, { id: "x1", name: "compress", arguments: second }] });
    const { messages } = await conversation.runTools([{ name: "read", run: () => "Read." }, compress(conversation)]);
    assert.deepEqual(messages.map(({ content }) => content.slice(0, 12)), ["Read.", "Your summary"]);
  });
});

describe("requests after it are accepted", () => {
  for (const target of TARGETS) {
    for (const [name, args] of [["for a part in the middle", { from: "Look at log 2", to: "A-7077" }], ["for all before the call", { from: "You find" }], ["for a part that leaves an answer first", { from: "Look at log 1", to: "Look at log 2" }]]) {
      test(`by ${target}, ${name}`, async () => {
        const conversation = talk([{ summary: SUMMARY, ...args }]);
        const tool = compress(conversation);
        const params = paramsFor(target, conversation.toOpenAIMessages());
        assert.equal(objection(target, conversation.toRequest(target, params, { openCalls: "close" }).body), null);
        await closed(conversation, tool);
        const { body } = await conversation.prepare(target, { ...params, ...(target === "bedrock" ? {} : { tools: [...(params.tools ?? []), tool] }) });
        assert.equal(objection(target, body), null);
        assert.match(JSON.stringify(body), /Logs 2 and 3 are empty/);
      });
    }
  }
});

describe("the declaration", () => {
  const tool = compress(talk());
  for (const target of TARGETS) {
    test(`for ${target} is what \`prepare\` writes of any other`, async () => {
      for (const other of TARGETS) {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Hello.");
        const { body } = await conversation.prepare(target, { tools: [tool.definition(other)] });
        assert.deepEqual(body.tools ?? body.toolConfig?.tools, [tool.definition(target)], other);
      }
    });
  }

  test("is a new object each time, and has the name of the options", () => {
    tool.definition("anthropic").input_schema.required.push("to");
    assert.deepEqual(tool.definition("anthropic").input_schema.required, ["from", "summary"]);
    assert.deepEqual(JSON.parse(JSON.stringify(compress(talk(), { name: "close" }))), { name: "close", description: tool.description, inputSchema: tool.parameters });
  });

  test("of another target is refused", () => assert.equal(refusal(() => tool.definition("ai-sdk")).code, "unknown-format"));
});

describe("mistakes of the program are refused", () => {
  for (const [name, make] of [
    ["no conversation", () => compress()],
    ["a list of messages", () => compress([])],
    ["an object without `reduceNow`", () => compress({ transcript: [] })],
    ["an unknown option", () => compress(talk(), { limit: 3 })],
    ["a limit of no tokens", () => compress(talk(), { maxTokens: 0 })],
    ["a name that is no text", () => compress(talk(), { name: 1 })],
    ["the name of a phantom tool", () => compress(talk(), { name: "recall_memory" })],
  ]) {
    test(name, () => assert.equal(refusal(make).code, "invalid-argument"));
  }
});
