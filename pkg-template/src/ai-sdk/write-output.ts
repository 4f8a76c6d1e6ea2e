// Writing the result of a call.

import { plainText } from "../formats/content.js";
import { extrasOf } from "../formats/extras.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { parsed } from "../formats/json-text.js";
import { WRITTEN_AS, marksOf } from "../formats/marks.js";
import type { NeutralMessage, NeutralPart } from "../types/program-format.js";
import type { Extras } from "./form.js";
import { type Losses, STRUCTURED } from "./losses.js";
import { DENIED, OUTPUT_REST } from "./output.js";
import { writeResultMedia } from "./result-media.js";
import { isPlainText, writeText } from "./text.js";
import { type MediaPart, writeMedia } from "./write-media.js";

/** The prefix of a failed tool's words, if its result cannot be an error. */
const FAILED = "[error]";

/** Writes the `output` of a result of a model message. */
export function writeOutput(message: NeutralMessage, losses: Losses): object {
  const extras = message.extras ?? {};
  return { ...writeKind(message, extras, losses), ...fieldsOf(extras[OUTPUT_REST]) };
}

function writeKind(message: NeutralMessage, extras: Fields, losses: Losses): object {
  const { content = null, isError = false } = message;
  const { denied } = marksOf(extras);
  if (typeof content === "string" && denied !== undefined) {
    const hasReason = content !== DENIED || typeof denied === "string";
    return { type: "execution-denied", ...(hasReason && { reason: content }) };
  }
  const value = structuredValue(message, extras);
  if (value !== undefined) return { type: isError ? "error-json" : "json", value };
  if (!Array.isArray(content)) return { type: isError ? "error-text" : "text", value: content ?? "" };
  if (isError && content.every(({ type }) => type === "text")) {
    for (const part of content) losses.extras(extrasOf(part));
    return { type: "error-text", value: plainText(content) };
  }
  return { type: "content", value: writeItems(content, extras, isError, losses) };
}

/** Returns the value that the content is the JSON text of; undefined when it is none. The message says so, or its only part. */
function structuredValue({ content }: NeutralMessage, extras: Fields): unknown {
  if (typeof content === "string") return extras[STRUCTURED] === undefined ? undefined : parsed(content);
  const [part, another] = content ?? [];
  return part?.type === "text" && another === undefined && extrasOf(part)[WRITTEN_AS] === "json" ? parsed(part.text) : undefined;
}

/** Writes parts as items. A value among them is a text. */
function writeItems(parts: readonly NeutralPart[], extras: Fields, isError: boolean, losses: Losses): object[] {
  if (extras[STRUCTURED] !== undefined) losses.report("written-as-text", "a value beside other parts is told as its JSON text");
  if (!isError) return parts.flatMap((part) => writeItem(part, losses));
  losses.report("written-as-text", `an error of a tool has no parts there; its result begins with \`${FAILED}\``);
  return [writeText(FAILED, {}, "model", "tool", losses), ...parts.flatMap((part) => writeItem(part, losses))];
}

function writeItem(part: NeutralPart, losses: Losses): object[] {
  const extras = extrasOf(part);
  switch (part.type) {
    case "refusal":
      losses.report("written-as-text", "the target has no form for a refusal, so it is sent as text");
      return [writeText(part.text, extras, "model", "tool", losses)];
    case "text":
      return [writeText(part.text, extras, "model", "tool", losses)];
    case "image":
    case "audio":
    case "file": {
      const isTagged = marksOf(extras).tagged !== undefined;
      const written = isTagged ? writeMedia(part as MediaPart, "model", "tool", losses) : null;
      return [written ?? writeResultMedia(part as MediaPart, losses)];
    }
    case "reasoning":
      losses.report("reasoning-dropped", "a result holds no reasoning; it was left out");
      return [];
    case "other":
      return part.format === "ai-sdk" ? [part.value] : losses.foreign(part.value as Fields);
  }
}

/** Returns the result of a tool of a UI message as a field: `output`, or `errorText`. */
export function writeShown(message: NeutralMessage, losses: Losses): Extras {
  const { content = null, isError, extras = {} } = message;
  const parts = Array.isArray(content) ? content : [];
  if (isError === true) {
    for (const part of parts) losses.extras(extrasOf(part));
    for (const { type } of parts) {
      if (type !== "text") losses.report("part-dropped", `an error of a tool is text there; the ${type} was left out`);
    }
    return { errorText: plainText(content) };
  }
  const value = structuredValue(message, extras);
  if (value !== undefined) return { output: value };
  if (!Array.isArray(content)) return content === null ? {} : { output: content };
  const [part, another] = content;
  const isText = part !== undefined && another === undefined && isPlainText(part) && marksOf(extras).content !== true;
  return { output: isText ? part.text : { type: "content", value: writeItems(content, extras, false, losses) } };
}
