import { mistralParametersHold } from "../parameters.js";
import { firstRefusal } from "../refusal.js";
import { mistralOptions } from "../options.js";
import { assistantSaysSomething, chunksFitRoles } from "./content.js";
import { contextIsLargeEnough } from "./context-window.js";
import { functionNamesMatch, idsHaveNineLetters } from "./identifiers.js";
import { lastIsToBeAnswered, resultsAreFollowed, rolesFollow } from "./order.js";
import { callsAreAnsweredOnce } from "./pairing.js";
import { messagesAreThere, schemaHolds, toolsAreNotEmpty } from "./schema.js";

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
 * @param {Partial<import('../options.js').MistralOptions>} [options]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = mistralOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([mistralParametersHold], body, all) : null);
}
