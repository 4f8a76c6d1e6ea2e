// Writing reasoning: a part, or one for each paragraph of its summary.

import { extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { WRITTEN_AS, keptMarks, marksOf } from "../formats/marks.js";
import { OPENAI, PROVIDERS } from "../providers/registry/ai-sdk.js";
import { type Extras, type Form, OPTIONS } from "./form.js";
import { REASONING } from "./links.js";
import type { Losses } from "./losses.js";
import { type Namespaces, namespacesOf, putOption, writtenOptions } from "./namespaces.js";
import { ENCRYPTED, type ReasoningPart, SUMMARY, marksOfEach, paragraphs } from "./reasoning.js";
import { writtenState } from "./text.js";

/** Writes the parts of reasoning. */
export function writeReasoning(part: ReasoningPart, form: Form, losses: Losses): object[] {
  const all = extrasOf(part);
  const texts = paragraphs(part);
  const each = texts.length < 2 ? null : marksOfEach(part);
  const isSummaryWritten = part.origin?.format === OPENAI.format && (each !== null || isEmptyList(all[SUMMARY]));
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
  const maker = PROVIDERS.find((provider) => provider.format === format);
  const redacted = maker === OPENAI ? ENCRYPTED : (maker?.redacted?.find((option) => option === sealed) ?? maker?.redacted?.[0]);
  for (const [name, option] of [
    ["signature", maker?.signature],
    ["encrypted", redacted],
  ] as const) {
    const value = part[name];
    if (value === undefined) continue;
    // A paragraph need not hold the data that its neighbours do.
    const isElsewhere = name === "encrypted" && sealed !== undefined && typeof sealed !== "string";
    if (maker === undefined || option === undefined) losses.field(name);
    else if (!isElsewhere) putOption(spaces, extras, maker.names, option, value);
  }
  const saysNone = sealed === undefined ? part.encrypted === undefined : sealed === null;
  if (maker === OPENAI && saysNone && extras.itemId !== undefined) putOption(spaces, extras, OPENAI.names, ENCRYPTED, null);
  if (part.origin?.model !== undefined) losses.field("origin.model");
}
