// Tools that are given in one provider's form reach the other providers in theirs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { TARGETS, objection } from "../support/judges.mjs";

const schema = { type: "object", properties: { city: { type: "string" }, days: { type: ["integer", "null"] } }, required: ["city"], additionalProperties: false };
const empty = { type: "object", properties: {} };
const [name, description] = ["weather", "The weather of a city."];

/** Params with the tool in each form, and with a second that has no arguments. */
const DECLARED = {
  "openai-chat": { tools: [{ type: "function", function: { name, description, parameters: schema } }, { type: "function", function: { name: "now", parameters: empty } }] },
  "openai-responses": { tools: [{ type: "function", name, description, parameters: schema, strict: false }, { type: "function", name: "now", parameters: empty, strict: false }] },
  anthropic: { tools: [{ name, description, input_schema: schema }, { name: "now", input_schema: empty }] },
  gemini: { tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: schema }, { name: "now", parametersJsonSchema: empty }] }] },
  bedrock: { toolConfig: { tools: [{ toolSpec: { name, description, inputSchema: { json: schema } } }, { toolSpec: { name: "now", inputSchema: { json: empty } } }] } },
  mistral: { tools: [{ type: "function", function: { name, description, parameters: schema } }, { type: "function", function: { name: "now", parameters: empty } }] },
};

const named = { type: "function", function: { name } };
const calling = (mode, ...names) => ({ toolConfig: { functionCallingConfig: { mode, ...(names.length > 0 && { allowedFunctionNames: names }) } } });

/** The choice of tools in each form. */
const CHOICES = {
  auto: { "openai-chat": { tool_choice: "auto" }, "openai-responses": { tool_choice: "auto" }, anthropic: { tool_choice: { type: "auto" } }, gemini: calling("AUTO"), bedrock: { toolConfig: { toolChoice: { auto: {} } } }, mistral: { tool_choice: "auto" } },
  any: { "openai-chat": { tool_choice: "required" }, "openai-responses": { tool_choice: "required" }, anthropic: { tool_choice: { type: "any" } }, gemini: calling("ANY"), bedrock: { toolConfig: { toolChoice: { any: {} } } }, mistral: { tool_choice: "any" } },
  none: { "openai-chat": { tool_choice: "none" }, "openai-responses": { tool_choice: "none" }, anthropic: { tool_choice: { type: "none" } }, gemini: calling("NONE"), bedrock: null, mistral: { tool_choice: "none" } },
  one: { "openai-chat": { tool_choice: named }, "openai-responses": { tool_choice: { type: "function", name } }, anthropic: { tool_choice: { type: "tool", name } }, gemini: calling("ANY", name), bedrock: { toolConfig: { toolChoice: { tool: { name } } } }, mistral: { tool_choice: named } },
};

/** Params of one form, with its tools and a choice in one object. */
const paramsIn = (form, choice) => {
  const tools = DECLARED[form];
  return form === "bedrock" ? { toolConfig: { ...tools.toolConfig, ...choice.toolConfig } } : { ...tools, ...choice };
};

function conversation() {
  const asked = new ConversationManager();
  asked.addMessage("user", "Will it rain in Oslo?");
  return asked;
}

/** Fields that every request of the target needs. */
const NEEDED = { "openai-chat": { model: "gpt-5" }, "openai-responses": { model: "gpt-5" }, anthropic: { model: "claude-sonnet-5", max_tokens: 1024 }, gemini: {}, bedrock: { modelId: "anthropic.claude-sonnet-5" }, mistral: { model: "mistral-large-latest" } };

/** Returns the params that are sent, and the repairs. */
function sent(target, params, options) {
  const { body, repairs } = conversation().toRequest(target, { ...NEEDED[target], ...params }, options);
  assert.equal(objection(target, body), null, JSON.stringify(body));
  const { tools, tool_choice, toolConfig, parallel_tool_calls, toolChoice, parallelToolCalls } = body;
  const given = { tools, tool_choice, toolConfig, parallel_tool_calls, toolChoice, parallelToolCalls };
  return { sent: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), repairs: repairs.map(({ code, detail }) => `${code}: ${detail.replace("the tools were given in another provider's form: ", "")}`) };
}

/** True for two forms that declare tools in one way: such a list is sent as it is. */
const isShared = (one, other) => [one, other].every((form) => form === "openai-chat" || form === "mistral");

for (const form of TARGETS) {
  describe(`tools in the form of ${form}`, () => {
    for (const target of TARGETS) {
      test(`are sent to ${target} in its form`, () => assert.deepEqual(sent(target, DECLARED[form]), { sent: DECLARED[target], repairs: [] }));

      for (const [kind, choices] of Object.entries(CHOICES)) {
        if (choices[form] === null) continue;
        test(`are sent to ${target} in its form, with the choice of ${kind}`, () => {
          const given = paramsIn(form, choices[form]);
          const { sent: made, repairs } = sent(target, given);
          if (choices[target] === null) {
            assert.deepEqual([made, repairs], [DECLARED[target], ["field-dropped: the choice of no tool has no counterpart, and was left out"]]);
            return;
          }
          // Mistral reads OpenAI's word as well as its own.
          const isOwn = kind === "any" && form.startsWith("openai-") && target === "mistral";
          assert.deepEqual([made, repairs], [paramsIn(target, choices[isOwn ? form : target]), []]);
        });
      }
    }
  });
}

test("a whole loop in one form: the same params, whichever provider is asked", async () => {
  const { tools } = DECLARED["openai-chat"];
  for (const target of TARGETS) {
    const asked = conversation();
    asked.addMessage("assistant", null, { toolCalls: [{ id: "call_00001", name, arguments: { city: "Oslo" } }] });
    await asked.runTools({ weather: () => "Rain." });
    const { body, repairs } = await asked.prepare(target, { ...NEEDED[target], tools, tool_choice: "auto" });
    assert.deepEqual([objection(target, body), repairs.filter(({ code }) => code !== "call-id-mapped" && code !== "content-filled" && code !== "assistant-message-added")], [null, []], target);
  }
});

describe("what is in the target's own form, or in no form, stays byte for byte", () => {
  const OWN = {
    "openai-chat": { tools: [{ function: { parameters: { b: 1, a: 2 }, name: "f" }, type: "function", x: 1 }, { type: "custom", custom: { name: "g" } }], tool_choice: { type: "function", function: { name: "f" } }, parallel_tool_calls: true },
    "openai-responses": { tools: [{ type: "web_search", filters: {} }, { strict: null, type: "function", name: "f", parameters: null }, { type: "custom", name: "g" }], tool_choice: { type: "web_search" } },
    anthropic: { tools: [{ type: "web_search_20260209", name: "web_search" }, { input_schema: { type: "object" }, name: "f", cache_control: { type: "ephemeral" } }], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    gemini: { tools: [{ googleSearch: {} }, { function_declarations: [{ name: "f", parameters: { type: "OBJECT" } }] }], toolConfig: { functionCallingConfig: { mode: "AUTO" }, retrievalConfig: {} } },
    bedrock: { toolConfig: { toolChoice: { auto: {} }, tools: [{ cachePoint: { type: "default" } }, { toolSpec: { name: "f", inputSchema: { json: {} } } }, { systemTool: { name: "nova_grounding" } }] } },
    mistral: { tools: [{ type: "function", function: { name: "f", parameters: {} } }], tool_choice: "required", parallel_tool_calls: false },
  };
  for (const [target, given] of Object.entries(OWN)) {
    test(`for ${target}`, () => {
      const text = new TextDecoder().decode(conversation().toRequestBytes(target, { ...NEEDED[target], ...given }));
      for (const [key, value] of Object.entries(given)) assert.ok(text.includes(`${JSON.stringify(key)}:${JSON.stringify(value)}`), text);
    });
  }

  const UNKNOWN = { "a vendor's own tools": [{ type: "builtin_function", function: { name: "$web_search" } }], "no objects": ["weather", 5, null], "tools of the AI SDK": { weather: { description, inputSchema: {} } }, "names alone": [{ name: "weather" }] };
  for (const [what, tools] of Object.entries(UNKNOWN)) {
    for (const target of TARGETS) {
      test(`${what}, for ${target}`, () => {
        const text = new TextDecoder().decode(conversation().toRequestBytes(target, { ...NEEDED[target], tools }));
        assert.ok(text.includes(`"tools":${JSON.stringify(tools)}`), text);
      });
    }
  }

  test("the object that was given is not changed", () => {
    const given = { max_tokens: 10, ...structuredClone(DECLARED["openai-chat"]), tool_choice: "auto" };
    const before = structuredClone(given);
    conversation().toRequest("anthropic", given);
    assert.deepEqual(given, before);
  });
});

describe("what has no counterpart is reported", () => {
  const dropped = (words) => `field-dropped: ${words}, and was left out`;
  const CASES = {
    "a tool that the provider defines": ["anthropic", { tools: [{ type: "web_search" }, DECLARED["openai-responses"].tools[0]] }, { tools: [DECLARED.anthropic.tools[0]] }, [dropped("the tool `web_search`, which that provider defines, has no counterpart")]],
    "such tools alone": ["openai-chat", { tools: [{ googleSearch: {} }] }, {}, [dropped("the tool `googleSearch`, which that provider defines, has no counterpart")]],
    "`strict`": ["gemini", { tools: [{ type: "function", function: { name: "f", parameters: empty, strict: true } }] }, { tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: empty }] }] }, [dropped("`strict` of the tool `f` has no counterpart")]],
    "fields that one provider has": ["openai-chat", { tools: [{ name: "f", input_schema: empty, input_examples: [{}] }] }, { tools: [{ type: "function", function: { name: "f", parameters: empty } }] }, [dropped("`input_examples` of the tool `f` has no counterpart")]],
    "a cache breakpoint": ["mistral", { tools: [{ name: "f", input_schema: empty, cache_control: { type: "ephemeral" } }] }, { tools: [{ type: "function", function: { name: "f", parameters: empty } }] }, ["cache-breakpoint-dropped: the cache breakpoint behind the tool `f` has no counterpart, and was left out"]],
    "a choice among several tools": ["anthropic", { ...DECLARED["openai-chat"], tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [named, { type: "function", function: { name: "now" } }] } } }, { ...DECLARED.anthropic, tool_choice: { type: "any" } }, [dropped("the choice among the tools `weather`, `now` has no counterpart")]],
    "one call at a time": ["gemini", { ...DECLARED["openai-chat"], parallel_tool_calls: false }, { ...DECLARED.gemini, ...calling("AUTO") }, [dropped("the demand for one call at a time has no counterpart")]],
  };
  for (const [what, [target, given, expected, reports]] of Object.entries(CASES)) {
    test(what, () => assert.deepEqual(sent(target, given), { sent: expected, repairs: reports }));
  }

  test("by `prepare` too, once, and the next request does not repeat it", async () => {
    const asked = conversation();
    const { repairs } = await asked.prepare("gemini", CASES["`strict`"][1]);
    assert.deepEqual(repairs.map(({ code }) => code), ["field-dropped"]);
    assert.deepEqual((await asked.prepare("gemini", {})).repairs, []);
  });
});

describe("what has a counterpart of another form", () => {
  const CASES = {
    "`strict`, for Anthropic": ["anthropic", { tools: [{ type: "function", function: { name: "f", parameters: empty, strict: true } }] }, { tools: [{ name: "f", input_schema: empty, strict: true }] }],
    "`strict` by default, for Chat Completions": ["openai-chat", { tools: [{ type: "function", name: "f", parameters: empty, strict: true }] }, { tools: [{ type: "function", function: { name: "f", parameters: empty, strict: true } }] }],
    "a tool without a schema": ["anthropic", { tools: [{ type: "function", function: { name: "f" } }] }, { tools: [{ name: "f", input_schema: empty }] }],
    "a schema without a type": ["bedrock", { tools: [{ type: "function", function: { name: "f", parameters: { properties: {} }, description: "" } }] }, { toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: empty } } }] } }],
    "free text": ["anthropic", { tools: [{ type: "custom", custom: { name: "f", description } }] }, { tools: [{ name: "f", description, input_schema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] } }] }],
    "free text by a grammar": ["openai-responses", { tools: [{ type: "custom", custom: { name: "f", format: { type: "grammar", grammar: { syntax: "regex", definition: "a" } } } }], tool_choice: { type: "custom", custom: { name: "f" } } }, { tools: [{ type: "custom", name: "f", format: { type: "grammar", syntax: "regex", definition: "a" } }], tool_choice: { type: "custom", name: "f" } }],
    "free text by a grammar, back": ["openai-chat", { tools: [{ type: "custom", name: "f", format: { type: "grammar", syntax: "regex", definition: "a" } }] }, { tools: [{ type: "custom", custom: { name: "f", format: { type: "grammar", grammar: { syntax: "regex", definition: "a" } } } }] }],
    "a cache breakpoint, for Bedrock": ["bedrock", { tools: [{ name: "f", input_schema: empty, cache_control: { type: "ephemeral", ttl: "1h" } }] }, { toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: empty } } }, { cachePoint: { type: "default", ttl: "1h" } }] } }],
    "a cache point, for Anthropic": ["anthropic", { toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: empty } } }, { cachePoint: { type: "default" } }] } }, { tools: [{ name: "f", input_schema: empty, cache_control: { type: "ephemeral" } }] }],
    "Gemini's words for a schema": ["openai-chat", { tools: [{ function_declarations: [{ name: "f", parameters: { type: "OBJECT", properties: { type: { type: "STRING", nullable: true, enum: ["STRING"] }, list: { type: "ARRAY", items: { type: "NUMBER" }, minItems: "1" }, either: { anyOf: [{ type: "BOOLEAN" }], nullable: true } } } }] }] }, { tools: [{ type: "function", function: { name: "f", parameters: { type: "object", properties: { type: { type: ["string", "null"], enum: ["STRING", null] }, list: { type: "array", items: { type: "number" }, minItems: 1 }, either: { anyOf: [{ type: "boolean" }, { type: "null" }] } } } } }] }],
    "one call at a time, for Anthropic": ["anthropic", { ...DECLARED["openai-chat"], tool_choice: "required", parallel_tool_calls: false }, { ...DECLARED.anthropic, tool_choice: { type: "any", disable_parallel_tool_use: true } }],
    "several calls at a time, for Anthropic": ["anthropic", { ...DECLARED["openai-chat"], parallel_tool_calls: true }, DECLARED.anthropic],
    "one call at a time, for OpenAI": ["openai-chat", { ...DECLARED.anthropic, tool_choice: { type: "auto", disable_parallel_tool_use: true } }, { ...DECLARED["openai-chat"], tool_choice: "auto", parallel_tool_calls: false }],
    "a choice among several tools, for Gemini": ["gemini", { ...DECLARED["openai-responses"], tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name }, { type: "function", name: "now" }] } }, { ...DECLARED.gemini, ...calling("ANY", name, "now") }],
    "a choice among several tools, for OpenAI": ["openai-responses", { ...DECLARED.gemini, ...calling("ANY", name, "now") }, { ...DECLARED["openai-responses"], tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name }, { type: "function", name: "now" }] } }],
    "the choice, for Mistral in camel case": ["mistral", { ...DECLARED.anthropic, maxTokens: 10, tool_choice: { type: "any", disable_parallel_tool_use: true } }, { ...DECLARED.mistral, toolChoice: "any", parallelToolCalls: false }],
    "own and foreign tools in one list": ["anthropic", { tools: [{ type: "web_search_20260209", name: "web_search" }, ...DECLARED["openai-chat"].tools] }, { tools: [{ type: "web_search_20260209", name: "web_search" }, ...DECLARED.anthropic.tools] }],
  };
  for (const [what, [target, given, expected]] of Object.entries(CASES)) {
    test(what, () => assert.deepEqual(sent(target, given), { sent: expected, repairs: [] }));
  }
});

test("the tokens of params are those of the tools that are sent", async () => {
  for (const form of TARGETS) {
    for (const target of TARGETS.filter((other) => !isShared(form, other))) {
      const tokens = async (params) => (await conversation().prepare(target, { ...NEEDED[target], ...params })).tokens;
      assert.equal(await tokens(DECLARED[form]), await tokens(DECLARED[target]), `${form} for ${target}`);
    }
  }
});
