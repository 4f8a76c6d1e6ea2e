// Fields of blocks that are not modelled.

import { type Fields, isFields } from "../formats/fields.js";

/** The fields that providers have in their blocks. Their own formats know them under the same names. */
export const PROVIDER_FIELDS: readonly string[] = [
  "cache_control",
  "citations",
  "annotations",
  "phase",
  "logprobs",
  "thoughtSignature",
  "partMetadata",
  "prompt_cache_breakpoint",
  "context",
];

/** The fields that are not in `known`: providers' fields unchanged, the others as one object, `langchain`. */
export function unmodelled(fields: Fields, known: readonly string[]): Fields {
  const own: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (known.includes(name)) continue;
    const isProviders = PROVIDER_FIELDS.includes(name) && (name !== "annotations" || areOfProvider(value));
    (isProviders ? own : others).push([name, value]);
  }
  if (others.length > 0) own.push(["langchain", Object.fromEntries(others)]);
  return Object.fromEntries(own);
}

/** Reports whether annotations are in the terms of the provider, and not in those of LangChain. */
function areOfProvider(annotations: unknown): boolean {
  const items: readonly unknown[] = Array.isArray(annotations) ? annotations : [];
  return items.every(
    (item) => isFields(item) && typeof item.type === "string" && item.type !== "citation" && !item.type.startsWith("non_standard"),
  );
}
