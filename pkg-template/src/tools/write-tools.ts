// Tools among the params of a request, given in any provider's form.
//
// They are written before the core reads the params, so the core counts and checks what is sent, and needs no schema. A tool that no form
// knows may be new, and is passed on.

import { isArray, isObject, type PlainObject } from "../input/check.js";
import type { FormatOptions, Repair, Target } from "../types/index.js";
import { FORMS } from "../providers/registry/tools.js";
import { mcp } from "./mcp.js";
import type { Lose, NeutralEntry, NeutralTool, ToolForm } from "./tool-form.js";

/** A name in camel case. */
const CAMEL = /[a-z][A-Z]/;

/** Params in the target's form, and the report of what has no counterpart there. */
interface Written {
  readonly params: PlainObject;
  readonly repairs: readonly Repair[];
}

/**
 * Converts tools and the tool choice from another provider's form or place to the target's. Null if there are none: what is in the target's
 * own form, or in no known form, stays unchanged.
 */
export function writeTools(target: Target, given: PlainObject, spelling: FormatOptions["spelling"]): Written | null {
  const own = FORMS[target];
  const list = listOf(given);
  if (own === undefined || list === null) return null;
  const repairs: Repair[] = [];
  const lose: Lose = (detail, code = "field-dropped") =>
    repairs.push({ code, detail: `the tools were given in another provider's form: ${detail}` });
  const left = writtenList(own, list, lose) ?? { tools: list, gone: [], isChanged: isElsewhere(own, given, list) };
  const isCamelCase =
    spelling === undefined ? Object.keys(given).some((name) => name !== "toolConfig" && CAMEL.test(name)) : spelling === "camelCase";
  const choice = writtenChoice({ own, left, params: given, lose, isCamelCase });
  if (!left.isChanged && choice === null) return null;
  const params = { ...given };
  // An empty list of the caller's is the core's to judge.
  if (left.isChanged) placeTools(own, params, left.tools.length > 0 || list.length === 0 ? left.tools : undefined);
  if (choice !== null) placeChoice(own, params, choice);
  return { params, repairs };
}

/** Returns the tools of the params, from the place of any form; null if there is no list. */
function listOf({ tools, toolConfig }: PlainObject): unknown[] | null {
  const inner = innerList(toolConfig);
  if (!isArray(tools)) return inner;
  return inner === null ? [...tools] : [...tools, ...inner];
}

function innerList(toolConfig: unknown): unknown[] | null {
  return isObject(toolConfig) && isArray(toolConfig.tools) ? [...toolConfig.tools] : null;
}

/** Returns true for a list that is empty or in the target's own form, but not in the target's place. */
function isElsewhere(own: ToolForm, { tools, toolConfig }: PlainObject, list: readonly unknown[]): boolean {
  const isMisplaced = own.isInner === true ? isArray(tools) : innerList(toolConfig) !== null;
  return isMisplaced && (list.length === 0 || list.some((entry) => isObject(entry) && own.read(entry) !== null));
}

/** The tools of a request in the target's form. */
interface Left {
  readonly tools: readonly unknown[];
  /** The tools of other providers that were left out. */
  readonly gone: readonly string[];
  readonly isChanged: boolean;
}

/** An entry in another provider's form. */
interface Foreign {
  readonly form: Pick<ToolForm, "read" | "hasTypes">;
  readonly declared: readonly NeutralEntry[];
}

/** Returns the list in the target's form; null if no entry has another form. Each entry is read by its own form. */
function writtenList(own: ToolForm, list: readonly unknown[], lose: Lose): Left | null {
  const foreign = list.map((entry) => (isObject(entry) && own.read(entry) === null ? foreignEntry(entry) : null));
  const isTool = (entry: NeutralEntry) => "name" in entry;
  // Where both forms have tools by a `type` alone, the functions of one tell that it is meant.
  const isMeant = ({ form }: Foreign) =>
    own.vendorsHaveTypes !== true || form.hasTypes !== true || foreign.some((other) => other?.form === form && other.declared.some(isTool));
  const made: unknown[] = [];
  const gone: string[] = [];
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
      else if ("builtin" in declared) {
        gone.push(declared.builtin, ...(declared.called === undefined ? [] : [declared.called]));
        lose(`the tool \`${declared.builtin}\`, which that provider defines, has no counterpart, and was left out`);
      } else if (last !== undefined) run[run.length - 1] = { ...last, cache: declared.point };
      else lose("a cache breakpoint that follows no tool of that form was left out", "cache-breakpoint-dropped");
    }
  }
  endRun();
  return isChanged ? { tools: made, gone, isChanged } : null;
}

function foreignEntry(entry: PlainObject): Foreign | null {
  for (const form of [...Object.values(FORMS), mcp]) {
    const declared = form.read(entry);
    if (declared !== null) return { form, declared };
  }
  return null;
}

/** Puts the list only into the target's place. */
function placeTools({ isInner }: ToolForm, params: PlainObject, list: readonly unknown[] | undefined): void {
  const config = isObject(params.toolConfig) ? { ...params.toolConfig } : {};
  delete config.tools;
  set(params, "tools", isInner ? undefined : list);
  if (isInner && list !== undefined) config.tools = list;
  set(params, "toolConfig", filled(config));
}

/** Fields of choices, beside the messages and in `toolConfig`. */
const CHOICES = ["tool_choice", "toolChoice", "tool_config"];
const INNER_CHOICES = ["functionCallingConfig", "function_calling_config", "toolChoice"];

/** Fields for one call at a time, beside the choice. */
const PARALLEL = ["parallel_tool_calls", "parallelToolCalls"];

interface ChoiceGiven {
  readonly own: ToolForm;
  readonly left: Left;
  readonly params: PlainObject;
  readonly lose: Lose;
  readonly isCamelCase: boolean;
}

/** Returns the fields of the choice in the target's form; null if the params hold none, or already have it in this form. */
function writtenChoice({ own, left, params, lose, isCamelCase }: ChoiceGiven): PlainObject | null {
  const { tools, gone, isChanged } = left;
  const given = PARALLEL.filter((name) => typeof params[name] === "boolean");
  const parallel = given.every((name) => params[name] === true);
  const isStray = given.some((name) => own.parallel?.includes(name) !== true);
  const ours = own.readChoice(params);
  const read =
    ours ??
    Object.values(FORMS)
      .map((form) => form.readChoice(params))
      .find((choice) => choice !== null) ??
    null;
  // Another choice is one of the tools that such a provider defines.
  const hasOther = read === null && own.hasTypes !== true && CHOICES.some((name) => isObject(params[name]));
  if (tools.length === 0 && (isChanged || (ours === null && read !== null) || isStray)) {
    if (read === null && !hasOther && given.length === 0) return null;
    lose("the choice of tools was left out, because no tools are left");
    return Object.fromEntries(PARALLEL.map((name) => [name, undefined]));
  }
  const names = read?.names?.filter((name) => !gone.includes(name));
  const isOfGone = gone.length > 0 && (read === null ? hasOther : names?.length === 0);
  if (isOfGone) {
    lose("the choice of a tool that was left out was left out with it");
    return parallel ? {} : own.writeChoice({ mode: "auto", parallel }, lose, isCamelCase);
  }
  if (ours !== null && !isStray && names?.length === ours.names?.length) return null;
  if (read === null && !isStray) return null;
  const texts = tools
    .filter(isObject)
    .flatMap((entry) => own.read(entry) ?? [])
    .flatMap((entry) => ("name" in entry && entry.schema === null ? [entry.name] : []));
  if (!parallel) return own.writeChoice({ mode: "auto", ...read, names, texts, parallel }, lose, isCamelCase);
  return read === null ? {} : own.writeChoice({ ...read, names, texts }, lose, isCamelCase);
}

/** Puts the choice only into the target's place. */
function placeChoice(own: ToolForm, params: PlainObject, choice: PlainObject): void {
  const { toolConfig: inner, ...beside } = choice;
  const config = isObject(params.toolConfig) ? { ...params.toolConfig } : {};
  for (const name of INNER_CHOICES) delete config[name];
  const stray = PARALLEL.filter((name) => own.parallel?.includes(name) !== true);
  for (const name of [...CHOICES, ...stray]) delete params[name];
  for (const [name, value] of Object.entries(beside)) set(params, name, value);
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
