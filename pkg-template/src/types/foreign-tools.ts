// Tools in the params of a request, in the form of the target or of another one.

import type { Target } from "./format.js";

/** The fields of tools and of the tool choice. */
export type ToolField = "tools" | "tool_choice" | "toolChoice" | "toolConfig" | "parallel_tool_calls" | "parallelToolCalls";

/** The field by which a tool shows its form. */
type ToolMark<T extends Target> = T extends "openai-chat" | "mistral"
  ? "function"
  : T extends "openai-responses"
    ? "parameters"
    : T extends "anthropic"
      ? "input_schema"
      : T extends "gemini"
        ? "functionDeclarations"
        : "toolSpec";

/** The fields that show the form of any target, and that of MCP, which no target takes. */
type AnyToolMark = ToolMark<Target> | "inputSchema";

/** True for params with tools in another target's form. */
export type HasForeignTools<T extends Target, Params> =
  Extract<FieldsOf<ToolOf<Params>>, Exclude<AnyToolMark, ToolMark<T>>> extends never ? false : true;

/** A tool of the params, in any form's place. */
type ToolOf<Params> = ItemOf<FieldOf<Params, "tools">> | ItemOf<FieldOf<FieldOf<Params, "toolConfig">, "tools">>;

type FieldOf<Value, Name> = Name extends keyof Value ? Value[Name] : never;

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

type FieldsOf<Value> = Value extends unknown ? keyof Value : never;
