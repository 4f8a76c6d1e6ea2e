// Tools as history: the tools of the first request stay declared, and messages tell the changes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { objection } from "../support/judges.mjs";
import { refusal } from "./face-support.mjs";

const schema = { type: "object", properties: { city: { type: "string" } } };
const APPEND = { appendToolChanges: true };

/** The targets that take changes of tools, with a tool in their form, and the changes that a body tells. */
const TARGETS = {
  anthropic: {
    params: { model: "claude-opus-5-5", max_tokens: 256 },
    tool: (name, more) => ({ name, description: `Tells the ${name}.`, input_schema: schema, ...more }),
    told: ({ messages }) => messages.filter(({ role }) => role === "system").flatMap(({ content }) => content.map(({ type, tool }) => `${type} ${tool.name ?? tool.definition.name}`)),
    old: "claude-sonnet-4-5",
  },
  "openai-responses": {
    params: { model: "gpt-6-astra" },
    tool: (name, more) => ({ type: "function", name, description: `Tells the ${name}.`, parameters: schema, ...more }),
    told: ({ input }) => input.filter(({ type }) => type === "additional_tools").flatMap(({ tools }) => tools.map(({ name }) => `additional_tools ${name}`)),
    old: "gpt-4.1",
  },
};

function talk(target, settings = {}) {
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", ...settings });
  conversation.addMessage("user", "What is the weather in Oslo?");
  return conversation;
}

async function prepare(conversation, target, names, options = APPEND, params = {}) {
  const { tool, params: own } = TARGETS[target];
  const tools = names.map((name) => (typeof name === "string" ? tool(name) : name));
  const request = await conversation.prepare(target, { ...own, ...(tools.length > 0 && { tools }), ...params }, options);
  assert.equal(objection(target, request.body), null);
  return request;
}

function answer(conversation, text = "Rain.") {
  conversation.addMessage("assistant", text);
  conversation.addMessage("user", "And tomorrow?");
}

const declared = ({ body }) => (body.tools ?? []).map(({ name }) => name);
const codes = ({ repairs }) => repairs.map(({ code }) => code);

for (const [target, { told, tool, old }] of Object.entries(TARGETS)) {
  describe(target, () => {
    test("the same tools need no message", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      const request = await prepare(conversation, target, ["weather"]);
      assert.deepEqual([declared(request), told(request.body), codes(request)], [["weather"], [], []]);
    });

    test("a tool that is added later is told behind the messages, and everything before stays", async () => {
      const conversation = talk(target);
      const first = await prepare(conversation, target, ["weather"]);
      answer(conversation);
      const request = await prepare(conversation, target, ["weather", "forecast"]);
      assert.deepEqual([declared(request), told(request.body).map((word) => word.split(" ")[1])], [["weather"], ["forecast"]]);
      assert.deepEqual(codes(request), ["tools-changed"]);
      const bytes = (body) => JSON.stringify(body.messages ?? body.input).slice(0, -1);
      assert.ok(bytes(request.body).startsWith(bytes(first.body)));
      answer(conversation);
      const next = await prepare(conversation, target, ["weather", "forecast"]);
      assert.ok(bytes(next.body).startsWith(bytes(request.body)));
      assert.deepEqual(codes(next), []);
    });

    test("the model may call only the tools of the last request", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather", "news"]);
      answer(conversation);
      const request = await prepare(conversation, target, ["weather"]);
      assert.deepEqual([declared(request), codes(request)], [["weather", "news"], ["tools-changed"]]);
      if (target === "anthropic") assert.deepEqual(told(request.body), ["tool_removal news"]);
      else assert.deepEqual(request.body.tool_choice, { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "weather" }] });
      answer(conversation);
      const again = await prepare(conversation, target, ["weather", "news"]);
      assert.equal(again.body.tool_choice, undefined);
      if (target === "anthropic") assert.deepEqual(told(again.body), ["tool_removal news", "tool_addition news"]);
    });

    test("a change is told once, though the request is written again for a reduction", async () => {
      const conversation = talk(target, { tokenLimit: 700 });
      await prepare(conversation, target, ["weather"]);
      for (let round = 0; round < 30; round += 1) answer(conversation, "It rains and rains and rains, from the harbour to the hills. ".repeat(2));
      const request = await prepare(conversation, target, ["weather", "forecast"]);
      assert.ok(request.reduction !== null);
      assert.equal(told(request.body).length, 1);
      assert.ok(codes(request).includes("tools-changed"));
      assert.ok(request.tokens <= 700);
    });

    test("a change that a reduction removed is told again", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      await prepare(conversation, target, ["weather", "forecast"]);
      answer(conversation);
      conversation.truncate({ keepRecent: 1 });
      const request = await prepare(conversation, target, ["weather", "forecast"]);
      assert.deepEqual([declared(request), told(request.body).length], [["weather"], 1]);
    });

    test("a snapshot keeps the declared tools", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      const restored = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation.toJSON())));
      const request = await prepare(restored, target, ["weather", "forecast"]);
      assert.deepEqual([declared(request), told(request.body).length], [["weather"], 1]);
    });

    test("a request that fails leaves no message", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      const before = conversation.messages;
      assert.equal((await refusal(() => prepare(conversation, target, ["weather", "forecast"], { ...APPEND, tokenLimit: 20 }))).code, "cannot-fit");
      assert.deepEqual(conversation.messages, before);
      assert.equal(told((await prepare(conversation, target, ["weather", "forecast"])).body).length, 1);
    });

    test("a model that takes no changes gets the tools as they are given", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      await prepare(conversation, target, ["weather", "forecast"]);
      answer(conversation);
      const request = await prepare(conversation, target, ["weather", "forecast"], APPEND, { model: old });
      assert.deepEqual([declared(request), told(request.body), codes(request)], [["weather", "forecast"], [], ["part-dropped"]]);
    });

    test("without the option, every request declares its own tools", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"], {});
      answer(conversation);
      const request = await prepare(conversation, target, ["weather", "forecast"], {});
      assert.deepEqual([declared(request), told(request.body), codes(request)], [["weather", "forecast"], [], []]);
    });

    test("where a message cannot tell the change, the tools are declared anew", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      await prepare(conversation, target, ["weather", "forecast"]);
      conversation.addMessage("assistant", "Sun.");
      const request = await prepare(conversation, target, ["weather", "news"]);
      assert.deepEqual([declared(request), told(request.body)], [["weather", "news"], []]);
    });

    test("a tool whose definition changes has the new one", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      answer(conversation);
      const request = await prepare(conversation, target, [tool("weather", { description: "Tells the weather of a week." })]);
      const definitions = JSON.stringify(target === "anthropic" ? request.body.messages.at(-1) : request.body.tools);
      assert.match(definitions, /of a week/);
    });
  });
}

describe("Kimi", () => {
  const VENDOR = { vendor: "kimi" };
  const model = "kimi-k3";
  const tool = (name) => ({ type: "function", function: { name, parameters: schema } });
  const judged = (request) => {
    assert.equal(objection("openai-chat", request.body, { acceptUnknownFields: true }), null);
    return request;
  };

  test("a message that adds tools is sent back as it came", async () => {
    const body = { model, messages: [{ role: "user", content: "Hi" }, { role: "system", tools: [tool("weather")] }] };
    assert.deepEqual(sanitize("openai-chat", body, VENDOR), { body, repairs: [] });
    const request = judged(await ConversationManager.from("openai-chat", body).prepare("openai-chat", { model }, VENDOR));
    assert.deepEqual([request.body, request.repairs], [body, []]);
  });

  test("OpenAI does not get it", async () => {
    const body = { model, messages: [{ role: "user", content: "Hi" }, { role: "system", tools: [tool("weather")] }] };
    const { body: sent, repairs } = await ConversationManager.from("openai-chat", body).prepare("openai-chat", { model: "gpt-5" });
    assert.deepEqual([sent.messages.length, repairs.map(({ code }) => code)], [1, ["part-dropped"]]);
  });

  test("a tool that is added later is told by such a message", async () => {
    const conversation = talk("openai-chat");
    await conversation.prepare("openai-chat", { model, tools: [tool("weather")] }, { ...APPEND, ...VENDOR });
    answer(conversation);
    const { body, repairs } = judged(await conversation.prepare("openai-chat", { model, tools: [tool("weather"), tool("forecast")] }, { ...APPEND, ...VENDOR }));
    assert.deepEqual([body.tools, body.messages.at(-1)], [[tool("weather")], { role: "system", tools: [tool("forecast")] }]);
    assert.deepEqual(repairs.map(({ code, detail }) => [code, detail]), [["tools-changed", "the tools have changed, and a message says so: `forecast` is defined"]]);
  });

  test("a tool that is left out later is declared no longer", async () => {
    const conversation = talk("openai-chat");
    await conversation.prepare("openai-chat", { model, tools: [tool("weather"), tool("news")] }, { ...APPEND, ...VENDOR });
    answer(conversation);
    const { body } = judged(await conversation.prepare("openai-chat", { model, tools: [tool("weather")] }, { ...APPEND, ...VENDOR }));
    assert.deepEqual([body.tools, body.messages.length], [[tool("weather")], 4]);
  });
});

test("a cache breakpoint that moves to another tool is no change", async () => {
  const conversation = talk("anthropic");
  const { tool } = TARGETS.anthropic;
  await prepare(conversation, "anthropic", [tool("weather", { cache_control: { type: "ephemeral" } })]);
  answer(conversation);
  assert.deepEqual(codes(await prepare(conversation, "anthropic", ["weather"])), []);
});

test("a request with a prompt of its own tells the change, too", async () => {
  const conversation = talk("anthropic");
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  const request = await prepare(conversation, "anthropic", ["weather", "forecast"], { ...APPEND, systemPrompt: "Be kind." });
  assert.deepEqual([declared(request), TARGETS.anthropic.told(request.body)], [["weather"], ["tool_addition forecast"]]);
});

test("the estimator of the host is asked about the message", async () => {
  const conversation = talk("anthropic", { estimator: (message) => JSON.stringify(message).length });
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  const { tokens } = await prepare(conversation, "anthropic", ["weather", "forecast"]);
  assert.ok(tokens >= conversation.contextTokens);
});

test("another target gets no message about tools, and a report of it", async () => {
  const conversation = talk("anthropic");
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  await prepare(conversation, "anthropic", ["weather", "forecast"]);
  const { body, repairs } = await conversation.prepare("openai-chat", { model: "gpt-5" });
  assert.deepEqual(body.messages.map(({ role }) => role), ["system", "user", "assistant", "user"]);
  assert.deepEqual(repairs.map(({ code }) => code), ["part-dropped"]);
});

test("other targets get the tools as they are given", async () => {
  const conversation = talk("openai-chat");
  const tools = (names) => names.map((name) => ({ type: "function", function: { name, parameters: schema } }));
  await conversation.prepare("openai-chat", { model: "gpt-6-astra", tools: tools(["weather"]) }, APPEND);
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-6-astra", tools: tools(["weather", "forecast"]) }, APPEND);
  assert.deepEqual(body.tools.map(({ function: { name } }) => name), ["weather", "forecast"]);
});

test("a preview takes no such option, and a value that is no boolean is refused", async () => {
  const conversation = talk("anthropic");
  const params = TARGETS.anthropic.params;
  for (const call of [() => conversation.toRequest("anthropic", params, APPEND), () => conversation.prepare("anthropic", params, { appendToolChanges: "yes" })]) {
    const { code, message } = await refusal(call);
    assert.equal(code, "invalid-argument");
    assert.match(message, /appendToolChanges/);
  }
});
