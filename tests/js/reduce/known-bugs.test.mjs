// Bugs that users of other libraries reported. None of them may occur here.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, fitBudget, slidingWindow, summarizing } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { isNote } from "../../support/reduce/need.mjs";
import { assertSound, ids, overflow, story, summariser, tell, text } from "../../support/reduce/stories.mjs";

/** Every built-in strategy that can reduce. */
const strategies = (answer) => {
  const { summarize } = summariser(answer);
  return {
    "fitBudget": fitBudget(),
    "fitBudget with a summary": fitBudget({ summarize }),
    "slidingWindow": slidingWindow(),
    "summarizing": summarizing({ summarize }),
    "compacting": compacting({ summarize }),
    "chain": chain(summarizing({ summarize }), fitBudget()),
  };
};

/** Calls the model until it accepts the request or nothing more can be removed, as hosts do. */
async function converse(conversation, window) {
  for (let calls = 1; ; calls += 1) {
    assert.ok(calls < 50, "it does not end");
    if (conversation.contextTokens <= window) return { calls, isAnswered: true };
    if (!(await conversation.recover(overflow()))) return { calls, isAnswered: false };
  }
}

describe("the endless overflow loop (strands harness-sdk#3338)", () => {
  for (const [name, reduce] of Object.entries(strategies())) {
    test(`${name}: a request that is always refused is tried at most four times, each time smaller`, async () => {
      const conversation = story("uccauccauc", { reduce });
      const sizes = [conversation.contextTokens];
      let calls = 1;
      while (await conversation.recover(overflow())) {
        sizes.push(conversation.contextTokens);
        calls += 1;
        assert.ok(calls <= 4, `${sizes}`);
      }
      assert.ok(sizes.every((size, at) => at === 0 || size < sizes[at - 1]), `${sizes}`);
      assertSound(conversation);
    });
  }

  test("an answer in between resets the attempts", async () => {
    const conversation = story("ua".repeat(40), { reduce: ({ draft }) => draft.keepRecentMessages(draft.turnCount * 2 - 2) > 0 });
    for (let round = 0; round < 3; round += 1) {
      const results = [];
      for (let attempt = 0; attempt < 5; attempt += 1) results.push(await conversation.recover(overflow()));
      assert.deepEqual(results, [true, true, true, false, false]);
      tell(conversation, "ua");
    }
  });
});

describe("only the oldest result is considered (harness-sdk#4341)", () => {
  test("slidingWindow: a newer large result is shortened, and no message is dropped for it", async () => {
    const conversation = story("uccc", { size: 20, reduce: slidingWindow() });
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "x", name: "look", arguments: "{}" }] });
    conversation.addMessage("tool", text(5_000), { toolCallId: "x" });
    assert.deepEqual(await converse(conversation, 1_000), { calls: 2, isAnswered: true });
    assert.deepEqual(conversation.lastReduction.removed, []);
  });
});

describe("one giant fresh result (harness-sdk#981)", () => {
  const { compacting: alone, ...others } = strategies();

  test("compacting alone shortens no results, and fails with the reason", async () => {
    const conversation = story("uc", { size: 50_000, reduce: alone });
    assert.equal(await conversation.recover(overflow()), false);
  });

  for (const [name, reduce] of Object.entries(others)) {
    test(`${name}: shortens it when nothing else helps`, async () => {
      const conversation = story("uaua", { size: 30, reduce, tokenLimit: 2_000 });
      tell(conversation, "u", 10);
      conversation.addMessage("assistant", null, { id: "call", toolCalls: [{ id: "x", name: "look", arguments: "{}" }] });
      conversation.addMessage("tool", text(50_000), { id: "giant", toolCallId: "x" });
      assert.equal(await conversation.recover(overflow()), true);
      assert.ok(conversation.contextTokens <= 2_000);
      assert.ok(ids(conversation).includes("giant") && ids(conversation).includes("u5"));
      assertSound(conversation);
    });
  }
});

describe("one prompt with many tool rounds (harness-sdk#2173)", () => {
  for (const [name, reduce] of Object.entries(strategies())) {
    test(`${name}: finds a place to cut, and keeps the prompt`, async () => {
      const conversation = story(`u${"c".repeat(60)}`, { size: 30, reduce });
      const before = conversation.contextTokens;
      assert.equal(await conversation.recover(overflow()), true);
      assert.ok(conversation.contextTokens < before);
      assert.equal(ids(conversation).find((id) => id !== "S"), "u1");
      assertSound(conversation);
    });
  }
});

describe("a history that begins with the assistant (harness-sdk#2085)", () => {
  for (const [name, reduce] of Object.entries(strategies())) {
    test(`${name}: never happens`, async () => {
      let made = 0;
      for (const letters of ["uauauauaua", "uaauccaauca", "uccccuccccu", "uaaaaaaaau", "ucccccca"]) {
        for (const percent of [90, 60, 40, 25]) {
          const { contextTokens } = story(letters, { size: 60 });
          const conversation = story(letters, { size: 60, reduce, tokenLimit: Math.ceil((contextTokens * percent) / 100) });
          await conversation.prepare("openai-chat").then(() => { made += 1; }, ({ code }) => assert.equal(code, "cannot-fit"));
          const first = conversation.messages.find(({ role, isSummary }) => role !== "system" || isSummary);
          assert.ok(first.role === "user" || first.isSummary, `${letters} at ${percent} %: ${ids(conversation)}`);
        }
      }
      assert.ok(made >= 4, `${made} of 20 fitted`);
    });
  }
});

describe("reasoning and calls in a summary (harness-sdk#4402, #998)", () => {
  test("the summariser gets text, and the summary is text", async () => {
    const { summarize, requests } = summariser("A summary.");
    const conversation = new ConversationManager({ reduce: summarizing({ summarize, preserveRecentMessages: 0, summaryRatio: 0.8 }) });
    conversation.addMessage("user", text(50));
    conversation.addMessage("assistant", [{ type: "reasoning", text: "I ponder.", signature: "c2ln", origin: { format: "anthropic" } }], {
      toolCalls: [{ id: "x", name: "look", arguments: '{"at":"the door"}' }],
    });
    conversation.addMessage("tool", text(50), { toolCallId: "x" });
    conversation.addMessage("user", "Well?");
    assert.equal(await conversation.recover(overflow()), true);
    assert.ok(requests.every(({ prompt }) => !prompt.includes("ponder") && !prompt.includes("c2ln")));
    assert.match(requests.map(({ prompt }) => prompt).join(""), /\[call of look: \{"at":"the door"\}\]/);
    for (const target of TARGETS) {
      const { body } = conversation.toRequest(target, { model: "m", ...(target === "anthropic" && { max_tokens: 5 }) });
      assert.equal(objection(target, body), null);
      assert.equal(JSON.stringify(body).includes("ponder"), false);
    }
  });
});

describe("the summary request is over the window (pi#8196)", () => {
  test("each request to the summariser fits the window that the conversation has", async () => {
    const { estimateTokens } = await import("backscroll");
    for (const make of [summarizing, fitBudget, compacting]) {
      const { summarize, requests } = summariser("A summary.");
      const conversation = story("ua".repeat(40), { size: 100, tokenLimit: 2_000, reduce: make({ summarize }) });
      await conversation.prepare("openai-chat").catch(({ code }) => assert.equal(code, "cannot-fit"));
      assert.ok(requests.length > 1, make.name);
      for (const { system, prompt, maxTokens } of requests) {
        assert.ok(estimateTokens(system) + estimateTokens(prompt) + maxTokens <= 2_000, `${make.name}: ${estimateTokens(prompt)}`);
      }
    }
  });
});

describe("a failed summary destroys the history (langchain#38867)", () => {
  for (const [name, reduce] of Object.entries(strategies(() => { throw new Error("the model is down"); }))) {
    test(`${name}: the history is unchanged, or reduced by another step`, async () => {
      const conversation = story("ua".repeat(12), { reduce });
      const before = ids(conversation);
      const outcome = await conversation.recover(overflow()).catch(({ code }) => code);
      assert.ok([true, "reducer-failed"].includes(outcome), `${outcome}`);
      if (outcome !== true) assert.deepEqual(ids(conversation), before);
      assert.equal(conversation.messages[0].content, "You are a clerk.");
      assertSound(conversation);
    });
  }
});

describe("summaries that nest and grow (opencrabs#1649)", () => {
  test("a summary that repeats the one before verbatim is refused before it fills the window", async () => {
    const { summarize } = summariser(({ prompt }) => prompt);
    const conversation = story("", { tokenLimit: 2_000, reduce: fitBudget({ summarize }) });
    for (let turn = 0; turn < 100; turn += 1) {
      tell(conversation, "u", 60);
      const { tokens } = await conversation.prepare("openai-chat");
      assert.ok(tokens <= 2_000);
      tell(conversation, "a", 60);
      const summaries = conversation.messages.filter(({ isSummary }) => isSummary);
      assert.ok(summaries.filter((message) => !isNote(message)).length <= 1);
      assert.ok(summaries.length <= conversation.messages.length / 2, "notes beside each other are joined");
      assert.ok(summaries.every(({ content }) => content.length <= 4_000), `${summaries[0]?.content.length}`);
    }
  });
});

describe("the moving cut (kern-ai#295)", () => {
  test("a hundred turns at the limit need few cuts, and in between the prefix keeps its bytes", async () => {
    const conversation = story("", { tokenLimit: 6_000 });
    let [cuts, before] = [0, ""];
    for (let turn = 0; turn < 200; turn += 1) {
      tell(conversation, "u", 50);
      const request = await conversation.prepare("anthropic", { model: "m", max_tokens: 5 });
      const bytes = JSON.stringify(request.body.messages.slice(0, -1));
      if (request.reduction !== null) cuts += 1;
      else assert.ok(bytes.startsWith(before.slice(0, -1)), `turn ${turn}`);
      before = bytes;
      tell(conversation, "a", 50);
    }
    assert.ok(cuts >= 5 && cuts <= 200 / 12, `${cuts} cuts`);
  });
});

describe("a stale usage report causes a second reduction", () => {
  test("one reduction is enough, however far the provider's count is from the estimate", async () => {
    for (const factor of [0.5, 1, 3]) {
      const conversation = story("ua".repeat(10), { size: 50 });
      conversation.addMessage("user", "q");
      conversation.toRequest("openai-chat");
      const input = Math.round(conversation.contextTokens * factor);
      conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: "a" } }], usage: { prompt_tokens: input, completion_tokens: 5 } });
      conversation.addMessage("user", "now");
      const snapshot = conversation.toJSON();
      const settings = { ...snapshot.settings, tokenLimit: Math.floor(conversation.contextTokens * 0.8) };
      const limited = ConversationManager.fromJSON({ ...snapshot, settings });
      const first = await limited.prepare("openai-chat");
      assert.notEqual(first.reduction, null);
      assert.equal((await limited.prepare("openai-chat")).reduction, null, `factor ${factor}`);
    }
  });
});

describe("options without effect", () => {
  test("a threshold of NaN never triggers (strands): it is refused", () => {
    for (const compressionThreshold of [NaN, 0, -0.5, 1.01, Infinity, "0.7", undefined]) {
      refusal(() => new ConversationManager({ proactiveCompression: { compressionThreshold } }), "invalid-argument");
    }
    new ConversationManager({ proactiveCompression: { compressionThreshold: 1 } }).dispose();
  });

  test("a window of no message does nothing (harness-sdk#716): it keeps the current request alone", async () => {
    const conversation = story("uau", { reduce: slidingWindow({ windowSize: 0 }) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(ids(conversation), ["u3"]);
  });
});
