import { refuse } from "./refuse.js";

/**
 * Returns true if the Claude model of this name continues an assistant message: up to 4.5.
 *
 * @param {unknown} model
 */
export function goesOn(model) {
  const [, name] = /claude-(.*)$/.exec(String(model)) ?? [];
  const [, major, minor = "0"] = /(?<!\d)(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(name ?? "") ?? [];
  return major !== undefined && Number(major) * 100 + Number(minor) <= 405;
}

/** AN11: the conversation ends with a user message, or with an unfinished call of a server tool, unless it is to be summarised. */
export function* endsWithUser({ turns, body }, { allowPrefill }) {
  const last = turns.at(-1);
  if (allowPrefill || (body.compaction ?? null) !== null || goesOn(body.model) || last.role !== "assistant" || isPaused(last)) return;
  yield refuse("AN11", "This model does not support assistant message prefill. The conversation must end with a user message.");
}

function isPaused({ entries }) {
  return entries.length > 0 && isServerBlock(entries.at(-1).block);
}

function isServerBlock({ type }) {
  return ["server_tool_use", "mcp_tool_use"].includes(type) || isServerResult(type);
}

/**
 * @param {string} type of a block
 * @returns {boolean} true for the result of a tool that the provider runs
 */
export function isServerResult(type) {
  return type.endsWith("_tool_result");
}

/** AN12: older models require a user message first. */
export function* startsWithUser({ messages }, { allowAssistantFirst }) {
  if (!allowAssistantFirst && messages[0].role === "assistant") {
    yield refuse("AN12", 'messages: first message must use the "user" role');
  }
}

/** AN13: the oldest models require strict alternation; the others merge. */
export function* rolesAlternate({ messages }, { allowRepeatedRoles }) {
  if (allowRepeatedRoles) return;
  for (const [index, { role }] of messages.entries()) {
    if (index > 0 && messages[index - 1].role === role) {
      yield refuse("AN13", `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`);
    }
  }
}

/** AN21: a system message inside the conversation stands between a user and an assistant. */
export function* systemStandsWell({ turns }, { allowSystemMessages }) {
  for (const [index, { role, firstMessage, lastMessage }] of turns.entries()) {
    if (role !== "system") continue;
    if (!allowSystemMessages) yield refuse("AN21", "role 'system' is not supported on this model");
    const before = turns[index - 1];
    if (before?.role !== "user" && !(before !== undefined && endsInServerResult(before))) {
      yield refuse(
        "AN21",
        `messages.${firstMessage}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`,
      );
    }
    const after = turns[index + 1];
    if (after !== undefined && after.role !== "assistant") {
      yield refuse("AN21", `messages.${lastMessage}: role 'system' must precede an 'assistant' message or end the array`);
    }
  }
}

function endsInServerResult({ entries }) {
  return entries.length > 0 && isServerResult(entries.at(-1).block.type);
}
