// Blocks of reasoning, in the forms of providers' packages and of version 1.

import { extrasOf, withExtras } from "../formats/extras.js";
import { type Fields, fieldsOf, isFields, optional, required, string, textOf } from "../formats/fields.js";
import { at } from "../formats/read-error.js";
import { ITEMS, formatOfReasoning } from "../providers/registry/langchain.js";
import type { Format } from "../types/index.js";
import { unmodelled } from "./extras.js";
import { type Maker, originOf } from "./maker.js";
import type { Form } from "./provider.js";
import { FORMS, type ReasoningPart, usualForm } from "./reasoning-form.js";
import { readItem, summaryText } from "../providers/registry/langchain-items.js";

/** The mark of reasoning whose text is in the content, and whose item is beside the content. */
export const TWICE = "twice";

/** The mark of an item that is in the content as it came. */
export const ITEM: unknown = ITEMS;

/** Reasoning without its type. */
type Thought = Pick<ReasoningPart, "text" | "signature" | "encrypted">;

/** A block that was read: the thought, its modelled fields, its form, and the format that has such blocks. */
interface Block {
  readonly thought: Thought;
  readonly known: readonly string[];
  readonly form: Form;
  readonly format?: Format | undefined;
  readonly extras?: Fields;
}

/** Reads a block of reasoning; undefined when it has a form that is not modelled. */
export function readReasoning(fields: Fields, type: string, { format, model }: Maker): ReasoningPart | undefined {
  if (type === "reasoning" && fields.summary !== undefined && fields.reasoning === undefined) {
    return withExtras(readItem(fields, model), { writtenAs: ITEM });
  }
  const block = readBlock(fields, type, format);
  if (block === undefined) return undefined;
  const { thought, known, form, extras } = block;
  const origin = originOf(format ?? block.format, model);
  const part = { type: "reasoning", ...defined(thought), ...(origin && { origin }) } as ReasoningPart;
  return withExtras(part, { ...unmodelled(fields, known), ...extras, ...(form !== usualForm(part) && { writtenAs: form }) });
}

function readBlock(fields: Fields, type: string, maker: Format | undefined): Block | undefined {
  switch (type) {
    case "thinking": {
      if (typeof fields.thinking !== "string") return undefined;
      const thought = { text: fields.thinking, signature: optional(fields, "signature") };
      return { thought, known: ["type", "thinking", "signature"], form: "thinking", format: formatOfReasoning("thinking") };
    }
    case "redacted_thinking":
      return {
        thought: { encrypted: required(fields, "data") },
        known: ["type", "data"],
        form: "thinking",
        format: formatOfReasoning("thinking"),
      };
    case "reasoning_content":
      return readConverse(fields);
    default:
      return readStandard(fields, maker);
  }
}

/** Reads a block of Converse, in the terms of JavaScript or of Python. */
function readConverse(fields: Fields): Block | undefined {
  const format = formatOfReasoning("reasoning_content");
  if (typeof fields.redactedContent === "string") {
    return { thought: { encrypted: fields.redactedContent }, known: ["type", "redactedContent"], form: "redactedContent", format };
  }
  for (const form of ["reasoning_content", "reasoningText"] as const) {
    const inner = fields[form];
    if (!isFields(inner)) continue;
    if (Object.entries(inner).some(([name, value]) => !["text", "signature"].includes(name) || value === null)) return undefined;
    const thought = at(form, () => ({ text: optional(inner, "text"), signature: optional(inner, "signature") }));
    return { thought, known: ["type", form], form, format };
  }
  return undefined;
}

const OPAQUE: readonly string[] = ["signature", "encrypted_content"];

/** Reads a block of version 1. */
function readStandard(fields: Fields, maker: Format | undefined): Block {
  const inner = fieldsOf(fields.extras);
  const entries = Object.entries(inner);
  const isInside =
    entries.length > 0 &&
    OPAQUE.every((name) => typeof fields[name] !== "string") &&
    entries.every(([name, value]) => OPAQUE.includes(name) && typeof value === "string");
  const [signature, encrypted] = OPAQUE.map((name) => textOf((isInside ? inner : fields)[name]));
  const itemId = textOf(fields.id)?.startsWith("rs") === true ? fields.id : undefined;
  const { reasoning } = fields;
  const text = reasoning === undefined || reasoning === null ? undefined : at("reasoning", () => string(reasoning));
  const known = ["type", "reasoning"];
  if (isInside) known.push("extras");
  else known.push(...OPAQUE.filter((name) => typeof fields[name] === "string"));
  if (itemId !== undefined) known.push("id");
  const isItem = encrypted !== undefined || itemId !== undefined;
  return {
    thought: { text, signature, encrypted },
    known,
    form: isInside ? "extras" : "reasoning",
    format: maker ?? (isItem ? ITEMS : undefined),
    ...(itemId !== undefined && { extras: { itemId } }),
  };
}

/** Writes the modelled fields of a block of reasoning. */
export function writeReasoning(part: ReasoningPart): Fields {
  const { text, signature, encrypted } = part;
  const { writtenAs, summary } = extrasOf(part);
  if (writtenAs === TWICE) return { type: "reasoning", reasoning: summary === undefined ? (text ?? "") : summaryText(summary) };
  const form = FORMS.includes(writtenAs) ? (writtenAs as Form) : usualForm(part);
  const isOpaque = text === undefined && encrypted !== undefined;
  if (form === "thinking") {
    return isOpaque
      ? { type: "redacted_thinking", data: encrypted }
      : { type: "thinking", thinking: text ?? "", ...(signature !== undefined && { signature }) };
  }
  if (form === "redactedContent" && isOpaque) return { type: "reasoning_content", redactedContent: encrypted };
  if ((form === "reasoning_content" || form === "reasoningText") && encrypted === undefined) {
    return { type: "reasoning_content", [form]: defined({ text, signature }) };
  }
  return writeStandard(part, form === "extras");
}

/** Writes a block of version 1. */
function writeStandard(part: ReasoningPart, isInside: boolean): Fields {
  const { itemId, summary } = extrasOf(part);
  const opaque = defined({ signature: part.signature, encrypted_content: part.encrypted });
  return {
    type: "reasoning",
    ...defined({ reasoning: part.text, id: itemId }),
    ...(isInside ? { extras: opaque } : { ...opaque, ...defined({ summary }) }),
  };
}

/** The fields that are not undefined. */
function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
