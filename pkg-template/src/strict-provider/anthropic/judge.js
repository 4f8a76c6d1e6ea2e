import { anthropicParametersHold } from "../parameters.js";
import { firstRefusal } from "../refusal.js";
import { anthropicOptions } from "../options.js";
import { cachedTextIsNotEmpty, cacheMarksAreFew, longCachesComeFirst } from "./cache-control.js";
import {
  compactedTurnsAreFinished,
  compactionStandsAlone,
  signedSummariesAreSingle,
  signedSummariesStandFirst,
  summariesAreNotEmpty,
  threadsAreSupported,
  toolChangesResolve,
} from "./compaction.js";
import { contextIsLargeEnough } from "./context-window.js";
import { readConversation } from "./conversation.js";
import { idsMatch, inputsAreObjects, namesMatch } from "./identifiers.js";
import { failuresAreText, imagesFit, messagesAreFew, sourcesAreSound } from "./media.js";
import {
  callsAreAnswered,
  callsAreUnique,
  resultsAnswerCalls,
  resultsAreSingle,
  resultsComeFirst,
  serverCallsAreAnswered,
  serverResultsAnswerCalls,
} from "./pairing.js";
import { endsWithUser, rolesAlternate, startsWithUser, systemStandsWell } from "./roles.js";
import { messagesAreThere, schemaHolds } from "./schema.js";
import { finalTextIsTrimmed, messagesHaveContent, textIsNotBlank, textIsNotEmpty } from "./text.js";
import { modelTakesChoice, modelTakesThinking } from "./thinking-types.js";
import {
  thinkingIsBound,
  thinkingIsGenuine,
  thinkingIsNotLast,
  thinkingIsSigned,
  thinkingLeads,
  thinkingStandsBesideCalls,
} from "./thinking.js";
import { toolsAreDefined } from "./tools.js";

/** Rules on the original body. Later rules rely on them. */
const BODY_RULES = [messagesAreThere, schemaHolds];

/** Rules on the conversation, in this order. */
const CONVERSATION_RULES = [
  messagesAreFew,
  modelTakesThinking,
  modelTakesChoice,
  compactionStandsAlone,
  threadsAreSupported,
  summariesAreNotEmpty,
  signedSummariesAreSingle,
  signedSummariesStandFirst,
  compactedTurnsAreFinished,
  idsMatch,
  namesMatch,
  inputsAreObjects,
  cachedTextIsNotEmpty,
  textIsNotEmpty,
  textIsNotBlank,
  messagesHaveContent,
  startsWithUser,
  rolesAlternate,
  systemStandsWell,
  callsAreUnique,
  resultsAreSingle,
  resultsComeFirst,
  resultsAnswerCalls,
  callsAreAnswered,
  serverResultsAnswerCalls,
  serverCallsAreAnswered,
  toolsAreDefined,
  toolChangesResolve,
  endsWithUser,
  finalTextIsTrimmed,
  thinkingIsNotLast,
  failuresAreText,
  thinkingIsSigned,
  thinkingLeads,
  thinkingStandsBesideCalls,
  thinkingIsGenuine,
  thinkingIsBound,
  cacheMarksAreFew,
  longCachesComeFirst,
  sourcesAreSound,
  imagesFit,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /v1/messages` as Anthropic does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.js').AnthropicOptions>} [given]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, given) {
  const options = anthropicOptions(given);
  return (
    firstRefusal(BODY_RULES, body) ??
    firstRefusal(CONVERSATION_RULES, readConversation(body), options) ??
    (options.parameters ? firstRefusal([anthropicParametersHold], body) : null)
  );
}
