// Random schemas of tools, sound and broken, with keywords of several dialects.

const TYPES = ["object", "array", "string", "integer", "OBJECT", "ARRAY", "STRING", ["string", "null"], ["object", "null"], ["STRING", "NULL"], ["string", "integer"], null, "str"];
const NAMES = ["a", "b.c", "$top", "d[0]", "items", "__proto__"];

/** The keywords of a schema: how often each occurs, and a value. `inner` makes a schema inside. */
const KEYWORDS = {
  type: [0.8, ({ pick }) => pick(TYPES)],
  properties: [0.5, ({ below, pick }, inner) => Object.fromEntries(Array.from({ length: below(3) }, () => [pick(NAMES), inner()]))],
  items: [0.3, (_, inner) => inner()],
  anyOf: [0.2, ({ below }, inner) => Array.from({ length: below(3) }, inner)],
  oneOf: [0.1, (_, inner) => [inner()]],
  $ref: [0.1, ({ pick }) => pick(["#/$defs/A", "x"])],
  $defs: [0.1, (_, inner) => ({ A: inner() })],
  required: [0.2, ({ pick }) => pick([[], ["a"], true, false])],
  additionalProperties: [0.3, ({ pick }, inner) => pick([true, false, "true", "x", null, inner()])],
  enum: [0.1, ({ pick }) => pick([["a"], [1], ["", null]])],
  minimum: [0.1, () => 3],
  exclusiveMinimum: [0.1, ({ pick }) => pick([true, false, 2])],
  exclusiveMaximum: [0.1, ({ pick }) => pick([true, false, 2])],
  $schema: [0.1, () => "x"],
  $id: [0.1, () => "y"],
  nullable: [0.1, () => true],
  const: [0.1, () => 1],
  description: [0.1, () => "A field."],
  propertyNames: [0.05, () => ({ pattern: "x" })],
  not: [0.05, () => ({})],
};

/**
 * Makes a schema with up to `levels` schemas inside of each other.
 *
 * @param {import("./random.mjs").Random} random
 * @param {number} levels
 */
export function randomSchema(random, levels) {
  const inner = () => (levels > 0 ? randomSchema(random, levels - 1) : {});
  return Object.fromEntries(Object.entries(KEYWORDS).filter(([, [share]]) => random.chance(share)).map(([name, [, make]]) => [name, make(random, inner)]));
}
