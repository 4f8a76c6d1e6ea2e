import { bedrockParametersHold } from "../parameters.js";
import { bedrockOptions } from "../options.js";
import { firstRefusal } from "../refusal.js";
import { readConversation } from "./conversation.js";
import {
  cachePointsAreFew,
  callsAreAnswered,
  contextIsLargeEnough,
  declaredNamesMatch,
  documentsAreNamed,
  endsWell,
  failuresAreText,
  failuresSaySo,
  identifiersMatch,
  jsonIsObject,
  mediaAreTaken,
  modelTakesThinking,
  messagesHaveContent,
  reasoningIsSigned,
  resultsAnswerCalls,
  rolesAlternate,
  startsWithUser,
  systemStandsWell,
  textsAreNotBlank,
  thinkingLeads,
  toolsAreDefined,
} from "./rules.js";
import { cachePointsStandWell, resultsStandAlone, wordsComeFirst } from "./places.js";
import { schemaHolds } from "./schema.js";

/** Rules on the conversation, in this order: Converse's own rules first, then those of the model. */
const CONVERSATION_RULES = [
  identifiersMatch,
  jsonIsObject,
  textsAreNotBlank,
  messagesHaveContent,
  failuresSaySo,
  startsWithUser,
  rolesAlternate,
  resultsAnswerCalls,
  callsAreAnswered,
  toolsAreDefined,
  documentsAreNamed,
  mediaAreTaken,
  systemStandsWell,
  endsWell,
  modelTakesThinking,
  reasoningIsSigned,
  thinkingLeads,
  failuresAreText,
  wordsComeFirst,
  resultsStandAlone,
  cachePointsStandWell,
  cachePointsAreFew,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /model/{modelId}/converse` as Bedrock does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.js').BedrockOptions>} [given]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, given) {
  const options = bedrockOptions(given);
  return (
    firstRefusal([schemaHolds, declaredNamesMatch], body) ??
    firstRefusal(CONVERSATION_RULES, readConversation(body), options) ??
    (options.parameters ? firstRefusal([bedrockParametersHold], body) : null)
  );
}
