// The content of neutral messages.

import type { NeutralCall, NeutralMessage, NeutralPart } from "../types/program-format.js";

/** Returns the text of a content: its text parts, joined by line breaks. */
export function plainText(content: NeutralMessage["content"]): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** A part or a call. */
export type Element = { part: NeutralPart; call?: never } | { call: NeutralCall };

/** Returns parts and calls in one order: each call after the parts that preceded it. */
export function elements(parts: readonly NeutralPart[], calls: readonly NeutralCall[]): Element[] {
  const all: Element[] = [];
  let next = 0;
  const addCalls = (isDue: (call: NeutralCall) => boolean) => {
    for (let call = calls[next]; call !== undefined && isDue(call); call = calls[next]) {
      all.push({ call });
      next += 1;
    }
  };
  for (const [place, part] of parts.entries()) {
    addCalls(({ afterParts }) => afterParts !== undefined && afterParts <= place);
    all.push({ part });
  }
  addCalls(() => true);
  return all;
}
