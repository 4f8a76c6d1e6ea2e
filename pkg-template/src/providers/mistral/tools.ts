// Tools of Mistral.

import { isObject } from "../../input/check.js";
import { readFunction, readNamed, readWord, withParallel, writeFunction } from "../openai-chat/tools.js";
import { type ToolForm, loseChoice, loseFields, schemaOf } from "../../tools/tool-form.js";

export const mistral: ToolForm = {
  parallel: ["parallel_tool_calls", "parallelToolCalls"],
  read(entry) {
    const tool = readFunction(entry);
    // This provider refuses the cache breakpoint.
    return tool && tool.cache === undefined ? [tool] : null;
  },
  write: (tools, lose) =>
    tools.map((tool) => {
      loseFields(tool, { strict: true }, lose);
      return writeFunction({ ...tool, schema: schemaOf(tool) });
    }),
  readChoice({ tool_choice: snake, toolChoice: choice = snake, parallel_tool_calls: parallel }) {
    const read =
      choice === "any"
        ? ({ mode: choice } as const)
        : (readWord(choice) ?? (isObject(choice) && choice.type === "function" ? readNamed(choice) : null));
    return read && withParallel(read, parallel);
  },
  writeChoice(choice, lose, isCamelCase) {
    const { mode, names, parallel } = choice;
    const isOne = mode === "any" && names?.length === 1;
    loseChoice(choice, { names: isOne, parallel: true }, lose);
    const word = isOne ? { type: "function", function: { name: names[0] } } : mode;
    if (isCamelCase) return { toolChoice: word, ...(parallel === false && { parallelToolCalls: false }) };
    return { tool_choice: word, ...(parallel === false && { parallel_tool_calls: false }) };
  },
};
