// Tools among the params of a request, given in any provider's form.

import { isArray, isObject, type PlainObject } from "../input/check.js";
import type { FormatOptions, Repair, Target } from "../types/index.js";
import { anthropic } from "./anthropic.js";
import { bedrock } from "./bedrock.js";
import { gemini } from "./gemini.js";
import { mistral } from "./mistral.js";
import { openaiChat } from "./openai-chat.js";
import { openaiResponses } from "./openai-responses.js";
import type { Lose, NeutralChoice, NeutralEntry, NeutralTool, ToolForm } from "./tool-form.js";

const FORMS: Readonly<Record<string, ToolForm>> = { "openai-chat": openaiChat, anthropic, "openai-responses": openaiResponses, gemini, bedrock, mistral };

/** A name in camel case. */
const CAMEL = /[a-z][A-Z]/;

/** Params as the target has them, and the report of what has no counterpart there. */
interface Written {
  readonly params: PlainObject;
  readonly repairs: readonly Repair[];
}

/**
 * Writes tools, and the choice of tools, that are in another provider's form in the target's. Null when there are none: what is in the
 * target's own form, or in no known form, stays as it is.
 */
export function writeTools(target: Target, given: PlainObject, spelling: FormatOptions["spelling"]): Written | null {
  const own = FORMS[target];
  const list = listOf(given);
  if (own === undefined || list.length === 0) return null;
  const repairs: Repair[] = [];
  const lose: Lose = (detail, code = "field-dropped") => repairs.push({ code, detail: `the tools were given in another provider's form: ${detail}` });
  const tools = writtenList(own, list, lose);
  const isCamelCase = spelling === undefined ? Object.keys(given).some((name) => name !== "toolConfig" && CAMEL.test(name)) : spelling === "camelCase";
  const write = (choice: NeutralChoice) => own.writeChoice(choice, lose, isCamelCase);
  const choice = writtenChoice(target, own, given, write);
  if (tools === null && choice === null) return null;
  const params = { ...given };
  if (tools !== null) placeTools(target, params, tools);
  if (choice !== null) placeChoice(target, params, choice);
  return { params, repairs };
}

/** Returns the tools of the params, wherever their form has them. */
function listOf({ tools, toolConfig }: PlainObject): unknown[] {
  const inner = isObject(toolConfig) ? toolConfig.tools : undefined;
  return [...(isArray(tools) ? tools : []), ...(isArray(inner) ? inner : [])];
}

/** An entry in another provider's form. */
interface Foreign {
  readonly form: ToolForm;
  readonly declared: readonly NeutralEntry[];
}

/** Returns the list in the target's form; null when no entry is in another's. */
function writtenList(own: ToolForm, list: readonly unknown[], lose: Lose): unknown[] | null {
  const foreign = list.map((entry) => (isObject(entry) && own.read(entry) === null ? foreignEntry(entry) : null));
  const isTool = (entry: NeutralEntry) => "name" in entry;
  // Vendors of chat completions have tools of their own by a `type` alone, as OpenAI Responses has: its functions tell that it is meant.
  const isMeant = ({ form }: Foreign) => form !== openaiResponses || foreign.some((other) => other?.form === form && other.declared.some(isTool));
  const made: unknown[] = [];
  let run: NeutralTool[] = [];
  let isChanged = false;
  const endRun = () => {
    if (run.length > 0) made.push(...own.write(run, lose));
    run = [];
  };
  for (const [at, entry] of list.entries()) {
    const read = foreign[at];
    if (read === null || read === undefined || !isMeant(read)) {
      endRun();
      made.push(entry);
      continue;
    }
    isChanged = true;
    for (const declared of read.declared) {
      const last = run.at(-1);
      if ("name" in declared) run.push(declared);
      else if ("builtin" in declared) lose(`the tool \`${declared.builtin}\`, which that provider defines, has no counterpart, and was left out`);
      else if (last !== undefined) run[run.length - 1] = { ...last, cache: declared.point };
    }
  }
  endRun();
  return isChanged ? made : null;
}

function foreignEntry(entry: PlainObject): Foreign | null {
  for (const form of Object.values(FORMS)) {
    const declared = form.read(entry);
    if (declared !== null) return { form, declared };
  }
  return null;
}

/** Puts the list where the target has it, and nowhere else. */
function placeTools(target: Target, params: PlainObject, tools: unknown[]): void {
  const config = isObject(params.toolConfig) ? { ...params.toolConfig } : {};
  delete config.tools;
  const isInner = target === "bedrock";
  const list = tools.length > 0 ? tools : undefined;
  set(params, "tools", isInner ? undefined : list);
  if (isInner && list !== undefined) config.tools = list;
  set(params, "toolConfig", filled(config));
}

/** Fields of choices, beside the messages and in `toolConfig`. */
const CHOICES = ["tool_choice", "toolChoice", "tool_config"];
const INNER_CHOICES = ["functionCallingConfig", "function_calling_config", "toolChoice"];

/** Targets with `parallel_tool_calls` beside the choice. */
const HAVE_PARALLEL: readonly Target[] = ["openai-chat", "openai-responses", "mistral"];

/** Returns the fields of the choice in the target's form; null when it is in no other. */
function writtenChoice(target: Target, own: ToolForm, params: PlainObject, write: (choice: NeutralChoice) => PlainObject): PlainObject | null {
  const { parallel_tool_calls: parallel } = params;
  const isStray = typeof parallel === "boolean" && !HAVE_PARALLEL.includes(target);
  const ours = own.readChoice(params);
  if (ours !== null && !isStray) return null;
  const choices = Object.values(FORMS).map((form) => form.readChoice(params));
  const choice: NeutralChoice | null = ours ?? choices.find((read) => read !== null) ?? null;
  if (choice === null && !isStray) return null;
  if (parallel === false) return write({ mode: "auto", ...choice, parallel });
  return choice === null ? {} : write(choice);
}

/** Puts the choice where the target has it, and nowhere else. */
function placeChoice(target: Target, params: PlainObject, choice: PlainObject): void {
  const { toolConfig: inner, ...beside } = choice;
  const config = isObject(params.toolConfig) ? { ...params.toolConfig } : {};
  for (const name of INNER_CHOICES) delete config[name];
  const stray = HAVE_PARALLEL.includes(target) ? CHOICES : [...CHOICES, "parallel_tool_calls"];
  for (const name of stray) if (!(name in beside)) delete params[name];
  Object.assign(params, beside);
  set(params, "toolConfig", filled({ ...config, ...(inner as PlainObject | undefined) }));
}

function set(params: PlainObject, name: string, value: unknown): void {
  if (value === undefined) delete params[name];
  else params[name] = value;
}

/** An object with fields; undefined for an empty one. */
function filled(value: PlainObject): PlainObject | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
