import { geminiParametersHold } from "../parameters.js";
import { geminiOptions } from "../options.js";
import { firstRefusal } from "../refusal.js";
import { contextIsLargeEnough } from "./context-window.js";
import { readConversation } from "./conversation.js";
import { declaredNamesMatch, namesMatch, responsesAreThere, resultsBearNames } from "./identifiers.js";
import { mediaAreReadable, resultsHoldMedia } from "./media.js";
import { callsAreAnswered, callsFollowTheUser, resultsFollowCalls, resultsStandLast } from "./pairing.js";
import { endsWithUser, partsFitRoles, rolesAreNamed } from "./roles.js";
import { contentsAreThere, schemaHolds } from "./schema.js";
import { callsAreSigned, signaturesAreReadable } from "./signatures.js";
import { spelled } from "./spelling.js";
import { textIsNotEmpty } from "./text.js";

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
 * @param {Partial<import('../options.js').GeminiOptions>} [given]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, given) {
  const options = geminiOptions(given);
  const read = spelled(body);
  return (
    firstRefusal(BODY_RULES, read) ??
    firstRefusal(CONVERSATION_RULES, readConversation(read), options) ??
    (options.parameters ? firstRefusal([geminiParametersHold], read, options) : null)
  );
}
