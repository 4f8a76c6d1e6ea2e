// Regressions of reductions: unusual lists, histories and sizes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, fitBudget, slidingWindow, summarizing, trim } from "backscroll";
import { refusal, soon } from "../../support/basics.mjs";
import { GPT, assertSound, ids, overflow, story, summariser, text } from "../../support/reduce/stories.mjs";

describe("a list that a reducer returns", () => {
  test("may hold messages that were added meanwhile, which are there once", async () => {
    let open;
    const gate = new Promise((resolve) => { open = resolve; });
    const conversation = story("uauaua", { tokenLimit: 250, reduce: async () => { await gate; return conversation.messages.slice(-3); } });
    const prepared = conversation.prepare("openai-chat", GPT);
    conversation.addMessage("user", "typed meanwhile", { id: "late" });
    open();
    await prepared;
    assert.equal(ids(conversation).filter((id) => id === "late").length, 1);
    assert.equal(ConversationManager.from("backscroll", conversation.messages).messageCount, conversation.messageCount);
  });

  test("cannot change messages that were added meanwhile, which is reported", async () => {
    const conversation = story("uauau", {
      reduce: ({ messages }) => {
        conversation.addMessage("assistant", "as it came", { id: "late" });
        return [messages[0], ...messages.slice(3), { id: "late", role: "assistant", content: "changed" }];
      },
    });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messages.at(-1).content, "as it came");
    assert.deepEqual(conversation.lastReduction.repairs.map(({ code, messageId }) => [code, messageId]), [["protected-message-kept", "late"]]);
  });

  test("may not hold two messages with one id", async () => {
    for (const twice of [{ id: "new", role: "user", content: "x" }, null]) {
      const reduce = ({ messages }) => [twice ?? messages[1], twice ?? messages[1], messages.at(-1)];
      const conversation = story("uau", { reduce });
      const before = ids(conversation);
      const { cause } = await refusal(() => conversation.recover(overflow()), "reducer-failed");
      assert.match(cause.message, /is in the list twice/);
      assert.deepEqual(ids(conversation), before);
    }
  });

  test("counts as a step with its removed, changed and inserted messages", async () => {
    const shorter = ({ messages }) => messages.map((message) => ({ ...message, content: message.content.slice(0, 10) }));
    const conversation = story("uaua", { reduce: shorter });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(conversation.lastReduction.steps.map(({ name, messages }) => [name, messages]), [["replace", 3]], "the current request and the prompt stay");
    assert.equal(conversation.lastReduction.shortened.length, 3);
  });

  test("is refused when the next request would be larger by it", async () => {
    const reduce = ({ messages }) => [...messages.slice(1, -1), { role: "user", content: text(220) }, messages.at(-1)];
    const conversation = new ConversationManager({ reduce });
    conversation.addMessage("user", text(200));
    conversation.addMessage("assistant", "a1", { tokens: { input: 20, output: 2 } });
    conversation.addMessage("user", "q2");
    const before = conversation.contextTokens;
    assert.equal(await conversation.recover(overflow()), false);
    assert.equal(conversation.contextTokens, before);
  });
});

describe("a summary", () => {
  test("through the newest message stands before the kept messages, and an open call is still protected", async () => {
    const conversation = new ConversationManager({ reduce: ({ draft, messages }) => void draft.summarize(messages.at(-1).id, "In short.") });
    conversation.addMessage("user", text(200), { id: "q1" });
    conversation.addMessage("assistant", text(200), { id: "a1" });
    conversation.addMessage("user", "q2", { id: "q2" });
    conversation.addMessage("assistant", "", { id: "call", toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    assert.equal(await conversation.recover(overflow()), true);
    assert.deepEqual(ids(conversation), ["S", "q2", "call"]);
    await conversation.recover(overflow()).catch(() => {});
    assert.deepEqual(ids(conversation).slice(-2), ["q2", "call"]);
  });
});

describe("the current request", () => {
  test("is the newest user message with content", async () => {
    for (const blank of ["   ", "", [{ type: "text", text: " " }], []]) {
      const conversation = new ConversationManager({ tokenLimit: 120 });
      conversation.addMessage("user", `The real question. ${text(40)}`, { id: "question" });
      conversation.addMessage("assistant", text(100));
      conversation.addMessage("user", blank);
      const { body } = await conversation.prepare("anthropic", GPT);
      assert.match(JSON.stringify(body.messages), /The real question/);
    }
  });
});

describe("unpaired results", () => {
  const orphan = { role: "tool", tool_call_id: "gone", content: text(9_000) };
  const messages = [{ role: "user", content: text(900) }, { role: "assistant", content: "a0" }, orphan, { role: "user", content: "q1" }];

  test("do not count in a body that fits without them", () => {
    const { body, reduction } = trim("openai-chat", { model: "m", messages }, { maxTokens: 100 });
    assert.deepEqual(body.messages, [{ role: "user", content: "[1 message left out]" }, messages[1], messages.at(-1)]);
    assert.deepEqual(reduction.removed.map(({ id }) => id), ["m0", "m2"]);
    const roomy = trim("openai-chat", { model: "m", messages }, { maxTokens: 2_000 });
    assert.equal(roomy.body.messages.length, 3, "nothing else has to go");
  });

  test("are removed first", async () => {
    const conversation = ConversationManager.from("openai-chat", messages, { tokenLimit: 2_000 });
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["drop-orphans"]);
  });
});

describe("a callback that edits the conversation directly", () => {
  test("the report has the current numbers, and the request fits", async () => {
    class Truncating extends ConversationManager {
      reduce() {
        this.truncate({ keepRecent: 1 });
        return false;
      }
    }
    const conversation = new Truncating({ tokenLimit: 100 });
    for (let turn = 0; turn < 10; turn += 1) {
      conversation.addMessage("user", text(20));
      conversation.addMessage("assistant", text(20));
    }
    conversation.addMessage("user", "q");
    const { tokens } = await conversation.prepare("openai-chat", GPT);
    assert.ok(tokens <= 100);
  });

  test("a callback that waits for itself fails with the reason as the cause", async () => {
    const conversation = story("uaua", { tokenLimit: 100, reduce: () => conversation.prepare("openai-chat", GPT) });
    const error = await refusal(() => soon(conversation.prepare("openai-chat", GPT)), "cannot-fit");
    let deepest = error;
    while (deepest.cause !== undefined) deepest = deepest.cause;
    assert.match(deepest.message, /must not reduce its own conversation/);
  });
});

describe("attempts", () => {
  test("are not counted when they were aborted", async () => {
    const conversation = story("uauaua");
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await refusal(() => conversation.recover(overflow(), { signal: AbortSignal.abort() }), "aborted");
    }
    assert.equal(await conversation.recover(overflow()), true);
  });
});

describe("sizes", () => {
  test("an absurd estimate never counts as fitting", async () => {
    for (const huge of [1e15, Number.MAX_SAFE_INTEGER, 1e308]) {
      const conversation = new ConversationManager({ tokenLimit: 200, estimator: (words) => (words.startsWith("never") ? huge : words.length) });
      for (let turn = 0; turn < 30; turn += 1) {
        conversation.addMessage("user", `never ${text(5)}`);
        conversation.addMessage("assistant", text(5));
      }
      conversation.addMessage("user", "q");
      const { body, tokens } = await conversation.prepare("openai-chat", GPT);
      assert.ok(tokens <= 200, `${huge}: ${tokens}`);
      assert.ok(body.messages.every(({ content }) => !content.startsWith("never")), `${huge}`);
      assert.equal(body.messages.at(-1).content, "q");
    }
  });

  test("of a trimmed body do not count content that repairs remove", () => {
    const body = {
      model: "claude-sonnet-4-5", max_tokens: 5_000, thinking: { type: "enabled", budget_tokens: 1_024 },
      tools: [{ name: "look", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "Go." },
        { role: "assistant", content: [{ type: "tool_use", id: "x", name: "look", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "ok" }] },
      ],
    };
    const { body: mended, reduction } = trim("anthropic", body, { maxTokens: 10_000 });
    assert.equal("thinking" in mended, false);
    assert.equal(trim("anthropic", mended, { maxTokens: 10_000 }).reduction.tokensBefore, reduction.tokensAfter);
    assert.deepEqual(trim("anthropic", body, { maxTokens: reduction.tokensAfter }).body, mended);
  });

  test("of a trimmed body's steps are sizes of the whole body", () => {
    const tools = [{ type: "function", function: { name: "look", description: text(200) } }];
    const messages = [1, 2, 3, 4, 5].flatMap((at) => [{ role: "user", content: text(50) }, { role: "assistant", content: `a${at}` }]);
    const { reduction } = trim("openai-chat", { model: "m", tools, messages: [...messages, { role: "user", content: "q" }] }, { maxTokens: 700 });
    assert.equal(reduction.steps.at(-1).tokensAfter, reduction.tokensAfter);
  });
});

describe("the report of several reductions", () => {
  test("lists removed messages in the order of the history", async () => {
    let attempt = 0;
    const reduce = ({ draft, messages }) => void draft.remove([messages[attempt++ === 0 ? 2 : 1].id]);
    const conversation = story("", { tokenLimit: 100, reduce });
    for (const id of ["first", "second"]) conversation.addMessage("user", text(100), { id });
    conversation.addMessage("user", "q");
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(reduction.removed.map(({ id }) => id), ["first", "second"]);
  });
});

describe("time", () => {
  test("a window far below the history is reached in one step, with every window strategy", async () => {
    for (const reduce of [slidingWindow({ windowSize: 50_000 }), chain(slidingWindow({ windowSize: 50_000 }), fitBudget())]) {
      const conversation = story("ua".repeat(1_500), { size: 10, tokenLimit: 2_000, reduce });
      const { reduction } = await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(reduction.steps.map(({ name }) => name), ["slide-window"]);
      assertSound(conversation);
    }
  });

  test("a summary during which messages arrive does not lose them", async () => {
    for (const make of [summarizing, compacting, fitBudget]) {
      const { summarize } = summariser(() => {
        conversation.addMessage("assistant", "One moment.", { id: "between" });
        return "They talked.";
      });
      const conversation = story("ua".repeat(10), { reduce: make({ summarize, maxPromptTokens: 50_000 }) });
      assert.equal(await conversation.recover(overflow()), true);
      assert.equal(ids(conversation).at(-1), "between", make.name);
    }
  });
});
