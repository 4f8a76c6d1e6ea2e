// The schemas of tools and outputs at OpenAI.

import { nodesOf, propertiesOf, typesOf } from "./schema.js";
import { fieldsOf, has, isFields, itemsOf, refuseFields } from "./types.js";

/** The keywords that the client of OpenAI takes out of strict schemas. */
const NOT_STRICT =
  "allOf oneOf not if then else dependentRequired dependentSchemas dependencies patternProperties propertyNames unevaluatedProperties " +
  "unevaluatedItems minProperties maxProperties contains minContains maxContains uniqueItems prefixItems contentEncoding contentMediaType " +
  "contentSchema $anchor $dynamicRef $dynamicAnchor";

/** Reports a fault of a schema. */
type Say = (path: string, fault: string, remedy: string) => void;

/** Checks the schema of a function. `isRoot` is false for the schema of an output, whose top level only strict mode judges. */
export function checkOpenAiSchema(schema: unknown, path: string, isStrict: boolean, isTool: boolean, say: Say): void {
  if (!isFields(schema)) return;
  if (isTool && !has(schema, "$ref")) {
    const isUntyped = schema.type === undefined && Object.keys(schema).length > 0;
    if (schema.type !== "object" && (isUntyped || schema.type !== undefined))
      say(`${path}.type`, 'The parameters of a function are of `type: "object"`', 'add `type: "object"`');
    else if (schema.type === "object" && !has(schema, "properties"))
      say(path, "The parameters of a function have `properties`", "add `properties: {}`");
    for (const name of ["oneOf", "anyOf", "allOf", "enum", "const", "not"])
      if (has(schema, name))
        say(
          `${path}.${name}`,
          `The parameters of a function have no \`${name}\` at their top level`,
          "move it into a field, or leave it out",
        );
  }
  for (const { fields, path: at } of nodesOf(schema, path)) {
    const types = typesOf(fields);
    if (types.includes("array") && !has(fields, "items") && !has(fields, "prefixItems"))
      say(at, "An array has `items`", "add the schema of its items");
    if (isStrict) checkStrict(fields, types, at, say);
  }
}

function checkStrict(fields: Readonly<Record<string, unknown>>, types: readonly unknown[], at: string, say: Say): void {
  refuseFields(fields, NOT_STRICT.split(" "), (name) =>
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
    say(at, "A strict schema has `additionalProperties: false` in each object", "add it, or leave `strict` out");
}

/** The names of the functions among the tools of chat completions, with the places of their schemas. */
export function functionsOf(tools: unknown): { readonly path: string; readonly fields: Readonly<Record<string, unknown>> }[] {
  return itemsOf(tools).flatMap((tool, place) => {
    const { type, function: own } = fieldsOf(tool);
    return type === "function" && isFields(own) ? [{ path: `tools[${place}].function`, fields: own }] : [];
  });
}
