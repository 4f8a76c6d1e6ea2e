// What is asked of the core when a request is written: target, params and options, checked and as JSON text.

import { type Kind, describe, fields, invalid, isObject, known, object, oneOf } from "./check.js";
import { type Json, optionsJson, toJson } from "./json.js";
import type { Limits } from "./message.js";
import type { Format, FormatOptions, Target } from "./types.js";

/** In the order of their numbers in the core. */
export const TARGETS: readonly Target[] = ["openai-chat", "anthropic"];

export const FORMATS: readonly Format[] = [...TARGETS, "backscroll"];

const OPTIONS = ["capabilities", "openCalls", "interruptedText", "summaryRole"];

const CAPABILITIES: Readonly<Record<string, Kind>> = {
  prefill: "boolean?",
  systemMidConversation: "boolean?",
  assistantFirst: "boolean?",
  media: "boolean?",
  toolsDeclared: "boolean?",
  model: "string?",
  reasoningContent: "boolean?",
};

/** A request in the terms of the core. */
export interface RequestText {
  /** The target's number. */
  readonly target: number;
  readonly params: Json;
  /** JSON text of FormatOptions, or "". */
  readonly options: string;
}

/** Checks what was given to one of the `toRequest` methods. */
export function requestText(target: unknown, params: unknown, options: unknown, limits: Limits): RequestText {
  return { target: targetNumber(target), params: paramsJson(params, limits), options: formatOptionsJson(options) };
}

/** Refuses what is no target with `unknown-format`. */
export function targetNumber(target: unknown): number {
  return TARGETS.indexOf(oneOf("target", target, TARGETS, "unknown-format"));
}

/** Refuses what is no format with `unknown-format`. */
export function format(value: unknown): Format {
  return oneOf("format", value, FORMATS, "unknown-format");
}

/** JSON text of the fields that a request has beside its messages. */
function paramsJson(params: unknown, limits: Limits): Json {
  if (params === undefined) return { json: "", replaced: 0 };
  const given = object("params", params);
  if (given.messages !== undefined) {
    throw invalid("`params` must not hold `messages`: the messages of a request are those of the conversation.");
  }
  return toJson(given, { name: "`params`", code: "invalid-argument", depth: limits.depth, units: Number.MAX_SAFE_INTEGER });
}

/** JSON text of FormatOptions; `more` names fields that the method has beside them. */
export function formatOptionsJson(options: unknown, more: readonly string[] = []): string {
  if (options === undefined) return "";
  const given = object("options", options);
  known("options", given, [...OPTIONS, ...more]);
  const { capabilities, openCalls, interruptedText, summaryRole } = given as FormatOptions;
  if (capabilities !== undefined) fields("options.capabilities", object("options.capabilities", capabilities), CAPABILITIES);
  if (openCalls !== undefined) oneOf("options.openCalls", openCalls, ["close", "keep", "drop"]);
  if (summaryRole !== undefined) oneOf("options.summaryRole", summaryRole, ["system", "user"]);
  if (interruptedText !== undefined && (typeof interruptedText !== "string" || interruptedText.trim() === "")) {
    throw invalid(`\`options.interruptedText\` must be a text that is not blank; given was ${describe(interruptedText)}.`);
  }
  return optionsJson({ capabilities, openCalls, interruptedText, summaryRole });
}

/** Whether a value may be a request body. */
export function body(value: unknown): object {
  if (isObject(value) || Array.isArray(value)) return value;
  throw invalid(`\`body\` must be a request body; given was ${describe(value)}.`);
}
