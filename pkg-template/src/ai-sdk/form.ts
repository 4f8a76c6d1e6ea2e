// The two forms of the SDK's messages.

import { type Fields, isEmpty, others } from "../formats/fields.js";
import type { NeutralPart } from "../types/program-format.js";
import { type ReadError, invalid } from "../formats/read-error.js";
import { wordsOf } from "./words.js";

/** `"model"`: `ModelMessage`, which `generateText` takes. `"ui"`: `UIMessage`, which `useChat` shows and programs store. */
export type Form = "model" | "ui";

/** The field of a part for what only one provider understands. */
export const OPTIONS = { model: "providerOptions", ui: "providerMetadata" } as const;

/** The neutral field for unmodelled fields of a form, which mean nothing in the other form. */
export const REST = { model: "modelFields", ui: "uiFields" } as const;

/** Unmodelled fields. */
export type Extras = Record<string, unknown>;

/** Returns the fields that are not in `known`, as one field that is named after the form; nothing when there are none. */
export function restOf(form: Form, fields: Fields, known: readonly string[]): Extras {
  return nested(REST[form], fields, known);
}

/** Returns the fields that are not in `known`, as the one field `name`; nothing when there are none. */
export function nested(name: string, fields: Fields, known: readonly string[]): Extras {
  const rest = others(fields, known);
  return isEmpty(rest) ? {} : { [name]: rest };
}

/** The part as it came. */
export function verbatim(form: Form, value: Fields): NeutralPart {
  const words = wordsOf(value);
  return { type: "other", format: "ai-sdk", value, ...(words && { words }), writtenAs: { form } };
}

/** The form of a list, as its first message shows. */
export function formOf(messages: readonly unknown[]): Form {
  const first = messages[0] as Fields | null | undefined;
  return first?.parts === undefined ? "model" : "ui";
}

const OLD = ["toolInvocations", "experimental_attachments", "experimental_providerMetadata"];

/** Refuses a message of the other form, and messages of versions before 5. */
export function checkForm(form: Form, message: Fields): void {
  const has = (name: string) => message[name] !== undefined;
  const oldName = OLD.find(has);
  if (oldName !== undefined) throw old(`\`${oldName}\``, oldName);
  if (has("parts") && has("content")) throw old("`content` beside `parts`", "content");
  const isOther = has(form === "ui" ? "content" : "parts");
  if (isOther) {
    const mixed = form === "ui" ? "a model message among UI messages" : "a UI message among model messages";
    throw invalid(`${mixed}; give a list of one form: the SDK's \`convertToModelMessages\` makes model messages of UI messages`);
  }
  if (form === "ui" && !has("parts")) throw invalid("a UI message needs `parts`");
  if (form === "model" && !has("content")) throw invalid("a message needs `content` or `parts`");
}

/** The error for what only versions before 5 wrote. */
export function old(what: string, path = ""): ReadError {
  return invalid(`${what} is of version 4 of the AI SDK or older; bring the message to version 5 or 6 with the SDK's codemods first`, path);
}
