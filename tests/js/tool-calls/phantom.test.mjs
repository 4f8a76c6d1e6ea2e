// `stripPhantomCalls`: the calls that it removes from answers of each shape, and everything that it leaves unchanged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { ConversationManager, PHANTOM_TOOL_NAMES, stripPhantomCalls } from "backscroll";
import OpenAI from "openai";
import { objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";
import { SHAPES, anthropic, bedrockBlock, block, called, choice, custom, frozen, item, parts, reasoning, said } from "../../support/formats/answers-with-calls.mjs";

const phantoms = Object.values(PHANTOM_TOOL_NAMES);
const isReal = (name) => !phantoms.includes(name);

test("the names of the tools are fixed", () => {
  assert.deepEqual(PHANTOM_TOOL_NAMES, {
    subagent: "subagent_message", skill: "recall_skill", workflow: "recall_workflow", recall: "recall_memory", goal: "recall_goal",
  });
  assert.throws(() => { PHANTOM_TOOL_NAMES.skill = "weather"; }, TypeError);
});

/** Strips `given`, which is frozen. The answer must equal `expected`, and be the same object when nothing was removed. */
function check(given, expected = given) {
  const before = JSON.stringify(frozen(given));
  const left = stripPhantomCalls(given);
  assert.deepEqual(left, expected);
  assert.equal(left === given, expected === given, "the same object comes back when, and only when, nothing is stripped");
  assert.equal(JSON.stringify(given), before);
  assert.equal(stripPhantomCalls(left), left, "what is stripped has nothing to strip");
}

for (const [shape, answer] of Object.entries(SHAPES)) {
  describe(shape, () => {
    const untouched = [
      ["no call", []],
      ["one real call", ["weather"]],
      ["real calls of like names", ["recall", "recall_skills", "Recall_Skill", "recall_memory_2", "subagent_message ", "default_api:recall_goal"]],
    ];
    for (const [what, names] of untouched) test(`${what} is unchanged`, () => check(answer(names)));

    const stripped = [
      ["a phantom call after a real one goes", ["weather", "recall_skill"]],
      ["a phantom call before a real one goes", ["recall_skill", "weather"]],
      ["a phantom call between real ones goes", ["weather", "recall_memory", "museums", "trains"]],
      ["a phantom call alone goes, and the answer calls nothing", ["subagent_message"]],
      ["the same phantom call twice goes twice", ["recall_goal", "recall_goal"]],
      ["all five go", phantoms],
      ["all five go, and the real calls among them stay in order", phantoms.flatMap((name, index) => [name, `tool_${index}`])],
    ];
    for (const [what, names] of stripped) test(what, () => check(answer(names), answer(names.filter(isReal))));
  });
}

test("items that lead to no call stay the same objects", () => {
  const given = SHAPES["OpenAI Chat Completions, of two choices"](["weather", "recall_skill"]);
  const left = stripPhantomCalls(given);
  assert.equal(left.usage, given.usage);
  assert.notEqual(left.choices[0], given.choices[0]);
  assert.equal(left.choices[0].message.tool_calls[0], given.choices[0].message.tool_calls[0]);
  assert.equal(left.choices[1], given.choices[1]);
});

const chat = (...choices) => ({ choices });
const ending = (reason, names) => chat({ ...choice(names), finish_reason: reason });
const old = (name) => chat({ finish_reason: "function_call", message: { role: "assistant", content: null, function_call: { name, arguments: "{}" } } });

describe("Chat Completions", () => {
  const cases = [
    ["the one call of old goes", old("recall_skill"), chat({ finish_reason: "stop", message: { role: "assistant", content: null } })],
    ["a real call of old stays", old("weather")],
    ["a real call of old beside phantom calls stays, with its reason",
      chat({ finish_reason: "function_call", message: { function_call: { name: "weather" }, tool_calls: [called("recall_skill")] } }),
      chat({ finish_reason: "function_call", message: { function_call: { name: "weather" } } })],
    ["calls of functions and of custom tools are told apart by their names alone",
      chat({ message: { tool_calls: [custom("recall_goal"), called("weather"), custom("sql")] } }),
      chat({ message: { tool_calls: [called("weather"), custom("sql")] } })],
    ["an answer that was cut off still says so", ending("length", ["recall_skill"]), ending("length", [])],
    ["an answer that was filtered still says so", ending("content_filter", ["recall_skill"]), ending("content_filter", [])],
    ["no reason is made up", ending(undefined, ["recall_skill"]), ending(undefined, [])],
    ["an empty list of calls is not ours to mend", chat({ ...choice([]), message: { role: "assistant", tool_calls: [] } })],
    ["a chunk of a stream is left alone", chat({ index: 0, delta: { role: "assistant", tool_calls: [called("recall_skill")] } })],
    ["a flat name wins over the one in `function`, as when it is added",
      { role: "assistant", toolCalls: [{ ...called("recall_skill"), name: "weather" }, { ...called("weather"), name: "recall_skill" }] },
      { role: "assistant", toolCalls: [{ ...called("recall_skill"), name: "weather" }] }],
  ];
  for (const [what, given, expected] of cases) test(what, () => check(given, expected));
});

describe("reasoning of Responses", () => {
  const [r1, r2, r3] = ["rs_1", "rs_2", "rs_3"].map(reasoning);
  const [phantom, real] = [item("recall_skill"), item("weather")];
  const nameless = ({ id, ...rest }) => rest;
  const search = { type: "web_search_call", id: "ws_1", status: "completed" };
  const cases = [
    ["goes with the call that it is bound to", [r1, phantom], []],
    ["goes, all of it that stands right before", [r1, r2, phantom], []],
    ["goes with the first of several phantom calls", [r1, phantom, item("recall_goal")], []],
    ["stays with the real call that it is bound to", [r1, real, phantom], [r1, real]],
    ["stays with the text that it is bound to", [r1, said, phantom], [r1, said]],
    ["that goes takes the ids of the others that came of it", [r1, phantom, real, said], [nameless(real), nameless(said)]],
    ["that goes leaves items alone that cannot be without their id", [r1, phantom, search, real], [search, nameless(real)]],
    ["of its own keeps an item's id", [r1, phantom, r2, real], [r2, real]],
    ["before text stays while that before a phantom call goes", [r1, said, r2, phantom, r3, real], [r1, said, r3, real]],
    ["without a phantom call is left alone", [r1, real, r2, item("museums"), said]],
    ["with nothing after it is left alone", [said, r1]],
  ];
  for (const [what, output, left] of cases) test(what, () => check({ output }, left === undefined ? undefined : { output: left }));
});

describe("thinking", () => {
  const thinking = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
  const redacted = { type: "redacted_thinking", data: "c2ln" };
  const bedrock = { reasoningContent: { reasoningText: { text: "Hm.", signature: "c2ln" } } };
  const text = { type: "text", text: "Let me see." };
  const [phantom, real] = [block("recall_skill"), block("weather")];
  const cases = [
    ["that would stand last goes", [thinking, phantom], []],
    ["that would stand last goes, redacted or not", [text, thinking, redacted, phantom], [text]],
    ["that would stand last goes, of several phantom calls", [thinking, real, thinking, phantom, block("recall_goal")], [thinking, real]],
    ["that would stand last goes, behind Bedrock", [{ text: "Let me see." }, bedrock, bedrockBlock("recall_skill")], [{ text: "Let me see." }]],
    ["before a real call stays", [thinking, phantom, real], [thinking, real]],
    ["before text stays", [thinking, text, phantom], [thinking, text]],
    ["between phantom and real calls stays", [phantom, thinking, redacted, real], [thinking, redacted, real]],
    ["that the answer itself ended with stays", [phantom, text, thinking], [text, thinking]],
    ["that the answer itself ended with is left alone", [text, thinking]],
  ];
  for (const [what, content, left] of cases) {
    const answer = (blocks) => ({ role: "assistant", content: blocks });
    test(what, () => check(answer(content), left === undefined ? undefined : answer(left)));
  }

  const reasons = [
    ["max_tokens", [phantom], "max_tokens"],
    ["pause_turn", [phantom], "pause_turn"],
    ["tool_use", [phantom], "end_turn"],
    ["tool_use", [phantom, real], "tool_use"],
  ];
  for (const [before, content, after] of reasons) {
    test(`the reason ${before} becomes ${after} where ${content.length} calls were`, () => {
      assert.equal(stripPhantomCalls({ ...anthropic([], content), stop_reason: before }).stop_reason, after);
    });
  }
});

describe("the signature of Gemini", () => {
  const unsigned = ({ thoughtSignature, ...part }) => part;
  const signed = (name, thoughtSignature) => ({ ...unsigned(parts([name])[0]), thoughtSignature });
  const bare = (name) => unsigned(parts([name])[0]);
  const text = { text: "Let me see.", thoughtSignature: "dGV4dA==" };
  const cases = [
    ["goes on to the first call that is left",
      [signed("recall_skill", "a"), bare("recall_goal"), text, bare("weather"), bare("museums")], [text, signed("weather", "a"), bare("museums")]],
    ["stays where the first call is a real one", [signed("weather", "a"), bare("recall_skill"), bare("museums")], [signed("weather", "a"), bare("museums")]],
    ["of a call's own is kept", [signed("recall_skill", "a"), signed("weather", "b")], [signed("weather", "b")]],
    ["of a later call is not moved", [bare("weather"), signed("recall_skill", "a"), bare("museums")], [bare("weather"), bare("museums")]],
    ["of the only call goes with it", [text, signed("recall_skill", "a")], [text]],
    ["is not made up", [bare("recall_skill"), bare("weather")], [bare("weather")]],
  ];
  const answer = (given) => ({ candidates: [{ finishReason: "STOP", content: { role: "model", parts: given } }] });
  for (const [what, given, left] of cases) test(what, () => check(answer(given), answer(left)));
});

describe("values that are no answer", () => {
  const message = SHAPES["a message of OpenAI"](["recall_skill"]);
  const values = {
    "null": null, "undefined": undefined, "a number": 5, "a text": JSON.stringify(message), "a function": () => message, "an empty object": {},
    "an empty list": [], "a list of messages": [message], "a list of answers": [chat(choice(["recall_skill"]))], "a request": { model: "m", messages: [message] },
    "a message of the user": { role: "user", content: [block("recall_skill")] }, "a date": new Date(0), "a map": new Map([["choices", []]]),
    "choices that are none": { choices: "recall_skill" }, "choices of another kind": { choices: [null, 5, "x", [], {}, { message: null }, { message: [] }] },
    "candidates of another kind": { candidates: [null, 5, [], {}, { content: null }, { content: {} }, { content: { parts: [null, {}, { functionCall: 5 }] } }] },
    "output of another kind": { output: [null, 5, [], {}, { type: "function_call" }, { type: "message", name: "recall_skill" }] },
    "an output without a message": { output: { message: null } },
    "calls of another kind": { role: "assistant", tool_calls: [null, 5, [], {}, { function: null }, { custom: 5 }, { name: null }] },
    "blocks of another kind": { role: "assistant", content: [null, 5, [], {}, { type: "text", name: "recall_skill" }, { toolUse: 5 }] },
    "an object without a prototype": Object.assign(Object.create(null), { role: "assistant" }),
  };
  for (const [what, value] of Object.entries(values)) test(`${what} is returned as it is`, () => assert.equal(stripPhantomCalls(value), value));
});

describe("a hostile answer", () => {
  const boom = () => { throw new Error("a trap of the host"); };
  const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, boom]));
  const revoked = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };
  const getter = (name, fields = {}) => Object.defineProperty(fields, name, { get: boom, enumerable: true });
  const unreadable = {
    "a proxy": () => new Proxy({}, traps),
    "a revoked proxy": revoked,
    "a proxy of a message": () => chat({ message: new Proxy({}, traps) }),
    "a revoked proxy of a call": () => chat({ message: { tool_calls: [revoked()] } }),
    "a getter of choices": () => getter("choices"),
    "a getter of a name": () => chat({ message: { tool_calls: [{ function: getter("name") }] } }),
    "a getter of a reason": () => chat(getter("finish_reason", { message: { tool_calls: [called("recall_skill")] } })),
    "a getter of parts": () => ({ candidates: [{ content: getter("parts") }] }),
    "a getter of a type": () => ({ output: [getter("type")] }),
    "a getter of an index": () => ({ output: getter("0", [said]) }),
  };
  for (const [what, make] of Object.entries(unreadable)) {
    test(`that holds ${what} is refused`, () => {
      const error = refusal(() => stripPhantomCalls(make()), "invalid-argument");
      assert.match(error.message, /`response` cannot be read/);
      assert.ok(error.cause instanceof Error);
    });
  }

  test("with getters beside its calls keeps them and does not run them", () => {
    const left = stripPhantomCalls(getter("parsed", chat(choice(["recall_skill"]))));
    assert.deepEqual(left.choices, [choice([])]);
    assert.throws(() => left.parsed, /a trap of the host/);
  });

  test("with lists of a custom class is read by index", () => {
    class Liar extends Array {
      static get [Symbol.species]() { return boom; }
      [Symbol.iterator]() { return boom(); }
      map() { return boom(); }
      filter() { return boom(); }
    }
    const given = chat({ message: { role: "assistant", tool_calls: Liar.of(called("recall_skill"), called("weather")) } });
    given.choices = Liar.of(...given.choices);
    assert.deepEqual(stripPhantomCalls(given), chat({ message: { role: "assistant", tool_calls: [called("weather")] } }));
  });

  test("cannot reach a prototype by its keys", () => {
    const given = JSON.parse('{"__proto__":{"polluted":true},"role":"assistant","tool_calls":[{"function":{"name":"recall_skill"}}]}');
    const left = stripPhantomCalls(given);
    assert.equal(Object.getPrototypeOf(left), Object.prototype);
    assert.deepEqual(Object.keys(left), ["__proto__", "role"]);
  });
});

describe("an answer of a client", () => {
  const answered = (body) => ({
    apiKey: "none", maxRetries: 0,
    fetch: async () => new Response(JSON.stringify(body), { headers: { "content-type": "application/json", "x-request-id": "req_1", "request-id": "req_1" } }),
  });
  const messages = [{ role: "user", content: "hi" }];
  const names = ["recall_skill", "weather"];
  const clients = {
    "OpenAI Chat Completions": (body) => new OpenAI(answered(body)).chat.completions.create({ model: "m", messages }),
    "OpenAI Responses": (body) => new OpenAI(answered(body)).responses.create({ model: "m", input: "hi" }),
    "Anthropic": (body) => new Anthropic(answered(body)).messages.create({ model: "m", messages, max_tokens: 1 }),
  };
  for (const [shape, ask] of Object.entries(clients)) {
    test(`${shape} keeps the id of the request, which is not enumerable`, async () => {
      const answer = await ask(SHAPES[shape](names));
      const left = stripPhantomCalls(answer);
      assert.equal(left._request_id, "req_1");
      assert.ok(!Object.keys(left).includes("_request_id"));
      assert.equal(JSON.stringify(left), JSON.stringify({ ...answer, ...SHAPES[shape](["weather"]) }));
    });
  }

  test("of a class keeps its class, and its getters show the remaining calls", () => {
    class GenerateContentResponse {
      get functionCalls() {
        return this.candidates[0].content.parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.name]));
      }
    }
    const answer = Object.assign(new GenerateContentResponse(), SHAPES.Gemini(names));
    const left = stripPhantomCalls(answer);
    assert.ok(left instanceof GenerateContentResponse);
    assert.deepEqual(left.functionCalls, ["weather"]);
    assert.deepEqual(answer.functionCalls, names);
  });
});

describe("the stripped answer can be added to a conversation", () => {
  const params = { "openai-chat": { model: "m" }, anthropic: { model: "claude-sonnet-4-5", max_tokens: 100 } };
  const thinking = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
  const cases = [
    ["openai-chat", "a real call beside a phantom", chat(choice(["recall_skill", "weather"]))],
    ["openai-chat", "text and phantoms", chat(choice(phantoms))],
    ["openai-chat", "nothing but a phantom", chat(choice(["recall_goal"], called, null))],
    ["anthropic", "a real call beside a phantom", anthropic(["recall_skill", "weather"])],
    ["anthropic", "text and phantoms", anthropic(phantoms)],
    ["anthropic", "nothing but a phantom", anthropic(["recall_goal"], [])],
    ["anthropic", "nothing but thinking and a phantom", anthropic(["recall_goal"], [thinking])],
  ];
  for (const [target, what, response] of cases) {
    test(`${target}: ${what}`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Will I need an umbrella in Oslo?");
      const { toolCalls = [] } = conversation.addResponse(target, stripPhantomCalls(response));
      for (const { id } of toolCalls) conversation.addMessage("tool", "Rain from noon.", { toolCallId: id });
      conversation.addMessage("user", "And tomorrow?");
      const { body, repairs } = conversation.toRequest(target, params[target]);
      assert.equal(objection(target, body), null);
      assert.doesNotMatch(JSON.stringify(body), new RegExp(phantoms.join("|")));
      assert.deepEqual(repairs.filter(({ code }) => code === "missing-result-added"), []);
    });
  }
});
