import { mistralParametersHold } from '../parameters.mjs';
import { firstRefusal } from '../refusal.mjs';
import { mistralOptions } from '../options.mjs';
import { assistantSaysSomething, chunksFitRoles } from './content.mjs';
import { contextIsLargeEnough } from './context-window.mjs';
import { functionNamesMatch, idsHaveNineLetters } from './identifiers.mjs';
import { lastIsToBeAnswered, resultsAreFollowed, rolesFollow } from './order.mjs';
import { callsAreAnsweredOnce } from './pairing.mjs';
import { messagesAreThere, schemaHolds, toolsAreNotEmpty } from './schema.mjs';

/** The rules in the order of judgement: later rules rely on earlier ones. */
const RULES = [
  messagesAreThere,
  toolsAreNotEmpty,
  schemaHolds,
  idsHaveNineLetters,
  functionNamesMatch,
  chunksFitRoles,
  assistantSaysSomething,
  rolesFollow,
  lastIsToBeAnswered,
  callsAreAnsweredOnce,
  resultsAreFollowed,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /v1/chat/completions` as Mistral does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.mjs').MistralOptions>} [options]
 * @returns {import('../refusal.mjs').Refusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = mistralOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([mistralParametersHold], body, all) : null);
}
