// Writing reasoning: a part, or one for each paragraph of its summary.

import { extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { WRITTEN_AS, keptMarks, marksOf } from "../formats/marks.js";
import { type Extras, type Form, OPTIONS } from "./form.js";
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, type Provider, REASONING } from "./links.js";
import type { Losses } from "./losses.js";
import { type Namespaces, namespacesOf, putOption, writtenOptions } from "./namespaces.js";
import { ENCRYPTED, type ReasoningPart, SUMMARY, marksOfEach, paragraphs } from "./reasoning.js";
import { writtenState } from "./text.js";

type Place = readonly [provider: Provider, option: string];

/** The options that hold the opaque data of a format. */
const OPAQUE: Readonly<Record<string, { signature?: Place; encrypted?: Place }>> = {
  anthropic: { signature: [ANTHROPIC, "signature"], encrypted: [ANTHROPIC, "redactedData"] },
  bedrock: { signature: [BEDROCK, "signature"], encrypted: [BEDROCK, "redactedContent"] },
  gemini: { signature: [GOOGLE, "thoughtSignature"] },
  "openai-responses": { encrypted: [OPENAI, ENCRYPTED] },
};

/** Writes the parts of reasoning. */
export function writeReasoning(part: ReasoningPart, form: Form, losses: Losses): object[] {
  const all = extrasOf(part);
  const texts = paragraphs(part);
  const each = texts.length < 2 ? null : marksOfEach(part);
  const isSummaryWritten = part.origin?.format === "openai-responses" && (each !== null || isEmptyList(all[SUMMARY]));
  return texts.map((text, at) => {
    const extras = each === null ? all : withMarks(all, fieldsOf(each[at]));
    const marks = marksOf(extras);
    const spaces = namespacesOf(extras, REASONING);
    putOpaque(part, extras, spaces, losses);
    return {
      type: "reasoning",
      ...(form === "ui" && marks.id !== undefined && { id: marks.id }),
      text,
      ...writtenState(marks, form, "assistant"),
      ...writtenOptions(spaces, OPTIONS[form]),
      ...losses.rest(extras, form, REASONING, isSummaryWritten ? [SUMMARY] : []),
    };
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns the fields with other marks. The alias of OpenAI is that of all paragraphs. */
function withMarks(extras: Fields, own: Fields): Extras {
  const { [WRITTEN_AS]: _, ...rest } = extras;
  const { openai } = marksOf(extras);
  return { ...rest, ...keptMarks(openai === undefined ? own : { ...own, openai }) };
}

/** Puts opaque data among the options of its maker. Nobody else understands it. */
function putOpaque(part: ReasoningPart, extras: Fields, spaces: Namespaces, losses: Losses): void {
  const { sealed } = marksOf(extras);
  const format = part.origin?.format ?? "";
  const places = Object.hasOwn(OPAQUE, format) ? OPAQUE[format] : {};
  for (const name of ["signature", "encrypted"] as const) {
    const [value, place] = [part[name], places?.[name]];
    if (value === undefined) continue;
    // A paragraph need not hold the data that its neighbours do.
    const isElsewhere = name === "encrypted" && sealed !== undefined && typeof sealed !== "string";
    if (place === undefined) losses.field(name);
    else if (!isElsewhere) putOption(spaces, extras, place[0], format === "bedrock" && name === "encrypted" && sealed === "redactedData" ? sealed : place[1], value);
  }
  const saysNone = sealed === undefined ? part.encrypted === undefined : sealed === null;
  if (format === "openai-responses" && saysNone && extras.itemId !== undefined) putOption(spaces, extras, OPENAI, ENCRYPTED, null);
  if (part.origin?.model !== undefined) losses.field("origin.model");
}
