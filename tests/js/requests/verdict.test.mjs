// Verdicts: the headline of each fault, the three verdicts, likely repairs, and params for other providers.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { RULES, carryParams, explain, likelyRepairs, repairParameters, titleOfViolation, verdictOf } from "backscroll/doctor";
import { judged } from "../../support/judges.mjs";
import { readPaste } from "backscroll/read";
import { FAULTS } from "../../support/refusals/faults.mjs";
import { THREADS } from "../../support/refusals/threads.mjs";

const hi = { role: "user", content: "Hi" };
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
const OPEN = { model: "own", messages: [hi, { role: "assistant", content: null, tool_calls: [call] }, hi] };
const THOUGHT = { model: "claude-sonnet-4-5", max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 2_000 }, messages: [hi, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "EqQB" }, { type: "text", text: "x" }] }, hi] };

/** The verdict on a body, or a refusal, or both. */
function judge(target, body, refusal) {
  const violations = body === undefined ? undefined : validate(target, body);
  const explanations = refusal === undefined ? undefined : explain(refusal, { ...(target !== undefined && { target }), ...(violations && { violations }) });
  return verdictOf({ ...(target !== undefined && { target }), ...(violations && { violations }), ...(explanations && { explanations }) });
}

describe("a verdict", () => {
  const check = (name, args, expected) =>
    test(name, () => {
      const verdict = judge(...args);
      for (const [field, value] of Object.entries(expected)) value instanceof RegExp ? assert.match(verdict[field], value) : assert.deepEqual(verdict[field], value, field);
    });

  check("names the fault of a request, its place and its rule", ["openai-chat", OPEN], { kind: "refused", title: "The call `call_1` has no result", path: "messages[1].tool_calls[0].id", rule: "OC2", why: /The repair: .*a result that says so was added/ });
  check("names a parameter by its field", ["openai-chat", { model: "o3-mini", messages: [hi], temperature: 0.2 }], { kind: "refused", title: "o3-mini takes no `temperature` but the default", path: "temperature" });
  check("on a request without a fault promises nothing", ["openai-chat", { model: "own", messages: [hi] }], { kind: "clean", title: /^Breaks none of the \d+ rules of OpenAI Chat that we check$/, why: /no promise/, path: null, rule: null });
  check("on a refusal that the request does not explain says so, with the place that the words name", ["anthropic", THOUGHT, "messages.1.content.0: Invalid `signature` in `thinking` block"], { kind: "unexplained", title: /we cannot see why. Its words point to `messages\[1\]\.content\[0\]`$/, path: "messages[1].content[0]" });
  check("on a refusal that names nothing points nowhere", ["openai-chat", { model: "own", messages: [hi] }, "400 Bad Request"], { kind: "unexplained", title: "The provider refused this, and we cannot see why", path: null });
  check("on a refusal alone is its cause", [undefined, undefined, "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"], { kind: "refused", title: "A call has no result", why: /Paste the request/ });
  check("on a refusal about the account is not red for the request", ["openai-chat", { model: "own", messages: [hi] }, "429 You exceeded your current quota, please check your plan and billing details."], { kind: "unexplained", title: "The refusal is not about the form of the request" });
  check("on words that nobody knows says so", [undefined, undefined, "It is raining."], { kind: "unexplained", title: "These words name no cause that we know" });
  check("on nothing is unchecked", [undefined, undefined, undefined], { kind: "unchecked" });
  check("names the rule of the words, if the request breaks the other side of the same fault", ["openai-chat", { model: "own", messages: [hi, OPEN.messages[1], hi, { role: "tool", tool_call_id: "call_1", content: "x" }] }, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."], { kind: "refused", rule: "OC2", title: "The call `call_1` has no result" });
  check("says that the words are about something else, if they are", ["openai-chat", OPEN, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."], { kind: "refused", rule: "OC2", why: /words that you pasted are about something else/ });

  test("is red for each of sixty bodies with one fault, twenty of them in parameters", () => {
    assert.equal(FAULTS.length, 60);
    assert.deepEqual(FAULTS.filter(({ format, body }) => judge(format, body).kind !== "refused").map(({ fault }) => fault), []);
  });

  for (const [thread, causes, text] of THREADS) {
    test(`on what was pasted in ${thread} is its cause`, () => {
      const { refusal, requests } = readPaste(text);
      assert.deepEqual(requests, []);
      const explanations = explain(refusal ?? text);
      assert.ok(causes.split(",").includes(explanations[0]?.cause), explanations[0]?.cause);
      assert.equal(verdictOf({ explanations }).kind, "refused");
    });
  }

  test("has a headline for each rule: short, without a full stop, and other than `Breaks`", () => {
    for (const { id, remedy } of RULES) {
      const title = titleOfViolation({ rule: id, path: "", message: `Breaks ${id} (call \`c_1\`).`, remedy: "" });
      const isOfParameters = remedy.startsWith("parameters are");
      assert.doesNotMatch(title, /^Breaks|\.$|\{/, id);
      assert.ok(title.length > 0 && title.length <= (isOfParameters ? 110 : 90), `${id}: ${title}`);
    }
  });

  test("of what is no verdict's is an error with a code", () => {
    for (const options of [null, { target: "nobody" }, { violations: "x" }, { explanations: {} }, { other: 1 }]) assert.throws(() => verdictOf(options), { code: "invalid-argument" });
  });
});

describe("likely repairs", () => {
  const check = (name, target, body, words, titles) =>
    test(name, () => {
      const violations = validate(target, body);
      assert.deepEqual(violations, [], "no rule explains the refusal");
      const found = likelyRepairs(body, explain(words, { target, violations }), words);
      assert.deepEqual(found.map(({ title }) => title), titles);
      for (const { edits } of found) {
        const { body: mended } = repairParameters(body, [{ rule: "", path: "", message: "x", repair: edits }]);
        assert.notDeepEqual(mended, body);
        const { body: sent } = sanitize(target, mended);
        assert.equal(judged(target, sent), null);
      }
    });

  check("of reasoning leave it out, or switch it off", "anthropic", THOUGHT, "messages.1.content.0: Invalid `signature` in `thinking` block", ["Leave all earlier reasoning out", "Switch reasoning off for this request"]);
  check("of a field that the words name leave it out", "openai-chat", { model: "own", messages: [hi], top_k: 3 }, "Unsupported parameter: 'top_k' is not supported with this model.", ["Leave `top_k` out"]);
  check("of a place that the words name leave it out, though they put a type into it", "anthropic", { model: "claude-sonnet-4-5", max_tokens: 5, messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }, { type: "text", text: "x" }] }] }, "messages.0.content.0.text.cache_control: Extra inputs are not permitted", ["Leave the cache marker at this place out", "Leave all cache markers out"]);
  const said = (role, content) => ({ role, content });
  const text = (words) => ({ type: "text", text: words });
  const LISTS = "Failed to deserialize the JSON body into the target type: messages[0]: invalid type: sequence, expected a string at line 1 column 60";
  const TURNS = "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...";
  const CALLED = (id) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}" });
  const ANSWERED = (id) => ({ type: "function_call_output", call_id: id, output: "x" });
  check("of lists where the provider takes texts make them texts", "openai-chat", { model: "own", messages: [said("user", [text("Hi"), text("there")])] }, LISTS, ["Make each content one text"]);
  check("of lists with images leave them", "openai-chat", { model: "own", messages: [said("user", [text("Hi"), { type: "image_url", image_url: { url: "https://example.com/a.png" } }])] }, LISTS, []);
  check("of turns that do not alternate join neighbours", "openai-chat", { model: "own", messages: [said("system", "s"), hi, said("user", [text("there")]), said("assistant", "So?"), hi, hi, hi] }, TURNS, ["Join neighbours of one role"]);
  check("of results behind other items move them", "openai-responses", { model: "own", input: [hi, CALLED("call_1"), CALLED("call_2"), hi, ANSWERED("call_2"), ANSWERED("call_1")] }, "No tool output found for tool call call_1", ["Put each result directly behind its call"]);
  check("of results directly behind their calls are none", "openai-responses", { model: "own", input: [hi, CALLED("call_1"), ANSWERED("call_1")] }, "No tool output found for tool call call_1", []);
  check("of an id that is there already leave it out", "openai-responses", { model: "own", input: [hi, { ...CALLED("call_1"), id: "fc_1" }, ANSWERED("call_1"), { ...CALLED("call_2"), id: "fc_2" }, ANSWERED("call_2")] }, "Duplicate item found with id fc_1. Remove duplicate items from your input and try again.", ["Leave this id out", "Leave the ids of items out"]);
  check("of a field of messages leave it out of all of that role", "openai-chat", { model: "own", messages: [hi, { role: "assistant", content: "x", name: "a" }, hi] }, "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'name' is unsupported, did you mean 'role'?)]", ["Leave `name` out of such messages", "Leave `messages[1]` out"]);
  check("of a refusal about the account are none", "openai-chat", { model: "own", messages: [hi] }, "429 You exceeded your current quota.", []);

  test("of turns join all that neighbours say, and nobody else's", () => {
    const messages = [hi, said("user", [text("there")]), hi, said("assistant", "a"), { ...said("assistant", "b"), name: "n" }, { role: "assistant", content: null, tool_calls: [call] }, { role: "tool", tool_call_id: "call_1", content: "x" }];
    const body = { model: "own", messages };
    const [{ edits }] = likelyRepairs(body, explain(TURNS), TURNS);
    const { body: mended } = repairParameters(body, [{ rule: "", path: "", message: "x", repair: edits }]);
    assert.deepEqual(mended.messages, [said("user", [text("Hi"), text("there"), text("Hi")]), ...messages.slice(3)]);
  });

  test("never name the history, the model, or what the body does not have", () => {
    const words = "400 Unsupported parameter: 'messages', 'model' and 'absent' are not supported.";
    assert.deepEqual(likelyRepairs({ model: "own", messages: [hi] }, explain(words), words), []);
  });
});

describe("params for another provider", () => {
  const TOOL = { type: "function", function: { name: "f", description: "d", parameters: { type: "object", properties: { a: { type: "string" } } } } };
  const body = { model: "gpt-4o", messages: [hi], max_completion_tokens: 50, temperature: 0.5, top_p: 0.9, stop: "END", seed: 4, stream: true, tools: [TOOL], tool_choice: "auto", user: "u" };
  const MODELS = { anthropic: { model: "claude-3-5-haiku-latest" }, gemini: { model: "gemini-2.5-flash" }, bedrock: { modelId: "amazon.nova-pro-v1:0" }, mistral: { model: "mistral-large-latest" }, "openai-responses": { model: "gpt-4o" } };

  for (const [to, model] of Object.entries(MODELS)) {
    test(`are written as ${to} takes them, tools included`, () => {
      const { params, left } = carryParams("openai-chat", to, body);
      assert.ok(left.includes("user"), "what has no counterpart is named");
      const { body: made } = ConversationManager.from("openai-chat", body).toRequest(to, { ...params, ...model });
      assert.equal(judged(to, made), null);
      assert.match(JSON.stringify(made), /"f"/);
      assert.match(JSON.stringify(made), /\b50\b/);
      assert.match(JSON.stringify(made), to === "openai-responses" ? /0\.5/ : /END/);
      // Back again, the places are those of the first body.
      const back = carryParams(to, "openai-chat", made).params;
      assert.equal(back.max_completion_tokens, 50);
      assert.equal(back.temperature, 0.5);
    });
  }

  test("lose no field without a word, also one that belongs to another provider's history", () => {
    assert.deepEqual(carryParams("openai-chat", "anthropic", { ...body, system: "s", input: [], contents: [] }).left.sort(), ["contents", "input", "seed", "system", "user"]);
  });

  test("of a format that is none are an error with a code", () => {
    assert.throws(() => carryParams("x", "gemini", body), { code: "invalid-argument" });
    assert.throws(() => carryParams("gemini", "x", body), { code: "invalid-argument" });
    assert.throws(() => carryParams("gemini", "mistral", null), { code: "invalid-argument" });
  });
});
