// `compareRequests`: the cause of a cache miss, its place, and what it costs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareRequests } from "backscroll/cache";

const EPHEMERAL = { type: "ephemeral" };
/** More tokens than any model needs for its cache. */
const LONG = "You are a travel assistant who answers in one sentence. ".repeat(400);
const schema = (...names) => ({ type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) });
const copy = (value) => JSON.parse(JSON.stringify(value));

const tools = ["look", "find", "book"].map((name) => ({ name, input_schema: schema("city", "day") }));
const claude = {
  model: "claude-opus-4-8",
  max_tokens: 100,
  tools,
  system: [{ type: "text", text: LONG, cache_control: EPHEMERAL }],
  messages: [
    { role: "user", content: "Will it rain in Oslo?" },
    { role: "assistant", content: [{ type: "thinking", thinking: "I look.", signature: "c2ln" }, { type: "tool_use", id: "toolu_1", name: "look", input: { city: "Oslo", day: "today" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Rain all day, 7 degrees, wind from the west. ".repeat(20), cache_control: EPHEMERAL }] },
  ],
};
const chat = {
  model: "gpt-5",
  tools: ["look", "find"].map((name) => ({ type: "function", function: { name, parameters: schema("city") } })),
  messages: [{ role: "system", content: LONG }, { role: "user", content: "Will it rain?" }, { role: "assistant", content: "Where?" }, { role: "user", content: "In Oslo." }],
};
const call = (id) => ({ role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }] });
const result = (id) => ({ role: "tool", tool_call_id: id, content: "Rain all day, 7 degrees, wind from the west. " });
/** Two rounds of calls. */
const worked = { ...chat, messages: [...chat.messages.slice(0, 2), call("a"), result("a"), call("b"), result("b"), call("c"), result("c")] };
const responses = { model: "gpt-5", instructions: LONG, input: [{ type: "message", role: "user", content: "Will it rain?" }, { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "abc" }, { type: "message", role: "assistant", content: "Where?" }, { type: "message", role: "user", content: "In Oslo." }] };
const gemini = { model: "gemini-2.5-pro", systemInstruction: { parts: [{ text: LONG }] }, tools: [{ functionDeclarations: [{ name: "look" }, { name: "find" }] }], contents: [{ role: "user", parts: [{ text: "Rain?" }] }, { role: "model", parts: [{ text: "Yes." }] }, { role: "user", parts: [{ text: "And in Rome?" }] }] };
const bedrock = {
  modelId: "eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
  system: [{ text: LONG }, { cachePoint: { type: "default" } }],
  messages: [{ role: "user", content: [{ text: "Rain?" }] }, { role: "assistant", content: [{ text: "Yes." }] }, { role: "user", content: [{ text: "And in Rome?" }, { cachePoint: { type: "default" } }] }],
};

/** Returns the first cause, as one text. */
const first = (target, before, after, options) => {
  const [miss] = compareRequests(target, before, after, options).misses;
  return miss === undefined ? "nothing is lost" : `${miss.cause} at ${miss.path}${miss.pathIn === "before" ? " of the first" : ""}`;
};
/** Returns a changed copy. */
const but = (body, change) => {
  const changed = copy(body);
  return change(changed) ?? changed;
};
/** Goes on with an answer and a question, with a breakpoint at its end. */
const onward = (body) => but(body, ({ messages }) => void messages.push({ role: "assistant", content: "Yes." }, { role: "user", content: [{ type: "text", text: "And in Rome?", cache_control: EPHEMERAL }] }));

describe("each cause is found, with its place", () => {
  for (const [fact, target, before, after, expected, options] of [
    ["a request that goes on loses nothing", "anthropic", claude, onward(claude), "nothing is lost"],
    ["a request that goes on loses nothing at OpenAI", "openai-chat", chat, but(chat, ({ messages }) => void messages.push({ role: "assistant", content: "Yes." })), "nothing is lost"],
    ["a breakpoint that turns a string into a list changes no prompt", "anthropic", claude, but(onward(claude), ({ messages }) => void (messages[0].content = [{ type: "text", text: messages[0].content, cache_control: EPHEMERAL }])), "nothing is lost"],
    ["the order of keys that a provider reads by name changes no prompt", "anthropic", claude, but(claude, (body) => void (body.messages[0] = { content: body.messages[0].content, role: "user" })), "nothing is lost"],
    ["a change behind the last breakpoint loses nothing", "anthropic", but(claude, ({ messages }) => void delete messages[2].content[0].cache_control), but(claude, ({ messages }) => void (messages[1].content[1].input.city = "Rome")), "nothing is lost"],
    ["another system prompt", "anthropic", claude, but(claude, ({ system }) => void (system[0].text = `Be brief. ${LONG}`)), "system-changed at system[0].text"],
    ["another system prompt in the messages", "openai-chat", chat, but(chat, ({ messages }) => void (messages[0].content += "Be brief.")), "system-changed at messages[0].content"],
    ["other instructions", "openai-responses", responses, { ...responses, instructions: `${LONG}Be brief.` }, "system-changed at instructions"],
    ["a system prompt that is gone", "gemini", gemini, but(gemini, (body) => void delete body.systemInstruction), "system-changed at systemInstruction of the first"],
    ["a new tool", "anthropic", claude, but(claude, ({ tools: list }) => void list.push({ name: "pay", input_schema: schema() })), "tools-added at tools[3]"],
    ["a tool that is gone", "anthropic", claude, but(claude, ({ tools: list }) => void list.splice(1, 1)), "tools-removed at tools[1] of the first"],
    ["tools in another order", "openai-chat", chat, but(chat, ({ tools: list }) => void list.reverse()), "tools-reordered at tools[0]"],
    ["functions of Gemini in another order", "gemini", gemini, but(gemini, (body) => void body.tools[0].functionDeclarations.reverse()), "tools-reordered at tools[0].functionDeclarations[0]"],
    ["a tool that is declared otherwise", "anthropic", claude, but(claude, ({ tools: list }) => void (list[2].description = "Books.")), "tool-changed at tools[2].description"],
    ["a schema with its keys in another order", "anthropic", claude, but(claude, ({ tools: list }) => void (list[1].input_schema.properties = schema("day", "city").properties)), "key-order-changed at tools[1].input_schema.properties"],
    ["arguments with their keys in another order", "anthropic", claude, but(claude, ({ messages }) => void (messages[1].content[1].input = { day: "today", city: "Oslo" })), "key-order-changed at messages[1].content[1].input"],
    ["a thinking budget at Anthropic", "anthropic", claude, { ...claude, thinking: { type: "enabled", budget_tokens: 2_000 } }, "parameter-changed at thinking"],
    ["a forced tool at Anthropic", "anthropic", claude, { ...claude, tool_choice: { type: "any" } }, "parameter-changed at tool_choice"],
    ["an effort at Anthropic", "anthropic", claude, { ...claude, output_config: { effort: "low" } }, "parameter-changed at output_config.effort"],
    ["an effort at OpenAI", "openai-chat", chat, { ...chat, reasoning_effort: "high" }, "parameter-changed at reasoning_effort"],
    ["a text format at Responses", "openai-responses", responses, { ...responses, text: { format: { type: "json_object" } } }, "parameter-changed at text.format"],
    ["a parameter that no cache depends on", "openai-chat", chat, { ...chat, temperature: 0.2, max_completion_tokens: 9 }, "nothing is lost"],
    ["an edited message", "openai-chat", chat, but(chat, ({ messages }) => void (messages[1].content = "Will it snow?")), "message-edited at messages[1].content"],
    ["a new message between others", "openai-chat", chat, but(chat, ({ messages }) => void messages.splice(2, 0, { role: "user", content: "Tell me." })), "message-inserted at messages[2]"],
    ["a message that is gone", "openai-chat", chat, but(chat, ({ messages }) => void messages.splice(1, 1)), "message-removed at messages[1] of the first"],
    ["messages that became a summary", "openai-chat", chat, but(chat, ({ messages }) => void messages.splice(1, 2, { role: "user", content: "Summary." })), "message-removed at messages[1] of the first"],
    ["messages that a reduction removed, with a note in the message before", "anthropic", onward(onward(claude)), but(onward(onward(claude)), ({ messages }) => { messages.splice(3, 3); messages[2].content.push({ type: "text", text: "3 messages were left out." }); }), "message-removed at messages[2].content[1]"],
    ["messages that a reduction removed, with a note in the first message, and a shorter result behind", "openai-chat", worked, but(worked, ({ messages }) => { messages.splice(2, 2); messages[1].content = [{ type: "text", text: messages[1].content }, { type: "text", text: "2 messages were left out." }]; messages[3].content = "Rain…"; }), "message-removed at messages[1].content[1]"],
    ["a shortened result", "anthropic", claude, but(onward(claude), ({ messages }) => void (messages[2].content[0].content = `${"Rain all day, 7 degrees, wind from the west. ".repeat(2)}…`)), "result-shortened at messages[2].content[0].content"],
    ["a cleared result", "anthropic", claude, but(onward(claude), ({ messages }) => void (messages[2].content[0].content = "[cleared]")), "result-cleared at messages[2].content[0].content"],
    ["thinking that is left out", "anthropic", claude, but(onward(claude), ({ messages }) => void messages[1].content.shift()), "reasoning-left-out at messages[1]"],
    ["an item of reasoning that is left out", "openai-responses", responses, but(responses, ({ input }) => void input.splice(1, 1)), "reasoning-left-out at input[1] of the first"],
    ["the first image at Anthropic", "anthropic", claude, but(onward(claude), ({ messages }) => void messages.at(-1).content.push({ type: "image", source: { type: "url", url: "https://example.com/a.png" } })), "images-changed at messages[4]"],
    ["no breakpoint in either request", "bedrock", but(bedrock, (body) => void (body.system.pop(), body.messages[2].content.pop())), but(bedrock, (body) => void (body.system.pop(), body.messages[2].content.pop())), "breakpoint-missing at messages[2].content[0] of the first"],
    ["no breakpoint in the second request", "anthropic", claude, but(claude, (body) => void (delete body.system[0].cache_control, delete body.messages[2].content[0].cache_control)), "breakpoint-missing at messages[2].content[0] of the first"],
    ["a breakpoint that moved back", "bedrock", bedrock, but(bedrock, ({ messages }) => void messages[2].content.pop()), "breakpoint-moved at system[0]"],
    ["a breakpoint of the whole request stands at its end", "anthropic", { ...claude, cache_control: EPHEMERAL }, { ...onward(claude), cache_control: EPHEMERAL }, "nothing is lost"],
    ["a breakpoint 20 blocks behind the last one", "anthropic", claude, but(onward(claude), ({ messages }) => { delete messages[2].content[0].cache_control; messages.at(-1).content.unshift(...Array.from({ length: 18 }, (_, index) => ({ type: "text", text: `Part ${index}.` }))); }), "breakpoint-too-far at messages[4].content[18]"],
    ["a breakpoint 19 blocks behind the last one", "anthropic", claude, but(onward(claude), ({ messages }) => { delete messages[2].content[0].cache_control; messages.at(-1).content.unshift(...Array.from({ length: 17 }, (_, index) => ({ type: "text", text: `Part ${index}.` }))); }), "nothing is lost"],
    ["a last message with one more part goes on", "gemini", gemini, but(gemini, ({ contents }) => void contents.at(-1).parts.push({ text: "And in Rome?" })), "nothing is lost"],
    ["a last message with one more part before others is changed", "gemini", gemini, but(gemini, ({ contents }) => void contents.at(-1).parts.unshift({ text: "So?" })), "message-edited at contents[2].parts[0].text"],
    ["citations that are switched on", "anthropic", claude, but(claude, ({ messages }) => void messages.push({ role: "assistant", content: "Yes." }, { role: "user", content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: "Oslo." }, citations: { enabled: true } }] })), "parameter-changed at messages[4]"],
    ["a prompt below the minimum of the model", "anthropic", { ...claude, system: undefined }, { ...claude, system: undefined }, "below-minimum at "],
    ["five minutes that passed", "anthropic", claude, onward(claude), "lifetime-passed at ", { elapsedMs: 300_001 }],
    ["five minutes that have not passed", "anthropic", claude, onward(claude), "nothing is lost", { elapsedMs: 300_000 }],
    ["an hour in memory that passed", "openai-chat", { ...chat, prompt_cache_retention: "in_memory" }, chat, "lifetime-passed at ", { elapsedMs: 3_600_001 }],
    ["a lifetime that the provider does not publish", "gemini", gemini, gemini, "nothing is lost", { elapsedMs: 1e9 }],
    ["a lifetime of the caller", "gemini", gemini, gemini, "lifetime-passed at ", { elapsedMs: 1_001, lifetimeMs: 1_000 }],
    ["another model", "openai-chat", chat, { ...chat, model: "gpt-5-mini" }, "model-changed at model"],
    ["another model at Bedrock", "bedrock", bedrock, { ...bedrock, modelId: "eu.anthropic.claude-opus-4-8" }, "model-changed at modelId"],
    ["another account", "openai-chat", chat, chat, "account-changed at ", { before: { account: "a" }, after: { account: "b" } }],
    ["another endpoint", "mistral", chat, chat, "endpoint-changed at ", { before: { endpoint: "eu" }, after: { endpoint: "us" } }],
    ["a label of one request alone says nothing", "mistral", chat, chat, "nothing is lost", { before: { endpoint: "eu" } }],
  ]) {
    test(fact, () => assert.equal(first(target, before, after, options), expected));
  }
});

describe("a time or a random value in the prefix is named", () => {
  for (const [kind, before, after, shown = before] of [
    ["date", "Today is 2026-11-29.", "Today is 2026-11-30.", "2026-11-29"],
    ["date", "It is 2026-11-29T23:59:58Z.", "It is 2026-11-30T00:00:01Z.", "2026-11-29T23:59:58Z"],
    ["date", "Today is Sunday, November 29, 2026.", "Today is Monday, November 30, 2026.", "Sunday, November 29, 2026"],
    ["date", "Today is 29 November 2026.", "Today is 30 November 2026.", "29 November 2026"],
    ["time", "The clock says 9:59.", "The clock says 10:00.", "9:59"],
    ["epoch", "Started at 1764500000.", "Started at 1764500099.", "1764500000"],
    ["epoch", "Started at 1764500000123.", "Started at 1764500099456.", "1764500000123"],
    ["uuid", "Session 0b0e7c1a-9f27-4d0e-8a55-2d6c6c9a8c11.", "Session 7d9f3a62-1c1b-4f6e-9b0a-5e8d7f6c5b4a.", "0b0e7c1a-9f27-4d0e-8a55-2d6c6c9a8c11"],
    ["random", "Trace 4f3e2d1c0b9a8877.", "Trace 90ab12cd34ef5566.", "4f3e2d1c0b9a8877"],
    ["random", "Run run_8sJ2kLm4Qx7Zt1Vb.", "Run run_1aB9cD3eF5gH7iJ2.", "run_8sJ2kLm4Qx7Zt1Vb"],
  ]) {
    test(`${kind}: ${shown}`, () => {
      const [one, other] = [before, after].map((text) => but(chat, ({ messages }) => void (messages[0].content = `${LONG}${text} Be brief.`)));
      const [{ cause, path, value }] = compareRequests("openai-chat", one, other).misses;
      assert.deepEqual([cause, path, value.kind, value.before], ["changing-value", "messages[0].content", kind, shown]);
    });
  }

  for (const [fact, before, after] of [
    ["other words", "Be brief.", "Be kind."],
    ["another small number", "Give 3 reasons.", "Give 5 reasons."],
    ["words beside a date that stays", "On 2026-11-29 be brief.", "On 2026-11-29 be kind."],
  ]) {
    test(`${fact} are an ordinary change`, () => {
      const [one, other] = [before, after].map((text) => but(chat, ({ messages }) => void (messages[0].content = `${LONG}${text}`)));
      assert.equal(first("openai-chat", one, other), "system-changed at messages[0].content");
    });
  }

  test("the ids of calls that a program makes again", () => {
    const after = but(onward(claude), ({ messages }) => void (messages[1].content[1].id = messages[2].content[0].tool_use_id = "toolu_2"));
    const [{ cause, path, value }] = compareRequests("anthropic", claude, after).misses;
    assert.deepEqual([cause, path, value], ["changing-value", "messages[1].content[1].id", { kind: "call-id", before: "toolu_1", after: "toolu_2" }]);
  });
});

describe("tokens and dollars", () => {
  test("kept, lost and new tokens are all tokens of the second request", () => {
    const after = but(onward(claude), ({ messages }) => void (messages[0].content = "Will it snow in Oslo?"));
    const { keptTokens, lostTokens, newTokens } = compareRequests("anthropic", claude, after);
    const all = compareRequests("anthropic", after, after);
    assert.equal(keptTokens + lostTokens + newTokens, all.keptTokens + all.newTokens);
    // The system prompt has its own breakpoint.
    assert.ok(keptTokens > LONG.length / 4 && lostTokens > 100 && newTokens < 30, `${keptTokens} ${lostTokens} ${newTokens}`);
  });

  test("a cache of beginnings serves an entry up to its first difference", () => {
    const after = but(chat, ({ messages }) => void (messages[0].content += "Be brief."));
    const { keptTokens, lostTokens } = compareRequests("openai-chat", chat, after);
    assert.ok(keptTokens >= LONG.length / 4 && lostTokens < 20, `${keptTokens} ${lostTokens}`);
  });

  test("a request that goes on keeps all tokens of the first one", () => {
    const { keptTokens, lostTokens, newTokens, lostUsd } = compareRequests("anthropic", claude, onward(claude));
    assert.equal(keptTokens, compareRequests("anthropic", claude, claude).keptTokens);
    assert.deepEqual([lostTokens, newTokens > 0, lostUsd], [0, true, 0]);
  });

  test("an estimator counts in place of characters", () => {
    const after = but(chat, ({ messages }) => void (messages[0].content = `Be brief. ${LONG}`));
    const { lostTokens } = compareRequests("openai-chat", chat, after, { estimator: (text) => text.split(" ").length });
    assert.ok(Math.abs(lostTokens - LONG.split(" ").length) < 30, `${lostTokens}`);
  });

  test("the bytes of a picture count as about a thousand tokens", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".repeat(10_000) } };
    const { newTokens } = compareRequests("anthropic", claude, but(claude, ({ messages }) => void messages[2].content.push(image)));
    assert.ok(newTokens < 1_100, `${newTokens}`);
  });

  test("the bytes of a picture at Bedrock do, too, and are compared", () => {
    const image = (...bytes) => ({ image: { format: "png", source: { bytes: new Uint8Array(100_000).map((_, index) => bytes[index] ?? 7) } } });
    const seen = (picture) => ({ ...bedrock, messages: [{ role: "user", content: [picture, { cachePoint: { type: "default" } }] }] });
    const { newTokens, misses } = compareRequests("bedrock", seen(image(1)), seen(image(2)));
    assert.deepEqual([misses[0].cause, misses[0].path], ["message-edited", "messages[0].content[0].image.source.bytes"]);
    assert.equal(compareRequests("bedrock", seen(image(1)), seen(image(1))).isLost, false);
    assert.ok(newTokens < 1_100, `${newTokens}`);
  });

  test("the lost tokens have the price of writing less that of reading; a price of the caller overrides the list", () => {
    const prices = [{ model: "gpt-5", input: 2, cachedInput: 1, output: 8 }];
    const after = { ...chat, reasoning_effort: "high" };
    const { lostTokens, lostUsd } = compareRequests("openai-chat", chat, after, { prices });
    assert.ok(Math.abs(lostUsd - lostTokens / 1_000_000) < 1e-12);
    assert.ok(compareRequests("openai-chat", chat, after).lostUsd > 0, "by the list price");
    assert.equal(compareRequests("openai-chat", { ...chat, model: "mine" }, { ...after, model: "mine" }).lostUsd, null);
  });
});

describe("the provider's own answer", () => {
  const after = but(claude, ({ system }) => void (system[0].text = "Be brief."));
  for (const [fact, reason, agrees] of [
    ["names the same cause", "system", true],
    ["names another cause", "tools", false],
    ["could not compare", "unavailable", null],
    ["does not know the first response", "not-found", null],
  ]) {
    test(`${fact}`, () => {
      const notice = { kind: "cache-missed", reason, said: reason, tokens: 7 };
      assert.deepEqual(compareRequests("anthropic", claude, after, { notice }).provider, { agrees, reason, tokens: 7 });
    });
  }

  test("other notices are ignored", () => {
    assert.equal("provider" in compareRequests("anthropic", claude, after, { notice: { kind: "unfinished", token: "t" } }), false);
  });

  test("OpenAI counts instructions as input", () => {
    const notice = { kind: "cache-missed", reason: "messages", said: "input_changed" };
    assert.equal(compareRequests("openai-responses", responses, { ...responses, instructions: "Be brief." }, { notice }).provider.agrees, true);
  });
});

describe("arguments", () => {
  for (const [fact, call, said] of [
    ["an unknown target", () => compareRequests("openai", chat, chat), /`target` must be one of "openai-chat"/],
    ["messages in place of a body", () => compareRequests("openai-chat", chat.messages, chat), /`before` must be the body of a request; given was an array/],
    ["a missing body", () => compareRequests("openai-chat", chat), /`after` must be the body of a request; given was undefined/],
    ["a body that is no JSON", () => compareRequests("openai-chat", chat, Object.assign({}, chat, { self: [1n] })), /`after` cannot be read: .*BigInt/],
    ["an unknown option", () => compareRequests("openai-chat", chat, chat, { price: 3 }), /`options` has no field "price"/],
    ["a negative time", () => compareRequests("openai-chat", chat, chat, { elapsedMs: -1 }), /`options\.elapsedMs` must be a whole number/],
    ["an unknown label", () => compareRequests("openai-chat", chat, chat, { before: { key: "k" } }), /`options\.before` has no field "key"/],
    ["a notice that is none", () => compareRequests("openai-chat", chat, chat, { notice: "cache" }), /`options\.notice` must be a notice/],
  ]) {
    test(`${fact} is refused`, () => assert.throws(call, (error) => error.code === "invalid-argument" && said.test(error.message)));
  }

  test("neither body is changed", () => {
    const [one, other] = [copy(claude), copy(onward(claude))];
    compareRequests("anthropic", one, other);
    assert.deepEqual([one, other], [claude, onward(claude)]);
  });

  test("each cause has its remedy, in one sentence", () => {
    const { misses } = compareRequests("anthropic", claude, but({ ...claude, model: "x" }, ({ tools: list }) => void list.pop()));
    assert.deepEqual(misses.map(({ cause }) => cause), ["model-changed", "tools-removed"]);
    for (const { remedy } of misses) assert.match(remedy, /^[A-Z][^.]+\.$/);
  });
});
