// The names of phantom tools, which do not exist.

import type { PhantomToolName } from "../types/pending.js";

/**
 * The names of phantom tools by the sources of pending messages. Such a message enters the history as a phantom pair: a call of a tool
 * that does not exist, and its result. No tool of yours may have one of these names, because `stripPhantomCalls` removes its calls.
 *
 * @example
 * const phantoms = new Set(Object.values(PHANTOM_TOOL_NAMES)); // "subagent_message", "recall_skill", ...
 * const clash = [weather].find(({ name }) => phantoms.has(name));
 */
export const PHANTOM_TOOL_NAMES: {
  /** For messages of sub-agents. */
  readonly subagent: "subagent_message";
  /** For skills. */
  readonly skill: "recall_skill";
  /** For workflows. */
  readonly workflow: "recall_workflow";
  /** For older messages. */
  readonly recall: "recall_memory";
  /** For goals. */
  readonly goal: "recall_goal";
} = /* @__PURE__ */ Object.freeze({
  subagent: "subagent_message",
  skill: "recall_skill",
  workflow: "recall_workflow",
  recall: "recall_memory",
  goal: "recall_goal",
});

const NAMES: ReadonlySet<unknown> = /* @__PURE__ */ new Set<PhantomToolName>(/* @__PURE__ */ Object.values(PHANTOM_TOOL_NAMES));

/** Returns true for exactly the name of a phantom tool. */
export function isPhantomTool(name: unknown): boolean {
  return NAMES.has(name);
}
