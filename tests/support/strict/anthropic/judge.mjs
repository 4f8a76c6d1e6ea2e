import { anthropicParametersHold } from '../parameters.mjs';
import { firstRefusal } from '../refusal.mjs';
import { anthropicOptions } from '../options.mjs';
import { cachedTextIsNotEmpty, cacheMarksAreFew, longCachesComeFirst } from './cache-control.mjs';
import { compactedTurnsAreFinished, compactionStandsAlone, signedSummariesAreSingle, signedSummariesStandFirst, summariesAreNotEmpty, threadsAreSupported, toolChangesResolve } from './compaction.mjs';
import { contextIsLargeEnough } from './context-window.mjs';
import { readConversation } from './conversation.mjs';
import { idsMatch, inputsAreObjects, namesMatch } from './identifiers.mjs';
import { failuresAreText, imagesFit, messagesAreFew, sourcesAreSound } from './media.mjs';
import { callsAreAnswered, callsAreUnique, resultsAnswerCalls, resultsAreSingle, resultsComeFirst, serverCallsAreAnswered, serverResultsAnswerCalls } from './pairing.mjs';
import { endsWithUser, rolesAlternate, startsWithUser, systemStandsWell } from './roles.mjs';
import { messagesAreThere, schemaHolds } from './schema.mjs';
import { finalTextIsTrimmed, messagesHaveContent, textIsNotBlank, textIsNotEmpty } from './text.mjs';
import { modelTakesChoice, modelTakesThinking } from './thinking-types.mjs';
import { thinkingIsBound, thinkingIsGenuine, thinkingIsNotLast, thinkingIsSigned, thinkingLeads, thinkingStandsBesideCalls } from './thinking.mjs';
import { toolsAreDefined } from './tools.mjs';

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
 * @param {Partial<import('../options.mjs').AnthropicOptions>} [given]
 * @returns {import('../refusal.mjs').Refusal | null} null when it is accepted
 */
export function judge(body, given) {
  const options = anthropicOptions(given);
  return (
    firstRefusal(BODY_RULES, body) ??
    firstRefusal(CONVERSATION_RULES, readConversation(body), options) ??
    (options.parameters ? firstRefusal([anthropicParametersHold], body) : null)
  );
}
