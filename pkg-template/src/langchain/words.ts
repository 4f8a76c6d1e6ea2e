// Unmodelled blocks of LangChain, with the words of those that are documents of text.

import { type Fields, fieldsOf } from "../formats/fields.js";
import type { NeutralPart, TextBlock } from "../types/program-format.js";

/** The unchanged block. */
export function verbatim(block: Fields): NeutralPart {
  const words = wordsOf(block);
  return { type: "other", format: "langchain", value: block, ...(words && { words }) };
}

/** The words of a document of text; undefined for any other block. */
function wordsOf({ type, source_type: source, text, title, context, metadata }: Fields): TextBlock | undefined {
  if (typeof text !== "string" || !(type === "text-plain" || source === "text")) return undefined;
  const about = fieldsOf(metadata);
  const name = [title, about.title, about.filename].find(isFilled);
  return {
    kind: "document",
    ...(name !== undefined && { title: name }),
    ...(isFilled(context) && { context }),
    content: [{ type: "text", text }],
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
