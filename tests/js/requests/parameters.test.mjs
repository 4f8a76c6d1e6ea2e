// Faults of parameters, tools and output formats.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { RULES, describeViolations } from "backscroll/doctor";
import { PARAMETERS_ACCEPTED, PARAMETERS_REFUSED } from "../../support/strict/cases/parameters.mjs";

const optionsOf = ({ vendor }) => (vendor === undefined ? {} : { vendor });

for (const [target, cases] of Object.entries(PARAMETERS_REFUSED)) {
  describe(`${target}: refused`, () => {
    for (const example of cases) {
      test(`${example.rule}: ${example.name}`, () => {
        const { rule, path, body } = example;
        const found = validate(target, body, optionsOf(example));
        const [fault] = found.filter((violation) => violation.rule === rule && violation.path === path);
        assert.ok(fault, JSON.stringify(found));
        assert.equal(fault.isParameter, true);
        assert.ok(fault.remedy.length > 5 && fault.message.endsWith(`Breaks ${rule}.`), fault.message);
        assert.deepEqual([...new Set(found.map((violation) => violation.rule))], [rule]);
      });
    }
  });
}

for (const [target, cases] of Object.entries(PARAMETERS_ACCEPTED)) {
  describe(`${target}: accepted`, () => {
    for (const example of cases) test(example.name, () => assert.deepEqual(validate(target, example.body, optionsOf(example)), []));
  });
}

test("`sanitize` leaves parameters to the caller", () => {
  const body = { model: "gpt-5", max_tokens: 9, messages: [{ role: "user", content: "Hello." }] };
  assert.deepEqual(sanitize("openai-chat", body), { body, repairs: [] });
});

test("the sentences of the rules stand in `backscroll/doctor`", () => {
  const [{ message }] = describeViolations(validate("openai-chat", { model: "gpt-5", max_tokens: 9, messages: [{ role: "user", content: "Hello." }] }));
  assert.match(message, /Breaks OC20: A model gets only parameters that it takes\./);
  const ids = new Set(RULES.map(({ id }) => id));
  for (const { rule } of Object.values(PARAMETERS_REFUSED).flat()) assert.ok(ids.has(rule), rule);
});

test("a schema with a thousand faults is reported in twenty lines, and a hostile one ends", () => {
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, { type: "array" }]));
  const body = { model: "gpt-4o", messages: [{ role: "user", content: "Hello." }], tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties } } }] };
  const found = validate("openai-chat", body);
  assert.equal(found.length, 20);
  assert.match(found.at(-1).message, /There are 980 more\.$/);
  let deep = { type: "string" };
  for (let depth = 0; depth < 50; depth += 1) deep = { type: "object", properties: { constructor: deep, __proto__: null } };
  assert.deepEqual(validate("openai-chat", { ...body, tools: [{ type: "function", function: { name: "look", parameters: deep } }] }), []);
});

test("a model that no name shows is judged by what all models of the target take", () => {
  const body = { model: "my-deployment", max_tokens: 9, temperature: 0.5, messages: [{ role: "user", content: "Hello." }] };
  assert.deepEqual(validate("openai-chat", body), []);
  assert.deepEqual(validate("openai-chat", body, { vendor: "azure" }), []);
  assert.deepEqual(validate("anthropic", { ...body, top_p: 0.9 }), []);
});

test("the body is judged as it is sent: without fields that are undefined, and as its `toJSON` gives it", () => {
  const body = { model: "gpt-4o", messages: [{ role: "user", content: "Hello." }], system_prompt: undefined };
  assert.deepEqual(validate("openai-chat", body), []);
  const sent = { ...body, max_tokens: 9, max_completion_tokens: 9 };
  assert.deepEqual(validate("openai-chat", { toJSON: () => sent }).map(({ rule }) => rule), ["OC21"]);
});
