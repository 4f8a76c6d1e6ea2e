/** Built-in tools that the host runs: the types of their calls and outputs. */

const OWN = {
  computer_call: { noun: "computer call", outputs: ["computer_call_output"] },
  shell_call: { noun: "shell call", outputs: ["shell_call_output"] },
  local_shell_call: { noun: "local shell call", outputs: ["local_shell_call_output", "function_call_output"] },
  apply_patch_call: { noun: "apply patch call", outputs: ["apply_patch_call_output"] },
  tool_search_call: { noun: "tool search call", outputs: ["tool_search_output", "function_call_output"] },
  mcp_approval_request: { noun: "approval request", outputs: ["mcp_approval_response"] },
};
const OUTPUTS = Object.values(OWN).map(({ outputs: [own] }) => own);

/** Returns the id by which a call is answered; null if it needs no output, because the provider runs the search itself. */
export function ownCallId(item) {
  if (!Object.hasOwn(OWN, item.type) || (item.type === "tool_search_call" && item.execution !== "client")) return null;
  return (item.type === "mcp_approval_request" ? item.id : item.call_id) ?? null;
}

/** Returns the id of the call that an output answers. The output of a local shell may have it as its own id. */
export function ownAnswerId(item) {
  if (!OUTPUTS.includes(item.type) || item.execution === "server") return null;
  if (item.type === "mcp_approval_response") return item.approval_request_id ?? null;
  return item.call_id ?? (item.type === "local_shell_call_output" ? item.id : null) ?? null;
}

export const nounOf = ({ type }) => OWN[type].noun;
export const nounOfOutput = ({ type }) => Object.values(OWN).find(({ outputs: [own] }) => own === type).noun;

/** Returns true if the type of an output fits the call. */
export const answers = (output, call) => OWN[call.type].outputs.includes(output.type);
