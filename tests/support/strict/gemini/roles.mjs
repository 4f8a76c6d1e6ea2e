import { isNewest } from './models.mjs';
import { refuse } from './refuse.mjs';

/** What only the model says, and what it never says. */
const OF_MODEL = ['functionCall', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];

/** GE7: parts stand in contents of the role that has them. */
export function* partsFitRoles({ turns }) {
  for (const { role, entries } of turns) {
    for (const { part } of entries) {
      const isModels = part.thought === true || OF_MODEL.some((name) => name in part);
      if (role === 'user' ? isModels : 'functionResponse' in part) yield refuse('GE7', 'Please use a valid role: user, model.');
    }
  }
}

/** GE10: the user has the last word, or, at models that go on from their own words, an earlier one. */
export function* endsWithUser({ turns, body }, { allowPrefill, model }) {
  if (turns.at(-1).role !== 'model') return;
  if (turns.length === 1) yield refuse('GE10', 'Please ensure that single turn requests end with a user role or the role field is empty.');
  const name = model ?? body.model;
  const goesOn = allowPrefill || (/gemini-\d/.test(String(name)) && !isNewest(name));
  if (!goesOn) yield refuse('GE10', 'Requests ending with a model turn are not supported.');
}

/** GE7: Vertex wants the role of every content to be named. */
export function* rolesAreNamed({ body }, { requireRole }) {
  if (requireRole && [body.contents].flat().some(({ role }) => role === undefined)) {
    yield refuse('GE7', 'Please use a valid role: user, model.');
  }
}
