import { chatParametersHold } from '../parameters.mjs';
import { firstRefusal } from '../refusal.mjs';
import { openAIOptions } from '../options.mjs';
import { contentIsPresent, contentHasParts, partsAreSupported, toolContentIsText } from './content.mjs';
import { contextIsLargeEnough } from './context-window.mjs';
import { callArgumentsAreStrings, callNamesMatch, idsAreShort, messageNamesMatch } from './identifiers.mjs';
import { filesArePdfs, imagesAreReadable } from './images.mjs';
import { answersSaySomething, instructionsComeFirst, modelTakesParallelCalls, reasoningIsPassedBack, reasoningStandsBesideCalls, rolesAlternate, rolesAreSupported, toolsGoToResponses, userHasSpoken } from './model.mjs';
import { callsAreAnswered, idsAreUnique, idsAreUniqueInRequest, resultsAnswerCalls } from './pairing.mjs';
import { messagesAreThere, schemaHolds } from './schema.mjs';
import { callsAreNotTooMany, choiceHasTools, toolCallsAreNotEmpty, toolListFits } from './tools.mjs';

/** The rules in the order of judgement: later rules rely on earlier ones. */
const RULES = [
  messagesAreThere,
  schemaHolds,
  toolListFits,
  choiceHasTools,
  toolCallsAreNotEmpty,
  callsAreNotTooMany,
  rolesAreSupported,
  instructionsComeFirst,
  rolesAlternate,
  userHasSpoken,
  toolsGoToResponses,
  answersSaySomething,
  modelTakesParallelCalls,
  messageNamesMatch,
  idsAreShort,
  callNamesMatch,
  callArgumentsAreStrings,
  contentIsPresent,
  contentHasParts,
  partsAreSupported,
  toolContentIsText,
  imagesAreReadable,
  filesArePdfs,
  idsAreUnique,
  idsAreUniqueInRequest,
  resultsAnswerCalls,
  callsAreAnswered,
  reasoningIsPassedBack,
  reasoningStandsBesideCalls,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /v1/chat/completions` as OpenAI does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.mjs').OpenAIOptions>} [options]
 * @returns {import('../refusal.mjs').Refusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = openAIOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([chatParametersHold], body, all) : null);
}
