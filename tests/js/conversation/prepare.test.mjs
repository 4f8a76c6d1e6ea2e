// `prepare`: makes the request fit, or throws with the reason.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, fitBudget, noReduction } from "backscroll";
import { LISTS, PREFILLS, TARGETS } from "../../support/targets.mjs";
import { chat, contents, refusal, soon, state } from "../../support/basics.mjs";

const params = { model: "m" };
/** Tokens of an unknown model around a request. */
const AROUND = 4;
/** Ten turns of about equal size, and what they cost. */
const ten = (options) => chat(new ConversationManager(options), 10);
const cost = ten().contextTokens;
/** Ten turns of which a request was written: they are counted for its model from then on. */
const tenAsked = (options, target = "openai-chat") => {
  const conversation = ten(options);
  conversation.toRequest(target, params);
  return conversation;
};

describe("prepare", () => {
  test("without a limit nothing is reduced", async () => {
    let called = false;
    const conversation = ten({ reduce: () => { called = true; }, proactiveCompression: true });
    const prepared = await conversation.prepare("openai-chat", params);
    assert.equal(called, false);
    assert.equal(prepared.reduction, null);
    assert.deepEqual(prepared.body, conversation.toRequest("openai-chat", params).body);
  });

  test("a request that fits is unchanged", async () => {
    const conversation = tenAsked({ tokenLimit: cost * 2, reduce: () => assert.fail("called") }, "anthropic");
    const before = state(conversation);
    const { reduction, tokens, repairs } = await conversation.prepare("anthropic", { ...params, max_tokens: 10 });
    assert.equal(reduction, null);
    const { contextTokens } = conversation;
    assert.ok(tokens >= contextTokens && tokens <= cost * 2 && contextTokens > cost / 2, `${tokens} for ${contextTokens}`);
    assert.ok(Array.isArray(repairs));
    assert.equal(state(conversation), before);
  });

  for (const by of ["need", "age"]) {
    test(`a request over the limit is reduced until it fits, by ${by}`, async () => {
      for (const target of TARGETS) {
        const limit = Math.floor(cost / 2);
        const conversation = ten({ tokenLimit: limit, reduce: fitBudget({ by }) });
        const prepared = await conversation.prepare(target, params);
        assert.ok(prepared.tokens <= limit);
        assert.ok(conversation.contextTokens <= limit);
        const added = prepared.repairs.filter(({ code }) => code === "user-message-added").length;
        assert.equal(added, PREFILLS[target] ? 0 : 1, `${target}: user messages that were added at the end`);
        // Notes of what was left out may become part of the message beside them.
        const notes = conversation.messages.filter(({ isSummary }) => isSummary).length;
        if (by === "age") assert.equal(notes, 0);
        const length = prepared.body[LISTS[target]].length - conversation.messageCount - added;
        assert.ok(length <= 0 && length >= -2 * notes, `${target}: ${length}`);
        assert.match(contents(conversation).at(-2), /^Question 10/);
        assert.equal(prepared.reduction.removed.length, 20 - (conversation.messageCount - notes));
        assert.deepEqual(prepared.reduction, conversation.lastReduction);
      }
    });
  }

  test("the reserve and the params count", async () => {
    const tools = [{ type: "function", function: { name: "f", description: "long ".repeat(500), parameters: { type: "object" } } }];
    const bare = ten({ tokenLimit: cost + 50 });
    assert.equal((await bare.prepare("openai-chat", {})).reduction, null);
    const reserving = ten({ tokenLimit: cost + 50, reserveTokens: 100 });
    assert.notEqual((await reserving.prepare("openai-chat", {})).reduction, null);
    const declaring = ten({ tokenLimit: cost + 50 });
    const { reduction, tokens } = await declaring.prepare("openai-chat", { tools });
    assert.notEqual(reduction, null);
    assert.ok(tokens <= cost + 50);
    assert.ok(declaring.contextTokens < tokens);
  });

  test("a callback is called up to three times, as long as each call makes the history smaller", async () => {
    const targets = [];
    let left = 10;
    const reduce = ({ draft, targetTokens, error }) => { targets.push([targetTokens, error]); left -= 1; return draft.keepRecentTurns(left) > 0; };
    const limit = Math.floor(cost * 0.75);
    const conversation = ten({ tokenLimit: limit, reserveTokens: 10, reduce });
    const prepared = await conversation.prepare("openai-chat");
    assert.deepEqual(targets, Array(targets.length).fill([limit - 10 - AROUND, undefined]));
    assert.equal(targets.length, 3);
    assert.equal(conversation.messageCount, 14);
    assert.ok(prepared.tokens <= limit - 10);
  });

  test("when three calls are not enough, the error has the numbers", async () => {
    let left = 10;
    const conversation = ten({ tokenLimit: 100, reserveTokens: 10, reduce: ({ draft }) => { left -= 1; return draft.keepRecentTurns(left) > 0; } });
    const error = await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    const { tokens, ...others } = error.details;
    assert.deepEqual(others, { limit: 100, reserve: 10, params: AROUND, added: 0, attempts: 3 });
    assert.ok(tokens > 90 && tokens < cost, "the smallest that it became");
    assert.match(error.message, new RegExp(`${tokens} tokens`));
    assert.ok(!("cause" in error));
  });

  for (const [name, reduce] of [
    ["that does nothing", noReduction()],
    ["that lies", () => true],
    ["that returns what it got", ({ messages }) => messages],
    ["that makes it longer", ({ messages }) => [{ role: "user", content: "more ".repeat(500) }, ...messages]],
  ]) {
    test(`a reducer ${name} is called once`, async () => {
      let asked = 0;
      const strategy = typeof reduce === "function" ? reduce : reduce.reduce;
      const conversation = tenAsked({ tokenLimit: 100, reduce: (context) => { asked += 1; return strategy(context); } });
      const before = state(conversation);
      const error = await refusal(() => conversation.prepare("openai-chat", params), "cannot-fit");
      assert.equal(asked, 1);
      assert.equal(error.details.attempts, 1);
      assert.equal(state(conversation), before);
    });
  }

  test("the error of a reducer is the cause", async () => {
    const cause = new Error("no model");
    const conversation = ten({ tokenLimit: 100, reduce: () => { throw cause; } });
    const before = state(conversation);
    assert.equal((await refusal(() => conversation.prepare("openai-chat"), "cannot-fit")).cause, cause);
    assert.equal(state(conversation), before);
  });

  test("results that close open calls count", async () => {
    const calls = Array.from({ length: 30 }, (_, at) => ({ id: `c${at}`, name: "f", arguments: "{}" }));
    const make = (options) => {
      const conversation = new ConversationManager(options);
      conversation.addMessage("user", "q");
      conversation.addMessage("assistant", null, { toolCalls: calls });
      conversation.addMessage("user", "now");
      return conversation;
    };
    const options = { interruptedText: "The run was stopped. ".repeat(200) };
    const { tokens, body } = await make().prepare("openai-chat", params, options);
    const held = estimateTokens(ConversationManager.from("openai-chat", body).messages, { ...params, format: "openai-chat" });
    assert.ok(Math.abs(tokens - held) < held / 50, `${tokens} tokens were told, and ${held} are held`);
    const error = await refusal(() => make({ tokenLimit: 500, reduce: noReduction() }).prepare("openai-chat", params, options), "cannot-fit");
    assert.ok(error.details.added > 20_000);
    assert.match(error.message, /for results of open calls/);
    const reduced = await make({ tokenLimit: 500 }).prepare("openai-chat", params, options);
    assert.ok(reduced.tokens <= 500, "the turn with the open calls goes");
  });

  test("a limit of 1 fits nothing", async () => {
    const conversation = new ConversationManager({ tokenLimit: 1 });
    conversation.addMessage("user", "x");
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
  });

  test("a reserve that leaves no room is refused; one in an older snapshot is refused with the first request", async () => {
    for (const reserveTokens of [10, 20]) {
      assert.match(refusal(() => new ConversationManager({ tokenLimit: 10, reserveTokens }), "invalid-argument").message, /tokenLimit.*above.*reserveTokens/);
    }
    const snapshot = new ConversationManager({ tokenLimit: 10 }).toJSON();
    const conversation = ConversationManager.fromJSON({ ...snapshot, settings: { tokenLimit: 10, reserveTokens: 20 } });
    conversation.addMessage("user", "x");
    assert.match((await refusal(() => conversation.prepare("openai-chat"), "invalid-argument")).message, /above.*they are 10 and 20/);
  });

  test("the current request stays, whatever the reducer does", async () => {
    const keptByDraft = ten({ tokenLimit: Math.floor(cost / 2), reduce: ({ draft }) => draft.keepRecentTurns(0) > 0 });
    keptByDraft.addMessage("user", "now");
    await keptByDraft.prepare("openai-chat");
    assert.deepEqual(contents(keptByDraft), ["now"]);

    const emptied = ten({ tokenLimit: Math.floor(cost / 2), reduce: () => { emptied.truncate({ keepRecent: 0 }); emptied.addMessage("user", "another"); } });
    emptied.addMessage("user", "now");
    assert.match((await refusal(() => emptied.prepare("openai-chat"), "cannot-fit")).message, /current request/);
  });

  test("an empty conversation is nothing-to-send", async () => {
    for (const tokenLimit of [undefined, 100]) {
      await refusal(() => new ConversationManager({ tokenLimit }).prepare("openai-chat"), "nothing-to-send");
    }
  });

  test("bytes are those of the body, and never change", async () => {
    const conversation = ten();
    const prepared = await conversation.prepare("openai-chat", params);
    const { messageCount } = conversation;
    conversation.addMessage("user", "later");
    const bytes = prepared.bytes();
    assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), prepared.body);
    assert.equal(prepared.body.messages.length, messageCount);
    bytes.fill(0);
    prepared.body.messages.length = 0;
    assert.equal(JSON.parse(new TextDecoder().decode(prepared.bytes())).messages.length, messageCount);
    assert.equal(JSON.parse(JSON.stringify(await conversation.prepare("openai-chat"))).body.messages.length, messageCount + 1);
  });

  test("options are those of toRequest, and repairs are reported", async () => {
    const conversation = new ConversationManager({ tokenLimit: 1_000 });
    conversation.addMessage("user", "u");
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: "{}" }] });
    const options = { interruptedText: "It was interrupted." };
    const prepared = await conversation.prepare("openai-chat", params, { ...options, signal: new AbortController().signal });
    const { body, repairs } = conversation.toRequest("openai-chat", params, options);
    assert.deepEqual(prepared.body, body);
    assert.deepEqual(prepared.repairs, repairs);
    assert.ok(repairs.length > 0);
    assert.ok(JSON.stringify(body).includes("It was interrupted."));
  });

  test("an abort ends prepare", async () => {
    const reason = new Error("the user left");
    const aborted = ten({ tokenLimit: 100 });
    assert.equal((await refusal(() => aborted.prepare("openai-chat", params, { signal: AbortSignal.abort(reason) }), "aborted")).cause, reason);
    for (const proactiveCompression of [false, { compressionThreshold: 0.1 }]) {
      const controller = new AbortController();
      const conversation = tenAsked({ tokenLimit: proactiveCompression ? cost * 2 : 100, proactiveCompression, reduce: () => new Promise(() => {}) });
      const before = state(conversation);
      const prepared = conversation.prepare("openai-chat", params, { signal: controller.signal });
      controller.abort(reason);
      assert.equal((await soon(refusal(() => prepared, "aborted"))).cause, reason);
      assert.equal(state(conversation), before);
    }
  });
});

describe("proactive compression", () => {
  const at = (share, reduce, tokenLimit = cost * 2) => ten({ tokenLimit, proactiveCompression: { compressionThreshold: share }, reduce });

  test("begins exactly at the threshold", async () => {
    let asked = 0;
    const reduce = ({ draft }) => { asked += 1; return draft.keepRecentTurns(2) > 0; };
    await at(0.51, reduce).prepare("openai-chat");
    assert.equal(asked, 0);
    const conversation = at(0.5, reduce);
    const { reduction } = await conversation.prepare("openai-chat");
    assert.equal(asked, 1);
    assert.equal(reduction.removed.length, 16);
    assert.equal(conversation.messageCount, 4);
  });

  test("true means 0.7 of the window", async () => {
    let asked = 0;
    const options = { proactiveCompression: true, reduce: () => { asked += 1; } };
    await ten({ ...options, tokenLimit: Math.ceil(cost / 0.69) }).prepare("openai-chat");
    assert.equal(asked, 0, "0.69 of the window");
    await ten({ ...options, tokenLimit: Math.floor(cost / 0.71) }).prepare("openai-chat");
    assert.equal(asked, 1, "0.71 of the window");
  });

  test("gives the callback no error, and a target below the threshold, which the default strategy goes below", async () => {
    let context;
    await at(0.5, (given) => { context = given; }).prepare("openai-chat");
    assert.equal(context.error, undefined);
    assert.equal(context.targetTokens, Math.ceil(cost * 2 * 0.5) - 1);
    const byDefault = at(0.5);
    await byDefault.prepare("openai-chat");
    assert.ok(byDefault.contextTokens <= cost * 0.75);
  });

  for (const [name, reduce] of [
    ["throws", () => { throw new Error("no model"); }],
    ["rejects", async () => { throw new Error("no model"); }],
    ["does nothing", () => false],
    ["lies", () => true],
    ["answers nonsense", () => 5],
    ["truncates beside its draft", function ({ draft }) { draft.keepRecentTurns(1); this_.truncate({ keepRecent: 9 }); }],
  ]) {
    test(`a reducer that ${name} is ignored while the request fits`, async () => {
      const conversation = at(0.5, reduce);
      this_ = conversation;
      const prepared = await conversation.prepare("openai-chat", params);
      assert.equal(prepared.body.messages.length, conversation.messageCount);
      assert.ok(conversation.messageCount >= 18);
    });
  }
  let this_;

  test("over the window a failure throws", async () => {
    await refusal(() => at(0.5, () => { throw new Error("no model"); }, 100).prepare("openai-chat"), "cannot-fit");
  });
});

describe("by default", () => {
  // With the least of its results, each of 30 rounds takes some 60 tokens of an unknown model: half of them for the call.
  const tokenLimit = 3_000;
  const rounds = (count, result, options) => {
    const conversation = new ConversationManager({ systemPrompt: "s", tokenLimit, ...options });
    conversation.addMessage("user", "Please find the fault.");
    for (let round = 1; round <= count; round += 1) {
      conversation.addMessage("assistant", null, { toolCalls: [{ id: `c${round}`, name: "read", arguments: `{"round":${round}}` }] });
      conversation.addMessage("tool", result, { toolCallId: `c${round}` });
    }
    return conversation;
  };

  for (const [by, ...taken] of [["need", "drop-messages", "note-gaps"], ["age", "clear-results"]]) test(`one prompt with many tool rounds loses results before it loses rounds that have one, by ${by}`, async () => {
    const conversation = rounds(30, "line of a log ".repeat(32), { reduce: fitBudget({ by }) });
    const { body, tokens, reduction } = await conversation.prepare("openai-chat", params);
    assert.ok(tokens <= tokenLimit);
    assert.equal(body.messages[1].content, "Please find the fault.");
    assert.equal(body.messages.at(-1).tool_call_id, "c30");
    assert.deepEqual(reduction.steps.map(({ name }) => name), taken);
    if (by === "age") assert.equal(conversation.messageCount, 62, "old results are cleared before a round is lost");
    else assert.match(JSON.stringify(body.messages), /\[\d+ messages left out: read ×\d+\]/);
  });

  for (const [by, ...taken] of [["need", "drop-messages", "note-gaps"], ["age", "clear-results", "drop-rounds"]]) test(`one prompt with more rounds than fit even without results loses rounds, by ${by}`, async () => {
    const conversation = rounds(300, "line of a log ".repeat(30), { reduce: fitBudget({ by }) });
    const { body, tokens, reduction } = await conversation.prepare("openai-chat", params);
    assert.ok(tokens <= tokenLimit);
    assert.equal(body.messages[1].content, "Please find the fault.");
    assert.equal(body.messages.at(-1).tool_call_id, "c300");
    assert.deepEqual(reduction.steps.map(({ name }) => name), taken);
    assert.ok(reduction.removed.length > 0);
  });

  test("one giant new result is shortened, and the report has the original", async () => {
    const giant = "0123456789 ".repeat(5_000);
    const conversation = rounds(1, giant);
    const { body, tokens, reduction } = await conversation.prepare("anthropic", params);
    assert.ok(tokens <= tokenLimit);
    assert.match(JSON.stringify(body.messages.at(-1)), /<truncated chars=/);
    assert.deepEqual(reduction.shortened.map(({ original }) => original.content), [giant]);
    assert.equal(reduction.removed.length, 0);
  });

  test("a request that cannot be reduced is cannot-fit with the numbers", async () => {
    const conversation = new ConversationManager({ tokenLimit: 100 });
    conversation.addMessage("user", "word ".repeat(500));
    const error = await refusal(() => conversation.prepare("openai-chat", params), "cannot-fit");
    assert.equal(conversation.messageCount, 1);
    assert.ok(error.details.tokens > 100);
  });
});

test("messages that come during an early reduction are counted", async () => {
  const reduce = async ({ draft }) => {
    await null;
    return draft.keepRecentTurns(2) > 0;
  };
  const conversation = new ConversationManager({ tokenLimit: 1_000, proactiveCompression: { compressionThreshold: 0.3 }, reduce });
  for (let turn = 0; turn < 9; turn += 1) conversation.addMessage("user", "word ".repeat(60));
  const request = conversation.prepare("openai-chat", { model: "m" });
  conversation.addMessage("user", "word ".repeat(3_000));
  await assert.rejects(() => request, { code: "cannot-fit" });
});
