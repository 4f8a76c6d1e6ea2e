/** Judges summaries that the provider made (`compaction` blocks), the request for one, changes of tools, and threads. */

import { refuse } from "./refuse.js";
import { isBoundary } from "./signature.js";

const isSigned = ({ signature }) => (signature ?? null) !== null;

/** AN30: a summary has a text, or null where the compaction failed. */
export function* summariesAreNotEmpty({ messages }) {
  for (const { block, path } of blocksOf(messages)) {
    if (block.type === "compaction" && block.content === "")
      yield refuse("AN30", `${path}.compaction.content: Empty string content is not allowed.`);
  }
}

/** AN28: where a summary is signed, there is no other one. Those without a signature stand in the answers that they were made in. */
export function* signedSummariesAreSingle({ messages }) {
  const summaries = blocksOf(messages).filter(({ block }) => isBoundary(block));
  if (summaries.length > 1 && summaries.some(({ block }) => isSigned(block))) {
    yield refuse(
      "AN28",
      "messages: more than one `compaction` block with content was found (compaction_block_ambiguous). Send only the block the conversation returned last.",
    );
  }
}

/** AN29: a signed summary is the first block of the conversation. */
export function* signedSummariesStandFirst({ messages }) {
  for (const [index, { block, path }] of blocksOf(messages).entries()) {
    if (index > 0 && isBoundary(block) && isSigned(block)) {
      yield refuse("AN29", `${path}: The \`compaction\` block is not the first block of the conversation (compaction_block_misplaced).`);
    }
  }
}

/** AN31: a request to compact has no management of its context. */
export function* compactionStandsAlone({ body }) {
  if (isGiven(body.compaction) && isGiven(body.context_management))
    yield refuse("AN31", "`compaction` cannot be combined with `context_management`.");
}

/** AN32: a request to compact does not end in a turn that goes on. */
export function* compactedTurnsAreFinished({ body, turns }) {
  const last = turns.at(-1);
  if (!isGiven(body.compaction) || last.role !== "assistant") return;
  const blocks = last.entries.map(({ block }) => block);
  const answered = blocks.map(({ tool_use_id: id }) => id);
  if (blocks.some(({ type, id }) => type.endsWith("tool_use") && !answered.includes(id))) {
    yield refuse("AN32", "The compaction request ends on an `assistant` turn that is not finished (compaction_incomplete_turn).");
  }
}

/** AN33: tools that a message adds or removes are known at that place. */
export function* toolChangesResolve({ body, messages }) {
  const tools = new Set((body.tools ?? []).map(({ name }) => name));
  const servers = new Set((body.mcp_servers ?? []).map(({ name }) => name));
  const resolves = ({ tool }) => {
    if (tool.type === "tool_definition") tools.add(tool.definition.name);
    if (tool.type === "tool_reference") return tools.has(tool.name);
    return !tool.type.startsWith("mcp_") || servers.has(tool.server_name);
  };
  for (const { block, path } of blocksOf(messages)) {
    for (const change of block.tool_changes ?? []) resolves(change);
    if (!["tool_addition", "tool_removal"].includes(block.type) || resolves(block)) continue;
    yield refuse(
      "AN33",
      `${path}: the tool or MCP server is not defined at this position in the conversation (tool_reference_unresolved).`,
    );
  }
}

/** AN34: a thread has none of the fields that threads do not support. */
export function* threadsAreSupported({ body }) {
  const unsupported = ["cache_control", "context_management", "fallbacks"].filter((name) => isGiven(body[name]));
  if (isGiven(body.thread) && unsupported.length > 0) {
    yield refuse("AN34", `Threads do not support ${unsupported.join(", ")} (thread_unsupported_request).`);
  }
}

const isGiven = (value) => (value ?? null) !== null;
const blocksOf = (messages) => messages.flatMap(({ entries }) => entries);
