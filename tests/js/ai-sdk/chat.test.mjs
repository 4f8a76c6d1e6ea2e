// A chat of `useChat` over HTTP: its messages are in a store, and the model gets what fits. With the SDK's own client and transport.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { AbstractChat, DefaultChatTransport, convertToModelMessages, isStepCount, jsonSchema, lastAssistantMessageIsCompleteWithApprovalResponses, streamText, tool } from "ai";
import { fit } from "backscroll";
import { UiChat, fitSteps } from "backscroll/ai-sdk/agent";
import { StoredList, memoryStore, storeOf } from "backscroll/store";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, WINDOW, cuts, found } from "../../support/agents.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

/** The SDK's chat, with a state that is plain data. */
class Chat extends AbstractChat {
  constructor(options) {
    const state = {
      status: "ready",
      error: undefined,
      messages: options.messages ?? [],
      pushMessage: (message) => (state.messages = [...state.messages, message]),
      popMessage: () => (state.messages = state.messages.slice(0, -1)),
      replaceMessage: (index, message) => (state.messages = state.messages.map((old, place) => (place === index ? message : old))),
      snapshot: structuredClone,
    };
    super({ ...options, state });
  }
}

const asked = { type: "object", properties: { order: { type: "number" } }, required: ["order"] };

/** A server with one route, as in the documentation. */
async function served(store, url, paid) {
  const model = createOpenAI({ apiKey: "any", baseURL: `${url}/v1` }).chat("gpt-5");
  const tools = {
    look: tool({ description: "Looks up an order.", inputSchema: jsonSchema(asked), execute: ({ order }) => found(order) }),
    pay: tool({ description: "Pays an order.", inputSchema: jsonSchema(asked), needsApproval: true, execute: ({ order }) => (paid.push(order), `Paid ${order}.`) }),
  };
  async function POST(body) {
    const chat = new UiChat(store, body.id);
    const messages = await chat.receive(body);
    const fitted = fit("ai-sdk", messages, { maxTokens: MAX_TOKENS });
    const result = streamText({ model, tools, messages: await convertToModelMessages(fitted.messages), stopWhen: isStepCount(20), prepareStep: fitSteps({ maxTokens: MAX_TOKENS }), maxRetries: 0 });
    return result.toUIMessageStreamResponse({ originalMessages: messages, generateMessageId: () => `answer-${messages.length}`, onFinish: ({ messages }) => chat.save(messages) });
  }
  const server = createServer(async (request, response) => {
    const parts = await request.toArray();
    try {
      const answer = await POST(JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const chunk of answer.body) response.write(chunk);
    } catch (error) {
      response.writeHead(500).write(String(error?.message));
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { api: `http://127.0.0.1:${server.address().port}/api/chat`, close };
}

describe("a chat over HTTP", () => {
  /** Opens a chat; `script` is that of the model. */
  async function opened(t, script, onlyLast = false) {
    const [store, paid] = [memoryStore(), []];
    const provider = await startStrictProvider({ contextWindow: WINDOW, script });
    const server = await served(store, provider.url, paid);
    t.after(() => Promise.all([provider.close(), server.close()]));
    let ids = 0;
    const prepareSendMessagesRequest = ({ id, messages, trigger, messageId }) => ({ body: { id, message: messages.at(-1), trigger, messageId } });
    const transport = new DefaultChatTransport({ api: server.api, ...(onlyLast && { prepareSendMessagesRequest }) });
    const errors = [];
    const chat = new Chat({ id: "chat-1", transport, generateId: () => `m${(ids += 1)}`, onError: (error) => errors.push(error), sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses });
    const rows = () => new UiChat(store, "chat-1").load();
    return { chat, errors, paid, provider, rows, store };
  }
  const texts = (messages) => messages.map(({ role, parts }) => `${role}: ${parts.filter(({ type }) => type === "text").map(({ text }) => text).join("")}`);

  for (const onlyLast of [false, true]) {
    test(`goes far past its window, and its rows are all messages (${onlyLast ? "the last message" : "all messages"} are sent)`, async (t) => {
      let calls = 0;
      const { chat, errors, provider, rows } = await opened(t, ({ index }) => ((index + 1) % 4 === 0 ? { text: `Answer ${index}.` } : { toolCalls: [{ name: "look", arguments: { order: (calls += 1) } }] }), onlyLast);
      for (let turn = 1; turn <= 15; turn += 1) {
        await chat.sendMessage({ text: `Question ${turn}` });
        assert.deepEqual(errors, []);
      }
      assert.equal(calls, 45);
      assert.ok(provider.log.every(({ status }) => status === 200));
      assert.ok(cuts(provider.log.map(({ body }) => body)) >= 3);
      const stored = await rows();
      assert.equal(stored.length, 30);
      assert.deepEqual(texts(stored), texts(chat.messages));
      assert.deepEqual(stored.map(({ id }) => id), chat.messages.map(({ id }) => id));
      assert.equal(stored.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-look")).length, 45);
    });
  }

  for (const approved of [true, false]) {
    test(`a call waits for a person's ${approved ? "approval" : "refusal"} while the window is full, and is answered once`, { timeout: 300_000 }, async (t) => {
      const script = ({ index }) => (index < 24 ? { toolCalls: [{ name: "look", arguments: { order: index } }] } : index === 24 ? { toolCalls: [{ name: "pay", arguments: { order: 7 } }] } : { text: "Done." });
      const { chat, errors, paid, provider, rows } = await opened(t, ({ index }) => (index % 8 === 7 && index < 24 ? { text: "Next." } : script({ index })));
      for (const text of ["Look.", "Look again.", "And again.", "Now pay order 7."]) await chat.sendMessage({ text });
      assert.deepEqual(errors, []);
      const request = chat.messages.at(-1).parts.find(({ type }) => type === "tool-pay");
      assert.equal(request.state, "approval-requested");
      assert.equal((await rows()).at(-1).parts.find(({ type }) => type === "tool-pay").state, "approval-requested");
      await chat.addToolApprovalResponse({ id: request.approval.id, approved });
      // The chat sends the next request by itself. It is ready when the answer has ended, and so was saved.
      const isOver = () => errors.length > 0 || (chat.status === "ready" && texts(chat.messages).at(-1) === "assistant: Done.");
      while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual(errors, []);
      assert.equal(texts(chat.messages).at(-1), "assistant: Done.");
      assert.deepEqual(paid, approved ? [7] : []);
      assert.ok(provider.log.every(({ status }) => status === 200));
      const stored = (await rows()).at(-1).parts.filter(({ type }) => type === "tool-pay");
      assert.deepEqual(stored.map(({ state }) => state), [approved ? "output-available" : "output-denied"]);
    });
  }

  test("an answer is made anew, and the old one is gone", async (t) => {
    const { chat, rows } = await opened(t, ({ index }) => ({ text: `Answer ${index}.` }));
    await chat.sendMessage({ text: "One?" });
    await chat.sendMessage({ text: "Two?" });
    await chat.regenerate();
    assert.deepEqual(texts(await rows()), ["user: One?", "assistant: Answer 0.", "user: Two?", "assistant: Answer 2."]);
    await chat.sendMessage({ text: "Other?", messageId: chat.messages[2].id });
    assert.deepEqual(texts(await rows()), ["user: One?", "assistant: Answer 0.", "user: Other?", "assistant: Answer 3."]);
  });
});

describe("a list in a store", () => {
  const message = (id, text = id) => ({ id, role: "user", parts: [{ type: "text", text }] });

  test("answers without an id of their own are refused, because they would replace each other", async () => {
    const chat = new UiChat(memoryStore(), "c");
    const question = { id: "m1", role: "user", parts: [{ type: "text", text: "Hi" }] };
    await chat.receive({ message: question });
    const answer = { id: "", role: "assistant", parts: [{ type: "text", text: "Hello" }] };
    await assert.rejects(async () => chat.save([question, answer]), { code: "invalid-message", message: /^messages\[1\] has no id: give `generateMessageId/ });
    assert.deepEqual(await chat.load(), [question]);
  });

  test("a page cannot change what was said before", async () => {
    const chat = new UiChat(memoryStore(), "c");
    await chat.receive({ messages: [message("a")] });
    const messages = await chat.receive({ messages: [message("a", "forged"), message("x", "forged"), message("b")] });
    assert.deepEqual(messages, [message("a"), message("b")]);
  });

  test("answers to two questions that were asked at once both stay", async () => {
    const chat = new UiChat(memoryStore(), "c");
    const first = await chat.receive({ message: message("q1") });
    const second = await chat.receive({ message: message("q2") });
    await chat.save([...first, message("a1")]);
    await chat.save([...second, message("a2")]);
    assert.deepEqual((await chat.load()).map(({ id }) => id), ["q1", "a1", "q2", "a2"]);
  });

  test("requests without a message are refused", async () => {
    const chat = new UiChat(memoryStore(), "c");
    for (const request of [null, {}, { messages: [] }, { message: { role: "user" } }]) await refusal(async () => chat.receive(request), "invalid-argument");
    await refusal(() => chat.receive({ trigger: "regenerate-message", messageId: "nobody" }), "invalid-argument");
    assert.deepEqual(await chat.load(), []);
  });

  test("each message is written once, and again when it changes", async () => {
    const store = memoryStore();
    const chat = new UiChat(store, "c");
    await chat.receive({ message: message("a", "first") });
    await chat.save([message("a", "first"), message("b", "second")]);
    await chat.save([message("a", "first"), message("b", "second")]);
    await chat.receive({ message: message("b", "third") });
    const { entries } = await store.load("c");
    assert.equal(entries.length, 3);
    for (const text of ["first", "second", "third"]) assert.equal(JSON.stringify(entries).split(text).length, 2, text);
  });

  test("two processes that add to one list lose nothing", async () => {
    const store = memoryStore();
    const lists = [new StoredList(store, "c"), new StoredList(store, "c")];
    await Promise.all(lists.map(async (list, place) => {
      for (let number = 1; number <= 20; number += 1) await list.append([`${place} ${number}`]);
    }));
    const items = await lists[0].load();
    assert.equal(items.length, 40);
    for (const place of [0, 1]) assert.deepEqual(items.filter((item) => item.startsWith(place)), Array.from({ length: 20 }, (_, number) => `${place} ${number + 1}`));
  });

  test("a long list is kept in snapshots, and items are the caller's own", async () => {
    const store = memoryStore();
    const list = new StoredList(store, "c");
    const item = { text: "x".repeat(5_000) };
    for (let number = 1; number <= 40; number += 1) await list.append([item]);
    item.text = "changed";
    const { snapshot, entries } = await store.load("c");
    assert.ok(snapshot !== null && entries.length < 40);
    const items = await new StoredList(store, "c").load();
    assert.equal(items.length, 40);
    items[0].text = "changed";
    assert.ok((await list.load()).every(({ text }) => text.length === 5_000));
    await list.clear();
    assert.deepEqual(await list.load(), []);
    await list.append(["again"]);
    assert.deepEqual(await new StoredList(store, "c").load(), ["again"]);
  });

  test("what the function throws changes nothing, and a conversation is no list", async () => {
    const store = memoryStore();
    const list = new StoredList(store, "c");
    await list.append(["a"]);
    await assert.rejects(list.update(() => { throw new Error("mine"); }), /mine/);
    for (const wrong of [null, "a", { length: 1 }]) await refusal(() => list.update(() => wrong), "invalid-argument");
    assert.deepEqual(await list.load(), ["a"]);
    const { ConversationManager } = await import("backscroll");
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Hi");
    await (await conversation.persist(store, "d")).close();
    await refusal(() => new StoredList(store, "d").load(), "invalid-snapshot");
    await refusal(() => new StoredList(store, "d").append(["a"]), "invalid-snapshot");
    await refusal(() => new ConversationManager().persist(store, "c"), "invalid-snapshot");
  });
});

describe("a list in a store that fails", () => {
  /** A store whose next operations fail, before or after they were carried out. */
  function failing(store) {
    const faults = [];
    const fault = async (work) => {
      const kind = faults.shift();
      if (kind === "before") throw new Error("no connection");
      const done = await work();
      if (kind === "after") throw new Error("the answer was lost");
      return done;
    };
    const given = Object.fromEntries(["load", "snapshot", "list", "delete"].map((name) => [name, (...args) => store[name](...args)]));
    return { faults, store: storeOf({ ...given, append: (...args) => fault(async () => (await store.append(...args), true)) }, store.ledger) };
  }

  for (const [fact, kinds] of [["is tried again", ["before", "before"]], ["is stored once when its answer is lost", ["after"]], ["is stored once when all answers but one are lost", ["after", "before"]]]) {
    test(`an item ${fact}`, async () => {
      const inner = memoryStore();
      const { store, faults } = failing(inner);
      const list = new StoredList(store, "c");
      await list.append(["a"]);
      faults.push(...kinds);
      assert.deepEqual(await list.append(["b"]), ["a", "b"]);
      assert.deepEqual(await new StoredList(inner, "c").load(), ["a", "b"]);
    });
  }

  test("an item is stored once when its answer is lost and another process adds one behind it", async () => {
    const inner = memoryStore();
    const other = new StoredList(inner, "c");
    let isLost = false;
    const append = async (...args) => {
      await inner.append(...args);
      if (!isLost) {
        isLost = true;
        await other.append(["theirs"]);
        throw new Error("the answer was lost");
      }
      return true;
    };
    const given = Object.fromEntries(["load", "snapshot", "list", "delete"].map((name) => [name, (...args) => inner[name](...args)]));
    const list = new StoredList(storeOf({ ...given, append }, inner.ledger), "c");
    assert.deepEqual(await list.append(["mine"]), ["mine", "theirs"]);
    assert.deepEqual(await other.load(), ["mine", "theirs"]);
  });

  test("a failure that stays is thrown", async () => {
    const { store, faults } = failing(memoryStore());
    faults.push("before", "before", "before");
    const list = new StoredList(store, "c");
    await refusal(() => list.append(["a"]), "store-failed");
    assert.deepEqual(await list.append(["a"]), ["a"]);
  });
});
