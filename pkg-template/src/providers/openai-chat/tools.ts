// Tools of OpenAI Chat Completions.

import { isArray, isObject, type PlainObject } from "../../input/check.js";
import {
  type NeutralChoice,
  type NeutralTool,
  type ToolForm,
  listedSchemaOf,
  loseFields,
  othersOf,
  present,
  strictOf,
} from "../../tools/tool-form.js";

export const openaiChat: ToolForm = {
  parallel: ["parallel_tool_calls"],
  vendorsHaveTypes: true,
  read(entry) {
    // Tools that vendors of chat completions define.
    if (entry.type === "builtin_function" && isObject(entry.function)) return [{ builtin: String(entry.function.name) }];
    const tool = readFunction(entry) ?? readCustom(entry);
    return tool && [tool];
  },
  write: (tools, lose) =>
    tools.map((tool) => {
      loseFields(tool, { strict: true, format: true }, lose);
      if (tool.schema !== null) return writeFunction({ ...tool, schema: tool.schema && listedSchemaOf(tool) });
      const { name, description, format } = tool;
      return { type: "custom", custom: present({ name, description, format: nested(format) }) };
    }),
  readChoice({ tool_choice: choice, parallel_tool_calls: parallel }) {
    const read = readWord(choice) ?? (isObject(choice) ? (readNamed(choice) ?? readAllowed(choice.allowed_tools)) : null);
    return read && withParallel(read, parallel);
  },
  writeChoice({ mode, names, parallel, texts }) {
    const tools = (names ?? []).map((name) =>
      texts?.includes(name) === true ? { type: "custom", custom: { name } } : { type: "function", function: { name } },
    );
    const [only] = tools;
    const word = mode === "any" ? "required" : mode;
    const allowed =
      only === undefined
        ? word
        : mode === "any" && tools.length === 1
          ? only
          : { type: "allowed_tools", allowed_tools: { mode: word, tools } };
    return { tool_choice: allowed, ...(parallel === false && { parallel_tool_calls: false }) };
  },
};

/** Reads `{ type: "function", function }`, the form of all chat completions. */
export function readFunction(entry: PlainObject): NeutralTool | null {
  const { type, function: own, cache_control: cache } = entry;
  if (type !== "function" || !isObject(own) || typeof own.name !== "string") return null;
  const { name, description, parameters, strict } = own;
  const others = othersOf(own, ["name", "description", "parameters", "strict"]).concat(
    othersOf(entry, ["type", "function", "cache_control"]),
  );
  return {
    name,
    description,
    schema: isObject(parameters) ? parameters : undefined,
    strict: strictOf(strict),
    cache: isObject(cache) ? { ttl: cache.ttl } : undefined,
    others,
  };
}

/** Writes `{ type: "function", function }`. */
export function writeFunction({ name, description, schema, strict }: NeutralTool): PlainObject {
  return { type: "function", function: present({ name, description, parameters: schema, strict }) };
}

function readCustom({ type, custom }: PlainObject): NeutralTool | null {
  if (type !== "custom" || !isObject(custom) || typeof custom.name !== "string") return null;
  const { name, description, format } = custom;
  const grammar = isObject(format) && isObject(format.grammar) ? { type: format.type, ...format.grammar } : format;
  return {
    name,
    description,
    schema: null,
    strict: undefined,
    format: grammar,
    others: othersOf(custom, ["name", "description", "format"]),
  };
}

/** A grammar in a field of its own. */
function nested(format: unknown): unknown {
  if (!isObject(format) || format.type !== "grammar") return format;
  const { type, ...grammar } = format;
  return { type, grammar };
}

/** Reads a choice that is a word. */
export function readWord(choice: unknown): NeutralChoice | null {
  if (choice === "auto" || choice === "none") return { mode: choice };
  return choice === "required" ? { mode: "any" } : null;
}

/** Reads the choice of one tool. */
export function readNamed(choice: PlainObject): NeutralChoice | null {
  const tool = choice.type === "function" ? choice.function : choice.type === "custom" ? choice.custom : null;
  return isObject(tool) && typeof tool.name === "string" ? { mode: "any", names: [tool.name] } : null;
}

/** Reads a list of tools that the model may choose among. */
export function readAllowed(allowed: unknown): NeutralChoice | null {
  if (!isObject(allowed) || !isArray(allowed.tools)) return null;
  const names = allowed.tools.filter(isObject).map(({ function: own, custom, name }) => [own, custom].find(isObject)?.name ?? name);
  return { mode: allowed.mode === "required" ? "any" : "auto", names: names.filter((name) => typeof name === "string") };
}

/** Adds the field beside the choice. */
export function withParallel(choice: NeutralChoice, parallel: unknown): NeutralChoice {
  return parallel === false ? { ...choice, parallel } : choice;
}
