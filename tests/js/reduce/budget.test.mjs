// `fitBudget`: its steps, how far each goes, and the messages that it never removes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, fitBudget } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { GPT, assertSound, ids, overflow, story, summariser, tell, text } from "../../support/reduce/stories.mjs";

const steps = ({ steps }) => steps.map(({ name }) => name);

/** Makes a history, and a limit in percent of its size. */
function tight(letters, percent, options = {}, size = 100) {
  const { contextTokens } = story(letters, { size });
  const tokenLimit = Math.ceil((contextTokens * percent) / 100);
  return { tokenLimit, conversation: story(letters, { size, tokenLimit, ...options }) };
}

describe("the steps", () => {
  const least = { reduce: fitBudget({ reduceTo: 1 }) };
  const messages = ["drop-messages", "note-gaps"];

  for (const [by, name, letters, percent, size, taken] of [
    ["need", "shortens results", "uccccccu", 95, 100, ["shorten-results"]],
    ["need", "names calls whose results are needed least in notes", "uccccccu", 45, 100, ["shorten-results", ...messages]],
    ["need", "leaves no call of large results without them", "ucccu", 60, 600, ["shorten-results", ...messages]],
    ["need", "drops messages, and notes where", "uauauauaua", 60, 100, messages],
    ["need", "drops rounds of the current turn with their results", `u${"c".repeat(100)}`, 25, 60, messages],
    ["age", "clears the oldest results first", "uccccccu", 80, 100, ["clear-results"]],
    ["age", "shortens those that are left", "ucccu", 60, 600, ["shorten-results"]],
    ["age", "drops the oldest turns", "uauauauaua", 60, 100, ["drop-turns"]],
    ["age", "drops the oldest rounds of the current turn", `u${"c".repeat(30)}`, 30, 20, ["clear-results", "drop-rounds"]],
    ["age", "drops turns before rounds", `uaua${"u"}${"c".repeat(20)}`, 20, 20, ["clear-results", "drop-turns", "drop-rounds"]],
  ]) {
    test(`by ${by}, it ${name}`, async () => {
      const { conversation, tokenLimit } = tight(letters, percent, { reduce: fitBudget({ by, reduceTo: 1 }) }, size);
      const { tokens, reduction } = await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(steps(reduction), taken);
      assert.ok(tokens <= tokenLimit);
      assertSound(conversation);
      const after = reduction.steps.map(({ tokensAfter }) => tokensAfter);
      assert.deepEqual(after, [...after].sort((a, b) => b - a), "each step makes progress");
      assert.equal(after.at(-1), reduction.tokensAfter);
    });
  }

  test("cuts the newest result to half of the window, and keeps other messages", async () => {
    const conversation = story("uaua", { size: 100, tokenLimit: 2_000, ...least });
    tell(conversation, "u", 10);
    conversation.addMessage("assistant", null, { id: "c", toolCalls: [{ id: "x", name: "look", arguments: "{}" }] });
    conversation.addMessage("tool", text(20_000), { id: "r", toolCallId: "x" });
    const { tokens, reduction } = await conversation.prepare("anthropic", GPT);
    assert.deepEqual(steps(reduction), ["shorten-newest-results"]);
    assert.ok(tokens <= 2_000 && tokens > 1_000, `${tokens}: nothing else had to go`);
    assert.equal(reduction.shortened[0].original.content, text(20_000));
  });

  test("cuts each of several newest results to its share", async () => {
    const conversation = story("u", { size: 10, tokenLimit: 2_000 });
    const toolCalls = [1, 2, 3, 4].map((at) => ({ id: `x${at}`, name: "look", arguments: "{}" }));
    conversation.addMessage("assistant", null, { toolCalls });
    for (const { id } of toolCalls) conversation.addMessage("tool", text(id === "x1" ? 20 : 3_000), { toolCallId: id });
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(steps(reduction), ["shorten-newest-results"]);
    const kept = conversation.messages.filter(({ role }) => role === "tool").map(({ content }) => content.length);
    assert.equal(kept[0], text(20).length, "a short one stays whole");
    assert.ok(kept.slice(1).every((length) => length > 500), `${kept}`);
  });

  test("cuts results to a few words as the last resort", async () => {
    const conversation = story("u", { size: 10, tokenLimit: 170 });
    const toolCalls = [1, 2, 3].map((at) => ({ id: `x${at}`, name: "look", arguments: "{}" }));
    conversation.addMessage("assistant", null, { toolCalls });
    for (const { id } of toolCalls) conversation.addMessage("tool", [{ type: "text", text: text(300) }, { type: "image", url: "https://example.com/a.png" }], { toolCallId: id });
    const { tokens, reduction } = await conversation.prepare("anthropic", GPT);
    assert.ok(tokens <= 170);
    assert.equal(steps(reduction).at(-1), "cut-results");
    assert.equal(reduction.shortened.length, 3);
    assertSound(conversation);
  });

  test("change nothing in a history that fits, or without a target", async () => {
    const { conversation } = tight("uauaua", 101);
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
    const free = story("uauaua");
    assert.equal((await free.prepare("openai-chat", GPT)).reduction, null);
  });
});

describe("protected messages", () => {
  for (const [by, left] of [["need", ["S", "pin", "S", "now", "open"]], ["age", ["pin", "now", "open"]]]) {
    test(`by ${by}, are the system prompt, pins, the current request, and open calls`, async () => {
      const conversation = story("uauaua", { tokenLimit: 220, reduce: fitBudget({ by }) });
      conversation.addMessage("user", text(20), { id: "pin", pinned: true });
      tell(conversation, "ua", 100);
      conversation.addMessage("user", text(20), { id: "now" });
      conversation.addMessage("assistant", null, { id: "open", toolCalls: [{ id: "x", name: "look", arguments: "{}" }] });
      const { body } = await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(ids(conversation), left);
      assert.equal(body.messages[0].content, "You are a clerk.");
    });
  }

  test("that are too large are cannot-fit with the numbers, and nothing changes", async () => {
    for (const at of ["system", "user", "pin"]) {
      const conversation = new ConversationManager({ tokenLimit: 100, ...(at === "system" && { systemPrompt: text(200) }) });
      if (at === "pin") conversation.addMessage("user", text(200), { pinned: true });
      conversation.addMessage("user", text(at === "user" ? 200 : 5));
      conversation.addMessage("assistant", text(5));
      const before = JSON.stringify(conversation.messages);
      const { details } = await refusal(() => conversation.prepare("anthropic", GPT), "cannot-fit");
      assert.ok(details.tokens > 170 && details.limit === 100, `${at}: ${details.tokens}`);
      assert.equal(JSON.stringify(conversation.messages), before);
    }
  });
});

describe("hold and jump", () => {
  test("by default a reduction waits for a full window, and then makes room for many turns", async () => {
    const conversation = story("", { tokenLimit: 4_000 });
    const cuts = [];
    for (let turn = 1; turn <= 120; turn += 1) {
      tell(conversation, "u", 50);
      const { reduction, tokens } = await conversation.prepare("openai-chat", GPT);
      assert.ok(tokens <= 4_000);
      if (reduction !== null) {
        cuts.push(turn);
        // Messages that may go keep 0.6 of the room that the system prompt and the current request leave.
        const stays = estimateTokens([conversation.messages[0], conversation.messages.at(-1)]);
        assert.ok(reduction.tokensAfter <= stays + 0.6 * (4_000 - stays) && reduction.tokensAfter > 2_100, `${reduction.tokensAfter}`);
        assert.ok(reduction.firstChangedIndex >= 1, "the system prompt can still be served");
      }
      tell(conversation, "a", 50);
    }
    const pauses = cuts.slice(1).map((turn, at) => turn - cuts[at]);
    assert.ok(cuts.length >= 3 && pauses.every((pause) => pause >= 8), `cuts at ${cuts}`);
  });

  test("the bytes before the cut stay the same until the next cut", async () => {
    const conversation = story("", { tokenLimit: 3_000 });
    let before = null;
    for (let turn = 1; turn <= 60; turn += 1) {
      tell(conversation, "uca", 40);
      tell(conversation, "u", 10);
      const request = await conversation.prepare("anthropic", GPT);
      const messages = request.body.messages.map((message) => JSON.stringify(message));
      if (before !== null && request.reduction === null) assert.deepEqual(messages.slice(0, before.length - 1), before.slice(0, -1));
      before = messages;
    }
  });

  for (const by of ["need", "age"]) {
    test(`by ${by}, reduceAbove makes a reduction begin earlier, reduceTo sets how far it goes`, async () => {
      const { contextTokens } = story("ua".repeat(10));
      // By need, the share is one of what may go.
      const fixed = by === "age" ? 0 : story("ua").contextTokens;
      for (const [{ reduceAbove = 1, reduceTo = 0.7, ...options }, tokenLimit, isReduced] of [
        [{ reduceAbove: 0.8 }, contextTokens / 0.79, false],
        [{ reduceAbove: 0.8 }, contextTokens / 0.81, true],
        [{ reduceAbove: 0.6, reduceTo: 0.6 }, contextTokens / 0.61, true],
        [{ reduceTo: 0.3 }, contextTokens * 0.99, true],
        [{ reduceTo: 1 }, contextTokens * 0.99, true],
      ]) {
        const limit = Math.ceil(tokenLimit);
        const conversation = story("ua".repeat(10), { tokenLimit: limit, reduce: fitBudget({ ...options, by, reduceAbove, reduceTo }) });
        const { reduction } = await conversation.prepare("openai-chat", GPT);
        const name = JSON.stringify([reduceAbove, reduceTo, tokenLimit]);
        const goal = fixed + (limit * reduceAbove - fixed) * (reduceTo / reduceAbove);
        if (!isReduced) assert.equal(reduction, null, name);
        else assert.ok(reduction.tokensAfter <= goal + 5 && reduction.tokensAfter > goal - 250, `${name}: ${reduction.tokensAfter} of ${goal}`);
      }
    });
  }

  for (const by of ["need", "age"]) {
    test(`by ${by}, reduceTo in tokens goes as far as the share of as many tokens, and never above reduceAbove`, async () => {
      const limit = Math.floor(story("ua".repeat(10)).contextTokens * 0.9);
      const left = async (options) => {
        const conversation = story("ua".repeat(10), { tokenLimit: limit, reserveTokens: 0, reduce: fitBudget({ by, ...options }) });
        const { reduction } = await conversation.prepare("openai-chat", GPT);
        return reduction.tokensAfter;
      };
      // The params of the request take some tokens of the limit.
      for (const share of [0.4, 0.7]) assert.ok(Math.abs((await left({ reduceTo: Math.floor(limit * share) })) - (await left({ reduceTo: share }))) < 250, String(share));
      assert.ok((await left({ reduceTo: Math.floor(limit * 0.4) })) < (await left({ reduceTo: Math.floor(limit * 0.7) })));
      assert.equal(await left({ reduceAbove: 0.8, reduceTo: 1_000_000 }), await left({ reduceAbove: 0.8, reduceTo: 0.8 }));
    });
  }

  test("by need, where pins take more than the share `reduceAbove`, a request that fits is left alone", async () => {
    const conversation = story("", { tokenLimit: 1_000, reduce: fitBudget({ by: "need", reduceAbove: 0.5 }) });
    conversation.addMessage("user", text(600), { pinned: true });
    tell(conversation, "auau", 20);
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
  });

  for (const [by, taken] of [["need", ["shorten-results", "drop-messages", "note-gaps"]], ["age", ["clear-results"]]]) {
    test(`by ${by}, an early reduction gives up results, and calls without them, where these are enough`, async () => {
      const letters = "ucccccccccu";
      const tokenLimit = Math.ceil(story(letters).contextTokens / 0.9);
      const conversation = story(letters, { tokenLimit, reduce: fitBudget({ by, reduceAbove: 0.8, reduceTo: 0.6 }) });
      const { reduction } = await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(steps(reduction), taken);
      assert.ok(reduction.tokensAfter <= 0.65 * tokenLimit);
    });
  }

  test("a refused request is reduced to the target, and not below", async () => {
    const conversation = story("ua".repeat(10));
    const { contextTokens } = conversation;
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(conversation.contextTokens <= contextTokens * 0.7 && conversation.contextTokens > contextTokens * 0.5);
  });
});

describe("keepTurns", () => {
  for (const [by, percent, left] of [
    ["need", 97, "u1 S u3 S u5 a6 u7 a8 u9 a10"],
    ["need", 75, "S u5 a6 u7 a8 u9 a10"],
    ["need", 60, "S u5 S u7 a8 u9 a10"],
    ["need", 27, "S u9 a10"],
    ["age", 95, "u5 a6 u7 a8 u9 a10"],
    ["age", 50, "u7 a8 u9 a10"],
    ["age", 25, "u9 a10"],
  ]) {
    test(`by ${by}, kept turns are dropped last, and no more of them than necessary: ${percent} %`, async () => {
      const { conversation } = tight("ua".repeat(5), percent, { reduce: fitBudget({ by, keepTurns: 3 }) });
      await conversation.prepare("openai-chat", GPT);
      assert.equal(ids(conversation).join(" "), left);
    });
  }
});

describe("with a summary", () => {
  test("the oldest turns become one, before any turn is dropped", async () => {
    const { summarize, requests } = summariser();
    const { conversation, tokenLimit } = tight("ua".repeat(10), 60, { reduce: fitBudget({ summarize, maxPromptTokens: 10_000 }) });
    const { tokens, reduction } = await conversation.prepare("anthropic", GPT);
    assert.ok(tokens <= tokenLimit);
    assert.deepEqual(steps(reduction), ["summarize"]);
    assert.equal(requests.length, 1);
    assert.equal(ids(conversation)[0], "S");
    assert.equal(reduction.summary.content, "Previous conversation summary:\nThey talked.");
    assertSound(conversation);
  });

  for (const [by, taken] of [["need", ["clear-results", "shorten-results"]], ["age", ["clear-results"]]]) {
    test(`by ${by}, results go first, and may make a summary unnecessary`, async () => {
      const { summarize, requests } = summariser();
      const { conversation } = tight("uccccccu", 72, { reduce: fitBudget({ by, summarize, reduceTo: 1 }) });
      assert.deepEqual(steps((await conversation.prepare("openai-chat", GPT)).reduction), taken);
      assert.equal(requests.length, 0);
    });
  }

  test("one prompt with many rounds has its oldest rounds summarised", async () => {
    const { summarize } = summariser();
    const { conversation, tokenLimit } = tight(`u${"c".repeat(40)}`, 30, { reduce: fitBudget({ summarize }) }, 20);
    const { tokens } = await conversation.prepare("openai-chat", GPT);
    assert.ok(tokens <= tokenLimit);
    assert.deepEqual(ids(conversation).slice(0, 2), ["u1", "S"]);
    assert.equal(ids(conversation).at(-1), `r${80}`);
    assertSound(conversation);
  });

  for (const [name, answer, why] of [
    ["blank", " \n", /blank/],
    ["no text", { text: "They talked." }, /must return a text/],
    ["nothing", () => undefined, /must return a text/],
    ["longer than asked for", text(5_000), /were asked for/],
    ["a failure", () => { throw new Error("the model is down"); }, /the model is down/],
  ]) {
    test(`${name} is refused, reported, and the next step taken`, async () => {
      const { summarize } = summariser(answer);
      const { conversation, tokenLimit } = tight("ua".repeat(10), 60, { reduce: fitBudget({ summarize }) });
      const { tokens, reduction } = await conversation.prepare("openai-chat", GPT);
      assert.ok(tokens <= tokenLimit);
      assert.deepEqual(steps(reduction), ["drop-messages", "note-gaps"]);
      assert.deepEqual(reduction.repairs.map(({ code }) => code), ["reduction-step-failed"]);
      assert.match(reduction.repairs[0].detail, why);
      assert.equal(reduction.summary, null);
    });
  }

  test("an earlier summary becomes part of the next, and there is never more than one", async () => {
    const { summarize, requests } = summariser((request, count) => `Summary ${count}. ${text(30)}`);
    const conversation = story("", { tokenLimit: 1_500, reduce: fitBudget({ summarize }) });
    const sizes = [];
    for (let turn = 0; turn < 120; turn += 1) {
      tell(conversation, "u", 40);
      await conversation.prepare("openai-chat", GPT);
      tell(conversation, "a", 40);
      const summaries = conversation.messages.filter(({ isSummary }) => isSummary);
      assert.ok(summaries.length <= 1);
      if (summaries.length === 1) sizes.push(summaries[0].content.length);
    }
    assert.ok(requests.length > 3);
    assert.match(requests[2].prompt, /^summary: Previous conversation summary:\nSummary 2\./);
    assert.ok(Math.max(...sizes) - Math.min(...sizes) < 10, "it does not grow");
  });
});

describe("options", () => {
  for (const options of [{ reduceAbove: 0 }, { reduceAbove: 1.1 }, { reduceAbove: NaN }, { reduceTo: 0 }, { reduceTo: 1.1 }, { reduceTo: "0.7" }, { reduceAbove: 0.5, reduceTo: 0.6 }, { by: "size" }, { keepTurns: 0 }, { keepTurns: 1.5 }, { summarize: "gpt-5" }, { systemPrompt: 5 }, { summaryTokens: 0 }, { budget: 5 }, null]) {
    test(`${JSON.stringify(options)} is refused`, () => {
      refusal(() => fitBudget(options), "invalid-argument");
    });
  }

  test("a custom strategy decides with isDue when it runs", async () => {
    const asked = [];
    const isDue = ({ tokens, room }) => (asked.push([tokens, room]), tokens > 300);
    const reduce = { name: "mine", isDue, reduce: ({ draft, targetTokens }) => (asked.push(targetTokens), draft.keepRecentTurns(1) > 0) };
    const conversation = story("ua", { reduce, tokenLimit: 5_000, reserveTokens: 100 });
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
    const first = conversation.contextTokens;
    // The model takes three tokens around a request.
    const room = 5_000 - 100 - 3;
    tell(conversation, "uau");
    const second = conversation.contextTokens;
    assert.notEqual((await conversation.prepare("openai-chat", GPT)).reduction, null);
    assert.deepEqual(asked, [[first, room], [second, room], room]);
    refusal(() => new ConversationManager({ reduce: { name: "x", isDue: 0.5, reduce: () => false } }), "invalid-argument");
    const failing = story("ua", { tokenLimit: 5_000, reduce: { name: "x", isDue: () => { throw new Error("boom"); }, reduce: () => false } });
    assert.equal((await failing.prepare("openai-chat", GPT)).reduction, null, "a failure is no obstacle while the request fits");
  });
});
