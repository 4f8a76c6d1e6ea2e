// The content of a recorded stream, collected by plain loops over its events: read here without the package.

import { byTarget } from "../targets.mjs";

/**
 * @typedef {object} Streamed
 * @property {string} text the text for the user
 * @property {string} reasoning
 * @property {string[]} signatures of reasoning and of parts, whole
 * @property {{ name: string, json: string }[]} calls for the host, with the text of their arguments
 */

/**
 * @param {import("../targets.mjs").Target} target
 * @param {any[]} events
 * @returns {Streamed}
 */
export function streamedIn(target, events) {
  const said = { text: "", reasoning: "", signatures: [], calls: new Map() };
  for (const event of events) COLLECT[target](event, said);
  return { ...said, calls: [...said.calls.values()] };
}

function addCall({ calls }, key, name, json) {
  const call = calls.get(key) ?? { name: "", json: "" };
  calls.set(key, { name: call.name || name || "", json: call.json + (json ?? "") });
}

const COLLECT = byTarget({
  "openai-chat": collectChunk,
  mistral: collectChunk,
  anthropic({ type, index, delta = {}, content_block: block = {} }, said) {
    if (type === "content_block_start" && block.type === "tool_use") addCall(said, index, block.name);
    if (block.type === "redacted_thinking") said.signatures.push(block.data);
    if (type !== "content_block_delta") return;
    said.text += delta.text ?? "";
    said.reasoning += delta.thinking ?? "";
    if (delta.signature) said.signatures.push(delta.signature);
    if (said.calls.has(index)) addCall(said, index, "", delta.partial_json);
  },
  "openai-responses"({ type, delta, output_index: index, item, response }, said) {
    if (type === "response.output_text.delta" || type === "response.refusal.delta") said.text += delta;
    if (/reasoning.*\.delta$/.test(type)) said.reasoning += delta;
    if (type === "response.output_item.added" && item.type === "function_call") addCall(said, index, item.name);
    if (type === "response.function_call_arguments.delta") addCall(said, index, "", delta);
    // Reasoning is encrypted anew for each event: that of the last one counts.
    if (type === "response.completed") said.signatures.push(...response.output.flatMap((each) => each.encrypted_content ?? []));
  },
  gemini({ candidates: [{ content } = {}] = [] }, said) {
    for (const { text = "", thought, thoughtSignature, functionCall } of content?.parts ?? []) {
      said[thought ? "reasoning" : "text"] += text;
      if (thoughtSignature) said.signatures.push(thoughtSignature);
      if (functionCall) addCall(said, said.calls.size, functionCall.name, JSON.stringify(functionCall.args ?? {}));
    }
  },
  bedrock({ contentBlockStart: { contentBlockIndex: started, start } = {}, contentBlockDelta: { contentBlockIndex: index, delta = {} } = {} }, said) {
    if (start?.toolUse && start.toolUse.type !== "server_tool_use") addCall(said, started, start.toolUse.name);
    said.text += delta.text ?? "";
    said.reasoning += delta.reasoningContent?.text ?? "";
    if (delta.reasoningContent?.signature) said.signatures.push(delta.reasoningContent.signature);
    if (delta.toolUse && said.calls.has(index)) addCall(said, index, "", delta.toolUse.input);
  },
});

/** Vendors send the text of reasoning in several fields at once: one of them counts. */
function collectChunk({ choices = [] }, said) {
  const { content, refusal, reasoning, reasoning_content: more, tool_calls: calls = [] } = choices.find(({ index = 0 }) => index === 0)?.delta ?? {};
  for (const part of typeof content === "string" ? [{ text: content }] : (content ?? [])) {
    said.text += part.text ?? "";
    for (const { text = "" } of part.thinking ?? []) said.reasoning += text;
  }
  said.text += refusal ?? "";
  said.reasoning += more ?? reasoning ?? "";
  for (const { index, id, function: { name, arguments: json } } of calls ?? []) addCall(said, index ?? (id || [...said.calls.keys()].at(-1)), name, json);
}
