import { isNewest } from "./models.js";
import { refuse } from "./refuse.js";

/** The parts that only the model may have, and those that it may not have. */
const OF_MODEL = ["functionCall", "executableCode", "codeExecutionResult", "toolCall", "toolResponse"];

/** GE7: parts are in contents of the right role. */
export function* partsFitRoles({ turns }) {
  for (const { role, entries } of turns) {
    for (const { part } of entries) {
      const isModels = part.thought === true || OF_MODEL.some((name) => name in part);
      if (role === "user" ? isModels : "functionResponse" in part) yield refuse("GE7", "Please use a valid role: user, model.");
    }
  }
}

/** GE10: the user speaks last; with models that continue their own message, the user speaks at all. */
export function* endsWithUser({ turns, body }, { allowPrefill, model }) {
  if (turns.at(-1).role !== "model") return;
  if (turns.length === 1) yield refuse("GE10", "Please ensure that single turn requests end with a user role or the role field is empty.");
  const name = model ?? body.model;
  const goesOn = allowPrefill || (/gemini-\d/.test(String(name)) && !isNewest(name));
  if (!goesOn) yield refuse("GE10", "Requests ending with a model turn are not supported.");
}

/** GE7: Vertex requires a role in every content. */
export function* rolesAreNamed({ body }, { requireRole }) {
  if (requireRole && [body.contents].flat().some(({ role }) => role === undefined)) {
    yield refuse("GE7", "Please use a valid role: user, model.");
  }
}
