// `tool`: one value that declares a tool to every target and runs it. With the schemas of real libraries.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { ConversationManager, resume, tool } from "backscroll";
import { recall } from "backscroll/recall";
import * as v from "valibot";
import { z } from "zod";
import { TARGETS, objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";

const PROPERTIES = { city: { type: "string" } };
const JSON_SCHEMA = { type: "object", properties: PROPERTIES, required: ["city"] };
const run = ({ city }) => `Sunny in ${city}.`;
const weather = (input, options) => tool({ name: "weather", description: "The weather", input, run, ...options });

/** One schema of arguments, as each library writes it. */
const SCHEMAS = {
  zod: z.object({ city: z.string() }),
  valibot: toStandardJsonSchema(v.object({ city: v.string() })),
  ArkType: type({ city: "string" }),
  "a JSON Schema": JSON_SCHEMA,
};

/** A conversation in which the model has called a tool with each of these arguments. */
function called(name, ...all) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "The weather?");
  conversation.addMessage("assistant", null, { toolCalls: all.map((args, at) => ({ id: `c${at}`, name, arguments: args })) });
  return conversation;
}

/** The results of these calls: their texts, with "!" for errors. */
async function results(made, ...all) {
  const { messages } = await called(made.name, ...all).runTools([made]);
  return messages.map(({ content, isError }) => (isError ? `!${content}` : content));
}

describe("a schema of a library", () => {
  for (const [name, input] of Object.entries(SCHEMAS)) {
    test(`${name}: the declaration holds its JSON Schema`, () => {
      const { inputSchema, ...rest } = weather(input).toJSON();
      const { additionalProperties: _, ...schema } = inputSchema;
      assert.deepEqual([rest, schema], [{ name: "weather", description: "The weather" }, JSON_SCHEMA]);
    });
    test(`${name}: a call that matches runs`, async () => {
      assert.deepEqual(await results(weather(input), { city: "Oslo" }, '{"city":"Rome"}'), ["Sunny in Oslo.", "Sunny in Rome."]);
    });
  }

  for (const name of ["zod", "valibot", "ArkType"]) {
    test(`${name}: a call that does not match gets an error result that names the argument`, async () => {
      const [wrong, none] = await results(weather(SCHEMAS[name]), { city: 5 }, {});
      for (const text of [wrong, none]) assert.match(text, /^!Tool execution failed: The arguments do not match the schema of the tool: .*city/);
    });
  }

  test("defaults and transformations reach the handler", async () => {
    const input = z.object({ city: z.string().trim(), days: z.number().default(3) });
    const made = tool({ name: "forecast", input, run: (args) => JSON.stringify(args) });
    assert.deepEqual(await results(made, { city: " Oslo " }), ['{"city":"Oslo","days":3}']);
    assert.deepEqual(made.inputSchema.required, ["city"], "the model sees which argument it may leave out");
  });

  test("a check may wait", async () => {
    const input = z.object({ city: z.string().refine(async (city) => city !== "Atlantis", "no such city") });
    assert.deepEqual(await results(weather(input), { city: "Oslo" }, { city: "Atlantis" }), ["Sunny in Oslo.", "!Tool execution failed: The arguments do not match the schema of the tool: city: no such city"]);
  });
});

describe("the declaration of a tool", () => {
  const strict = tool({ name: "now", strict: true, run: () => "noon" });
  for (const target of TARGETS) {
    test(`${target} accepts it`, async () => {
      const conversation = called("weather", { city: "Oslo" });
      const made = weather(SCHEMAS.zod);
      await conversation.runTools([made]);
      const params = target === "anthropic" ? { max_tokens: 50 } : {};
      const { body, repairs } = await conversation.prepare(target, { ...(target === "bedrock" ? { modelId: "m" } : { model: "m" }), ...params, tools: [made] });
      assert.deepEqual([objection(target, body), repairs.filter(({ code }) => code === "field-dropped")], [null, []]);
      assert.match(JSON.stringify(body), /"The weather"/);
    });
  }

  test("a list of tools of MCP is written the same", async () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "The weather?");
    const listed = { name: "weather", description: "The weather", inputSchema: JSON_SCHEMA };
    const write = (tools) => conversation.toRequest("openai-chat", { model: "gpt-5", tools });
    assert.deepEqual(write([{ ...listed }]).body, write([weather(JSON_SCHEMA)]).body);
    const { repairs } = write([{ ...listed, outputSchema: { type: "object" } }]);
    assert.deepEqual(repairs.map(({ code, detail }) => [code, /`outputSchema` of the tool `weather`/.test(detail)]), [["field-dropped", true]]);
  });

  test("`strict` is passed on where the provider has it", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "The time?");
    const { body } = conversation.toRequest("openai-chat", { model: "gpt-5", tools: [strict] });
    assert.deepEqual(body.tools, [{ type: "function", function: { name: "now", parameters: { type: "object", properties: {} }, strict: true } }]);
  });

  test("the declared schema is a copy", () => {
    const given = structuredClone(JSON_SCHEMA);
    const made = weather(given);
    given.properties.city.type = "number";
    made.toJSON().inputSchema.properties.city.type = "boolean";
    assert.deepEqual(made.inputSchema, JSON_SCHEMA);
  });
});

describe("the handler", () => {
  test("gets the call and the context", async () => {
    const seen = [];
    const { signal } = new AbortController();
    const made = tool({ name: "look", run: (...all) => void seen.push(all) });
    await called("look", { a: 1 }).runTools([made], { signal });
    const [[args, call, context]] = seen;
    assert.deepEqual([args, call.id, context.signal], [{ a: 1 }, "c0", signal]);
  });

  test("`resume` runs it, and a person's own arguments are checked, too", async () => {
    const conversation = called("weather", { city: "Oslo" });
    const checkpoint = conversation.suspend();
    await resume(checkpoint, { decisions: { c0: { approved: true, args: { city: 5 } } }, tools: [weather(SCHEMAS.zod)], conversation });
    assert.match(conversation.messages.at(-1).content, /do not match the schema/);
  });

  test("tools may stand among functions, by any name", async () => {
    const conversation = called("w", { city: "Oslo" });
    const { messages } = await conversation.runTools({ w: weather(SCHEMAS.zod), other: () => "" });
    assert.deepEqual(messages.map(({ content }) => content), ["Sunny in Oslo."]);
  });

  test("a call of `__proto__` or `constructor` finds no tool", async () => {
    const conversation = called("__proto__", {});
    const { messages } = await conversation.runTools([weather(JSON_SCHEMA)]);
    assert.deepEqual(messages.map(({ content }) => content), ["Tool not found."]);
  });
});

test("lists may hold the tool of `recall`", async () => {
  const conversation = called("recall", { query: "Oslo" });
  const tools = [weather(SCHEMAS.zod), recall(conversation)];
  const { messages } = await conversation.runTools(tools);
  assert.match(messages[0].content, /every message is before you/);
  for (const target of TARGETS) {
    const params = { ...(target === "bedrock" ? { modelId: "m" } : { model: "m" }), ...(target === "anthropic" && { max_tokens: 50 }) };
    const { body, repairs } = await conversation.prepare(target, { ...params, tools });
    assert.deepEqual([objection(target, body), repairs.filter(({ code }) => code === "field-dropped")], [null, []]);
    assert.ok(JSON.stringify(body).includes(tools[1].description.slice(0, 40)), target);
  }
});

describe("refused is", () => {
  const older = { "~standard": { version: 1, vendor: "older", validate: (value) => ({ value }) } };
  for (const [name, work, words] of [
    ["no name", () => tool({ run }), /`options.name` must be a string/],
    ["an empty name", () => tool({ name: "", run }), /must not be empty/],
    ["no handler", () => tool({ name: "n" }), /`options.run` must be a function/],
    ["a schema of a text", () => weather({ type: "string" }), /the schema of an object.*"string"/],
    ["a schema of a library for a text", () => weather(z.string()), /the schema of an object/],
    ["a text as the schema", () => weather("city"), /`options.input` must be a Standard Schema or a JSON Schema; given was "city"/],
    ["a schema that cannot write its JSON Schema", () => weather(older), /schema of older .* `options.inputSchema`/],
    ["a function in a JSON Schema", () => weather({ properties: { city: String } }), /function/],
    ["an option that is none", () => tool({ name: "n", run, parameters: {} }), /no field "parameters"/],
    ["two tools of one name", () => called("x", {}).runTools([weather(JSON_SCHEMA), weather(JSON_SCHEMA)]), /two tools named "weather"/],
    ["a function in a list", () => called("x", {}).runTools([run]), /functions are given by name/],
    ["a value that is no tool", () => called("x", {}).runTools({ weather: {} }), /must be a function/],
  ]) {
    test(name, async () => assert.match((await refusal(work, "invalid-argument")).message, words));
  }

  test("nothing, when the JSON Schema is given beside an older schema", async () => {
    const made = weather(older, { inputSchema: JSON_SCHEMA });
    assert.deepEqual([made.inputSchema, await results(made, { city: "Oslo" })], [JSON_SCHEMA, ["Sunny in Oslo."]]);
  });
});
