// Words for what a provider's own tools were asked and what they returned, for models that do not know their items.

import type { TextBlock } from "../types/program-format.js";

/** A call of a tool that the provider ran. */
export function calledWords(name: string, given: unknown): TextBlock {
  return textBlock(`[called ${name} with ${typeof given === "string" ? given : JSON.stringify(given ?? {})}]`);
}

/** A result of a tool that the provider ran. */
export function returnedWords(name: string, texts: readonly string[]): TextBlock {
  return textBlock(`[${name} returned]\n${texts.join("\n")}`);
}

function textBlock(text: string): TextBlock {
  return { content: [{ type: "text", text }] };
}

/** The strings in a value under fields of these names, at any depth, in their order. */
export function textsUnder(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" && names.includes(name) ? [inner] : textsUnder(inner, names),
  );
}
