// JSON schemas of tools and outputs.

import { type Fields, fieldsOf, isFields, itemsOf } from "./types.js";

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

/** Lists the nodes of a schema, the outer ones first. A body that was read is not deep. Values under `enum`, `default` and the like are no schemas. */
export function nodesOf(schema: unknown, path: string): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  const visit = (value: unknown, at: string, depth: number): void => {
    if (!isFields(value)) return;
    nodes.push({ fields: value, path: at, depth });
    for (const name of SCHEMAS) visit(value[name], `${at}.${name}`, depth + 1);
    for (const name of LISTS) itemsOf(value[name]).forEach((item, place) => visit(item, `${at}.${name}[${place}]`, depth + 1));
    for (const name of MAPS)
      for (const [key, item] of Object.entries(fieldsOf(value[name]))) visit(item, `${at}.${name}.${key}`, depth + 1);
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
