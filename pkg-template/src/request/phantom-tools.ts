// The tools that do not exist.

import type { PhantomToolName } from "../types/pending.js";

/**
 * A message that arrives while an agent runs may be put into the history as a call of one of these tools and its result. The keys say
 * where such a message comes from. No tool of yours may have one of these names: `stripPhantomCalls` would take its calls for imitations.
 *
 * @example
 * const phantoms = new Set(Object.values(PHANTOM_TOOL_NAMES)); // "subagent_message", "recall_skill", ...
 * const clash = tools.find(({ name }) => phantoms.has(name));
 */
export const PHANTOM_TOOL_NAMES: {
  /** Of messages of sub-agents. */
  readonly subagent: "subagent_message";
  /** Of skills. */
  readonly skill: "recall_skill";
  /** Of workflows. */
  readonly workflow: "recall_workflow";
  /** Of older messages. */
  readonly recall: "recall_memory";
  /** Of goals. */
  readonly goal: "recall_goal";
} = /* @__PURE__ */ Object.freeze({
  subagent: "subagent_message",
  skill: "recall_skill",
  workflow: "recall_workflow",
  recall: "recall_memory",
  goal: "recall_goal",
});

const NAMES: ReadonlySet<unknown> = /* @__PURE__ */ new Set<PhantomToolName>(/* @__PURE__ */ Object.values(PHANTOM_TOOL_NAMES));

/** Whether it is the name of a phantom tool, letter by letter. */
export function isPhantomTool(name: unknown): boolean {
  return NAMES.has(name);
}
