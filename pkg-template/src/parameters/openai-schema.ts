// The schemas of tools and outputs at OpenAI.

import { NEVER_STRICT, closed, nodesOf, propertiesOf, typesOf } from "./schema.js";
import { type RuleReport, fieldsOf, has, isFields, itemsOf, refuseFields } from "./types.js";

/** The other keywords that the client of OpenAI takes out of strict schemas. */
const NOT_STRICT = "allOf dependencies unevaluatedItems contentEncoding contentMediaType contentSchema $anchor $dynamicRef $dynamicAnchor";

/** The keywords that the top level of a function's parameters lacks. */
const NOT_AT_TOP = ["oneOf", "anyOf", "allOf", "enum", "const", "not"];

/** Checks the schema of a function. `isRoot` is false for the schema of an output, whose top level only strict mode judges. */
export function checkOpenAiSchema(schema: unknown, path: string, isStrict: boolean, isTool: boolean, say: RuleReport): void {
  if (!isFields(schema)) return;
  if (isTool && !has(schema, "$ref")) {
    const isUntyped = schema.type === undefined && Object.keys(schema).length > 0;
    const empty = [{ path: `${path}.properties`, set: {} }];
    // Without a type, alternatives or values may say that it is no object. In strict mode, a type demands more.
    const isOpen = !has(schema, "type") && !isStrict && !NOT_AT_TOP.some((name) => has(schema, name));
    if (schema.type !== "object" && (isUntyped || schema.type !== undefined))
      say(
        `${path}.type`,
        'The parameters of a function are of `type: "object"`',
        'add `type: "object"`',
        isOpen ? [{ path: `${path}.type`, set: "object" }, ...(has(schema, "properties") ? [] : empty)] : undefined,
      );
    else if (schema.type === "object" && !has(schema, "properties"))
      say(path, "The parameters of a function have `properties`", "add `properties: {}`", empty);
    for (const name of NOT_AT_TOP)
      if (has(schema, name))
        say(
          `${path}.${name}`,
          `The parameters of a function have no \`${name}\` at their top level`,
          "move it into a field, or leave it out",
        );
  }
  for (const { fields, path: at, depth } of nodesOf(schema, path)) {
    const types = typesOf(fields);
    if (types.includes("array") && !has(fields, "items") && !has(fields, "prefixItems"))
      // OpenAI takes the schema of any value here, but not in strict mode.
      say(at, "An array has `items`", "add the schema of its items", isStrict ? undefined : [{ path: `${at}.items`, set: {} }]);
    if (isStrict) checkStrict(fields, types, at, isTool && depth === 0, say);
  }
}

function checkStrict(
  fields: Readonly<Record<string, unknown>>,
  types: readonly unknown[],
  at: string,
  isRoot: boolean,
  say: RuleReport,
): void {
  refuseFields(fields, `${NEVER_STRICT} ${NOT_STRICT}`.split(" "), (name) =>
    say(`${at}.${name}`, `A strict schema has no \`${name}\``, "leave it out, or `strict`"),
  );
  if (types.length === 0 && !["anyOf", "$ref", "enum"].some((name) => has(fields, name)))
    say(at, "Each part of a strict schema has a `type`", "name its type, or leave `strict` out");
  if (!types.includes("object")) return;
  const required = new Set(itemsOf(fields.required));
  const missing = propertiesOf(fields).filter((name) => !required.has(name));
  if (missing.length > 0)
    say(
      `${at}.required`,
      `A strict schema requires all its fields, and lacks ${missing.slice(0, 3).join(", ")}`,
      "list them all, with `null` for optional ones, or leave `strict` out",
    );
  if (fields.additionalProperties !== false)
    say(
      at,
      "A strict schema has `additionalProperties: false` in each object",
      "add it, or leave `strict` out",
      closed(fields, at, isRoot),
    );
}

/** The names of the functions among the tools of chat completions, with the places of their schemas. */
export function functionsOf(tools: unknown): { readonly path: string; readonly fields: Readonly<Record<string, unknown>> }[] {
  return itemsOf(tools).flatMap((tool, place) => {
    const { type, function: own } = fieldsOf(tool);
    return type === "function" && isFields(own) ? [{ path: `tools[${place}].function`, fields: own }] : [];
  });
}
