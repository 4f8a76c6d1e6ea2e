import { lastOf } from "../last.js";
import { refuse } from "./refuse.js";
import { required } from "./schema-refusals.js";
import { digest, isSignedFor, readSignature } from "./signature.js";

const THINKING = ["thinking", "redacted_thinking"];

/** AN15: with thinking enabled, the assistant turn of the running tool loop starts with thinking. */
export function* thinkingLeads({ body, turns }, { signatures }) {
  if (body.thinking?.type !== "enabled" || signatures === "none") return;
  const latest = lastOf(turns, ({ role }) => role === "assistant");
  if (latest === undefined || !isRunning(latest, turns)) return;
  const [first] = latest.entries;
  if (first === undefined || THINKING.includes(first.block.type)) return;
  yield refuse(
    "AN15",
    `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.block.type}\`. ` +
      "When `thinking` is enabled, a final `assistant` message must start with a thinking block " +
      "(preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
  );
}

/** A tool loop runs while the newest message is a tool result, or an assistant turn that is continued. */
function isRunning(latest, turns) {
  const after = turns.slice(turns.indexOf(latest) + 1);
  const results = after.flatMap(({ entries }) => entries.map(({ block }) => block.type));
  return after.length === 0 || results.includes("tool_result");
}

/** AN41: at some vendors, a model that thinks gets thinking beside calls, even if it says nothing. */
export function* thinkingStandsBesideCalls({ body, turns }, { signatures }) {
  if (signatures !== "none" || !["enabled", "adaptive"].includes(body.thinking?.type)) return;
  for (const { role, entries } of turns) {
    const types = entries.map(({ block }) => block.type);
    if (role !== "assistant" || !types.includes("tool_use") || types.includes("thinking")) continue;
    yield refuse("AN41", "The reasoning_content in the thinking mode must be passed back to the API.");
  }
}

/** AN25: a final message of the assistant does not end in thinking. */
export function* thinkingIsNotLast({ turns }) {
  const last = turns.at(-1);
  const end = last.entries.at(-1);
  if (last.role === "assistant" && THINKING.includes(end?.block.type)) {
    yield refuse("AN25", `messages.${end.message}: The final block in an assistant message cannot be \`thinking\`.`);
  }
}

/** AN17, first half: thinking has a signature. */
export function* thinkingIsSigned({ turns }, { signatures }) {
  if (signatures === "none") return;
  for (const { block, path } of thinkingOf(turns)) {
    if (block.signature === undefined) yield { ...required(`${path}.thinking.signature`), rule: "AN17" };
    if (typeof block.signature !== "string" || block.signature === "") {
      yield refuse("AN17", `${path}: Invalid \`signature\` in \`thinking\` block`);
    }
  }
}

/** AN17, second half, and AN16: the signature is this provider's, and for this text. */
export function* thinkingIsGenuine({ turns }, { signatures }) {
  if (signatures === "any" || signatures === "none") return;
  const latest = lastOf(turns, ({ role }) => role === "assistant");
  for (const { block, path, turn } of thinkingOf(turns)) {
    const signed = readSignature(block.signature);
    if (signed !== null && signed.text === digest(block.thinking)) continue;
    if (signed !== null && turn === latest) {
      yield refuse(
        "AN16",
        `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. ` +
          "These blocks must remain as they were in the original response.",
      );
    }
    yield refuse("AN17", `${path}: Invalid \`signature\` in \`thinking\` block`);
  }
}

/** AN18: the conversation before the thinking is the one for which it was signed. */
export function* thinkingIsBound(conversation, { signatures }) {
  if (signatures !== "bound") return;
  const { body, turns } = conversation;
  if (body.thinking?.block_binding?.prefix_mismatch_behavior === "drop_block" || !checksPast(body.model)) return;
  for (const { block, path, turn } of thinkingOf(turns)) {
    if (!isSignedFor(block.signature, conversation, turns.indexOf(turn))) {
      yield refuse(
        "AN18",
        `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. ` +
          'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". ' +
          "That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.",
      );
    }
  }
}

/** Models from 5.1 on check the past. */
function checksPast(model) {
  const [, major, minor = "0"] = /claude-[a-z]+-(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(model) ?? [null, "9"];
  return Number(major) * 100 + Number(minor) >= 501;
}

function thinkingOf(turns) {
  return turns.flatMap((turn) => turn.entries.filter(({ block }) => block.type === "thinking").map((entry) => ({ ...entry, turn })));
}
