import { isObject, quoted } from "../json-type.js";
import { extraInputs, required, wrongType } from "./schema-refusals.js";
import { refuse } from "./refuse.js";
import { sourceSchema } from "./source-schema.js";

/**
 * The fields of the blocks that callers write. Blocks of the provider's own tools are accepted unchecked.
 *
 * A `!` after a field marks it as required. AN17 judges the `signature` of thinking, AN7 the `input` of a call.
 */
const FIELDS = {
  text: { text: "string!", citations: "any", cache_control: "any" },
  image: { source: "dictionary!", transformations: "any", cache_control: "any" },
  document: { source: "dictionary!", title: "any", context: "any", citations: "any", cache_control: "any" },
  search_result: { source: "string!", title: "string!", content: "list!", citations: "any", cache_control: "any" },
  thinking: { thinking: "string!", signature: "any" },
  redacted_thinking: { data: "string!" },
  tool_use: { id: "string!", name: "string!", input: "any", caller: "any", toolset_name: "any", cache_control: "any" },
  tool_result: { tool_use_id: "string!", content: "any", is_error: "boolean", toolset_name: "any", cache_control: "any" },
};

const PROVIDER_BLOCKS = [
  "server_tool_use",
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "advisor_tool_result",
  "mcp_tool_listing",
  "mcp_tool_use",
  "mcp_tool_result",
  "container_upload",
  "compaction",
  "fallback",
  "tool_addition",
  "tool_removal",
];

/** The types that a user or an assistant message may contain. */
export const MESSAGE_BLOCKS = [...Object.keys(FIELDS), ...PROVIDER_BLOCKS];

/** The types that a mid-conversation system message may contain. */
export const SYSTEM_BLOCKS = ["text", "tool_addition", "tool_removal"];

const RESULT_BLOCKS = ["text", "image", "document", "search_result", "tool_reference", "browser_state"];

/**
 * @param {unknown} block
 * @param {string[]} allowed the allowed types
 * @param {string} at the path of the block
 */
export function* blockSchema(block, allowed, at) {
  if (!isObject(block)) yield wrongType(at, "dictionary");
  if (block.type === undefined) yield required(`${at}.type`);
  if (!allowed.includes(block.type)) {
    const expected = allowed.map((type) => `'${type}'`).join(", ");
    yield refuse(
      "AN-schema",
      `${at}: Input tag '${quoted(block.type)}' found using 'type' does not match any of the expected tags: ${expected}`,
    );
  }
  const fields = FIELDS[block.type];
  if (fields === undefined) return;
  const path = `${at}.${block.type}`;
  for (const [name, kind] of Object.entries(fields)) yield* fieldSchema(block[name], kind, `${path}.${name}`);
  yield* extraInputs(block, ["type", ...Object.keys(fields)], path);
  yield* insideSchema(block, path);
}

function* fieldSchema(value, kind, at) {
  const type = kind.replace("!", "");
  if (value === undefined) {
    if (kind.endsWith("!")) yield required(at);
  } else if (!isOfType(value, type)) {
    yield wrongType(at, type);
  }
}

function isOfType(value, type) {
  switch (type) {
    case "any":
      return true;
    case "list":
      return Array.isArray(value);
    case "dictionary":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function* insideSchema(block, path) {
  switch (block.type) {
    case "image":
      return yield* sourceSchema(block, `${path}.source`);
    case "document":
      yield* sourceSchema(block, `${path}.source`);
      if (block.source.type !== "content" || typeof block.source.content === "string") return;
      return yield* listSchema(block.source.content, ["text", "image"], `${path}.source.content.content`);
    case "search_result":
      return yield* listSchema(block.content, ["text"], `${path}.content`);
    case "tool_result":
      if (block.content === undefined || typeof block.content === "string") return;
      return yield* listSchema(block.content, RESULT_BLOCKS, `${path}.content`);
    default:
  }
}

function* listSchema(blocks, allowed, at) {
  if (!Array.isArray(blocks)) yield wrongType(at, "list");
  for (const [position, block] of blocks.entries()) yield* blockSchema(block, allowed, `${at}.${position}`);
}
