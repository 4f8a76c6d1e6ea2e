// Agents of LangChain, at the newest and at the first release of its version 1, against the strict provider.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableWithMessageHistory } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import * as newest from "langchain";
import * as first from "langchain-1.0";
import { memoryStore } from "backscroll/store";
import { fileStore } from "backscroll/store/file";
import { StoredChatHistory, fitAgentMiddleware } from "backscroll/langchain/agent";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, MOST_CUTS, ROUNDS, WINDOW, cuts, found, lookingProvider } from "../../support/agents.mjs";
import { releases } from "../../support/releases.mjs";

const look = tool(({ order }) => found(order), {
  name: "look",
  description: "Looks up an order.",
  schema: { type: "object", properties: { order: { type: "number" } }, required: ["order"] },
});

const MODELS = {
  chat: (url) => new ChatOpenAI({ model: "gpt-5", apiKey: "any", maxRetries: 0, configuration: { baseURL: `${url}/v1` } }),
  responses: (url) => new ChatOpenAI({ model: "gpt-5", apiKey: "any", maxRetries: 0, useResponsesApi: true, zdrEnabled: true, configuration: { baseURL: `${url}/v1` } }),
  anthropic: (url) => new ChatAnthropic({ model: "claude-sonnet-5-5", apiKey: "any", maxRetries: 0, anthropicApiUrl: url }),
};

for (const [release, { createAgent }] of releases({ newest: [["langchain, newest", newest]], older: [["langchain 1.0", first]] })) {
  describe(release, () => {
    /** Runs an agent to the end of each of its questions. @returns the requests, and the state or the error */
    async function run({ middleware = [], api = "chat", questions = ["Look up all orders."], checkpointer, provider: given, ...options } = {}) {
      const provider = given ?? (await lookingProvider(options));
      const before = provider.log.length;
      try {
        const agent = createAgent({ model: MODELS[api](provider.url), tools: [look], systemPrompt: "You look up orders.", middleware, ...(checkpointer && { checkpointer }) });
        let outcome;
        try {
          let state = { messages: [] };
          for (const question of questions) {
            const messages = [...(checkpointer === undefined ? state.messages : []), new HumanMessage(question)];
            state = await agent.invoke({ messages }, { recursionLimit: 500, configurable: { thread_id: "t-1" } });
          }
          outcome = { state };
        } catch (error) {
          outcome = { error };
        }
        const log = provider.log.slice(before);
        const sent = log.filter(({ status }) => status === 200).map(({ body }) => body);
        return { ...outcome, sent, log, refused: log.filter(({ status }) => status !== 200) };
      } finally {
        if (given === undefined) await provider.close();
      }
    }

    test("without the middleware, the provider refuses the agent", async () => {
      const { error, sent } = await run();
      assert.match(String(error?.message), /context/);
      assert.ok(sent.length < ROUNDS - 40, `${sent.length} rounds`);
    });

    for (const api of Object.keys(MODELS)) {
      test(`an agent runs 40 rounds past its window without a refusal, and its state stays whole (${api})`, async () => {
        const { error, state, sent, refused } = await run({ middleware: [fitAgentMiddleware({ maxTokens: MAX_TOKENS })], api });
        assert.ifError(error);
        assert.deepEqual(refused, []);
        assert.equal(sent.length, ROUNDS + 1);
        const moved = cuts(sent.map(({ messages, input }) => ({ messages: messages ?? input })));
        assert.ok(moved >= 3, `the beginning of the request changed ${moved} times`);
        if (api !== "anthropic") assert.ok(moved <= MOST_CUTS, `the beginning of the request changed ${moved} times`);
        assert.equal(state.messages.length, 2 * ROUNDS + 2);
        assert.equal(state.messages.filter((message) => ToolMessage.isInstance(message)).length, ROUNDS);
        const results = state.messages.filter((message) => ToolMessage.isInstance(message)).map(({ content }) => content);
        assert.ok(results.every((text) => /^Order \d+: /.test(text) && text.length > 500));
      });
    }

    test("what fits is sent as it is", async () => {
      const options = { rounds: 6, contextWindow: Infinity };
      const [plain, fitted] = [await run(options), await run({ ...options, middleware: [fitAgentMiddleware({ maxTokens: MAX_TOKENS })] })];
      assert.equal(plain.sent.length, 7);
      assert.deepEqual(fitted.sent, plain.sent);
    });

    test("messages that are not cut are the same objects", async () => {
      const { wrapModelCall } = fitAgentMiddleware({ maxTokens: MAX_TOKENS });
      const messages = [new HumanMessage("Hi."), new AIMessage({ content: "", tool_calls: [{ id: "a", name: "look", args: { order: 1 } }] }), new ToolMessage({ content: "Found.", tool_call_id: "a" })];
      const given = await wrapModelCall({ messages, systemMessage: new SystemMessage("Be brief."), tools: [look], runtime: {} }, ({ messages }) => messages);
      assert.equal(given.length, 3);
      given.forEach((message, place) => assert.equal(message, messages[place]));
    });

    test("the cut holds from one question to the next, with a checkpointer, in another process too", async (t) => {
      const [checkpointer, memories, provider] = [new MemorySaver(), new Map(), await lookingProvider()];
      t.after(() => provider.close());
      // Each invocation is a process of its own: it has a middleware of its own.
      const one = await run({ middleware: [fitAgentMiddleware({ maxTokens: MAX_TOKENS, memories })], checkpointer, provider });
      const reports = [];
      const other = await run({ middleware: [fitAgentMiddleware({ maxTokens: MAX_TOKENS, memories, onFit: (report) => reports.push(report) })], checkpointer, provider, questions: ["And now the others."] });
      assert.ifError(other.error);
      assert.deepEqual(other.refused, []);
      assert.equal(other.state.messages.length, 2 * (2 * ROUNDS + 2));
      assert.ok(cuts([one.sent.at(-1), other.sent[0]]) <= 1);
      assert.equal(reports[0].memoryNote, null);
      assert.equal(memories.size, 1);
      assert.equal([...memories.values()][0].count, 2 * (2 * ROUNDS + 2) - 1);
    });

    test("a summary is kept, and no part of it is asked for twice", async (t) => {
      const [asked, memories, checkpointer, provider] = [[], new Map(), new MemorySaver(), await lookingProvider({ rounds: 0 })];
      t.after(() => provider.close());
      const summarize = ({ prompt }) => (asked.push(prompt), "Orders were looked up.");
      const questions = Array.from({ length: 40 }, (_, turn) => `Is this right? ${found(turn)}`);
      const half = (list) => run({ middleware: [fitAgentMiddleware({ maxTokens: MAX_TOKENS, summarize, memories })], checkpointer, provider, questions: list });
      const outcomes = [await half(questions.slice(0, 25)), await half(questions.slice(25))];
      for (const { error, refused } of outcomes) {
        assert.ifError(error);
        assert.deepEqual(refused, []);
      }
      assert.ok(asked.length >= 1, "a summary was asked for");
      assert.ok(JSON.stringify(outcomes[1].sent.at(-1)).includes("Orders were looked up."));
      assert.equal(new Set(asked).size, asked.length);
    });

    test("an overflow is handled, and its limit holds", async () => {
      const { error, state, sent, refused } = await run({ middleware: [fitAgentMiddleware({ maxTokens: 2 * WINDOW })] });
      assert.ifError(error);
      assert.equal(state.messages.at(-1).content, `Done after ${ROUNDS}.`);
      assert.equal(sent.length, ROUNDS + 1);
      assert.ok(refused.length >= 1 && refused.length <= 3, `${refused.length} refusals`);
    });

    test("an overflow without end throws the provider's error after at most four requests", async () => {
      const { error, log } = await run({ middleware: [fitAgentMiddleware({ maxTokens: 100_000 })], contextWindow: 5 });
      assert.match(String(error?.message), /context/);
      assert.ok(log.length >= 1 && log.length <= 4, `${log.length} requests`);
    });
  });
}

test("options are checked when the middleware is made", async () => {
  for (const options of [undefined, {}, { maxTokens: -1 }, { maxTokens: 10, memory: null }, { maxTokens: 10, memories: {} }, { maxTokens: 10, summarize: 3 }]) {
    await refusal(async () => fitAgentMiddleware(options), "invalid-argument");
  }
});

describe("a chat history in a store", () => {
  const said = [
    new SystemMessage("Be brief."),
    new HumanMessage({ content: [{ type: "text", text: "Hi." }], id: "h-1", name: "ada" }),
    new AIMessage({ content: "", id: "a-1", tool_calls: [{ id: "c", name: "look", args: { order: 1 } }], usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 }, response_metadata: { model: "m" } }),
    new ToolMessage({ content: "Found.", tool_call_id: "c", artifact: { row: 7 }, status: "success" }),
  ];
  for (const kind of ["memory", "file"]) {
    test(`messages come back equal (${kind})`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), "backscroll-history-"));
      t.after(() => rmSync(folder, { recursive: true }));
      const store = kind === "memory" ? memoryStore() : fileStore(folder);
      const history = new StoredChatHistory(store, "t-1");
      assert.deepEqual(await history.getMessages(), []);
      await history.addMessages(said);
      await history.addUserMessage("Thanks.");
      const loaded = await new StoredChatHistory(store, "t-1").getMessages();
      assert.deepEqual(loaded.map((message) => message.toDict()), [...said, new HumanMessage("Thanks.")].map((message) => message.toDict()));
      assert.ok(AIMessage.isInstance(loaded[2]));
      assert.equal((await store.load("t-1")).entries.length, 2);
      await history.clear();
      assert.deepEqual(await history.getMessages(), []);
    });
  }

  test("a message that could not be read back is refused, and changes nothing", async () => {
    const history = new StoredChatHistory(memoryStore(), "t-1");
    await history.addUserMessage("Hi.");
    await refusal(() => history.addMessages([new HumanMessage("And?"), new RemoveMessage({ id: "h-1" })]), "invalid-message");
    assert.equal((await history.getMessages()).length, 1);
  });

  test("two processes that add to one history lose nothing", async () => {
    const store = memoryStore();
    await Promise.all(["a", "b"].map(async (name) => {
      const history = new StoredChatHistory(store, "t-1");
      for (let number = 1; number <= 10; number += 1) await history.addUserMessage(`${name} ${number}`);
    }));
    const texts = (await new StoredChatHistory(store, "t-1").getMessages()).map(({ content }) => content);
    assert.equal(new Set(texts).size, 20);
  });

  test("a chain with a history remembers", async (t) => {
    const provider = await lookingProvider({ rounds: 0 });
    t.after(() => provider.close());
    const store = memoryStore();
    const chain = new RunnableWithMessageHistory({
      runnable: ChatPromptTemplate.fromMessages([new MessagesPlaceholder("history"), ["human", "{input}"]]).pipe(MODELS.chat(provider.url)),
      getMessageHistory: (sessionId) => new StoredChatHistory(store, sessionId),
      inputMessagesKey: "input",
      historyMessagesKey: "history",
    });
    for (const input of ["One?", "Two?"]) await chain.invoke({ input }, { configurable: { sessionId: "t-1" } });
    assert.deepEqual(provider.log[1].body.messages.map(({ content }) => content), ["One?", "Done after 0.", "Two?"]);
    assert.equal((await new StoredChatHistory(store, "t-1").getMessages()).length, 4);
  });
});
