// Arguments of functions that write a request: target, params and options, checked and as JSON text.
//
// A new option of a request is a field of a type in `types/request.ts`, a name in a list below, a name and an arm in
// `src/format/params/options.rs`, and a field of `RequestOptions` in the core, which the passes read.

import { FORMATS, LISTS, PROGRAMS, TARGETS } from "../providers/names.js";
import { programFormat, registerFormat } from "../formats/registry.js";
import { brand, describe, fields, invalid, isArray, isObject, type Kind, object, oneOf, picked, reading, string, unlike } from "./check.js";
import { ConversationError } from "./errors.js";
import { bodyAdvice, listForBody, quietly } from "./hints.js";
import { type Json, MOST_UNITS, toJson } from "./json.js";
import type { Limits } from "./options.js";
import { formatMeant } from "../providers/names-elsewhere.js";
import type { Format, FormatOrName, PrepareOptions, ProgramFormat, Repair, Target } from "../types/index.js";

/** The names of lists of messages. Any of them in params means messages. */
const LIST_NAMES = ["messages", "input", "contents"];

/** The fields of FormatOptions. */
export const FORMAT_OPTIONS: readonly string[] = [
  "capabilities",
  "openCalls",
  "interruptedText",
  "summaryRole",
  "spelling",
  "vendor",
  "baseURL",
  "models",
];

/** The fields of FormatOptions, and the option about cache breakpoints. */
export const BREAKPOINT_OPTIONS: readonly string[] = [...FORMAT_OPTIONS, "cacheBreakpoints"];

/** The fields of RequestOptions. */
export const REQUEST_OPTIONS: readonly string[] = [...BREAKPOINT_OPTIONS, "continue"];

/** The fields of PrepareOptions that the core reads. */
export const PREPARE_OPTIONS: readonly string[] = [...REQUEST_OPTIONS, "appendToolChanges"];

const CAPABILITIES: Readonly<Record<string, Kind>> = {
  prefill: "boolean?",
  systemMidConversation: "boolean?",
  assistantFirst: "boolean?",
  media: "boolean?",
  toolsDeclared: "boolean?",
  model: "string?",
  reasoningContent: "boolean?",
};

/** The fields of `ModelRow`. */
const MODEL_ROW: Readonly<Record<string, Kind>> = {
  name: "string",
  like: "string?",
  prefill: "boolean?",
  thinking: "any?",
  readsThinkingOf: "any?",
};

/** The lifetimes of cache breakpoints. */
const TTLS = ["5m", "1h"];

/** The values of `thinking.type`. */
const THINKING = ["adaptive", "enabled", "disabled", "between_tools"];

/** A request as the core reads it. */
export interface RequestText {
  /** The target's number. */
  readonly target: number;
  readonly params: Json;
  /** JSON text of FormatOptions, or "". */
  readonly options: string;
  /** Changes that were made to the params. */
  readonly repairs: readonly Repair[];
  /** The system prompt of this request alone; null for none. Unset: that of the conversation. */
  readonly prompt?: string | null | undefined;
}

/** Checks what was given to `prepare`, or to one of the `toRequest` methods with their `known` options. */
export function checkedRequest(target: unknown, params: unknown, options: unknown, limits: Limits, known = REQUEST_OPTIONS): RequestText {
  const number = targetNumber(target);
  return {
    target: number,
    params: paramsJson(params, LISTS[target as Target] ?? "", limits),
    options: formatOptionsJson(options, known),
    repairs: [],
  };
}

/** Returns the number of a target. Refuses others with `unknown-format`. */
export function targetNumber(target: unknown): number {
  return TARGETS.indexOf(named("target", target, TARGETS));
}

/** Returns true for a format that an entry exports. */
function isProgramFormat(value: unknown): value is ProgramFormat {
  if (!isObject(value)) return false;
  const hasFormat = () => PROGRAMS.includes(value.name as Format) && typeof value.read === "function" && typeof value.write === "function";
  return reading("The format", hasFormat);
}

/** Returns true for the name of a format, and for a format that an entry exports. */
export function isFormat(value: unknown): value is FormatOrName {
  return FORMATS.includes(value as Format) || isProgramFormat(value);
}

/** Returns the name of a format. Throws `unknown-format` for an unknown one, and for the name of one whose entry was not imported. */
export function format(value: unknown, name = "format"): Format {
  if (isProgramFormat(value)) {
    registerFormat(value);
    return value.name;
  }
  const found = named(name, value, FORMATS);
  if (PROGRAMS.includes(found) && programFormat(found) === undefined) {
    // The entry `strands` itself needs the SDK.
    const entry = found === "strands" ? "strands/format" : found;
    throw new ConversationError(
      "unknown-format",
      `\`${name}\` is "${found}", whose code is an entry of its own: import \`backscroll/${entry}\`, and give its value in place of the name.`,
    );
  }
  return found;
}

/** Refuses any other name, and says which name was likely meant. */
function named<T extends Format>(name: string, value: unknown, names: readonly T[]): T {
  const found = names.find((word) => word === value);
  if (found !== undefined) return found;
  const known = names.map((word) => `"${word}"`).join(", ");
  throw new ConversationError("unknown-format", `\`${name}\` must be one of ${known}; given was ${describe(value)}.${nameAdvice(value)}`);
}

function nameAdvice(value: unknown): string {
  if (typeof value !== "string") return value === undefined ? "" : " Look at the order of the arguments.";
  if (FORMATS.includes(value as Format)) return ` \`${value}\` is a format of programs: name the provider that the request is for.`;
  const meant = formatMeant(value);
  return meant === null ? "" : ` Did you mean ${meant}?`;
}

/** The name of a form that a format is written in; "" for its usual one. */
export function formName(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string" || value === "") throw unlike("options.form", "the name of a form", value);
  return value;
}

/** Returns the JSON text of the fields beside the messages. */
function paramsJson(params: unknown, list: string, limits: Limits): Json {
  if (params === undefined) return { json: "", replaced: 0 };
  const given = object("params", params);
  const held = LIST_NAMES.find((name) => reading("`params`", () => given[name]) !== undefined);
  if (held !== undefined) {
    const own = held === list ? "" : ` (Here they are called \`${list}\`.)`;
    throw invalid(`\`params\` must not hold \`${held}\`: the messages of a request are those of the conversation.${own}`);
  }
  if (reading("`params`", () => isObject(given.signal) && brand(given.signal)) === "AbortSignal") {
    throw invalid(
      "`params` must not hold a `signal`, which is not part of a request: give it to `prepare` among the options, its third argument, and to the client.",
    );
  }
  return toJson(given, { name: "`params`", code: "invalid-argument", depth: limits.depth, units: MOST_UNITS });
}

/** Returns the JSON text of FormatOptions, or of RequestOptions where their names are `known`. */
export function formatOptionsJson(options: unknown, known: readonly string[] = FORMAT_OPTIONS): string {
  if (options === undefined) return "";
  const given = picked("options", options, known);
  const {
    openCalls,
    interruptedText,
    summaryRole,
    spelling,
    vendor,
    baseURL,
    continue: continues,
    appendToolChanges,
    cacheBreakpoints,
  } = given as PrepareOptions;
  const capabilities =
    given.capabilities === undefined ? undefined : picked("options.capabilities", given.capabilities, Object.keys(CAPABILITIES));
  if (capabilities !== undefined) fields("options.capabilities", capabilities, CAPABILITIES);
  if (continues !== undefined && typeof continues !== "boolean" && continues !== "anew")
    throw unlike("options.continue", 'true, false or "anew"', continues);
  if (openCalls !== undefined) oneOf("options.openCalls", openCalls, ["close", "keep", "drop"]);
  if (appendToolChanges !== undefined && typeof appendToolChanges !== "boolean")
    throw unlike("options.appendToolChanges", "true or false", appendToolChanges);
  if (summaryRole !== undefined) oneOf("options.summaryRole", summaryRole, ["system", "user"]);
  if (spelling !== undefined) oneOf("options.spelling", spelling, ["camelCase", "snake_case"]);
  if (interruptedText !== undefined && (typeof interruptedText !== "string" || interruptedText.trim() === "")) {
    throw unlike("options.interruptedText", "a text that is not blank", interruptedText);
  }
  if (vendor !== undefined) string("options.vendor", vendor);
  if (baseURL !== undefined) string("options.baseURL", baseURL);
  const models = given.models === undefined ? undefined : modelRows(given.models);
  if (cacheBreakpoints !== undefined && typeof cacheBreakpoints !== "boolean") checkLifetimes(cacheBreakpoints);
  // Checked, so there is nothing that JSON could not hold.
  return JSON.stringify({
    capabilities,
    openCalls,
    interruptedText,
    summaryRole,
    spelling,
    vendor,
    baseURL,
    models,
    continue: continues,
    appendToolChanges,
    cacheBreakpoints,
  });
}

/** Refuses unknown lifetimes of cache breakpoints, and an order that providers refuse. */
function checkLifetimes(value: unknown): void {
  const name = "options.cacheBreakpoints";
  if (!isObject(value)) throw unlike(name, 'true, false, or { ttl: "1h" }', value);
  const { ttl, systemTtl } = picked(name, value, ["ttl", "systemTtl"]);
  if (ttl !== undefined) oneOf(`${name}.ttl`, ttl, TTLS);
  if (systemTtl !== undefined) oneOf(`${name}.systemTtl`, systemTtl, TTLS);
  if (ttl === "1h" && systemTtl === "5m")
    throw invalid(`\`${name}.systemTtl\` must not be shorter than \`ttl\`: the system prompt stands before the messages.`);
}

/** Copies the host's rows about models, checked. */
function modelRows(value: unknown): object[] {
  if (!isArray(value)) throw unlike("options.models", "an array of rows", value);
  return value.map((given, index) => {
    const name = `options.models[${index}]`;
    const row = picked(name, given, Object.keys(MODEL_ROW));
    fields(name, row, MODEL_ROW);
    const { thinking, readsThinkingOf } = row;
    return {
      ...row,
      ...(thinking !== undefined && { thinking: names(`${name}.thinking`, thinking, THINKING) }),
      ...(readsThinkingOf !== undefined && { readsThinkingOf: names(`${name}.readsThinkingOf`, readsThinkingOf) }),
    };
  });
}

/** Copies a list of names, of these if there are any. */
function names(name: string, value: unknown, known?: readonly string[]): string[] {
  if (!isArray(value)) throw unlike(name, "an array of names", value);
  return value.map((item, index) => (known === undefined ? string(`${name}[${index}]`, item) : oneOf(`${name}[${index}]`, item, known)));
}

/** Refuses a value that is neither a body nor a list of messages in this format. */
export function body(format: Format, value: unknown): object {
  const advice = quietly(() => bodyAdvice(format, value));
  if (!isObject(value) && !isArray(value)) throw invalid(advice ?? `\`body\` must be a request body; given was ${describe(value)}.`);
  if (advice === null) return value;
  throw new ConversationError("invalid-message", advice);
}

/** Refuses a value that is not a whole request body for this target. */
export function requestBody(target: Target, value: unknown): object {
  if (isArray(value)) throw new ConversationError("invalid-message", listForBody(target));
  return body(target, value);
}
