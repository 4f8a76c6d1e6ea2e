import { responsesParametersHold } from '../parameters.mjs';
import { firstRefusal } from '../refusal.mjs';
import { openAIResponsesOptions } from '../options.mjs';
import { idsAreOwn, itemsAreDistinct, reasoningIsFollowed, reasoningIsThere, reasoningIsVerified, storedItemsAreThere } from './bonds.mjs';
import { contextIsLargeEnough } from './context-window.mjs';
import { callIdsAreShort, namesMatch } from './identifiers.mjs';
import { inputIsThere, schemaHolds } from './items.mjs';
import { filesAreReadable } from './media.mjs';
import { callIdsAreDistinct, callsAreAnswered, outputsAnswerCalls, ownCallsAreAnswered, ownOutputsAnswerCalls } from './pairing.mjs';
import { modelTakesFields } from './model.mjs';
import { contentFits, thoughtsAreEmpty } from './parts.mjs';

/** The rules in the order of judgement: later rules rely on earlier ones. */
const RULES = [
  inputIsThere,
  schemaHolds,
  modelTakesFields,
  contentFits,
  callIdsAreShort,
  namesMatch,
  idsAreOwn,
  thoughtsAreEmpty,
  filesAreReadable,
  itemsAreDistinct,
  callIdsAreDistinct,
  storedItemsAreThere,
  reasoningIsVerified,
  outputsAnswerCalls,
  ownOutputsAnswerCalls,
  callsAreAnswered,
  ownCallsAreAnswered,
  reasoningIsFollowed,
  reasoningIsThere,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /v1/responses` as OpenAI does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.mjs').OpenAIResponsesOptions>} [options]
 * @returns {import('../refusal.mjs').Refusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = openAIResponsesOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([responsesParametersHold], body, all) : null);
}
