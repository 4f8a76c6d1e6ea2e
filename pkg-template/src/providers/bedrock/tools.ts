// Tools of Amazon Bedrock (Converse).

import { isObject, type PlainObject } from "../../input/check.js";
import { type ToolForm, loseChoice, loseFields, othersOf, present, schemaOf, strictOf } from "../../tools/tool-form.js";

export const bedrock: ToolForm = {
  isInner: true,
  read({ toolSpec, cachePoint, systemTool }) {
    if (isObject(cachePoint)) return [{ point: { ttl: cachePoint.ttl } }];
    if (isObject(systemTool)) return [{ builtin: String(systemTool.name) }];
    if (!isObject(toolSpec) || typeof toolSpec.name !== "string") return null;
    const { name, description, inputSchema, strict } = toolSpec;
    const schema = isObject(inputSchema) && isObject(inputSchema.json) ? inputSchema.json : undefined;
    return [
      { name, description, schema, strict: strictOf(strict), others: othersOf(toolSpec, ["name", "description", "inputSchema", "strict"]) },
    ];
  },
  write: (tools, lose) =>
    tools.flatMap((tool): PlainObject[] => {
      loseFields(tool, { strict: true, cache: true }, lose);
      const { name, description, strict, cache } = tool;
      // The provider refuses the empty text.
      const toolSpec = present({
        name,
        description: description === "" ? undefined : description,
        inputSchema: { json: schemaOf(tool) },
        strict,
      });
      return cache === undefined ? [{ toolSpec }] : [{ toolSpec }, { cachePoint: { type: "default", ...present({ ttl: cache.ttl }) } }];
    }),
  readChoice({ toolConfig }) {
    const choice = isObject(toolConfig) ? toolConfig.toolChoice : undefined;
    if (!isObject(choice)) return null;
    const { auto, any, tool } = choice;
    if (isObject(tool)) return typeof tool.name === "string" ? { mode: "any", names: [tool.name] } : null;
    return isObject(any) ? { mode: "any" } : isObject(auto) ? { mode: "auto" } : null;
  },
  writeChoice(choice, lose) {
    const { mode, names } = choice;
    const isOne = mode === "any" && names?.length === 1;
    loseChoice(choice, { names: isOne }, lose);
    if (mode === "none") lose("the choice of no tool has no counterpart, and was left out");
    return mode === "none" ? {} : { toolConfig: { toolChoice: isOne ? { tool: { name: names[0] } } : { [mode]: {} } } };
  },
};
