import { refuse } from "./refuse.js";

/**
 * MI2 and MI6: before the assistant speaks again, each of its calls has one result. The first message never counts as one with calls, so
 * its results are unexpected. (The published checks accept a first message with calls and no results, or a result as the first message;
 * that is an oversight.)
 */
export function* callsAreAnsweredOnce({ messages }) {
  const [first, second] = messages;
  if (first.role === "tool") yield order("MI6", `Unexpected tool call id ${first.tool_call_id} in tool results`);
  if ((first.tool_calls ?? []).length > 0 && second?.role !== "tool") yield unequal();
  let expected = new Set();
  let observed = new Set();
  for (const { role, tool_calls: calls, tool_call_id: id } of messages.slice(1)) {
    if (role === "tool") {
      if (observed.has(id)) yield order("MI6", `Duplicate tool call id ${id} in tool results`);
      if (!expected.has(id)) yield order("MI6", `Unexpected tool call id ${id} in tool results`);
      observed.add(id);
    } else if (role === "assistant") {
      if (expected.size !== observed.size) yield unequal();
      expected = new Set();
      observed = new Set();
      for (const call of calls ?? []) {
        if (expected.has(call.id)) yield order("MI6", `Duplicate tool call id ${call.id} in assistant message`);
        expected.add(call.id);
      }
    }
  }
  if (expected.size !== observed.size) yield unequal();
}

function unequal() {
  return order("MI2", "Not the same number of function calls and responses");
}

function order(rule, message) {
  return refuse(rule, "invalid_request_message_order", message);
}
