import { responsesParametersHold } from "../parameters.js";
import { firstRefusal } from "../refusal.js";
import { openAIResponsesOptions } from "../options.js";
import { idsAreOwn, itemsAreDistinct, reasoningIsFollowed, reasoningIsThere, reasoningIsVerified, storedItemsAreThere } from "./bonds.js";
import { contextIsLargeEnough } from "./context-window.js";
import { callIdsAreShort, namesMatch } from "./identifiers.js";
import { inputIsThere, schemaHolds } from "./items.js";
import { filesAreReadable } from "./media.js";
import { callIdsAreDistinct, callsAreAnswered, outputsAnswerCalls, ownCallsAreAnswered, ownOutputsAnswerCalls } from "./pairing.js";
import { modelTakesFields } from "./model.js";
import { contentFits, thoughtsAreEmpty } from "./parts.js";

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
 * @param {Partial<import('../options.js').OpenAIResponsesOptions>} [options]
 * @returns {import('../types.js').StrictRefusal | null} null when it is accepted
 */
export function judge(body, options) {
  const all = openAIResponsesOptions(options);
  return firstRefusal(RULES, body, all) ?? (all.parameters ? firstRefusal([responsesParametersHold], body, all) : null);
}
