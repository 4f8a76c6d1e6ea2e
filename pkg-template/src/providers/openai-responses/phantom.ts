// Removes calls of phantom tools from responses of OpenAI Responses.

import { type PlainObject, isArray, isObject } from "../../input/check.js";
import { items, withField } from "../../request/copy-on-write.js";
import { isPhantomTool } from "../../request/phantom-tools.js";

/** Returns null for a response of another form. */
export function strip(response: PlainObject): PlainObject | null {
  const { output } = response;
  return isArray(output) ? withField(response, "output", output, strippedItems(output)) : null;
}

/** Types of items of Responses that are calls. */
const CALL_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

/** Types of items of Responses that may be sent without their id. */
const NAMELESS_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "message"]);

/**
 * Strips items of OpenAI Responses. Reasoning belongs to the item right after it, and is refused without it (OR3). By their ids, the
 * items up to the next reasoning require it too (OR4); without its id, an item stands alone.
 */
function strippedItems(output: readonly unknown[]): readonly unknown[] {
  const left: unknown[] = [];
  let isBereft = false;
  for (const item of items(output)) {
    const { type, name } = isObject(item) ? item : {};
    if (CALL_ITEMS.has(type) && isPhantomTool(name)) {
      while (isReasoning(left.at(-1))) {
        left.pop();
        isBereft = true;
      }
      continue;
    }
    isBereft &&= type !== "reasoning";
    left.push(isBereft && isObject(item) && NAMELESS_ITEMS.has(type) ? withField(item, "id", item.id, undefined) : item);
  }
  return left.length === output.length ? output : left;
}

function isReasoning(item: unknown): boolean {
  return isObject(item) && item.type === "reasoning";
}
