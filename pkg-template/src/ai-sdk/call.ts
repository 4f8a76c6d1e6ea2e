// Calls of tools.

import { callExtras, callWithExtras } from "../formats/extras.js";
import { type Fields, isFields, required } from "../formats/fields.js";
import { isBlank, parsed } from "../formats/json-text.js";
import { marksOf } from "../formats/marks.js";
import type { NeutralCall } from "../types/program-format.js";
import { APPROVAL } from "./approval.js";
import { type Extras, type Form, OPTIONS, old } from "./form.js";
import { CALL } from "./links.js";
import type { Losses } from "./losses.js";
import { namespacesOf, writtenOptions } from "./namespaces.js";
import { type Options, readOptions } from "./options.js";
import { unmodelled } from "./text.js";

/** The beginning of ids of OpenAI's items that are calls of custom tools. */
const CUSTOM = "ctc_";

/** Reads a call of a model message. */
export function readCall(fields: Fields): NeutralCall {
  if (fields.args !== undefined) throw old("`args`", "args");
  const marks: Extras = {};
  const input = readInput(fields.input, marks);
  const options = readOptions(fields, OPTIONS.model);
  const name = required(fields, "toolName");
  const id = required(fields, "toolCallId");
  const known = ["type", "toolCallId", "toolName", "input", OPTIONS.model];
  return newCall({ id, name, arguments: input }, fields, "model", known, options, marks);
}

/** Returns the call with its unmodelled fields. */
export function newCall(
  call: NeutralCall,
  fields: Fields,
  form: Form,
  known: readonly string[],
  options: Options,
  marks: Extras,
): NeutralCall {
  const extras = unmodelled(form, fields, known, options, CALL, marks);
  const isText = typeof call.arguments === "string" && call.isJson !== true;
  return callWithExtras(isText && isCustom(extras) ? { ...call, kind: "custom" } : call, extras);
}

function isCustom({ itemId }: Fields): boolean {
  return typeof itemId === "string" && itemId.startsWith(CUSTOM);
}

/**
 * Reads an input: a value, or a text where the model wrote no JSON. The mark `input` is `null` where there was none, and `"text"` where a
 * string holds what could be an object.
 */
export function readInput(input: unknown, marks: Extras): unknown {
  if (input === undefined) marks.input = null;
  else if (typeof input === "string" && (isBlank(input) || isFields(parsed(input)))) marks.input = "text";
  return input === undefined ? "" : input;
}

/** Returns the input as a field: an object where its text is one, else the text, as the SDK keeps what a model wrote that is no JSON. */
export function writeInput(call: NeutralCall, marks: Fields, losses: Losses): Extras {
  const { arguments: input, kind = "function" } = call;
  const isText = typeof input === "string";
  if (kind !== "function" && (kind !== "custom" || !isCustom(callExtras(call)))) losses.field("kind");
  if (kind === "custom") return { input: isText ? input : JSON.stringify(input) };
  if (!isText) return marks.input === "raw" ? { rawInput: input } : { input };
  if (call.isJson !== true) {
    if (input === "" && marks.input === null) return {};
    if (marks.input === "raw") return { rawInput: input };
    if (marks.input === "text") return { input };
  }
  if (isBlank(input)) {
    losses.report("arguments-filled", `the empty arguments of ${call.name} are written as {}`, call.id);
    return { input: {} };
  }
  const value = call.isJson === true ? undefined : parsed(input);
  return { input: isFields(value) ? value : input };
}

/** Writes a call as a part of a model message. */
export function writeCall(call: NeutralCall, losses: Losses): object {
  const extras = callExtras(call);
  const marks = marksOf(extras);
  return {
    type: "tool-call",
    toolCallId: call.id,
    toolName: call.name,
    // There is one place for inputs.
    ...writeInput(call, marks.input === "raw" ? {} : marks, losses),
    ...writtenOptions(namespacesOf(extras, CALL), OPTIONS.model),
    ...losses.rest(extras, "model", CALL, [APPROVAL]),
  };
}
