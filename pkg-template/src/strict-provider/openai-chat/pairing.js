import { refuse } from "./refuse.js";

/** OC1: a tool message answers a call of the assistant message that it follows. */
export function* resultsAnswerCalls({ messages }) {
  let callable = new Set();
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool") {
      callable = new Set(callIds(message));
    } else if (!callable.has(message.tool_call_id)) {
      yield refuse(
        "OC1",
        // The spelling is OpenAI's.
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        { param: `messages.[${index}].role` },
      );
    }
  }
}

/** OC2: every call is answered before the next message of another role, and before the end. */
export function* callsAreAnswered({ messages }) {
  let open = new Set();
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      open.delete(message.tool_call_id);
    } else {
      if (open.size > 0) yield unanswered(open, `messages.[${index}].role`);
      open = new Set(callIds(message));
    }
  }
  if (open.size > 0) yield unanswered(open, "messages");
}

function unanswered(ids, param) {
  return refuse(
    "OC2",
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`,
    { param },
  );
}

/** OC9: within one assistant message and its results, an id names one call. */
export function* idsAreUnique({ messages }) {
  let answeredAt = new Map();
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool") {
      answeredAt = new Map();
      yield* callsAreDistinct(message, index);
      continue;
    }
    const id = message.tool_call_id;
    if (answeredAt.has(id)) {
      yield refuse(
        "OC9",
        `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${answeredAt.get(id)}] and messages[${index}].`,
        { param: `messages.[${index}].tool_call_id` },
      );
    }
    answeredAt.set(id, index);
  }
}

/** OC9, at DeepSeek: in the whole request, an id names one call. */
export function* idsAreUniqueInRequest({ messages }, { uniqueIds }) {
  if (uniqueIds) yield* callsAreDistinct({ tool_calls: messages.flatMap(({ tool_calls: calls = [] }) => calls) }, messages.length - 1);
}

function* callsAreDistinct(message, index) {
  const seen = new Set();
  for (const id of callIds(message)) {
    if (seen.has(id)) {
      yield refuse("OC9", `Duplicate value for 'tool_call_id' of ${id} in message[${index}]`, {
        param: `messages.[${index}].tool_calls`,
      });
    }
    seen.add(id);
  }
}

function callIds({ tool_calls: calls = [] }) {
  return calls.map((call) => call.id);
}
