// Schemas in the words of OpenAPI, as Gemini has them.

import { isArray, isObject, type PlainObject } from "../../input/check.js";

/** Numbers that protocol buffers write as text. */
const COUNTS = ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

/** Returns the JSON schema that says the same. */
export function jsonSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const written: PlainObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "type" && typeof value === "string") written.type = value.toLowerCase();
    else if (key === "properties" && isObject(value))
      written.properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonSchema(inner)]));
    else if (key === "items" || key === "additionalProperties") written[key] = jsonSchema(value);
    else if ((key === "anyOf" || key === "any_of") && isArray(value)) written.anyOf = value.map(jsonSchema);
    else if (COUNTS.includes(key) && typeof value === "string") written[key] = Number(value);
    else if (key !== "nullable") written[key] = value;
  }
  if (schema.nullable !== true) return written;
  if (isArray(written.enum)) written.enum = [...written.enum, null];
  if (typeof written.type === "string") return { ...written, type: [written.type, "null"] };
  return isArray(written.anyOf) ? { ...written, anyOf: [...written.anyOf, { type: "null" }] } : written;
}
