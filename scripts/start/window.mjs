// Chooses the size of the provider's window so that the transcript overflows it.

import { countRequest } from "../../pkg-template/src/strict-provider/tokens.js";

/** The share of the transcript that fits into the provider's window. */
const SHARE = 0.6;
/** The tokens for the questions, tools and answers of this program, besides the system prompt. */
const OWN_NEEDS = 2_500;

/**
 * @param {{ messages: object[], system?: unknown }} body The transcript.
 * @returns {{ tokens: number, window: number, tokenLimit: number, isTiny: boolean }}
 *   `tokens`: the size of the transcript, as the provider counts. `window`: the provider's limit. `tokenLimit`: the limit of the
 *   conversation, which is larger, as when a model's card promises more than the gateway in front of it allows. `isTiny`: true if the
 *   transcript is too small for an overflow.
 */
export function windowFor(body) {
  const tokens = countRequest(body);
  const instructions = countRequest({
    system: body.system,
    messages: body.messages.filter(({ role }) => role === "system" || role === "developer"),
  });
  const least = Math.ceil(1.5 * instructions) + OWN_NEEDS;
  const window = Math.max(least, Math.floor(tokens * SHARE));
  return { tokens, window, tokenLimit: 2 * Math.max(tokens, window), isTiny: window >= tokens };
}
