// The unmodelled fields of neutral parts and calls.

import type { NeutralCall, NeutralPart } from "../types/program-format.js";
import { type Fields, isFields, others } from "./fields.js";

const MEDIA = ["type", "mediaType", "data", "url", "fileId", "name", "detail", "width", "height", "origin"];

/** The modelled fields of each type of part. */
const PARTS: Readonly<Record<NeutralPart["type"], readonly string[]>> = {
  text: ["type", "text"],
  refusal: ["type", "text"],
  image: MEDIA,
  audio: MEDIA,
  file: MEDIA,
  reasoning: ["type", "text", "signature", "encrypted", "origin"],
  other: ["type", "format", "value", "words"],
};

/** The modelled fields of a call. */
const CALL = ["id", "name", "arguments", "isJson", "idFromMessage", "kind", "afterParts"];

/** Names with a meaning of their own beside the fields of parts and calls. */
const RESERVED = ["extras", "extrasFrom"];

/** The unmodelled fields of a part, in their order. */
export function extrasOf(part: NeutralPart): Fields {
  return unmodelled(part, PARTS[part.type]);
}

/** The unmodelled fields of a call, in their order. */
export function callExtras(call: NeutralCall): Fields {
  return unmodelled(call, CALL);
}

function unmodelled(holder: Fields, known: readonly string[]): Fields {
  const { extras, extrasFrom: _, ...own } = others(holder, known);
  return isFields(extras) ? { ...extras, ...own } : extras === undefined ? own : { ...own, extras };
}

/** The part with unmodelled fields beside its own. `extrasFrom` names their format, if no other format may use them. */
export function withExtras<Holder extends NeutralPart>(part: Holder, extras: Fields, extrasFrom?: string): Holder {
  return joined(part, PARTS[part.type], extras, extrasFrom);
}

/** The call with unmodelled fields beside its own. */
export function callWithExtras(call: NeutralCall, extras: Fields, extrasFrom?: string): NeutralCall {
  return joined(call, [...CALL, "type"], extras, extrasFrom);
}

function joined<Holder extends object>(holder: Holder, known: readonly string[], extras: Fields, extrasFrom?: string): Holder {
  const names = Object.keys(extras);
  if (names.length === 0) return holder;
  const isTaken = names.some((name) => known.includes(name) || RESERVED.includes(name));
  return { ...holder, ...(isTaken ? { extras } : extras), ...(extrasFrom !== undefined && { extrasFrom }) };
}
