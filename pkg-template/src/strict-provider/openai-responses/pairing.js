import { refuse } from "../openai-chat/refuse.js";
import { isCall, isOutput, itemsOf } from "./item.js";
import { answers, nounOf, nounOfOutput, ownAnswerId, ownCallId } from "./own-tools.js";

const NOUNS = { function_call: "function call", custom_tool_call: "custom tool call" };

/** Counts the items of a kind with this call id. */
const count = (body, isIt, id) => itemsOf(body).filter((item) => isIt(item) && item.call_id === id).length;

/** OR1: every call has its output, of the type that fits, anywhere in the request. The output of an asynchronous call may come later. */
export function* callsAreAnswered(body) {
  for (const { type, call_id: id } of itemsOf(body).filter((item) => isCall(item) && item.async !== true)) {
    const fits = (item) => item.type === `${type}_output`;
    const same = (item) => item.type === type;
    if (count(body, fits, id) < count(body, same, id)) {
      yield refuse("OR1", `No tool output found for ${NOUNS[type]} ${id}.`, { param: "input" });
    }
  }
}

/** OR1, for tools that the provider defines and the host runs. */
export function* ownCallsAreAnswered(body) {
  for (const call of itemsOf(body)) {
    const id = ownCallId(call);
    if (id === null) continue;
    const fits = (item) => answers(item, call) && (ownAnswerId(item) ?? item.call_id) === id;
    const same = (item) => item.type === call.type && ownCallId(item) === id;
    if (itemsOf(body).filter(fits).length >= itemsOf(body).filter(same).length) continue;
    const isAsked = call.type === "mcp_approval_request";
    const told = isAsked
      ? `The following MCP approval requests do not have an approval: ${id}`
      : `No tool output found for ${nounOf(call)} ${id}.`;
    yield refuse("OR1", told, { param: "input" });
  }
}

/** OR2, for the outputs of these tools. */
export function* ownOutputsAnswerCalls(body) {
  const isStored = (body.previous_response_id ?? body.conversation ?? null) !== null;
  for (const output of itemsOf(body)) {
    const id = ownAnswerId(output);
    if (id === null) continue;
    const calls = itemsOf(body).filter((item) => ownCallId(item) === id || (item.call_id === id && isCall(item)));
    const outputs = itemsOf(body).filter((item) => ownAnswerId(item) === id || (isOutput(item) && item.call_id === id));
    if (calls.length < outputs.length && !(isStored && calls.length === 0)) {
      yield refuse("OR2", `No tool call found for ${nounOfOutput(output)} output with call_id ${id}.`, { param: "input" });
    }
  }
}

/** OR2: every output has its call, unless the provider has stored the earlier conversation. */
export function* outputsAnswerCalls(body) {
  const isStored = (body.previous_response_id ?? body.conversation ?? null) !== null;
  const isAnyCall = ({ type }) => typeof type === "string" && type.endsWith("_call");
  for (const { type, call_id: id } of itemsOf(body).filter(isOutput)) {
    const calls = count(body, isAnyCall, id);
    if (calls < count(body, isOutput, id) && !(isStored && calls === 0)) {
      yield refuse("OR2", `No tool call found for ${NOUNS[type.replace(/_output$/, "")]} output with call_id ${id}.`, { param: "input" });
    }
  }
}

/** OR14: a `call_id` names one call, and has one output, as strict servers of the format demand. */
export function* callIdsAreDistinct(body) {
  const called = new Set();
  const answered = new Set();
  for (const item of itemsOf(body)) {
    if (item.type === "mcp_approval_request") continue;
    const call = isCall(item) ? item.call_id : ownCallId(item);
    const answer = isOutput(item) ? item.call_id : ownAnswerId(item);
    if (called.has(call)) yield refuse("OR14", `Duplicate function call id ${call}`, { param: "input" });
    if (answered.has(answer)) {
      yield refuse(
        "OR14",
        `Duplicate function_call_output for call_id '${answer}'. Each function_call must have exactly one matching function_call_output`,
        {
          param: "input",
        },
      );
    }
    if (call !== null) called.add(call);
    if (answer !== null) answered.add(answer);
  }
}
