// `repairParameters`: makes the repairs that `validate` names, reports each, and leaves the rest to the caller.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { repairParameters } from "backscroll/doctor";
import * as strict from "../../support/strict/index.mjs";
import { PARAMETER_REPAIRS } from "../../support/strict/cases/parameter-repairs.mjs";
import { PARAMETERS_ACCEPTED, PARAMETERS_REFUSED } from "../../support/strict/cases/parameters.mjs";
import { FIRST_SEED, runs, spread } from "../../support/runs.mjs";
import { acceptedRequests, recordedRefusals } from "../../support/shared-data.mjs";
import { TARGETS } from "../../support/targets.mjs";
import { random } from "../../support/random.mjs";
import { randomSchema } from "../../support/random-schemas.mjs";

const optionsOf = (vendor) => (vendor === undefined ? {} : { vendor });
const parametersOf = (target, body, vendor) => validate(target, body, optionsOf(vendor)).filter(({ isParameter }) => isParameter === true);
const messagesOf = ({ messages, input, contents }) => messages ?? input ?? contents;

/** Repairs a body, and checks what holds for every repair. */
function repaired(target, body, vendor) {
  const [before, violations] = [JSON.stringify(body), parametersOf(target, body, vendor)];
  const result = repairParameters(body, violations);
  assert.equal(JSON.stringify(body), before, "the given body is unchanged");
  assert.equal(messagesOf(result.body), messagesOf(body), "messages are the caller's own");
  assert.deepEqual(result.left, violations.filter(({ repair }) => repair === undefined), "all that can be repaired is repaired");
  assert.equal(result.body === body, result.repairs.length === 0);
  const after = parametersOf(target, result.body, vendor);
  assert.deepEqual(after.filter(({ repair }) => repair !== undefined), [], "a second repair changes nothing");
  // Of many faults of one rule, the first are listed.
  if (violations.some(({ message }) => / There are \d+ more\.$/.test(message))) return result;
  const known = new Set(result.left.map(({ rule, path }) => `${rule} ${path}`));
  for (const { rule, path } of after) {
    const isOfRenamed = result.repairs.some(({ edits }) => edits.some(({ rename }) => rename !== undefined && path.includes(rename)));
    assert.ok(known.has(`${rule} ${path}`) || isOfRenamed, `${rule} ${path} is new`);
  }
  for (const { rule, detail, edits } of result.repairs) assert.ok(rule !== "" && edits.length > 0 && /`.*\.$/.test(detail) && !/Breaks/.test(detail), detail);
  return result;
}

for (const [target, cases] of Object.entries(PARAMETER_REPAIRS)) {
  describe(target, () => {
    for (const { rule, name, before, after, vendor } of cases) {
      test(`${rule}: ${name}${after === undefined ? " is left to the caller" : ""}`, () => {
        const { body, repairs, left } = repaired(target, before, vendor);
        assert.deepEqual(body, after ?? before);
        const rules = (after === undefined ? left : repairs).map((each) => each.rule);
        assert.ok(rules.includes(rule), rules.join(" "));
        if (after === undefined) return;
        assert.deepEqual(parametersOf(target, body, vendor), []);
        assert.equal(strict.judge(target, body, { parameters: true }), null);
      });
    }
  });
}

test("every rule of parameters has cases", () => {
  const rules = new Set(Object.values(PARAMETER_REPAIRS).flat().map(({ rule }) => rule));
  assert.deepEqual(Object.values(PARAMETERS_REFUSED).flat().filter(({ rule }) => !rules.has(rule)), []);
});

for (const target of TARGETS) {
  test(`${target}: faults that come together are repaired at once`, () => {
    const all = [...PARAMETER_REPAIRS[target].map(({ before: body, vendor }) => ({ body, vendor })), ...PARAMETERS_REFUSED[target]];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + runs({ few: 200, all: 3_000 }); seed += 1) {
      const { pick } = random(seed);
      const bodies = [pick(all), pick(all), pick(all)];
      const { model, modelId, vendor } = { ...pick(bodies).body, vendor: pick(bodies).vendor };
      const body = Object.assign({}, ...bodies.map((each) => each.body), model !== undefined && { model }, modelId !== undefined && { modelId });
      repaired(target, body, vendor);
    }
  });

  test(`${target}: accepted bodies are never changed`, () => {
    const recorded = acceptedRequests(target).rows.map(({ request }) => ({ body: request }));
    for (const { body, vendor } of [...PARAMETERS_ACCEPTED[target], ...recorded]) {
      assert.equal(repairParameters(body, validate(target, body, optionsOf(vendor))).body, body);
    }
  });
}

for (const target of TARGETS) {
  const { rows, absence } = acceptedRequests(target);
  test(`${target}: recorded bodies are repaired for other models and vendors`, { skip: absence }, () => {
    const others = PARAMETER_REPAIRS[target].map(({ before: { model, modelId }, vendor }) => ({ names: modelId === undefined ? { model } : { modelId }, vendor }));
    for (const [seed, { request }] of spread(rows, runs({ few: 20, all: 300 })).entries()) {
      const { pick } = random(seed);
      for (let count = 0; count < 10; count += 1) {
        const { names, vendor } = pick(others);
        repaired(target, { ...request, ...names }, vendor);
      }
    }
  });
}

/** Bodies with a schema of a tool or of an output, by target. */
const WITH_SCHEMA = {
  "openai-chat": (schema, strict) => [
    { tools: [{ type: "function", function: { name: "look", parameters: schema, strict } }] },
    { tools: [{ type: "function", name: "look", parameters: schema, strict }] },
    { response_format: { type: "json_schema", json_schema: { name: "a", strict, schema } } },
  ],
  "openai-responses": (schema, strict) => [
    { tools: [{ type: "function", name: "look", parameters: schema, strict }] },
    { tools: [{ type: "function", function: { name: "look", parameters: schema, strict } }] },
    { text: { format: { type: "json_schema", name: "a", strict, schema } } },
  ],
  anthropic: (schema, strict) => [{ tools: [{ name: "look", input_schema: schema, strict }] }, { output_config: { format: { type: "json_schema", schema } } }],
  gemini: (schema) => [
    { tools: [{ functionDeclarations: [{ name: "look", parameters: schema }] }] },
    { tools: { function_declarations: [{ name: "look", parameters: schema }] } },
    { generationConfig: { responseSchema: schema } },
    { generation_config: { response_schema: schema } },
  ],
  bedrock: (schema) => [{ toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json: schema } } }] } }],
  mistral: (schema) => [{ tools: [{ type: "function", function: { name: "look", parameters: schema } }] }],
};

for (const [target, bodiesOf] of Object.entries(WITH_SCHEMA)) {
  test(`${target}: random schemas are repaired`, () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + runs({ few: 100, all: 3_000 }); seed += 1) {
      const source = random(seed);
      const { before, vendor } = source.pick(PARAMETER_REPAIRS[target]);
      const { tools: _, response_format: __, text: ___, ...base } = before;
      repaired(target, { ...base, ...source.pick(bodiesOf(randomSchema(source, 3), source.chance(0.4))) }, vendor);
    }
  });
}

const { rows, absence } = recordedRefusals();
test("recorded refused bodies are repaired", { skip: absence }, () => {
  const results = rows.filter(({ body, target }) => body !== undefined && TARGETS.includes(target)).map(({ body, target }) => repaired(target, body));
  assert.ok(results.filter(({ repairs }) => repairs.length > 0).length >= 14);
  assert.ok(results.filter(({ left }) => left.length > 0).length >= 8);
});

describe("the function", () => {
  const body = { model: "o3", temperature: 0.5, tools: [{ a: 1 }, { b: 2 }, { c: 3 }], messages: [{ role: "user", content: "Hello." }] };
  const made = (edits, given = body) => repairParameters(given, [{ rule: "OC20", path: "x", message: "It is so. Breaks OC20.", repair: edits }]);

  test("reports what was wrong, and what was done", () => {
    const [repair] = repairParameters(body, validate("openai-chat", body)).repairs;
    assert.deepEqual(repair, { rule: "OC20", path: "temperature", detail: "o3 takes no `temperature` but the default: `temperature` was left out.", edits: [{ path: "temperature", remove: true }] });
  });

  test("keeps the paths of later edits when items go", () => {
    const { body: after } = made([{ path: "tools[0]", remove: true }, { path: "tools[1].b", rename: "d" }, { path: "tools[2].c", set: 4 }]);
    assert.deepEqual(after.tools, [{ d: 2 }, { c: 4 }]);
  });

  test("keeps the order of fields, and puts new ones at the end", () => {
    assert.deepEqual(Object.keys(made([{ path: "temperature", rename: "heat" }, { path: "new", set: 1 }]).body), ["model", "heat", "tools", "messages", "new"]);
  });

  test("makes the edits of a violation together or not at all", () => {
    const { body: after, left } = made([{ path: "temperature", remove: true }, { path: "tools[7]", remove: true }]);
    assert.equal(after, body);
    assert.equal(left.length, 1);
  });

  /** Each case: edits that are made before, and one that cannot be made beside them. */
  const CONFLICTS = [
    ["another value", [{ path: "temperature", set: 1 }], { path: "temperature", set: 2 }],
    ["a place in a new value", [{ path: "tools[0]", set: {} }], { path: "tools[0].a", set: 2 }],
    ["a new value around a changed place", [{ path: "tools[0].a", set: 2 }], { path: "tools[0]", set: {} }],
    ["a name that is taken", [], { path: "temperature", rename: "model" }],
    ["a name that another field gets", [{ path: "temperature", rename: "heat" }], { path: "model", rename: "heat" }],
    ["a value under a name that another field gets", [{ path: "temperature", rename: "heat" }], { path: "heat", set: 1 }],
    ["a place that is not there", [], { path: "heat", remove: true }],
    ["a place of no object", [], { path: "model.name", set: 1 }],
    ["a prototype's field", [], { path: "toString", remove: true }],
    ["no place", [], { path: "", set: 1 }],
  ];
  for (const [name, before, edit] of CONFLICTS)
    test(`leaves to the caller: ${name}`, () => {
      const violations = [...before.map((each) => [each]), [edit]].map((repair) => ({ rule: "OC20", path: "x", message: "It is so.", repair }));
      const { repairs, left } = repairParameters(body, violations);
      assert.deepEqual([repairs.length, left], [before.length, [violations.at(-1)]]);
    });

  test("reports one change once", () => {
    const remove = { rule: "OC20", path: "x", message: "It is so.", repair: [{ path: "tools[0]", remove: true }] };
    const { repairs, left } = repairParameters(body, [remove, remove, { ...remove, repair: [{ path: "tools[0].a", remove: true }] }]);
    assert.deepEqual([repairs.length, left], [1, []]);
  });

  test("keeps a field of the name `__proto__`", () => {
    const given = JSON.parse('{"a":1,"tools":{"__proto__":{"b":1}}}');
    assert.equal(JSON.stringify(made([{ path: "a", remove: true }, { path: "tools.__proto__.b", set: 2 }], given).body), '{"tools":{"__proto__":{"b":2}}}');
  });

  test("shares no new value with the violations", () => {
    const edits = [{ path: "new", set: { deep: [] } }];
    made(edits).body.new.deep.push(1);
    assert.deepEqual(edits[0].set, { deep: [] });
  });

  test("leaves a body to the caller that writes itself", () => {
    const sent = { model: "o3", temperature: 0.5, messages: [{ role: "user", content: "Hello." }] };
    const given = { ...sent, toJSON: () => sent };
    const { body: after, left } = repairParameters(given, validate("openai-chat", given));
    assert.deepEqual([after, left.length], [given, 1]);
  });

  test("repairs a thousand faults of one rule, of which twenty are listed", () => {
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, { type: "array" }]));
    const given = { model: "gpt-4o", messages: [{ role: "user", content: "Hello." }], tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties } } }] };
    const { repairs } = repaired("openai-chat", given);
    assert.equal(repairs.length, 20);
    assert.match(repairs.at(-1).detail, /, and 978 changes more\.$/);
  });

  test("follows `sanitize`, which repairs the messages", () => {
    const given = { model: "gpt-5", max_tokens: 9, messages: [{ role: "user", content: "Hello." }, { role: "tool", tool_call_id: "a", content: "?" }] };
    const { body: sanitized } = sanitize("openai-chat", given);
    assert.deepEqual(validate("openai-chat", repairParameters(sanitized, validate("openai-chat", sanitized)).body), []);
  });

  test("says what it was given in place of a body, a list or a violation", () => {
    for (const wrong of [null, "body", []]) assert.throws(() => repairParameters(wrong, []), { code: "invalid-argument", message: /`body` must be a request body/ });
    assert.throws(() => repairParameters(body, { repair: [] }), { code: "invalid-argument", message: /`violations` must be the list that `validate` returns/ });
    assert.throws(() => repairParameters(body, [null]), { code: "invalid-argument", message: /`violations\[0\]` must be a violation/ });
    assert.throws(() => repairParameters(body, [{ get repair() { throw new Error("No."); } }]), { code: "invalid-argument" });
  });
});
