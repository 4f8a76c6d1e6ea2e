// Tools of Gemini.

import { isArray, isObject, type PlainObject } from "../../input/check.js";
import { jsonSchema } from "./open-api.js";
import {
  type NeutralEntry,
  type NeutralTool,
  type ToolForm,
  loseChoice,
  loseFields,
  othersOf,
  present,
  schemaOf,
} from "../../tools/tool-form.js";

export const gemini: ToolForm = {
  read(entry) {
    const { functionDeclarations, function_declarations: declared = functionDeclarations, ...builtins } = entry;
    const tools = isArray(declared) ? declared.map(readDeclaration) : [];
    if (tools.includes(null)) return null;
    const keys = Object.keys(builtins);
    if (declared === undefined ? keys.length === 0 || !keys.every((key) => isBuiltin(key, builtins[key])) : !isArray(declared)) return null;
    return [...(tools as NeutralTool[]), ...keys.map((builtin): NeutralEntry => ({ builtin }))];
  },
  write(tools, lose) {
    const functionDeclarations = tools.map((tool) => {
      loseFields(tool, {}, lose);
      const { name, description, schema } = tool;
      return present({ name, description, parametersJsonSchema: schema === undefined ? undefined : schemaOf(tool) });
    });
    // In one entry: the provider refuses several with functions for most models.
    return [{ functionDeclarations }];
  },
  readChoice({ toolConfig, tool_config: config = toolConfig }) {
    if (!isObject(config)) return null;
    const { functionCallingConfig, function_calling_config: calling = functionCallingConfig } = config;
    if (!isObject(calling)) return null;
    const { mode, allowedFunctionNames, allowed_function_names: allowed = allowedFunctionNames } = calling;
    const word = typeof mode === "string" ? MODES[mode.toUpperCase()] : "auto";
    const names = isArray(allowed) && allowed.length > 0 ? allowed.filter((name) => typeof name === "string") : undefined;
    return word === undefined ? null : { mode: word, names };
  },
  writeChoice(choice, lose) {
    const { mode, names } = choice;
    loseChoice(choice, { names: mode !== "none" }, lose);
    // Names need a mode that is held to them: `VALIDATED` calls or speaks.
    const word = mode === "auto" && names !== undefined ? "VALIDATED" : mode.toUpperCase();
    return { toolConfig: { functionCallingConfig: present({ mode: word, allowedFunctionNames: mode === "none" ? undefined : names }) } };
  },
};

const MODES: Readonly<Record<string, "auto" | "any" | "none">> = {
  AUTO: "auto",
  ANY: "any",
  NONE: "none",
  VALIDATED: "auto",
  MODE_UNSPECIFIED: "auto",
};

/** An entry of another form has one of these fields. */
const OTHER_FORMS = ["type", "name", "function", "toolSpec", "cachePoint", "systemTool"];

function isBuiltin(key: string, value: unknown): boolean {
  return !OTHER_FORMS.includes(key) && (isObject(value) || isArray(value));
}

function readDeclaration(given: unknown): NeutralTool | null {
  if (!isObject(given) || typeof given.name !== "string") return null;
  const { name, description, parameters, parametersJsonSchema, parameters_json_schema: schema = parametersJsonSchema } = given;
  const others = othersOf(given, ["name", "description", "parameters", "parametersJsonSchema", "parameters_json_schema"]);
  return {
    name,
    description,
    schema: isObject(schema) ? schema : isObject(parameters) ? (jsonSchema(parameters) as PlainObject) : undefined,
    strict: undefined,
    others,
  };
}
