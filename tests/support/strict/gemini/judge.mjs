import { geminiParametersHold } from '../parameters.mjs';
import { geminiOptions } from '../options.mjs';
import { firstRefusal } from '../refusal.mjs';
import { contextIsLargeEnough } from './context-window.mjs';
import { readConversation } from './conversation.mjs';
import { declaredNamesMatch, namesMatch, responsesAreThere, resultsBearNames } from './identifiers.mjs';
import { mediaAreReadable, resultsHoldMedia } from './media.mjs';
import { callsAreAnswered, callsFollowTheUser, resultsFollowCalls, resultsStandLast } from './pairing.mjs';
import { endsWithUser, partsFitRoles, rolesAreNamed } from './roles.mjs';
import { contentsAreThere, schemaHolds } from './schema.mjs';
import { callsAreSigned, signaturesAreReadable } from './signatures.mjs';
import { spelled } from './spelling.mjs';
import { textIsNotEmpty } from './text.mjs';

/** Rules on the original body. Later rules rely on them. */
const BODY_RULES = [contentsAreThere, schemaHolds, declaredNamesMatch];

/** Rules on the conversation, in this order. */
const CONVERSATION_RULES = [
  rolesAreNamed,
  partsFitRoles,
  textIsNotEmpty,
  namesMatch,
  responsesAreThere,
  signaturesAreReadable,
  resultsFollowCalls,
  callsFollowTheUser,
  callsAreAnswered,
  resultsBearNames,
  resultsStandLast,
  endsWithUser,
  callsAreSigned,
  mediaAreReadable,
  resultsHoldMedia,
  contextIsLargeEnough,
];

/**
 * Judges the body of `POST /v1/models/{model}:generateContent`, and of `/v1beta`, as Google does.
 *
 * @param {unknown} body
 * @param {Partial<import('../options.mjs').GeminiOptions>} [given]
 * @returns {import('../refusal.mjs').Refusal | null} null when it is accepted
 */
export function judge(body, given) {
  const options = geminiOptions(given);
  const read = spelled(body);
  return firstRefusal(BODY_RULES, read) ?? firstRefusal(CONVERSATION_RULES, readConversation(read), options) ?? (options.parameters ? firstRefusal([geminiParametersHold], read, options) : null);
}
