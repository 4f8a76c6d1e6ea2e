import { isServerResult } from "./roles.js";
import { refuse } from "./refuse.js";

const isCall = ({ block }) => block.type === "tool_use";
const isResult = ({ block }) => block.type === "tool_result";

/** AN1: the turn after a call answers it. */
export function* callsAreAnswered({ turns }) {
  for (const [index, turn] of turns.entries()) {
    const answered = resultIds(turns[index + 1]?.entries ?? []);
    yield* unanswered("AN1", turn.entries.filter(isCall), answered);
  }
}

/** AN5: results stand before anything else in their turn. The provider answers with the text of AN1. */
export function* resultsComeFirst({ turns }) {
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1]?.entries ?? [];
    const firstOther = next.findIndex((entry) => !isResult(entry));
    const leading = resultIds(firstOther < 0 ? next : next.slice(0, firstOther));
    const anywhere = resultIds(next);
    const late = turn.entries.filter((entry) => isCall(entry) && anywhere.has(entry.block.id));
    yield* unanswered("AN5", late, leading);
  }
}

function* unanswered(rule, calls, answered) {
  const open = calls.filter(({ block }) => !answered.has(block.id));
  if (open.length === 0) return;
  yield refuse(
    rule,
    `messages.${open[0].message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${open.map(({ block }) => block.id).join(", ")}. ` +
      "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  );
}

function resultIds(entries) {
  return new Set(entries.filter(isResult).map(({ block }) => block.tool_use_id));
}

/** AN2: a result answers a call of the turn before. */
export function* resultsAnswerCalls({ turns }) {
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1]?.entries ?? [];
    const called = new Set(before.filter(isCall).map(({ block }) => block.id));
    for (const { block, path } of turn.entries.filter(isResult)) {
      if (!called.has(block.tool_use_id)) {
        yield refuse(
          "AN2",
          `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}. ` +
            "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
        );
      }
    }
  }
}

/** AN2 for tools that the provider runs: their results follow their calls. */
export function* serverResultsAnswerCalls({ messages }) {
  const called = new Set();
  for (const { block, path } of messages.flatMap(({ entries }) => entries)) {
    const caller = block.type === "mcp_tool_result" ? "mcp_tool_use" : "server_tool_use";
    if (block.type === "server_tool_use" || block.type === "mcp_tool_use") {
      called.add(`${block.type} ${block.id}`);
    } else if (isServerResult(block.type) && !called.has(`${caller} ${block.tool_use_id}`)) {
      yield refuse(
        "AN2",
        `${path}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${block.tool_use_id}. ` +
          `Each \`${block.type}\` block must have a corresponding \`${caller}\` block before it.`,
      );
    }
  }
}

/** AN26: a tool that the provider runs has its result before a user turn contains anything except tool results. */
export function* serverCallsAreAnswered({ turns }) {
  let open = [];
  for (const { role, entries } of turns) {
    if (role === "assistant") {
      const answered = new Set(entries.filter(({ block }) => isServerResult(block.type)).map(({ block }) => block.tool_use_id));
      open = [...open, ...entries.filter(({ block }) => block.type === "server_tool_use")].filter(({ block }) => !answered.has(block.id));
    } else if (open.length > 0 && (role !== "user" || !entries.every(isResult))) {
      const [{ block, message }] = open;
      yield refuse(
        "AN26",
        `messages.${message}: \`${block.name}\` tool use with id \`${block.id}\` was found without a corresponding \`${block.name}_tool_result\` block`,
      );
    }
  }
}

/** AN3: no two calls of one turn share an id. A later turn may reuse it. */
export function* callsAreUnique({ turns }) {
  for (const { entries } of turns) {
    for (const { path } of repeated(entries.filter(isCall), ({ block }) => block.id)) {
      yield refuse("AN3", `${path}: \`tool_use\` ids must be unique`);
    }
  }
}

/** AN4: no call has two results. */
export function* resultsAreSingle({ turns }) {
  for (const { entries } of turns) {
    for (const { block, path } of repeated(entries.filter(isResult), (entry) => entry.block.tool_use_id)) {
      yield refuse(
        "AN4",
        `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${block.tool_use_id}`,
      );
    }
  }
}

function repeated(entries, idOf) {
  const seen = new Set();
  return entries.filter((entry) => seen.size === seen.add(idOf(entry)).size);
}
