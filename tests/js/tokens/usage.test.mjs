// Usage reports: a report measures one request. It changes the size of a history only if the conversation wrote that request from the same
// history.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens } from "backscroll";
import "backscroll/langchain";
import "backscroll/strands/format";
import { refusal } from "../../support/basics.mjs";

const OPTIONS = { systemPrompt: "Be brief.", tokenLimit: 3_000 };
const NOTHING = { input: 0, output: 0 };
const PARAMS = { model: "gpt-5" };
const words = (count) => "word ".repeat(count);

/** GPT-5 counts so many tokens around the messages of a request. */
const AROUND = 2;

/** Counts the size of a body again: the same messages without usage reports, for the model of the body. */
function counted({ messages, model }) {
  const fresh = ConversationManager.from("openai-chat", { messages });
  const size = estimateTokens(fresh.messages, { model }) + AROUND;
  fresh.dispose();
  return size;
}

/** Counts the size of a history again, for the model that its requests named last. */
function countedAnew(conversation, asked = {}) {
  const plain = conversation.messages.map(({ tokens, ...message }) => message);
  return estimateTokens(plain, asked);
}

const answer = (text, usage) => ({ id: "r", model: "gpt-5", choices: [{ index: 0, message: { role: "assistant", content: text } }], usage });
const usage = (input, output) => ({ prompt_tokens: input, completion_tokens: output, total_tokens: input + output });

/** Runs rounds: `prepare` makes each request, and `add` adds the answer with its usage. */
async function rounds(count, prepareOn, add) {
  const conversation = new ConversationManager(OPTIONS);
  const sizes = [];
  for (let round = 0; round < count; round += 1) {
    conversation.addMessage("user", `Question ${round}. ${words(100)}`);
    const request = await prepareOn(conversation);
    const size = counted(request.body);
    sizes.push({ size, told: request.tokens });
    add(conversation, `Answer ${round}. ${words(100)}`, { input: Math.round(size), output: 105 });
  }
  return { conversation, sizes };
}

const onClone = async (full) => {
  const clone = ConversationManager.fromJSON(full.toJSON());
  const request = await clone.prepare("openai-chat", PARAMS);
  clone.dispose();
  return request;
};
const onItself = (conversation) => conversation.prepare("openai-chat", PARAMS);

const byResponse = (conversation, text, { input, output }) => conversation.addResponse("openai-chat", answer(text, usage(input, output)));
const byRow = (conversation, text, tokens) => conversation.addMessage("assistant", text, { tokens });
const byLangchain = (conversation, text, { input, output }) =>
  conversation.addResponse("langchain", { type: "ai", content: text, usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output } });
const byStrands = (conversation, text, { input, output }) =>
  conversation.addResponse("strands", { role: "assistant", content: [{ text }], metadata: { usage: { inputTokens: input, outputTokens: output, totalTokens: input + output } } });

describe("no request is over the limit", () => {
  const ways = [
    ["24 rounds, each request prepared on a clone and its answer added to the full conversation", onClone, byResponse],
    ["rows of a database with `tokens`, requests prepared on a clone", onClone, byRow],
    ["messages of LangChain with `usage_metadata`, requests prepared on a clone", onClone, byLangchain],
    ["messages of Strands with `metadata.usage`, requests prepared on a clone", onClone, byStrands],
    ["one conversation that prepares and takes the answers in", onItself, byResponse],
    ["one conversation with rows that carry `tokens`", onItself, byRow],
  ];
  for (const [name, prepareOn, add] of ways) {
    test(name, async () => {
      const { sizes } = await rounds(24, prepareOn, add);
      for (const [round, { size, told }] of sizes.entries()) {
        assert.ok(size <= 3_000, `round ${round}: ${size} tokens, told as ${told}`);
        assert.ok(Math.abs(size - told) < 50, `round ${round}: ${size} tokens, told as ${told}`);
      }
    });
  }
});

describe("a report that is not about a request of this history does not change the size", () => {
  const tiny = { input: 3, output: 2 };
  const huge = { input: 900_000, output: 9 };
  const fill = (conversation) => conversation.addMessage("user", words(400));
  const ways = {
    "a row by addMessage": (conversation, tokens) => byRow(fill(conversation) && conversation, "ok", tokens),
    "rows by from": (_, tokens) => ConversationManager.from("backscroll", [{ role: "user", content: words(400) }, { role: "assistant", content: "ok", tokens }]),
    "rows as a snapshot": (_, tokens) => ConversationManager.fromJSON([{ role: "user", content: words(400) }, { role: "assistant", content: "ok", tokens }]),
    "a body of LangChain": (_, { input, output }) =>
      ConversationManager.from("langchain", [
        { type: "human", content: words(400) },
        { type: "ai", content: "ok", usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output } },
      ]),
    "an answer to a request that was written elsewhere": (conversation, tokens) => byResponse(fill(conversation) && conversation, "ok", tokens),
    "an answer of LangChain": (conversation, tokens) => byLangchain(fill(conversation) && conversation, "ok", tokens),
    "an answer of Strands": (conversation, tokens) => byStrands(fill(conversation) && conversation, "ok", tokens),
    "an answer to a request for another target": (conversation, tokens) => {
      fill(conversation);
      conversation.toRequest("anthropic", { model: "claude-opus-4-8", max_tokens: 10 });
      byResponse(conversation, "ok", tokens);
    },
    "an answer after something else was said": (conversation, tokens) => {
      fill(conversation);
      conversation.toRequest("openai-chat", PARAMS);
      conversation.addMessage("user", "and another thing");
      byResponse(conversation, "ok", tokens);
    },
    "an answer after the history was cut": (conversation, tokens) => {
      conversation.addMessage("user", words(400));
      conversation.addMessage("assistant", "ok");
      conversation.addMessage("user", "next");
      conversation.toRequest("openai-chat", PARAMS);
      conversation.truncate({ keepRecent: 1 });
      byResponse(conversation, "ok", tokens);
    },
    "a second answer to one request": (conversation, tokens) => {
      fill(conversation);
      conversation.toRequest("openai-chat", PARAMS);
      byResponse(conversation, "ok", NOTHING);
      byResponse(conversation, "ok again", tokens);
    },
  };
  /** The models that the ways name. The others name none. */
  const asked = {
    "an answer to a request for another target": { model: "claude-opus-4-8", format: "anthropic" },
    "an answer after something else was said": PARAMS,
    "an answer after the history was cut": PARAMS,
    "a second answer to one request": PARAMS,
  };
  for (const [name, add] of Object.entries(ways)) {
    for (const [kind, tokens] of Object.entries({ tiny, huge })) {
      test(`${name}, ${kind}`, () => {
        const given = new ConversationManager(OPTIONS);
        const made = add(given, tokens);
        const conversation = made instanceof ConversationManager ? made : given;
        assert.equal(conversation.contextTokens, countedAnew(conversation, asked[name]));
        assert.equal(conversation.tokensSpent, tokens.input + tokens.output);
        const copy = ConversationManager.fromJSON(conversation.toJSON());
        assert.equal(copy.contextTokens, conversation.contextTokens);
      });
    }
  }
});

describe("a report of the request that this conversation wrote", () => {
  const asked = (text = words(400)) => {
    const conversation = new ConversationManager(OPTIONS);
    conversation.addMessage("user", text);
    conversation.toRequest("openai-chat", PARAMS);
    return conversation;
  };

  test("raises the size by what the provider counted more", () => {
    const conversation = asked();
    const before = countedAnew(conversation, PARAMS);
    byResponse(conversation, "ok", { input: before + 500, output: 7 });
    const more = conversation.contextTokens - countedAnew(conversation, PARAMS);
    assert.ok(more > 450 && more <= 500, `${more}`);
  });

  test("never lowers the size below the estimate", () => {
    const conversation = asked();
    byResponse(conversation, "ok", { input: 3, output: 2 });
    assert.equal(conversation.contextTokens, countedAnew(conversation, PARAMS));
  });

  test("counts the answer as it will be sent, not the reasoning that is never sent again", () => {
    const conversation = asked();
    byResponse(conversation, "ok", { input: 10, output: 50_000 });
    assert.equal(conversation.contextTokens, countedAnew(conversation, PARAMS));
    assert.equal(conversation.tokensSpent, 50_010);
  });

  test("is removed with the messages that it covers, and survives a snapshot", () => {
    const conversation = asked();
    byResponse(conversation, "ok", { input: 2_400, output: 7 });
    conversation.addMessage("user", "next");
    const size = conversation.contextTokens;
    const copy = ConversationManager.fromJSON(conversation.toJSON());
    assert.equal(copy.contextTokens, size);
    for (const each of [conversation, copy]) {
      each.truncate({ keepRecent: 1 });
      assert.ok(each.contextTokens - countedAnew(each, PARAMS) <= 40, "of the prompt that is left");
      each.truncate({ keepRecent: 1, keepSystemPrompt: false });
      assert.equal(each.contextTokens, countedAnew(each, PARAMS));
    }
  });

  test("is dropped when the snapshot is restored with another estimator", () => {
    const conversation = asked();
    byResponse(conversation, "ok", { input: 2_400, output: 7 });
    const copy = ConversationManager.fromJSON(conversation.toJSON(), { estimator: "bytes/3" });
    assert.equal(copy.contextTokens, estimateTokens(conversation.messages, { estimator: "bytes/3" }));
  });

  test("is kept for its model: `prepare` makes each request fit by the newest report of the model that it names", async () => {
    const conversation = new ConversationManager(OPTIONS);
    for (let round = 0; round < 5; round += 1) conversation.addMessage(round % 2 === 0 ? "user" : "assistant", words(400));
    const estimate = countedAnew(conversation, PARAMS);
    // Models that count alike, so that the reports alone tell them apart.
    const [dear, exact, unreported] = ["gpt-5", "gpt-5.1", "gpt-5.2"];
    for (const [model, more] of [[dear, 1_400], [exact, 0]]) {
      conversation.toRequest("openai-chat", { model });
      byResponse(conversation, "ok", { input: estimate + more, output: 2 });
    }
    conversation.addMessage("user", "next");
    for (const each of [conversation, ConversationManager.fromJSON(conversation.toJSON())]) {
      for (const model of [exact, unreported]) {
        const { reduction, tokens } = await each.prepare("openai-chat", { model });
        assert.ok(reduction === null && tokens < 2_500, `${model}: ${tokens}`);
      }
      const { reduction, tokens } = await each.prepare("openai-chat", { model: dear });
      assert.ok(reduction.tokensBefore > 3_000 && tokens <= 3_000, `${reduction.tokensBefore} became ${tokens}`);
    }
  });

  test("is in force again when a request names its model, after a request for a model that counts otherwise", async () => {
    const conversation = asked();
    byResponse(conversation, "ok", { input: 1_400, output: 2 });
    conversation.addMessage("user", "next");
    const size = conversation.contextTokens;
    assert.ok(size > countedAnew(conversation, PARAMS) + 900, `${size}`);
    for (const other of [{ model: "gpt-4o" }, { model: "my-model" }]) {
      conversation.toRequest("openai-chat", other);
      assert.equal(conversation.contextTokens, countedAnew(conversation, other), "the report says nothing of another vocabulary");
      for (const each of [conversation, ConversationManager.fromJSON(conversation.toJSON())]) {
        each.toRequest("openai-chat", PARAMS);
        assert.equal(each.contextTokens, size, other.model);
      }
    }
  });

  test("is not taken for the size where the provider asked its model several times for one answer", () => {
    const anthropic = new ConversationManager(OPTIONS);
    anthropic.addMessage("user", "Who won?");
    anthropic.toRequest("anthropic", { model: "claude-opus-4-8", max_tokens: 10 });
    anthropic.addResponse("anthropic", {
      id: "msg",
      type: "message",
      role: "assistant",
      model: "claude-opus-4-8",
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "who won" } },
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ type: "web_search_result", url: "https://a.test", title: "a", encrypted_content: "x" }] },
        { type: "text", text: "They did." },
      ],
      usage: { input_tokens: 45_000, output_tokens: 60, server_tool_use: { web_search_requests: 1 } },
    });
    assert.equal(anthropic.contextTokens, countedAnew(anthropic, { model: "claude-opus-4-8", format: "anthropic" }));
  });
});

describe("tokensSpent, tokenRemaining, approachingLimit", () => {
  test("tokenRemaining depends on the window and not on tokensSpent", () => {
    const conversation = new ConversationManager({ tokenLimit: 128_000 });
    for (let turn = 0; turn < 8; turn += 1) {
      conversation.addMessage("user", "Go on.");
      conversation.addMessage("assistant", "Done.", { tokens: { input: 19_900, output: 100 } });
    }
    assert.equal(conversation.tokensSpent, 160_000);
    assert.equal(conversation.tokenRemaining, 128_000 - conversation.contextTokens);
    assert.ok(conversation.tokenRemaining > 127_000);
    assert.equal(conversation.approachingLimit(), false);
  });

  test("tokenRemaining is negative over the window, and approachingLimit is true from the threshold on", () => {
    const conversation = new ConversationManager({ tokenLimit: 100, estimator: "chars/4" });
    conversation.addMessage("user", "x".repeat(316));
    assert.deepEqual([conversation.tokenRemaining, conversation.approachingLimit(), conversation.approachingLimit(0.79)], [21, false, true]);
    conversation.addMessage("user", "xxxx");
    assert.equal(conversation.approachingLimit(), true);
    conversation.addMessage("user", "x".repeat(400));
    assert.equal(conversation.tokenRemaining, -80);
    assert.equal(new ConversationManager().tokenRemaining, null);
    assert.equal(new ConversationManager().approachingLimit(0), false);
    assert.equal(new ConversationManager({ tokenLimit: 1 }).approachingLimit(0), true, "a share of 0 is always near");
  });

  test("they use an estimator function like contextTokens, and fail like it", () => {
    const conversation = new ConversationManager({ tokenLimit: 100, estimator: () => NaN });
    conversation.addMessage("user", "x");
    refusal(() => conversation.tokenRemaining, "estimator-failed");
    refusal(() => conversation.approachingLimit(), "estimator-failed");
  });
});
