// Reading reasoning. The options tell its maker, where they hold data that only the maker can read.

import { extrasOf, withExtras } from "../formats/extras.js";
import { type Fields, fieldsOf, required } from "../formats/fields.js";
import { WRITTEN_AS, keptMarks, marksOf } from "../formats/marks.js";
import type { NeutralPart } from "../types/program-format.js";
import { OPENAI, PROVIDERS } from "../providers/registry/ai-sdk.js";
import { type Extras, type Form, OPTIONS, old } from "./form.js";
import { REASONING } from "./links.js";
import { type Options, readOptions, take, takeText } from "./options.js";
import { stateMarks, streamed, unmodelled } from "./text.js";

/** A neutral part of reasoning. */
export type ReasoningPart = NeutralPart & { type: "reasoning" };

/** The paragraphs of a summary. */
export const SUMMARY = "summary";

/** Fields of versions before 5. */
const OLD = ["reasoning", "details", "signature"];

/** Reads a part of reasoning. */
export function readReasoning(fields: Fields, form: Form): ReasoningPart {
  const oldName = OLD.find((name) => fields[name] !== undefined);
  if (oldName !== undefined) throw old(`\`${oldName}\` of a reasoning part`, oldName);
  const text = required(fields, "text");
  const options = readOptions(fields, OPTIONS[form]);
  const marks = stateMarks(fields, form, "assistant");
  const reasoning: ReasoningPart = { type: "reasoning", ...reasoningBy(text, options, marks) };
  const hasStreamId = form === "ui" && fields.id !== undefined;
  // The name of a part of a stream means nothing elsewhere.
  if (hasStreamId) marks.id = fields.id;
  const known = streamed(form, ["type", "text", ...(hasStreamId ? ["id"] : [])]);
  return withExtras(reasoning, unmodelled(form, fields, known, options, REASONING, marks));
}

/** Returns the reasoning, with its opaque data taken out of the options. */
function reasoningBy(text: string, options: Options, marks: Extras): Omit<ReasoningPart, "type"> {
  for (const { names, format, signature: option } of PROVIDERS) {
    const signature = option && takeText(options, names, option);
    if (signature !== undefined) return { text, signature, origin: { format } };
  }
  for (const { names, format, redacted = [] } of text === "" ? PROVIDERS : []) {
    for (const option of redacted) {
      const encrypted = takeText(options, names, option);
      if (encrypted === undefined) continue;
      if (option !== redacted[0]) marks.sealed = option;
      return { encrypted, origin: { format } };
    }
  }
  const { spaces } = options;
  const isItem = OPENAI.names.some((name) => typeof fieldsOf(spaces[name]).itemId === "string");
  const encrypted = takeText(options, OPENAI.names, ENCRYPTED);
  if (encrypted === undefined && !isItem) return { text };
  // Encrypted thoughts may be `null`, or not mentioned.
  if (encrypted === undefined && take(options, OPENAI.names, ENCRYPTED, (value) => value === null) === undefined) marks.sealed = false;
  return { ...(text !== "" && { text }), ...(encrypted !== undefined && { encrypted }), origin: { format: OPENAI.format } };
}

/** The option of OpenAI's for encrypted thoughts. */
export const ENCRYPTED = "reasoningEncryptedContent";

/** Joins two parts that are paragraphs of one item; null when they are not. */
export function joinReasoning(before: NeutralPart | undefined, after: ReasoningPart): ReasoningPart | null {
  if (before?.type !== "reasoning") return null;
  const [extras, more] = [extrasOf(before), extrasOf(after)];
  const [marks, { openai }] = [marksOf(extras), marksOf(more)];
  const isSame = extras.itemId !== undefined && JSON.stringify(extras.itemId) === JSON.stringify(more.itemId);
  const areItems = [before, after].every(({ origin }) => origin?.format === OPENAI.format);
  const isOne = before.encrypted === undefined || after.encrypted === undefined || before.encrypted === after.encrypted;
  const isKnown = isPlain(more) && (isPlain(extras) || extras[SUMMARY] !== undefined);
  if (!isSame || !areItems || !isOne || !isKnown || marks.openai !== openai) return null;
  const texts = [...paragraphs(before), after.text ?? ""];
  const each = [...marksOfEach(before), marksOfOne(after)];
  const { [SUMMARY]: _, [WRITTEN_AS]: __, ...rest } = extras;
  const kept = {
    ...rest,
    [SUMMARY]: texts.map((text) => ({ type: "summary_text", text })),
    ...keptMarks({ each, ...(openai !== undefined && { openai }) }),
  };
  const { signature, origin } = before;
  return withExtras(
    { type: "reasoning", text: texts.join("\n\n"), signature, encrypted: after.encrypted ?? before.encrypted, origin },
    kept,
  );
}

function isPlain(extras: Fields): boolean {
  return Object.keys(extras).every((name) => name === "itemId" || name === WRITTEN_AS);
}

/** Returns the paragraphs of a summary; a single text if there is only one. */
export function paragraphs(part: ReasoningPart): string[] {
  const summary = extrasOf(part)[SUMMARY];
  const texts = (Array.isArray(summary) ? summary : []).map((item) => fieldsOf(item).text).filter((text) => typeof text === "string");
  return texts.length < 2 ? [part.text ?? ""] : texts;
}

/** Returns the marks of each paragraph. */
export function marksOfEach(part: ReasoningPart): unknown[] {
  const { each } = marksOf(extrasOf(part));
  return Array.isArray(each) ? each : [marksOfOne(part)];
}

/** Returns the marks of one paragraph, which also say if it mentions encrypted thoughts. */
function marksOfOne(part: ReasoningPart): Fields {
  const { openai: _, ...own } = marksOf(extrasOf(part));
  return part.encrypted === undefined && own.sealed === undefined ? { ...own, sealed: null } : own;
}
