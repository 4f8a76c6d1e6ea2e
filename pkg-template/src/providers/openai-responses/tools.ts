// Tools of OpenAI Responses.

import { isObject } from "../../input/check.js";
import { readAllowed, readWord, withParallel } from "../openai-chat/tools.js";
import { type ToolForm, listedSchemaOf, loseFields, othersOf, present, strictOf } from "../../tools/tool-form.js";

export const openaiResponses: ToolForm = {
  parallel: ["parallel_tool_calls"],
  hasTypes: true,
  read(entry) {
    const { type, name, description, parameters, strict, format } = entry;
    if (typeof type !== "string") return null;
    if (type === "namespace") return [{ builtin: `namespace ${String(name)}` }];
    if (typeof name !== "string") return OTHER_FORMS.some((field) => entry[field] !== undefined) ? null : [{ builtin: type }];
    if (type === "function" && !isObject(entry.function)) {
      const others = othersOf(entry, ["type", "name", "description", "parameters", "strict"]);
      return [{ name, description, schema: isObject(parameters) ? parameters : undefined, strict: strictOf(strict), others }];
    }
    if (type !== "custom" || isObject(entry.input_schema)) return null;
    return [
      { name, description, schema: null, strict: undefined, format, others: othersOf(entry, ["type", "name", "description", "format"]) },
    ];
  },
  write: (tools, lose) =>
    tools.map((tool) => {
      loseFields(tool, { strict: true, format: true }, lose);
      const { name, description, schema, strict, format } = tool;
      if (schema === null) return { type: "custom", ...present({ name, description, format }) };
      // Without the field, this provider takes a tool as strict, and the others do not.
      return { type: "function", ...present({ name, description, parameters: listedSchemaOf(tool) }), strict: strict ?? false };
    }),
  readChoice({ tool_choice: choice, parallel_tool_calls: parallel }) {
    const read = readWord(choice) ?? (isObject(choice) ? readObject(choice) : null);
    return read && withParallel(read, parallel);
  },
  writeChoice({ mode, names, parallel, texts }) {
    const tools = (names ?? []).map((name) => ({ type: texts?.includes(name) === true ? "custom" : "function", name }));
    const [only] = tools;
    const word = mode === "any" ? "required" : mode;
    const allowed = only === undefined ? word : mode === "any" && tools.length === 1 ? only : { type: "allowed_tools", mode: word, tools };
    return { tool_choice: allowed, ...(parallel === false && { parallel_tool_calls: false }) };
  },
};

/** Fields of entries that have a `type`, but are of another form. */
const OTHER_FORMS = ["function", "custom", "mcp_server_name", "input_schema"];

function readObject(choice: Record<string, unknown>) {
  const { type, name } = choice;
  if (type === "allowed_tools") return readAllowed(choice);
  return (type === "function" || type === "custom") && typeof name === "string" ? ({ mode: "any", names: [name] } as const) : null;
}
