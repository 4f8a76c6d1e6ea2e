// Tools that are given in one provider's form reach the other providers in theirs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { CHOICES, DECLARED, NEEDED, calling, description, empty, name, named, paramsIn } from "../../support/formats/declared-tools.mjs";
import { TARGETS, objection } from "../../support/judges.mjs";

function conversation() {
  const asked = new ConversationManager();
  asked.addMessage("user", "Will it rain in Oslo?");
  return asked;
}

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

  test("a vendor's own tools, for openai-chat", () => {
    const tools = [{ type: "builtin_function", function: { name: "$web_search" } }, { type: "browser_search" }, DECLARED["openai-chat"].tools[1]];
    assert.deepEqual(sent("openai-chat", { tools }), { sent: { tools }, repairs: [] });
  });

  const UNKNOWN = { "no objects": ["weather", 5, null], "tools of the AI SDK": { weather: { description, inputSchema: {} } }, "names alone": [{ name: "weather" }] };
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

describe("a list of several forms: each tool is read by its own", () => {
  /** The first tool in each form, as an entry of a list. */
  const entryIn = (form) => (DECLARED[form].tools ?? DECLARED[form].toolConfig.tools)[0];
  /** A tool that each provider, or a vendor of its form, defines, and its name in the report. */
  const BUILTIN = {
    "openai-chat": [{ type: "builtin_function", function: { name: "$web_search" } }, "$web_search"],
    "openai-responses": [{ type: "web_search" }, "web_search"],
    anthropic: [{ type: "web_search_20260209", name: "web_search" }, "web_search_20260209"],
    gemini: [{ googleSearch: {} }, "googleSearch"],
    bedrock: [{ systemTool: { name: "nova_grounding" } }, "nova_grounding"],
  };
  const NOW = { type: "function", function: { name: "now", parameters: empty } };
  const ownNow = Object.fromEntries(TARGETS.map((target) => [target, (DECLARED[target].tools ?? DECLARED[target].toolConfig.tools)[1] ?? { functionDeclarations: [DECLARED.gemini.tools[0].functionDeclarations[1]] }]));
  const listed = (target, tools) => (target === "bedrock" ? { toolConfig: { tools } } : { tools });
  const isVendors = (form, target) => target === "openai-chat" && form === "openai-responses";

  for (const target of TARGETS) {
    for (const form of TARGETS) {
      if (form !== target && !isShared(form, target)) {
        test(`${target}: a tool of its own form beside one of ${form}`, () => {
          const own = listed(target, [ownNow[target]]);
          const given = target === "bedrock" ? { ...own, tools: [entryIn(form)] } : { tools: [ownNow[target], entryIn(form)] };
          const { sent: made, repairs } = sent(target, given);
          const names = [...JSON.stringify(made).matchAll(/"name":"(\w+)"/g)].map(([, found]) => found).filter((found) => found === "now" || found === name);
          assert.deepEqual([new Set(names), repairs], [new Set(["now", name]), []]);
        });
      }
      if (form !== target && form in BUILTIN && !isVendors(form, target)) {
        const [builtin, called] = BUILTIN[form];
        const report = `field-dropped: the tool \`${called}\`, which that provider defines, has no counterpart, and was left out`;
        test(`${target}: OpenAI's functions beside the tool \`${called}\` of ${form}`, () => {
          const { sent: made, repairs } = sent(target, { tools: [NOW, builtin] });
          assert.deepEqual([made, repairs], [sent(target, { tools: [NOW] }).sent, [report]]);
        });
        test(`${target}: the tool \`${called}\` of ${form} alone, which the model must call`, () => {
          const { sent: made, repairs } = sent(target, { tools: [builtin], tool_choice: "required", parallel_tool_calls: false });
          assert.deepEqual([made, repairs], [{}, [report, "field-dropped: the choice of tools was left out, because no tools are left"]]);
        });
      }
    }
  }

  const CHOSEN = {
    "by its type": { tools: [NOW, { type: "web_search" }], tool_choice: { type: "web_search" } },
    "by its name": { tools: [NOW, { type: "bash_20250124", name: "bash" }], tool_choice: { type: "tool", name: "bash" } },
    "among others that are allowed": { tools: [NOW, { type: "web_search" }], tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "web_search" }] } },
  };
  for (const [how, given] of Object.entries(CHOSEN)) {
    for (const target of ["anthropic", "gemini", "bedrock", "mistral"]) {
      if (target === "anthropic" && how === "by its name") continue;
      test(`${target}: the choice of a tool that is left out, ${how}`, () => {
        const { sent: made, repairs } = sent(target, given);
        assert.deepEqual(made, sent(target, { tools: [NOW] }).sent);
        assert.deepEqual(repairs.slice(1), ["field-dropped: the choice of a tool that was left out was left out with it"]);
      });
    }
  }

  test("a choice keeps the tools that are left", () => {
    const given = { tools: [NOW, { type: "bash_20250124", name: "bash" }], ...calling("ANY", "now", "bash") };
    assert.deepEqual(sent("gemini", given).sent, sent("gemini", { tools: [NOW], ...calling("ANY", "now") }).sent);
  });

  test("a choice names each tool by its kind", () => {
    const text = { type: "custom", custom: { name: "patch" } };
    const given = { tools: [NOW, text], ...calling("ANY", "now", "patch") };
    assert.deepEqual(sent("openai-chat", given).sent.tool_choice, { type: "allowed_tools", allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "now" } }, { type: "custom", custom: { name: "patch" } }] } });
  });

  test("a cache breakpoint behind a tool of another form is reported", () => {
    const tools = [DECLARED.anthropic.tools[0], { cachePoint: { type: "default" } }];
    assert.deepEqual(sent("anthropic", { tools }), { sent: { tools: [DECLARED.anthropic.tools[0]] }, repairs: ["cache-breakpoint-dropped: a cache breakpoint that follows no tool of that form was left out"] });
  });
});

describe("a list where another provider has it is put where the target has it", () => {
  for (const target of TARGETS) {
    const tools = DECLARED[target].tools ?? DECLARED[target].toolConfig.tools;
    test(target, () => assert.deepEqual(sent(target, target === "bedrock" ? { tools } : { toolConfig: { tools } }), { sent: DECLARED[target], repairs: [] }));
  }
});

describe("an empty list declares no tools", () => {
  const GIVEN = { tools: { tools: [] }, toolConfig: { toolConfig: { tools: [] } } };
  const CHOICE = { "without a choice": {}, "with a choice": { tool_choice: "auto", parallel_tool_calls: true }, "with a choice that is Anthropic's": { tool_choice: { type: "any" } } };
  for (const target of TARGETS) {
    for (const [where, given] of Object.entries(GIVEN)) {
      for (const [which, choice] of Object.entries(CHOICE)) {
        test(`${target}: \`${where}\` ${which}`, () => {
          const { sent: made } = sent(target, { ...given, ...choice });
          assert.ok(made.tools === undefined || made.tools.length === 0, JSON.stringify(made));
          const isOwn = (target === "openai-responses" && which === "with a choice" && where === "tools") || (target === "anthropic" && which.endsWith("Anthropic's") && where === "tools");
          if (!isOwn) assert.deepEqual([made.tool_choice, made.toolConfig, made.parallel_tool_calls], [undefined, undefined, undefined]);
        });
      }
    }
  }

  test("for Bedrock, calls and results are written as text, and reported", () => {
    const asked = conversation();
    asked.addMessage("assistant", null, { toolCalls: [{ id: "call_1", name, arguments: { city: "Oslo" } }] });
    asked.addMessage("tool", "Rain.", { toolCallId: "call_1" });
    const { body, repairs } = asked.toRequest("bedrock", { ...NEEDED.bedrock, tools: [] });
    assert.equal(objection("bedrock", body), null);
    assert.equal(body.toolConfig, undefined);
    assert.deepEqual(repairs.map(({ code, rule }) => [code, rule]), [["tool-call-written-as-text", "BE9"], ["field-dropped", "BE9"]]);
  });

  test("for Bedrock, tools stay declared where the history has calls", () => {
    const asked = conversation();
    asked.addMessage("assistant", null, { toolCalls: [{ id: "call_1", name, arguments: { city: "Oslo" } }] });
    asked.addMessage("tool", "Rain.", { toolCallId: "call_1" });
    const { body, repairs } = asked.toRequest("bedrock", { ...NEEDED.bedrock, ...DECLARED["openai-chat"] });
    assert.equal(objection("bedrock", body), null);
    assert.deepEqual([body.toolConfig, repairs], [DECLARED.bedrock.toolConfig, []]);
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
    "several tools of Gemini in one entry": ["openai-chat", { tools: [{ googleSearch: {}, codeExecution: {} }] }, {}, ["googleSearch", "codeExecution"].map((tool) => dropped(`the tool \`${tool}\`, which that provider defines, has no counterpart`))],
    "a namespace of tools": ["anthropic", { tools: [{ type: "namespace", name: "crm", tools: [] }] }, {}, [dropped("the tool `namespace crm`, which that provider defines, has no counterpart")]],
    "a cache breakpoint that a vendor of chat completions takes": ["mistral", { tools: [{ type: "function", function: { name: "f", parameters: empty }, cache_control: { type: "ephemeral" } }] }, { tools: [{ type: "function", function: { name: "f", parameters: empty } }] }, ["cache-breakpoint-dropped: the cache breakpoint behind the tool `f` has no counterpart, and was left out"]],
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
    "Mistral's camel case, for Anthropic": ["anthropic", { ...DECLARED.mistral, toolChoice: "any", parallelToolCalls: false }, { ...DECLARED.anthropic, tool_choice: { type: "any", disable_parallel_tool_use: true } }],
    "a schema without properties, for Chat Completions": ["openai-chat", { tools: [{ name: "f", input_schema: { type: "object" } }] }, { tools: [{ type: "function", function: { name: "f", parameters: empty } }] }],
    "a schema without properties, for Responses": ["openai-responses", { tools: [{ name: "f", input_schema: { type: "object" } }] }, { tools: [{ type: "function", name: "f", parameters: empty, strict: false }] }],
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
