import { refuse } from "./refuse.js";

/** OC10: the model knows the role. */
export function* rolesAreSupported({ messages }, { unsupportedRoles }) {
  for (const [index, { role }] of messages.entries()) {
    if (unsupportedRoles.includes(role)) {
      const path = `messages[${index}].role`;
      yield refuse("OC10", `Unsupported value: '${path}' does not support '${role}' with this model.`, {
        param: path,
        code: "unsupported_value",
      });
    }
  }
}

/** OC16: some templates want one system message, the first. */
export function* instructionsComeFirst({ messages }, { systemFirst }) {
  if (!systemFirst) return;
  for (const { role } of messages.slice(1)) {
    if (role === "system" || role === "developer") yield refuse("OC16", "System message must be at the beginning.", { code: 400 });
  }
}

/** OC17: some vendors refuse an answer that says nothing, and an empty text beside calls. */
export function* answersSaySomething({ messages }, { refuseSilence }) {
  if (!refuseSilence) return;
  for (const [index, { role, content, tool_calls: calls, refusal, audio }] of messages.entries()) {
    const says = Array.isArray(content) ? content.some(({ text, type }) => type !== "text" || text !== "") : (content ?? "") !== "";
    const isEmpty =
      role === "assistant" &&
      !says &&
      (refusal ?? audio ?? null) === null &&
      (calls === undefined || (refuseSilence !== "alone" && (content ?? null) !== null));
    if (isEmpty)
      yield refuse("OC17", `Invalid request: the message at position ${index} with role 'assistant' must not be empty`, {
        code: "invalid_request_error",
      });
  }
}

/** OC19: from GPT-5.4 on, function tools go to Responses. */
export function* toolsGoToResponses({ model, tools, reasoning_effort: effort }, { acceptUnknownFields }) {
  const [, major, minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?(?:-|$)/.exec(String(model)) ?? [];
  const version = Number(major) + Number(minor) / 100;
  if (major === undefined || version < 5.04 || acceptUnknownFields || !(tools ?? []).some(({ type }) => type === "function")) return;
  // These have no effort `none`.
  const isRefused = version >= 6.02 || /^gpt-(6-astra|6\.1-sol|.*cyber)/.test(model);
  const takes = isRefused ? false : version >= 5.06 ? effort === "none" : effort === undefined;
  if (!takes) {
    yield refuse(
      "OC19",
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`,
      { param: "reasoning_effort" },
    );
  }
}

/** OC15: the o-series takes no `parallel_tool_calls`. */
export function* modelTakesParallelCalls({ model, parallel_tool_calls: given }) {
  if (given === undefined || given === null || !/^(?:.*\/)?o[134](-|$)/.test(String(model))) return;
  yield refuse("OC15", "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.", {
    param: "parallel_tool_calls",
    code: "unsupported_parameter",
  });
}

/** OC14: a thinking model gets reasoning beside calls, even if it is empty. */
export function* reasoningStandsBesideCalls({ messages }, { requireReasoningOfCalls }) {
  if (!requireReasoningOfCalls) return;
  for (const [index, message] of messages.entries()) {
    if (message.tool_calls !== undefined && typeof message.reasoning_content !== "string") {
      const words = `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`;
      yield refuse("OC14", words, { code: "invalid_request_error" });
    }
  }
}

/** OC13: with tools, a thinking model gets the reasoning of each turn back. */
export function* reasoningIsPassedBack({ messages, tools }, { requireReasoningContent }) {
  if (!requireReasoningContent || tools === undefined) return;
  for (const message of messages) {
    if (message.role === "assistant" && typeof message.reasoning_content !== "string") {
      yield refuse("OC13", "The reasoning_content in the thinking mode must be passed back to the API.", {
        code: "invalid_request_error",
      });
    }
  }
}

/** OC26: behind the system messages, user or tool and assistant take turns, and the user is last. */
export function* rolesAlternate({ messages }, { alternateRoles }) {
  if (!alternateRoles) return;
  const spoken = messages.slice(messages.findIndex(({ role }) => role !== "system"));
  const isAnswer = ({ role }) => role === "assistant";
  const isEven = spoken.every((message, index) => isAnswer(message) === (index % 2 === 1));
  if (!isEven) yield refuse("OC26", "After the (optional) system message(s), user or assistant roles should be alternating.");
  if (isAnswer(spoken.at(-1))) yield refuse("OC26", "Last message must have role `user` or `tool`.");
}

/** OC27: there are words of the user. */
export function* userHasSpoken({ messages }, { requireUser }) {
  if (requireUser && !messages.some(({ role }) => role === "user")) yield refuse("OC27", "No user query found in messages.");
}
