// The caches of OpenAI since GPT-5.6, which serve up to breakpoints and ends of messages, and the places at which Anthropic looks.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareRequests } from "backscroll/cache";

const LONG = "You are a travel assistant who answers in one sentence. ".repeat(400);
const MARK = { prompt_cache_breakpoint: { mode: "explicit" } };
const EXPLICIT = { prompt_cache_options: { mode: "explicit" } };
const user = (content) => ({ role: "user", content });
const assistant = (content) => ({ role: "assistant", content });
const text = (words, mark = {}) => ({ type: "text", text: words, ...mark });
const call = (id) => ({ role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }] });
const result = (id) => ({ role: "tool", tool_call_id: id, content: "Rain all day. ".repeat(30) });
const chat = (messages, more = {}) => ({ model: "gpt-5.6", messages: [{ role: "system", content: LONG }, ...messages], ...more });
const parted = (stable, changing, messages = [user("Rain?")], more = EXPLICIT) => ({ model: "gpt-5.6", messages: [{ role: "system", content: [text(stable, MARK), text(changing)] }, ...messages], ...more });
const answers = (input, more = {}) => ({ model: "gpt-6.2-sol", instructions: LONG, input: [{ type: "message", role: "user", content: "Rain?" }, ...input], ...more });
const item = (id) => [{ type: "function_call", call_id: id, name: "look", arguments: "{}" }, { type: "function_call_output", call_id: id, output: "Rain all day." }];

/** The first cause, with the shares of the second request that are kept and lost. */
function outcome(target, before, after, options) {
  const { misses, keptTokens, lostTokens, newTokens } = compareRequests(target, before, after, options);
  const all = keptTokens + lostTokens + newTokens;
  return [misses[0]?.cause ?? "nothing", keptTokens > all / 2 ? "kept" : "not kept", lostTokens > all / 2 ? "lost" : "not lost"];
}

describe("OpenAI since GPT-5.6", () => {
  const grown = chat([user("Rain?"), assistant("Yes."), user("And in Rome?")]);
  const many = (count) => Array.from({ length: count }, (_, turn) => [user(`Question ${turn}?`), assistant(`Answer ${turn}.`)]).flat();
  for (const [fact, target, before, after, expected, options] of [
    ["a request that goes on is served", "openai-chat", chat([user("Rain?")]), grown, ["nothing", "kept", "not lost"]],
    ["a request that goes on with calls and results is served", "openai-chat", chat([user("Rain?"), call("a"), result("a")]), chat([user("Rain?"), call("a"), result("a"), call("b"), result("b")]), ["nothing", "kept", "not lost"]],
    ["items of Responses that go on are served", "openai-responses", answers(item("a")), answers([...item("a"), ...item("b")]), ["nothing", "kept", "not lost"]],
    ["a prefill of the first request is behind all boundaries", "openai-chat", chat([user("Rain?"), assistant("It")]), chat([user("Rain?"), assistant("Yes.")]), ["nothing", "kept", "not lost"]],
    ["a changed question is served up to the instructions", "openai-chat", chat([user("Rain?")]), chat([user("Snow?")]), ["message-edited", "kept", "not lost"]],
    ["changed instructions lose all", "openai-chat", chat([user("Rain?")]), { ...chat([user("Rain?")]), messages: [{ role: "system", content: `Be kind. ${LONG}` }, user("Rain?")] }, ["system-changed", "not kept", "lost"]],
    ["more than 20 messages behind, only the instructions are found", "openai-chat", chat([user(LONG), assistant("Yes."), user("So?")]), chat([user(LONG), assistant("Yes."), user("So?"), ...many(30)]), ["breakpoint-too-far", "not kept", "not lost"]],
    ["an explicit breakpoint keeps the words before what changes", "openai-chat", parted(LONG, "It is ten."), parted(LONG, "It is eleven."), ["nothing", "kept", "not lost"]],
    ["in the mode explicit, nothing is cached without a breakpoint", "openai-chat", chat([user("Rain?")], EXPLICIT), chat([user("Rain?"), assistant("Yes."), user("So?")], EXPLICIT), ["breakpoint-missing", "not kept", "lost"]],
    ["in the mode explicit, the second request needs one, too", "openai-chat", parted(LONG, "It is ten."), { ...parted(LONG, "It is ten."), messages: [{ role: "system", content: [text(LONG), text("It is ten.")] }, user("Rain?")] }, ["breakpoint-missing", "not kept", "lost"]],
    ["in the mode explicit, one elsewhere finds nothing", "openai-chat", parted(LONG, "It is ten."), { ...parted(LONG, "It is ten."), messages: [{ role: "system", content: [text(LONG), text("It is ten.")] }, user([text("Rain?", MARK)])] }, ["breakpoint-too-far", "not kept", "lost"]],
    ["half an hour is guaranteed", "openai-chat", chat([user("Rain?")]), grown, ["lifetime-passed", "not kept", "lost"], { elapsedMs: 31 * 60_000 }],
    ["less is kept", "openai-chat", chat([user("Rain?")]), grown, ["nothing", "kept", "not lost"], { elapsedMs: 29 * 60_000 }],
    ["12 hours, where the request asks for them", "openai-chat", chat([user("Rain?")], { prompt_cache_options: { ttl: "12h" } }), { ...grown, prompt_cache_options: { ttl: "12h" } }, ["nothing", "kept", "not lost"], { elapsedMs: 11 * 3_600_000 }],
    ["a change of `parallel_tool_calls` loses all", "openai-chat", chat([user("Rain?")]), { ...grown, parallel_tool_calls: false }, ["parameter-changed", "not kept", "lost"]],
    ["earlier models ignore breakpoints", "openai-chat", { ...parted(LONG, "It is ten."), model: "gpt-5.5" }, { ...parted(LONG, "It is eleven."), model: "gpt-5.5" }, ["system-changed", "kept", "not lost"]],
    ["prompts below 1,024 tokens are not cached", "openai-chat", { model: "gpt-5.6", messages: [user("Rain?")] }, { model: "gpt-5.6", messages: [user("Rain?"), assistant("Yes."), user("So?")] }, ["below-minimum", "not kept", "not lost"]],
  ]) {
    test(fact, () => assert.deepEqual(outcome(target, before, after, options), expected));
  }
});

describe("Anthropic counts consecutive calls, and consecutive results, as one place", () => {
  const EPHEMERAL = { cache_control: { type: "ephemeral" } };
  const calls = (count) => Array.from({ length: count }, (_, index) => ({ type: "tool_use", id: `toolu_${index}`, name: "look", input: {} }));
  const results = (count) => Array.from({ length: count }, (_, index) => ({ type: "tool_result", tool_use_id: `toolu_${index}`, content: "Rain." }));
  const marked = (blocks) => [...blocks.slice(0, -1), { ...blocks.at(-1), ...EPHEMERAL }];
  const body = (...messages) => ({ model: "claude-sonnet-4-5", max_tokens: 9, tools: [{ name: "look", input_schema: { type: "object" } }], system: LONG, messages });
  const before = body(user([{ type: "text", text: "Look everywhere.", ...EPHEMERAL }]));
  const open = user([{ type: "text", text: "Look everywhere." }]);
  for (const [fact, after, expected] of [
    ["30 calls and their results stay within reach", body(open, assistant(calls(30)), user(marked(results(30)))), "nothing"],
    ["30 texts do not", body(open, assistant(Array.from({ length: 30 }, (_, index) => text(`Line ${index}.`))), user([{ type: "text", text: "So?", ...EPHEMERAL }])), "breakpoint-too-far"],
  ]) {
    test(fact, () => assert.equal(outcome("anthropic", before, after)[0], expected));
  }
});

describe("the least size of a cached prompt", () => {
  // Two thousand characters are about 500 tokens.
  const words = (tokens) => "rain ".repeat(Math.ceil((tokens * 4) / 5));
  const claude = (model, tokens) => ({ model, max_tokens: 9, system: [{ type: "text", text: words(tokens), cache_control: { type: "ephemeral" } }], messages: [{ role: "user", content: "Rain?" }] });
  for (const [model, least] of [
    ["claude-opus-5-5", 512], ["claude-opus-5", 512], ["claude-fable-5-1", 512], ["claude-mythos-5", 512], ["anthropic/claude-opus-5.5", 512],
    ["claude-opus-4-8", 1_024], ["claude-sonnet-5", 1_024], ["claude-sonnet-4-6", 1_024], ["claude-sonnet-4-5-20250929", 1_024], ["claude-opus-4-1", 1_024], ["claude-opus-4-20250514", 1_024],
    ["claude-opus-4-7", 2_048], ["claude-mythos-preview", 2_048], ["claude-3-5-haiku-20241022", 2_048],
    ["claude-opus-4-6", 4_096], ["claude-opus-4-5-20251101", 4_096], ["claude-haiku-4-5", 4_096], ["anthropic/claude-opus-4.6", 4_096],
    ["claude-sonnet-5-5", null], ["claude-haiku-5-5", null],
  ]) {
    test(`${model}: ${least ?? "not published"}`, () => {
      const isBelow = (tokens) => compareRequests("anthropic", claude(model, tokens), claude(model, tokens)).misses.some(({ cause }) => cause === "below-minimum");
      assert.deepEqual(least === null ? [isBelow(20)] : [isBelow(least - 30), isBelow(least + 30)], least === null ? [false] : [true, false]);
    });
  }
});
