import { chatParametersHold } from "../parameters.js";
import { firstRefusal } from "../refusal.js";
import { openAIOptions } from "../options.js";
import { contentIsPresent, contentHasParts, partsAreSupported, toolContentIsText } from "./content.js";
import { contextIsLargeEnough } from "./context-window.js";
import { callArgumentsAreStrings, callNamesMatch, idsAreShort, messageNamesMatch } from "./identifiers.js";
import { filesArePdfs, imagesAreReadable } from "./images.js";
import {
  answersSaySomething,
  instructionsComeFirst,
  modelTakesParallelCalls,
  reasoningIsPassedBack,
  reasoningStandsBesideCalls,
  rolesAlternate,
  rolesAreSupported,
  toolsGoToResponses,
  userHasSpoken,
} from "./model.js";
import { callsAreAnswered, idsAreUnique, idsAreUniqueInRequest, resultsAnswerCalls } from "./pairing.js";
import { messagesAreThere, schemaHolds } from "./schema.js";
import { callsAreNotTooMany, choiceHasTools, toolCallsAreNotEmpty, toolListFits } from "./tools.js";

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
 * @param {Partial<import('../options.js').OpenAIOptions>} [options]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = openAIOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([chatParametersHold], body, all) : null);
}
