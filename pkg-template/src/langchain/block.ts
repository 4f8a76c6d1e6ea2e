// Reading the blocks of a content.

import { type Fields, object, required } from "../formats/fields.js";
import type { NeutralPart } from "../types/program-format.js";
import { ITEMS } from "../providers/registry/langchain.js";
import { unmodelled } from "./extras.js";
import type { Maker } from "./maker.js";
import { readMedia } from "./media.js";
import { readNative, readWrapped } from "./provider-blocks.js";
import { readReasoning } from "./reasoning.js";
import { verbatim } from "./words.js";

/** The mark of a text that is no block. */
export const BARE = "string";
/** The mark of a text that is a document. */
export const PLAIN = "text-plain";

/** Reads a block that is not a call. An unmodelled block is kept unchanged. */
export function readBlock(value: unknown, maker: Maker): NeutralPart {
  if (typeof value === "string") return { type: "text", text: value, writtenAs: BARE };
  const fields = object(value);
  const type = typeof fields.type === "string" ? fields.type : "";
  return readMedia(fields, type) ?? readTyped(fields, type, maker) ?? verbatim(fields);
}

/** Reads a block without media; undefined if it is to be kept unchanged. */
function readTyped(fields: Fields, type: string, maker: Maker): NeutralPart | undefined {
  switch (type) {
    case "text":
      return readText(fields, maker);
    case "text-plain":
      // One with a title or remarks says more than its text.
      if (typeof fields.text !== "string" || fields.title !== undefined || fields.context !== undefined) return undefined;
      return { type: "text", text: fields.text, ...unmodelled(fields, ["type", "text"]), writtenAs: PLAIN };
    case "refusal":
      if (fields.refusal === undefined) return undefined;
      return { type: "refusal", text: required(fields, "refusal"), ...unmodelled(fields, ["type", "refusal"]) };
    case "thinking":
    case "redacted_thinking":
    case "reasoning":
    case "reasoning_content":
      return readReasoning(fields, type, maker);
    case "non_standard":
      return readWrapped(fields, maker.format);
    default:
      return readNative(fields, maker.format);
  }
}

function readText(fields: Fields, maker: Maker): NeutralPart {
  const text = required(fields, "text");
  const isItem = maker.format === ITEMS && typeof fields.id === "string" && fields.id.startsWith("msg");
  const extras = unmodelled(fields, isItem ? ["type", "text", "id"] : ["type", "text"]);
  return { type: "text", text, ...extras, ...(isItem && { itemId: fields.id }) };
}
