// Blocks of providers that LangChain has no form for, and the format that defines each.

import { type Fields, isFields } from "../formats/fields.js";
import type { NeutralPart } from "../types/program-format.js";
import { ITEMS, PROVIDERS } from "../providers/registry/langchain.js";
import type { Format } from "../types/index.js";

/** The mark of a block that was wrapped as `non_standard`. */
export const WRAPPED = "non_standard";
/** The mark of a block that had no type. */
export const UNTYPED = "untyped";

/**
 * The format of the provider that defines a block. A type that two of them define belongs to the maker of the message; where the maker is
 * unknown, an encrypted block belongs to OpenAI.
 */
function ownerOf(block: Fields, maker: Format | undefined): Format | undefined {
  const { type } = block;
  if (typeof type !== "string") {
    const [first = ""] = Object.keys(block);
    return PROVIDERS.find(({ fields }) => fields?.includes(first))?.format;
  }
  const definers = PROVIDERS.filter(({ types }) => types?.includes(type)).map(({ format }) => format);
  const preferred = definers.find((format) => format === maker) ?? (typeof block.encrypted_content === "string" ? ITEMS : undefined);
  return definers.find((format) => format === preferred) ?? definers[0];
}

/** A provider's own block; undefined if no provider defines it. */
export function readNative(block: Fields, maker: Format | undefined): NeutralPart | undefined {
  const format = ownerOf(block, maker);
  if (format === undefined) return undefined;
  const isTyped = typeof block.type === "string" && block.type !== "";
  return { type: "other", format, value: block, ...(!isTyped && { writtenAs: UNTYPED }) };
}

/** A provider's block inside a wrapper; undefined when no provider defines it. */
export function readWrapped(wrapper: Fields, maker: Format | undefined): NeutralPart | undefined {
  const { value } = wrapper;
  if (!isFields(value) || Object.keys(wrapper).length !== 2) return undefined;
  const format = ownerOf(value, maker);
  return format && { type: "other", format, value, writtenAs: WRAPPED };
}

/** Writes an unmodelled part: unchanged if it has a type, else wrapped. */
export function writeOther({ format, value }: { readonly format: Format; readonly value: object }, writtenAs: unknown): Fields {
  const isBare = "type" in value ? writtenAs !== WRAPPED : writtenAs === UNTYPED;
  return format === "langchain" || isBare ? (value as Fields) : { type: "non_standard", value };
}
