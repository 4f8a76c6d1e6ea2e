import { refuse } from "./refuse.js";

/** AN24: the old API required `tools` when the history contains tool blocks. */
export function* toolsAreDefined({ body, messages }, { requireTools }) {
  if (!requireTools || (body.tools ?? []).length > 0) return;
  const blocks = messages.flatMap(({ entries }) => entries.map(({ block }) => block.type));
  if (blocks.includes("tool_use") || blocks.includes("tool_result")) {
    yield refuse("AN24", "Requests which include `tool_use` or `tool_result` blocks must define tools");
  }
}
