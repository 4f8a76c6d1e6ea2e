// Texts, and what texts and reasoning have in common.

import { extrasOf, withExtras } from "../formats/extras.js";
import { type Fields, isEmpty, required } from "../formats/fields.js";
import { keptMarks, marksOf } from "../formats/marks.js";
import type { NeutralPart } from "../types/program-format.js";
import type { Role } from "../types/index.js";
import { type Extras, type Form, OPTIONS, restOf } from "./form.js";
import { TEXT } from "./links.js";
import type { Link } from "./sdk-provider.js";
import type { Losses } from "./losses.js";
import { namespacesOf, writtenOptions } from "./namespaces.js";
import { type Options, keptOptions, readOptions } from "./options.js";

/** Returns the unmodelled fields of a part or a call: its options, its other fields, and marks. */
export function unmodelled(
  form: Form,
  fields: Fields,
  known: readonly string[],
  options: Options,
  links: readonly Link[],
  marks: Extras,
): Extras {
  return { ...keptOptions(options, links, marks), ...restOf(form, fields, known), ...keptMarks(marks) };
}

/** Reads a text part. */
export function readText(fields: Fields, form: Form, role: Role): NeutralPart {
  const text = required(fields, "text");
  const marks = stateMarks(fields, form, role);
  const options = readOptions(fields, OPTIONS[form]);
  return withExtras({ type: "text", text }, unmodelled(form, fields, streamed(form, ["type", "text"]), options, TEXT, marks));
}

/** The modelled fields of a text or of reasoning. */
export function streamed(form: Form, own: readonly string[]): readonly string[] {
  return [...own, OPTIONS[form], ...(form === "ui" ? ["state"] : [])];
}

/** Records the state of streaming if it is unusual: usual is done for the assistant, none for others. */
export function stateMarks(fields: Fields, form: Form, role: Role): Extras {
  const usual = role === "assistant" ? "done" : undefined;
  return form === "model" || fields.state === usual ? {} : { state: fields.state ?? null };
}

/** Returns the state of streaming as a field. */
export function writtenState(marks: Fields, form: Form, role: Role): Extras {
  const state = marks.state === undefined && role === "assistant" ? "done" : marks.state;
  return form === "model" || state === undefined || state === null ? {} : { state };
}

/** Writes a text part. */
export function writeText(text: string, extras: Fields, form: Form, role: Role, losses: Losses): object {
  return {
    type: "text",
    text,
    ...writtenState(marksOf(extras), form, role),
    ...writtenOptions(namespacesOf(extras, TEXT), OPTIONS[form]),
    ...losses.rest(extras, form, TEXT),
  };
}

/** True if the part is a text without unmodelled fields. */
export function isPlainText(part: NeutralPart): part is NeutralPart & { type: "text" } {
  return part.type === "text" && isEmpty(extrasOf(part));
}
