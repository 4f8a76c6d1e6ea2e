// Tools of Anthropic Messages.

import { isObject } from "../../input/check.js";
import { type NeutralChoice, type ToolForm, loseChoice, loseFields, othersOf, present, schemaOf, strictOf } from "../../tools/tool-form.js";

/** Types of tools that the provider defines end with their date. */
const DATED = /_\d{8}$/;

export const anthropic: ToolForm = {
  read(entry) {
    const { type = "custom", name, description, input_schema: schema, strict, cache_control: cache } = entry;
    if (typeof type === "string" && (DATED.test(type) || type === "mcp_toolset"))
      return [{ builtin: type, ...(typeof name === "string" && { called: name }) }];
    if (typeof name !== "string" || !isObject(schema)) return null;
    const others = othersOf(entry, ["type", "name", "description", "input_schema", "strict", "cache_control"]);
    return [{ name, description, schema, strict: strictOf(strict), cache: isObject(cache) ? { ttl: cache.ttl } : undefined, others }];
  },
  write: (tools, lose) =>
    tools.map((tool) => {
      loseFields(tool, { strict: true, cache: true }, lose);
      const { name, description, strict, cache } = tool;
      const marked = cache && { type: "ephemeral", ...present({ ttl: cache.ttl }) };
      return present({ name, description, input_schema: schemaOf(tool), strict, cache_control: marked });
    }),
  readChoice({ tool_choice: choice }) {
    if (!isObject(choice)) return null;
    const { type, name, disable_parallel_tool_use: isSingle } = choice;
    const single = isSingle === true && { parallel: false };
    if (type === "auto" || type === "any" || type === "none") return { mode: type, ...single };
    return type === "tool" && typeof name === "string" ? { mode: "any", names: [name], ...single } : null;
  },
  writeChoice(choice, lose) {
    const { mode, names, parallel } = choice;
    const isOne = mode === "any" && names?.length === 1;
    loseChoice(choice, { names: isOne, parallel: true }, lose);
    return { tool_choice: { ...(isOne ? { type: "tool", name: names[0] } : { type: mode }), ...isSingle(choice, parallel) } };
  },
};

function isSingle({ mode }: NeutralChoice, parallel: boolean | undefined) {
  return parallel === false && mode !== "none" && { disable_parallel_tool_use: true };
}
