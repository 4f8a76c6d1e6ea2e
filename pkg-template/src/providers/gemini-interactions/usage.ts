// The usage that an interaction reports.

import { fieldsOf } from "../../formats/fields.js";
import type { TokenUsage } from "../../types/index.js";

/** Reads usage; undefined where none is reported. What the provider's tools added is counted beside the input, and thoughts beside the output. */
export function usageOf(value: unknown): TokenUsage | undefined {
  const fields = fieldsOf(value);
  const count = (name: string) => {
    const number = fields[`total_${name}_tokens`];
    return typeof number === "number" ? Math.max(0, Math.round(number)) : undefined;
  };
  const [input, output, thought, tools, cached] = [count("input"), count("output"), count("thought"), count("tool_use"), count("cached")];
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input !== undefined && { input: input + (tools ?? 0) }),
    ...(output !== undefined && { output: output + (thought ?? 0) }),
    ...(cached !== undefined && { cachedInput: cached }),
    ...(thought !== undefined && { reasoning: thought }),
    ...(tools !== undefined && { toolInput: tools }),
  };
}
