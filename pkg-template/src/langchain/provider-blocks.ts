// Blocks of providers that LangChain has no form for, and the format that defines each.

import { type Fields, isFields } from "../formats/fields.js";
import type { NeutralPart } from "../formats/program-format.js";
import type { Format } from "../types/index.js";

/** The types of blocks that only Anthropic, only Responses, or both define. */
const TYPES = {
  anthropic: [
    "search_result", "tool_reference", "browser_state", "server_tool_use", "web_search_tool_result", "web_fetch_tool_result",
    "code_execution_tool_result", "bash_code_execution_tool_result", "text_editor_code_execution_tool_result", "tool_search_tool_result",
    "container_upload", "mcp_tool_use", "mcp_tool_result", "compaction", "fallback", "advisor_tool_result", "tool_addition",
    "tool_removal", "document",
  ],
  "openai-responses": [
    "message", "web_search_call", "file_search_call", "computer_call", "computer_call_output", "code_interpreter_call",
    "image_generation_call", "local_shell_call", "local_shell_call_output", "shell_call", "shell_call_output", "apply_patch_call",
    "apply_patch_call_output", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "mcp_call", "tool_search_call",
    "tool_search_output", "function_call_output", "additional_tools", "program", "program_output", "compaction", "compaction_trigger",
    "item_reference",
  ],
} as const;

/** The first fields of blocks without a type, which name what the block is. */
const FIELDS = {
  gemini: [
    "executableCode", "executable_code", "codeExecutionResult", "code_execution_result", "toolCall", "tool_call", "toolResponse",
    "tool_response", "inlineData", "inline_data", "fileData", "file_data",
  ],
  bedrock: [
    "image", "document", "video", "audio", "searchResult", "guardContent", "cachePoint", "citationsContent", "toolUse", "toolResult",
    "toolAddition", "toolRemoval",
  ],
} as const;

/** The mark of a block that was wrapped as `non_standard`. */
export const WRAPPED = "non_standard";
/** The mark of a block without a type that stood there as it is. */
export const UNTYPED = "untyped";

/**
 * The format of the provider whose block it is. Types that two of them define belong to the maker of the message; where it is
 * unknown, an encrypted block belongs to OpenAI.
 */
function ownerOf(block: Fields, maker: Format | undefined): Format | undefined {
  const { type } = block;
  if (typeof type !== "string") {
    const [first = ""] = Object.keys(block);
    return definer(FIELDS, ["gemini", "bedrock"], first);
  }
  const preferred = maker === "anthropic" || maker === "openai-responses" ? maker : typeof block.encrypted_content === "string" ? "openai-responses" : "anthropic";
  return definer(TYPES, [preferred, "anthropic", "openai-responses"], type);
}

function definer<Name extends Format>(table: Readonly<Record<Name, readonly string[]>>, order: readonly Name[], kind: string): Name | undefined {
  return order.find((format) => table[format].includes(kind));
}

/** A provider's block that stands there as it is; undefined when no provider defines it. */
export function readNative(block: Fields, maker: Format | undefined): NeutralPart | undefined {
  const format = ownerOf(block, maker);
  if (format === undefined) return undefined;
  const isTyped = typeof block.type === "string" && block.type !== "";
  return { type: "other", format, value: block, ...(!isTyped && { writtenAs: UNTYPED }) };
}

/** A provider's block inside a wrapper; undefined when no provider defines it. */
export function readWrapped(wrapper: Fields, maker: Format | undefined): NeutralPart | undefined {
  const { value } = wrapper;
  if (!isFields(value) || Object.keys(wrapper).length !== 2) return undefined;
  const format = ownerOf(value, maker);
  return format && { type: "other", format, value, writtenAs: WRAPPED };
}

/** Writes an unmodelled part: as it is where it says its type, else wrapped. */
export function writeOther({ format, value }: { readonly format: Format; readonly value: object }, writtenAs: unknown): Fields {
  const isBare = "type" in value ? writtenAs !== WRAPPED : writtenAs === UNTYPED;
  return format === "langchain" || isBare ? (value as Fields) : { type: "non_standard", value };
}
