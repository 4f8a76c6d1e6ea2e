// Definitions of tools, as the attribute `gen_ai.tool.definitions` has them.

import { isArray, isObject, unlike } from "../input/check.js";
import { FORMS } from "../providers/registry/tools.js";
import type { NeutralEntry } from "../tools/tool-form.js";
import type { OpenTelemetryTool } from "./types.js";

/**
 * Returns the definitions of tools for `gen_ai.tool.definitions`. `tools` is the list of a request in the form of any target. A tool that
 * takes free text has the type `custom` and no parameters, and a tool of the provider the type and the name that the provider gives it. The
 * conventions have no place for cache breakpoints, `strict` and grammars, which are left out. An entry of no known form is left out, too.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * span.setAttribute("gen_ai.tool.definitions", JSON.stringify(toolDefinitions(request.tools)));
 */
export function toolDefinitions(tools: readonly object[]): OpenTelemetryTool[] {
  if (!isArray(tools)) throw unlike("tools", "a list of tools", tools);
  return tools.flatMap((entry) => {
    const form = isObject(entry) ? Object.values(FORMS).find(({ read }) => read(entry) !== null) : undefined;
    return (form?.read(entry as Record<string, unknown>) ?? []).flatMap(defined);
  });
}

function defined(entry: NeutralEntry): OpenTelemetryTool[] {
  if ("point" in entry) return [];
  if ("builtin" in entry) return [{ type: entry.builtin, name: entry.called ?? entry.builtin }];
  const { name, description, schema } = entry;
  return [
    {
      type: schema === null ? "custom" : "function",
      name,
      ...(typeof description === "string" && { description }),
      ...(schema !== null && schema !== undefined && { parameters: schema }),
    },
  ];
}
