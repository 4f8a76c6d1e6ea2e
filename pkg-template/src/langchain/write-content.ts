// Writing the content of a message.

import { callExtras, extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { WRITTEN_AS } from "../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../types/program-format.js";
import { BARE, PLAIN } from "./block.js";
import { isBuiltin } from "./builtin-calls.js";
import { PROVIDER_FIELDS } from "./extras.js";
import { BESIDE } from "./kwargs.js";
import { writeOther } from "./provider-blocks.js";
import { ITEM, TWICE, writeReasoning } from "./reasoning.js";
import { writeItem } from "../providers/registry/langchain-items.js";
import { blockFields, blockOf } from "./write-calls.js";
import { writeMedia } from "./write-media.js";

/** A content that was written, and the names of the fields that have no place there. */
export interface WrittenContent {
  readonly content: string | unknown[];
  readonly lost: string[];
}

/** Writes the content. `wasText` says that it was a string with other parts beside it. */
export function writeContent({ content, toolCalls = [] }: NeutralMessage, wasText: boolean): WrittenContent {
  const lost = toolCalls.flatMap(lostOfCall);
  const placed = toolCalls.flatMap((call) => {
    const block = blockOf(call);
    return block === undefined ? [] : [{ after: call.afterParts ?? Infinity, block }];
  });
  const text = Array.isArray(content) ? undefined : (content ?? "");
  if (text !== undefined && placed.length === 0) return { content: text, lost };
  const parts: readonly NeutralPart[] = Array.isArray(content) ? content : text === "" ? [] : [{ type: "text", text: text ?? "" }];
  const only = placed.length === 0 ? onlyText(parts, wasText) : undefined;
  if (only !== undefined) return { content: only, lost };
  const blocks: unknown[] = [];
  for (const [place, part] of parts.entries()) {
    if (text === undefined) blocks.push(...placed.filter(({ after }) => after === place).map(({ block }) => block));
    if (isBeside(part)) lost.push(...lostOfPart(part, []));
    else blocks.push(writePart(part, lost));
  }
  const count = text === undefined ? parts.length : 0;
  blocks.push(...placed.filter(({ after }) => after >= count).map(({ block }) => block));
  return { content: blocks, lost };
}

/** The text of the content, if all parts except one plain text are beside it; undefined if it is a list of blocks. */
function onlyText(parts: readonly NeutralPart[], wasText: boolean): string | undefined {
  const [first, ...rest] = parts.filter((part) => !isBeside(part));
  if (first === undefined) return wasText || parts.length > 0 ? "" : undefined;
  const isPlain = rest.length === 0 && first.type === "text" && Object.keys(extrasOf(first)).length === 0;
  return wasText && isPlain ? first.text : undefined;
}

/** Reports whether a part is beside the content. */
export function isBeside(part: NeutralPart): boolean {
  return extrasOf(part)[WRITTEN_AS] === BESIDE || isThoughtField(part);
}

/** Reports whether a part is reasoning that vendors of Chat Completions keep in a field. */
export function isThoughtField(part: NeutralPart): part is NeutralPart & { type: "reasoning"; text: string } {
  return part.type === "reasoning" && part.origin?.format === "openai-chat" && part.text !== undefined;
}

/** The unmodelled fields of a call that have no place. */
function lostOfCall(call: NeutralCall): string[] {
  if (isBuiltin(call)) return [];
  const placed = blockOf(call) === undefined ? {} : blockFields(call);
  const known = ["langchain", WRITTEN_AS, "itemId", "thoughtSignature", ...Object.keys(placed)];
  return Object.keys(callExtras(call)).filter((name) => !known.includes(name));
}

/** The unmodelled fields of a part that have no place beside those that are `written`. */
function lostOfPart(part: NeutralPart, written: readonly string[]): string[] {
  const extras = extrasOf(part);
  // An item that stands beside the content is kept whole.
  if (extras[WRITTEN_AS] === BESIDE || extras[WRITTEN_AS] === TWICE) return [];
  const known = ["langchain", WRITTEN_AS, "itemId", "summary", ...written];
  return Object.keys(extras).filter((name) => !known.includes(name));
}

/** Writes a part; adds the names of what has no place to `lost`. */
function writePart(part: NeutralPart, lost: string[]): unknown {
  const extras = extrasOf(part);
  const writtenAs = extras[WRITTEN_AS];
  if (part.type === "text" && writtenAs === BARE) return part.text;
  if (part.type === "other") return writeOther(part, writtenAs);
  if (part.type === "reasoning" && writtenAs === ITEM) return writeItem(part);
  const block = writeBlock(part, extras, lost);
  const providers = Object.entries(extras).filter(([name]) => PROVIDER_FIELDS.includes(name));
  lost.push(...lostOfPart(part, PROVIDER_FIELDS));
  return { ...block, ...Object.fromEntries(providers), ...fieldsOf(extras.langchain) };
}

/** The modelled fields of a block. */
function writeBlock(part: Exclude<NeutralPart, { type: "other" }>, { writtenAs, itemId }: Fields, lost: string[]): Fields {
  switch (part.type) {
    case "text":
      return { type: writtenAs === PLAIN ? PLAIN : "text", text: part.text, ...(itemId !== undefined && { id: itemId }) };
    case "refusal":
      return { type: "refusal", refusal: part.text };
    case "reasoning":
      return writeReasoning(part);
    case "image":
    case "audio":
    case "file": {
      const media = writeMedia(part);
      lost.push(...media.lost);
      return media.block;
    }
  }
}
