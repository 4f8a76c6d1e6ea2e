// The watch over the requests of a conversation: what it reports at once, and what it leaves alone.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens } from "backscroll";
import { watchCache } from "backscroll/cache";
import { withHistory } from "backscroll/clients";
import { TARGETS } from "../../support/targets.mjs";

const REQUESTS = 50;
const RULES = "You are a travel assistant. Answer in one sentence. ".repeat(160);
const MODELS = { anthropic: "claude-sonnet-4-5", bedrock: "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "openai-chat": "gpt-5", "openai-responses": "gpt-5", gemini: "gemini-3-pro", mistral: "mistral-large-latest" };
const OPTIONS = { cacheBreakpoints: true };
const TTL = 300_000;

function declared(target, name) {
  const schema = { type: "object", properties: { city: { type: "string" } } };
  if (target === "bedrock") return { toolSpec: { name, inputSchema: { json: schema } } };
  if (target === "anthropic") return { name, input_schema: schema };
  if (target === "gemini") return { name, parameters: schema };
  return target === "openai-responses" ? { type: "function", name, parameters: schema, strict: false } : { type: "function", function: { name, parameters: schema } };
}

function paramsOf(target, tools = ["weather"]) {
  const list = tools.map((name) => declared(target, name));
  if (target === "bedrock") return { modelId: MODELS.bedrock, toolConfig: { tools: list } };
  if (target === "gemini") return { model: MODELS.gemini, tools: [{ functionDeclarations: list }] };
  return { model: MODELS[target], tools: list, ...(target === "anthropic" && { max_tokens: 64 }) };
}

/** A conversation that is watched, with what was reported. */
class Watched {
  missed = [];

  constructor(target, options = {}, watch = undefined) {
    this.target = target;
    this.conversation = new ConversationManager({ systemPrompt: RULES, ...options });
    this.end = watchCache(this.conversation, (missed) => this.missed.push(missed), watch);
    this.turn = 0;
  }

  /** Goes on: a question, and in every other turn a call with its result. */
  add() {
    const { conversation, turn } = this;
    if (turn % 2 === 0) {
      if (turn > 0) conversation.addMessage("assistant", `Answer ${turn}.`);
      conversation.addMessage("user", `Question ${turn}? ${"Think of the harbour. ".repeat(5)}`);
    } else {
      conversation.addMessage("assistant", null, { toolCalls: [{ id: `call_${turn}`, name: "weather", arguments: { city: "Oslo" } }] });
      conversation.addMessage("tool", `Rain at ${turn}. `.repeat(20), { toolCallId: `call_${turn}` });
    }
    this.turn += 1;
  }

  async ask(options = {}, params = paramsOf(this.target)) {
    this.add();
    return this.conversation.prepare(this.target, params, { ...OPTIONS, ...options });
  }

  get causes() {
    return this.missed.map(({ comparison }) => comparison.misses[0].cause);
  }
}

for (const target of TARGETS) {
  describe(target, () => {
    test(`a conversation that only grows reports nothing in ${REQUESTS} requests`, async () => {
      const watched = new Watched(target);
      for (let request = 0; request < REQUESTS; request += 1) await watched.ask();
      assert.deepEqual(watched.missed.map(({ comparison }) => comparison.misses), []);
    });

    test("a question that follows a question without an answer is reported by no target", async () => {
      const watched = new Watched(target);
      await watched.ask();
      watched.conversation.addMessage("user", "And in Rome?");
      await watched.conversation.prepare(target, paramsOf(target), OPTIONS);
      assert.deepEqual(watched.missed.map(({ comparison }) => comparison.misses), []);
    });

    for (const [cause, change, expected] of [
      ["another system prompt", ({ conversation }) => void (conversation.systemPrompt = `Be kind. ${RULES}`), ["system-changed"]],
      ["a reduction by the host", ({ conversation }) => void conversation.truncate({ keepRecent: 2 }), ["message-removed", "message-edited"]],
      ["an edit of an earlier question", ({ conversation }) => void conversation.edit(conversation.messages.findLast(({ role }) => role === "user").id, "And in Rome?"), ["message-edited", "message-removed"]],
    ]) {
      test(`${cause} is reported with the next request, and once`, async () => {
        const watched = new Watched(target);
        for (let request = 0; request < 8; request += 1) await watched.ask();
        change(watched);
        watched.turn = 20;
        const request = await watched.ask();
        await watched.ask();
        assert.equal(watched.missed.length, 1, watched.causes.join(" "));
        const [missed] = watched.missed;
        assert.ok(expected.includes(watched.causes[0]), watched.causes.join(" "));
        assert.ok(missed.comparison.lostTokens > 0);
        assert.deepEqual([missed.target, missed.request], [target, request]);
      });
    }

    test("another list of tools is reported", async () => {
      const watched = new Watched(target);
      await watched.ask();
      await watched.ask({}, paramsOf(target, ["weather", "pay"]));
      assert.deepEqual(watched.causes, ["tools-added"]);
    });

    test("a reduction by `prepare` is reported when it is undone, too", async () => {
      const watched = new Watched(target, { reserveTokens: 0 });
      for (let request = 0; request < 12; request += 1) await watched.ask();
      const { tokens } = await watched.conversation.prepare(target, paramsOf(target), OPTIONS);
      watched.conversation.tokenLimit = tokens - 20;
      const { reduction } = await watched.ask();
      assert.ok(reduction !== null);
      assert.equal(watched.missed.length, 1);
      assert.ok(["message-removed", "message-edited", "result-shortened", "result-cleared"].includes(watched.causes[0]), watched.causes[0]);
      watched.conversation.tokenLimit = null;
      assert.ok(watched.conversation.undo() !== null);
      await watched.ask();
      assert.equal(watched.missed.length, 2);
    });
  });
}

describe("a conversation that only grows reports nothing", () => {
  for (const [target, model, options] of [
    ["openai-chat", "gpt-5.6", {}],
    ["openai-responses", "gpt-5.6", {}],
    ["openai-chat", "gpt-5.6", { cacheBreakpoints: false }],
    ["openai-responses", "gpt-6.2-sol", { cacheBreakpoints: false }],
    ["anthropic", "claude-opus-5-5", { cacheBreakpoints: { ttl: "1h" } }],
    ["openai-chat", "deepseek-chat", { vendor: "deepseek" }],
  ]) {
    test(`${target}, ${model}, ${JSON.stringify(options)}`, async () => {
      const watched = new Watched(target);
      const params = { ...paramsOf(target), model, ...(target === "openai-chat" && model === "gpt-5.6" && { reasoning_effort: "none" }) };
      for (let request = 0; request < REQUESTS; request += 1) await watched.ask(options, params);
      assert.deepEqual(watched.missed.map(({ comparison }) => comparison.misses), []);
    });
  }

  test("also if answers make 30 calls at once", async () => {
    const watched = new Watched("anthropic");
    watched.conversation.addMessage("user", "Look everywhere.");
    for (let round = 0; round < 8; round += 1) {
      const ids = Array.from({ length: 30 }, (_, call) => `call_${round}_${call}`);
      await watched.conversation.prepare("anthropic", paramsOf("anthropic"), OPTIONS);
      watched.conversation.addMessage("assistant", null, { toolCalls: ids.map((id) => ({ id, name: "weather", arguments: { city: id } })) });
      for (const id of ids) watched.conversation.addMessage("tool", "Rain.", { toolCallId: id });
    }
    assert.deepEqual(watched.causes, []);
  });
});

describe("the lifetime of the cache", () => {
  for (const [fact, options, watch, passed, expected] of [
    ["is the conversation's `cacheTtl`", { cacheTtl: TTL }, {}, TTL + 1_000, ["lifetime-passed"]],
    ["has not passed before the `cacheTtl` has", { cacheTtl: TTL }, {}, TTL - 1_000, []],
    ["is `lifetimeMs` of the watch, which comes first", { cacheTtl: TTL }, { lifetimeMs: 2 * TTL }, TTL + 1_000, []],
    ["is the provider's, if neither is given", {}, {}, TTL + 1_000, ["lifetime-passed"]],
  ]) {
    test(fact, async () => {
      const watched = new Watched("anthropic", options, watch);
      const start = Date.now();
      await watched.ask({ now: start });
      watched.add();
      await watched.conversation.prepare("anthropic", paramsOf("anthropic"), { ...OPTIONS, now: start + passed });
      assert.deepEqual(watched.causes, expected);
    });
  }

  test("counts from the newest answer", async () => {
    const watched = new Watched("anthropic");
    const start = Date.now();
    await watched.ask({ now: start });
    watched.conversation.addMessage({ role: "assistant", content: "Yes.", createdAt: start + TTL - 1_000 });
    watched.conversation.addMessage("user", "And now?");
    await watched.conversation.prepare("anthropic", paramsOf("anthropic"), { ...OPTIONS, now: start + 2 * TTL - 2_000 });
    assert.deepEqual(watched.causes, []);
  });
});

describe("nothing is reported", () => {
  test("if nothing was cached: below the minimum of the model", async () => {
    const watched = new Watched("openai-chat", { systemPrompt: "Be brief." });
    await watched.ask();
    watched.conversation.systemPrompt = "Be kind.";
    await watched.ask();
    assert.deepEqual(watched.causes, []);
  });

  test("if nothing was cached: Claude without a breakpoint", async () => {
    const watched = new Watched("anthropic");
    await watched.ask({ cacheBreakpoints: false });
    watched.conversation.systemPrompt = `Be kind. ${RULES}`;
    await watched.ask({ cacheBreakpoints: false });
    assert.deepEqual(watched.causes, []);
  });

  test("of requests that continue a response which the provider keeps", async () => {
    const watched = new Watched("openai-responses");
    const { conversation } = watched;
    await watched.ask({ continue: true });
    conversation.addResponse("openai-responses", { id: "resp_1", object: "response", model: "gpt-5", status: "completed", output: [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Where?", annotations: [] }] }] });
    conversation.addMessage("user", "There.");
    const { body } = await conversation.prepare("openai-responses", paramsOf("openai-responses"), { continue: true });
    assert.equal(body.previous_response_id, "resp_1");
    await conversation.prepare("openai-responses", paramsOf("openai-responses"));
    assert.deepEqual(watched.causes, []);
  });

  test("of previews, and of other targets", async () => {
    const watched = new Watched("openai-chat");
    await watched.ask();
    watched.conversation.toRequest("openai-chat", { model: "other" });
    await watched.conversation.prepare("mistral", paramsOf("mistral"));
    await watched.ask();
    assert.deepEqual(watched.causes, []);
  });

  test("after the end of the watch, which leaves the conversation as it was", async () => {
    const watched = new Watched("openai-chat");
    await watched.ask();
    assert.equal(Object.keys(watched.conversation).includes("prepare"), false);
    watched.end();
    assert.equal(Object.hasOwn(watched.conversation, "prepare"), false);
    watched.conversation.systemPrompt = `Be kind. ${RULES}`;
    await watched.ask();
    watched.end();
    assert.deepEqual(watched.causes, []);
  });
});

describe("`prepare` is the same", () => {
  test("it returns the same request, and throws the same errors", async () => {
    const [plain, watched] = [new ConversationManager({ systemPrompt: RULES }), new Watched("openai-chat")];
    for (const conversation of [plain, watched.conversation]) conversation.addMessage("user", "Rain?");
    const [one, other] = [await plain.prepare("openai-chat", { model: "gpt-5" }), await watched.conversation.prepare("openai-chat", { model: "gpt-5" })];
    assert.deepEqual([other.body, other.tokens, other.reduction, other.forecast()], [one.body, one.tokens, one.reduction, one.forecast()]);
    const refused = async (conversation) => conversation.prepare("openai-chat", { model: "gpt-5" }, { tokenLimit: 10 }).then(() => null, ({ code, details }) => [code, details]);
    assert.deepEqual(await refused(watched.conversation), await refused(plain));
    await assert.rejects(watched.conversation.prepare("nobody"), { code: "unknown-format" });
    await watched.conversation.prepare("openai-chat", { model: "gpt-5" });
    assert.deepEqual(watched.causes, []);
  });

  test("it returns the request although `onMiss` throws, and the error is an unhandled rejection", async () => {
    const conversation = new ConversationManager({ systemPrompt: RULES });
    watchCache(conversation, () => {
      throw new Error("no report");
    });
    conversation.addMessage("user", "Rain?");
    await conversation.prepare("openai-chat", { model: "gpt-5" });
    conversation.systemPrompt = `Be kind. ${RULES}`;
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    const reported = new Promise((resolve) => process.once("unhandledRejection", resolve));
    try {
      const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
      assert.match(body.messages[0].content, /^Be kind/);
      assert.equal((await reported).message, "no report");
    } finally {
      for (const listener of listeners) process.on("unhandledRejection", listener);
    }
  });

  test("a changed body of the host changes no comparison", async () => {
    const watched = new Watched("openai-chat");
    const { body } = await watched.ask();
    body.messages[0].content = "Something else.";
    await watched.ask();
    assert.deepEqual(watched.causes, []);
  });
});

describe("every caller of `prepare` is watched", () => {
  test("`withHistory`", async () => {
    const watched = new Watched("openai-chat");
    const { conversation } = watched;
    const create = async () => ({ id: "c", object: "chat.completion", model: "gpt-5", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "No." } }] });
    const ask = withHistory(conversation, "openai-chat", { chat: { completions: { create } } });
    conversation.addMessage("user", "Rain?");
    await ask({ model: "gpt-5" });
    conversation.addMessage("user", "And in Rome?");
    await ask({ model: "gpt-5" });
    assert.deepEqual(watched.causes, []);
    conversation.systemPrompt = `Be kind. ${RULES}`;
    await ask({ model: "gpt-5" });
    assert.deepEqual(watched.causes, ["system-changed"]);
  });

  test("a subclass, whose `prepare` may prepare more than one request", async () => {
    class Twice extends ConversationManager {
      async prepare(...asked) {
        await super.prepare(...asked);
        return asked[2]?.again ? this.prepare(asked[0], asked[1]) : super.prepare(...asked);
      }
    }
    const conversation = new Twice({ systemPrompt: RULES });
    const causes = [];
    watchCache(conversation, ({ comparison }) => causes.push(comparison.misses[0].cause));
    conversation.addMessage("user", "Rain?");
    await conversation.prepare("openai-chat", { model: "gpt-5" });
    conversation.systemPrompt = `Be kind. ${RULES}`;
    await conversation.prepare("openai-chat", { model: "gpt-5" });
    assert.deepEqual(causes, ["system-changed"]);
  });

  test("two watches report the same, and end in any order", async () => {
    const watched = new Watched("openai-chat");
    const causes = [];
    const end = watchCache(watched.conversation, ({ comparison }) => causes.push(comparison.misses[0].cause));
    await watched.ask();
    watched.conversation.systemPrompt = `Be kind. ${RULES}`;
    await watched.ask();
    watched.end();
    watched.conversation.systemPrompt = RULES;
    await watched.ask();
    end();
    watched.conversation.systemPrompt = `Be kind. ${RULES}`;
    await watched.ask();
    assert.deepEqual([watched.causes, causes], [["system-changed"], ["system-changed", "system-changed"]]);
  });
});

test("the endpoint is compared, and tokens are counted by the estimator", async () => {
  const counted = [];
  const watched = new Watched("openai-chat", {}, { estimator: (text) => (counted.push(text), estimateTokens(text)) });
  await watched.ask({ vendor: "openrouter" });
  await watched.ask({ vendor: "groq" });
  assert.equal(watched.causes[0], "endpoint-changed");
  assert.ok(counted.length > 0);
});

describe("values that are not taken are refused", () => {
  const conversation = new ConversationManager();
  const nothing = () => {};
  for (const [fact, call] of [
    ["no conversation", () => watchCache({}, nothing)],
    ["no function", () => watchCache(conversation)],
    ["another option", () => watchCache(conversation, nothing, { elapsedMs: 1 })],
    ["a lifetime that is no number", () => watchCache(conversation, nothing, { lifetimeMs: "5m" })],
  ]) {
    test(fact, () => {
      assert.throws(call, { code: "invalid-argument" });
      assert.equal(Object.hasOwn(conversation, "prepare"), false);
    });
  }
});
