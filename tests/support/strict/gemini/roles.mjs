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

/** GE10: the user has the last word. */
export function* endsWithUser({ turns }, { allowPrefill }) {
  if (!allowPrefill && turns.at(-1).role === 'model') {
    yield refuse('GE10', 'Please ensure that single turn requests end with a user role or the role field is empty.');
  }
}

/** GE7: Vertex wants the role of every content to be named. */
export function* rolesAreNamed({ body }, { requireRole }) {
  if (requireRole && [body.contents].flat().some(({ role }) => role === undefined)) {
    yield refuse('GE7', 'Please use a valid role: user, model.');
  }
}
