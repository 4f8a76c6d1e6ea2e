// The form in which MCP servers list their tools, and which `tool` declares.

import { isObject } from "../input/check.js";
import { type ToolForm, othersOf, strictOf } from "./tool-form.js";

/** No provider takes this form, so it is only read. */
export const mcp: Pick<ToolForm, "read"> = {
  read(entry) {
    const { name, description, inputSchema: schema, strict } = entry;
    if (typeof name !== "string" || !isObject(schema)) return null;
    return [
      { name, description, schema, strict: strictOf(strict), others: othersOf(entry, ["name", "description", "inputSchema", "strict"]) },
    ];
  },
};
