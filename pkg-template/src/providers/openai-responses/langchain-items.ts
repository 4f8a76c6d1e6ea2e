// Items of reasoning as OpenAI's Responses have them, which LangChain keeps as they came.

import { extrasOf, withExtras } from "../../formats/extras.js";
import { type Fields, isFields, optional, others } from "../../formats/fields.js";
import { originOf } from "../../langchain/maker.js";
import type { ReasoningPart } from "../../langchain/reasoning-form.js";

/** The maps from calls to the ids of their items, for functions and for custom tools. */
export const ITEM_IDS = { function: "__openai_function_call_ids__", custom: "__openai_custom_tool_call_ids__" } as const;

/** Reads an item. Its text is its summary, or what open models show of their thoughts. Lists of several texts are kept as they came. */
export function readItem(fields: Fields, model: string | undefined): ReasoningPart {
  const [summary, content] = [textsOf(fields.summary), textsOf(fields.content)];
  const shown = summary.length > 0 ? summary : content;
  const encrypted = optional(fields, "encrypted_content");
  const isPlain = summary.length === 1 || (summary.length === 0 && content.length === 0);
  const extras = {
    ...(typeof fields.id === "string" && { itemId: fields.id }),
    ...(fields.summary !== undefined && !isPlain && { summary: fields.summary }),
    ...others(fields, ["type", "id", "summary", "encrypted_content", ...(isIdle(fields.content) ? ["content"] : [])]),
  };
  const reasoning = {
    type: "reasoning",
    ...(shown.length > 0 && { text: shown.join("\n\n") }),
    ...(encrypted !== undefined && { encrypted }),
    origin: originOf("openai-responses", model),
  } as ReasoningPart;
  return withExtras(reasoning, extras);
}

/** Writes an item. */
export function writeItem(part: ReasoningPart): Fields {
  const { summary, writtenAs: _, ...rest } = extrasOf(part);
  return {
    type: "reasoning",
    summary: summary ?? (part.text === undefined ? [] : [{ type: "summary_text", text: part.text }]),
    ...(part.encrypted !== undefined && { encrypted_content: part.encrypted }),
    ...itemFields(rest),
  };
}

/** Unmodelled fields under the names that they have in an item. */
export function itemFields(extras: Fields): Fields {
  return Object.fromEntries(Object.entries(extras).map(([name, value]) => [name === "itemId" ? "id" : name, value]));
}

/** The texts of a summary, joined without a space as LangChain shows them. */
export function summaryText(summary: unknown): string {
  return textsOf(summary).join("");
}

function textsOf(items: unknown): string[] {
  const texts = (Array.isArray(items) ? items : []).map((item: unknown) => (isFields(item) ? item.text : undefined));
  return texts.filter((text) => typeof text === "string");
}

function isIdle(content: unknown): boolean {
  return content === null || (Array.isArray(content) && content.length === 0);
}
