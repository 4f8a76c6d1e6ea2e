// JSON schemas of tools and outputs.

import { type Fields, type ParameterEdits, fieldsOf, has, isFields, itemsOf, joined } from "./types.js";

/** The keywords that neither OpenAI nor Claude takes in strict schemas. */
export const NEVER_STRICT =
  "oneOf not if then else dependentRequired dependentSchemas patternProperties propertyNames unevaluatedProperties minProperties " +
  "maxProperties contains minContains maxContains uniqueItems prefixItems";

/** The keywords under which a schema holds another one, a list of schemas, or schemas by name. */
const SCHEMAS = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"] as const;
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems", "items"] as const;
const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] as const;

/** A node of a schema. */
export interface SchemaNode {
  readonly fields: Fields;
  readonly path: string;
  /** 0 for the schema itself. */
  readonly depth: number;
}

/**
 * Lists the nodes of a schema, the outer ones first. A body that was read is not deep. Values under `enum`, `default` and the like are no
 * schemas. `isRead` chooses the keywords that are looked into.
 */
export function nodesOf(schema: unknown, path: string, isRead: (keyword: string) => boolean = () => true): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (value: unknown, at: string, depth: number): void => {
    if (!isFields(value)) return;
    nodes.push({ fields: value, path: at, depth });
    for (const name of SCHEMAS.filter(isRead)) visit(value[name], `${at}.${name}`, depth + 1);
    for (const name of LISTS.filter(isRead))
      itemsOf(value[name]).forEach((item, place) => visit(item, `${at}.${name}[${place}]`, depth + 1));
    for (const name of MAPS.filter(isRead))
      for (const [key, item] of Object.entries(fieldsOf(value[name]))) visit(item, joined(`${at}.${name}`, key), depth + 1);
  };
  visit(schema, path, 0);
  return nodes;
}

/** The names in `type`. */
export function typesOf({ type }: Fields): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

/** The names of the fields that an object schema declares. */
export function propertiesOf(fields: Fields): string[] {
  return Object.keys(fieldsOf(fields.properties));
}

/**
 * Returns the repair that closes an object of a strict schema, as the providers' own clients do. An object that names no field, or says what
 * others are, would lose what it holds. `isRoot` is true for the parameters of a function.
 */
export function closed(fields: Fields, path: string, isRoot: boolean): ParameterEdits | undefined {
  const isNamed = isRoot || propertiesOf(fields).length > 0;
  return isNamed && !has(fields, "additionalProperties") ? [{ path: `${path}.additionalProperties`, set: false }] : undefined;
}
