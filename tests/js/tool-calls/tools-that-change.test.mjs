// Tools as history: the tools of the first request stay declared, and messages tell the changes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";

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
      const conversation = talk(target, { tokenLimit: 1_200 });
      await prepare(conversation, target, ["weather"]);
      for (let round = 0; round < 30; round += 1) answer(conversation, "It rains and rains and rains, from the harbour to the hills. ".repeat(2));
      const request = await prepare(conversation, target, ["weather", "forecast"]);
      assert.ok(request.reduction !== null);
      assert.equal(told(request.body).length, 1);
      assert.ok(codes(request).includes("tools-changed"));
      assert.ok(request.tokens <= 1_200);
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
      assert.deepEqual([declared(request), told(request.body), codes(request)], [["weather", "forecast"], [], ["tools-changed"]]);
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

for (const [target, { told, tool }] of Object.entries(TARGETS)) {
  describe(`${target}: the model knows the tools that were given`, () => {
    const knows = (body, name) => told(body).filter((word) => word.endsWith(` ${name}`)).at(-1);

    test("two turns after a tool was defined, it can be withdrawn", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      for (let turn = 0; turn < 3; turn += 1) answer(conversation);
      const { body, repairs } = await prepare(conversation, target, ["weather"]);
      assert.deepEqual(repairs.map(({ code }) => code), ["tools-changed"]);
      if (target === "anthropic") assert.equal(knows(body, "news"), "tool_removal news");
      else assert.deepEqual(body.tool_choice.tools.map(({ name }) => name), ["weather"]);
    });

    test("words of the user that follow the message come before it", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      conversation.addMessage("user", "And the news?");
      const { body } = await prepare(conversation, target, ["weather", "news"]);
      const last = (body.messages ?? body.input).at(-1);
      assert.ok(["system", "developer"].includes(last.role), JSON.stringify(last));
      assert.equal(told(body).length, 1);
    });

    test("a second change before the answer replaces the first", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      const { body } = await prepare(conversation, target, ["weather", "forecast"]);
      assert.deepEqual(told(body).map((word) => word.split(" ")[1]), ["forecast"]);
      assert.equal(conversation.messages.length, 3);
    });

    test("after a restart, the changes before it still hold", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      answer(conversation);
      const restored = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)));
      const request = await prepare(restored, target, ["weather", "news"]);
      assert.deepEqual([declared(request), told(request.body).length, codes(request)], [["weather"], 1, []]);
    });

    test("while a call is open, the list is declared again", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      conversation.addMessage("assistant", null, { toolCalls: [{ id: "call_1", name: "weather", arguments: {} }] });
      const request = await prepare(conversation, target, ["weather", "news"]);
      assert.deepEqual([declared(request), told(request.body)], [["weather", "news"], []]);
      assert.ok(codes(request).includes("tools-changed"));
    });

    test("a request that fails declares nothing", async () => {
      const conversation = talk(target);
      assert.equal((await refusal(() => prepare(conversation, target, ["weather"], { ...APPEND, tokenLimit: 5 }))).code, "cannot-fit");
      assert.deepEqual([declared(await prepare(conversation, target, ["news"])), conversation.messages.length], [["news"], 2]);
      conversation.clear();
      conversation.addMessage("user", "Hi");
      assert.deepEqual(declared(await prepare(conversation, target, ["forecast"])), ["forecast"]);
    });

    test("a request that fails leaves the messages as they were, also where the tools would be declared again", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      conversation.addMessage("assistant", "Hm.");
      const before = conversation.messages;
      assert.equal((await refusal(() => prepare(conversation, target, ["forecast"], { ...APPEND, tokenLimit: 10 }))).code, "cannot-fit");
      assert.deepEqual(conversation.messages, before);
    });

    test("without the option, the messages about tools are left out", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      answer(conversation);
      const request = await prepare(conversation, target, ["weather"], {});
      assert.deepEqual([declared(request), told(request.body), codes(request)], [["weather"], [], ["tools-changed"]]);
    });

    test("one name twice is no change", async () => {
      const conversation = talk(target);
      const twice = [tool("weather"), tool("weather", { description: "Another." })];
      await prepare(conversation, target, twice);
      answer(conversation);
      assert.deepEqual(codes(await prepare(conversation, target, twice)), []);
    });

    test("a message about tools is no system prompt", async () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Hi");
      await prepare(conversation, target, ["weather"]);
      await prepare(conversation, target, ["weather", "news"]);
      conversation.pin(conversation.messages.at(-1).id);
      answer(conversation);
      conversation.truncate({ keepRecent: 1 });
      assert.equal(conversation.systemPrompt, null);
      assert.equal(told((await prepare(conversation, target, ["weather", "news"])).body).length, 1);
    });

    test("null, and no tools, are an empty list", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, [], APPEND, { tools: null });
      answer(conversation);
      const { body } = await prepare(conversation, target, ["weather"]);
      assert.deepEqual([body.tools, told(body).length], [undefined, 1]);
    });

    test("a model that no row knows gets the tools as they are given", async () => {
      const conversation = talk(target);
      await prepare(conversation, target, ["weather"], APPEND, { model: "my-deployment" });
      answer(conversation);
      assert.deepEqual(declared(await prepare(conversation, target, ["weather", "news"], APPEND, { model: "my-deployment" })), ["weather", "news"]);
    });
  });
}

test("names that Anthropic refuses are declared, and never told by a message", async () => {
  const conversation = talk("anthropic");
  const { tool } = TARGETS.anthropic;
  await prepare(conversation, "anthropic", [tool("my tool"), "news"]);
  answer(conversation);
  const { body } = await prepare(conversation, "anthropic", ["news"]);
  assert.deepEqual([declared({ body }), TARGETS.anthropic.told(body)], [["news"], []]);
});

test("a change stands behind words of the user from which its answer was left out", async () => {
  const conversation = talk("anthropic");
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  await prepare(conversation, "anthropic", ["weather", "news"]);
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "call_1", name: "weather", arguments: {} }] });
  conversation.addMessage("user", "Stop.");
  const request = await prepare(conversation, "anthropic", ["weather", "news"], { ...APPEND, openCalls: "drop" });
  assert.deepEqual(TARGETS.anthropic.told(request.body), ["tool_addition news"]);
  assert.ok(codes(request).includes("system-moved"));
});

test("a removal goes with the addition that a reduction removed", async () => {
  const conversation = talk("anthropic");
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  await prepare(conversation, "anthropic", ["weather", "news"]);
  answer(conversation);
  await prepare(conversation, "anthropic", ["weather"]);
  answer(conversation);
  conversation.truncate({ keepRecent: 2 });
  const request = await prepare(conversation, "anthropic", ["weather"]);
  assert.deepEqual([declared(request), TARGETS.anthropic.told(request.body), codes(request)], [["weather"], [], ["tools-changed"]]);
});

test("a removal of the host's goes with its addition, where the request does not name the tool", () => {
  const news = { type: "tool_definition", definition: TARGETS.anthropic.tool("news") };
  const change = (type, tool) => ({ role: "system", content: [{ type, tool }] });
  const messages = [
    { role: "user", content: "Hi" },
    change("tool_addition", news),
    { role: "assistant", content: "Hello." },
    { role: "user", content: "And now?" },
    change("tool_removal", { type: "tool_reference", name: "news" }),
    { role: "assistant", content: "Rain." },
    { role: "user", content: "And tomorrow?" },
  ];
  const { told, tool, params } = TARGETS.anthropic;
  const conversation = ConversationManager.from("anthropic", { messages });
  conversation.truncate({ keepRecent: 2 });
  const of = (more) => told(conversation.toRequest("anthropic", { ...params, ...more }).body);
  assert.deepEqual([of({}), of({ tools: [tool("weather")] }), of({ tools: [tool("news")] })], [[], [], ["tool_removal news"]]);
});

test("without a tool left, the choice is none", async () => {
  const conversation = talk("openai-responses");
  await prepare(conversation, "openai-responses", ["weather"]);
  answer(conversation);
  const { body } = await prepare(conversation, "openai-responses", []);
  assert.deepEqual([declared({ body }), body.tool_choice], [["weather"], "none"]);
});

describe("a server of MCP tools", () => {
  const mcp = (more) => ({ type: "mcp", server_label: "s", server_url: "https://mcp.example", ...more });

  test("whose settings change is declared again", async () => {
    const conversation = talk("openai-responses");
    await prepare(conversation, "openai-responses", [mcp({ require_approval: "never" })]);
    answer(conversation);
    const { body } = await prepare(conversation, "openai-responses", [mcp({ require_approval: "always" })]);
    assert.deepEqual([body.tools, body.tool_choice], [[mcp({ require_approval: "always" })], undefined]);
  });

  test("with credentials is never kept", async () => {
    const conversation = talk("openai-responses");
    await prepare(conversation, "openai-responses", ["weather"]);
    answer(conversation);
    const request = await prepare(conversation, "openai-responses", ["weather", mcp({ authorization: "SECRET" })]);
    assert.deepEqual(request.body.tools.length, 2);
    assert.ok(!JSON.stringify([request.repairs, conversation.toJSON()]).includes("SECRET"));
  });
});

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
  assert.deepEqual(repairs.map(({ code }) => code), ["tools-changed"]);
});

test("other targets get the tools as they are given", async () => {
  const conversation = talk("openai-chat");
  const tools = (names) => names.map((name) => ({ type: "function", function: { name, parameters: schema } }));
  await conversation.prepare("openai-chat", { model: "gpt-6-sol", reasoning_effort: "none", tools: tools(["weather"]) }, APPEND);
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-6-sol", reasoning_effort: "none", tools: tools(["weather", "forecast"]) }, APPEND);
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
