// Attributes of spans and of their events: a record, or the list of keys and values of OTLP.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";

/** The attributes as a record; null for a value that has none. */
export function attributesOf(given: unknown): Fields | null {
  if (isRecord(given)) return given;
  if (!isArray(given)) return null;
  return Object.fromEntries(given.filter(isRecord).map(({ key, value }): [string, unknown] => [String(key), valueOf(value)]));
}

/** A value of OTLP: an object whose only field names the type. */
function valueOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { arrayValue: list, kvlistValue: fields } = value;
  if (isRecord(list)) return isArray(list.values) ? list.values.map(valueOf) : [];
  if (isRecord(fields)) return attributesOf(fields.values) ?? {};
  return value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? value;
}

/** The value of a JSON text; undefined for text that is not JSON. Other values are returned. */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}
