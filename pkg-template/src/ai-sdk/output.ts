// Reading the result of a call.

import { type Fields, each, isFields, list, object, optional, required } from "../formats/fields.js";
import type { NeutralCall, NeutralPart } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import { RESPONDED, approvalOf } from "./approval.js";
import { type Extras, nested, old, verbatim } from "./form.js";
import { STRUCTURED } from "./losses.js";
import { readMedia } from "./media.js";
import { RESULT_MEDIA, readResultMedia } from "./result-media.js";
import { readText } from "./text.js";

/** The SDK's text for a call that a person denied without a reason. */
export const DENIED = "Tool call execution denied.";

/** The field for unmodelled fields of an output. */
export const OUTPUT_REST = "outputFields";

/** An output that was read. */
export interface Output {
  content: string | NeutralPart[] | null;
  isError?: true;
  extras: Extras;
  marks: Extras;
}

function output(content: Output["content"], isError: boolean, more: { extras?: Extras; marks?: Extras } = {}): Output {
  return { content, ...(isError && { isError }), extras: {}, marks: {}, ...more };
}

function structured(value: unknown, isError: boolean): Output {
  return output(JSON.stringify(value), isError, { extras: { [STRUCTURED]: true } });
}

/** The output of a call that failed with this text. */
export function failed(text: string): Output {
  return output(text, true);
}

/** The output of a call that was denied for this reason. */
export function denied(reason: string | undefined): Output {
  return output(reason ?? DENIED, true, { marks: { denied: reason === undefined ? true : "reason" } });
}

/** The output of a call that a person denied. */
export function deniedBy(call: NeutralCall): Output {
  const reason = approvalOf(call)?.reason;
  return denied(typeof reason === "string" ? reason : undefined);
}

/** The output of a call that a person denied, and that the SDK has yet to answer: the next request must say so. */
export function answeredNo(call: NeutralCall): Output {
  const output = deniedBy(call);
  return { ...output, marks: { ...output.marks, state: RESPONDED } };
}

/** Reads the `output` of a result of a model message. */
export function readOutput(result: Fields): Output {
  if (result.result !== undefined && result.output === undefined) throw old("`result`", "result");
  return at("output", () => {
    const fields = object(result.output);
    const read = readKind(fields, required(fields, "type"));
    return { ...read, extras: { ...read.extras, ...nested(OUTPUT_REST, fields, ["type", "value", "reason"]) } };
  });
}

function readKind(fields: Fields, type: string): Output {
  const isError = type.startsWith("error");
  switch (type) {
    case "text":
    case "error-text":
      return output(required(fields, "value"), isError);
    case "json":
    case "error-json":
      return structured(valueOf(fields), isError);
    case "content": {
      const value = valueOf(fields);
      return output(
        at("value", () => readItems(value)),
        false,
      );
    }
    case "execution-denied":
      return denied(optional(fields, "reason"));
  }
  throw invalid(`unknown type of output \`${type}\`; known are text, json, error-text, error-json, execution-denied, content`, "type");
}

function valueOf({ value }: Fields): unknown {
  if (value === undefined) throw invalid("expected a value, found nothing", "value");
  return value;
}

function readItems(value: unknown): NeutralPart[] {
  return each(list(value), "", readItem);
}

function readItem(value: unknown): NeutralPart {
  const fields = object(value);
  const type = required(fields, "type");
  if (type === "text") return readText(fields, "model", "tool");
  if (type === "file") return readMedia(fields, "model", "tool", "file");
  return Object.hasOwn(RESULT_MEDIA, type) ? readResultMedia(fields, type, RESULT_MEDIA[type] ?? "data") : verbatim("model", fields);
}

/** Reads the `output` of a tool of a UI message: any value. One that has the form of an output of many parts is one. */
export function readShown(value: unknown): Output {
  if (value === undefined || typeof value === "string") return output(value ?? null, false);
  const parts = partsOf(value);
  return parts === undefined ? structured(value, false) : output(parts, false, { marks: { content: true } });
}

function partsOf(value: unknown): NeutralPart[] | undefined {
  if (!isFields(value) || Object.keys(value).length !== 2 || value.type !== "content" || value.value === undefined) return undefined;
  try {
    return readItems(value.value);
  } catch {
    return undefined;
  }
}
