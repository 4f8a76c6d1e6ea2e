// The size of the provider's window, so that the transcript overflows it.

import { countRequest } from "../../tests/support/strict/tokens.mjs";

/** Share of the transcript that the provider's window holds. */
const SHARE = 0.6;
/** Tokens that the questions, the tools and the answers of this program need beside the system prompt. */
const OWN_NEEDS = 2_500;

/**
 * @param {{ messages: object[], system?: unknown }} body The transcript.
 * @returns {{ tokens: number, window: number, tokenLimit: number, isTiny: boolean }}
 *   `tokens`: of the transcript, as the provider counts. `window`: what the provider allows. `tokenLimit`: what the conversation
 *   is told, which is more, as when a model's card promises more than the gateway in front of it. `isTiny`: too small for an
 *   overflow to make sense.
 */
export function windowFor(body) {
  const tokens = countRequest(body);
  const instructions = countRequest({ system: body.system, messages: body.messages.filter(({ role }) => role === "system" || role === "developer") });
  const least = Math.ceil(1.5 * instructions) + OWN_NEEDS;
  const window = Math.max(least, Math.floor(tokens * SHARE));
  return { tokens, window, tokenLimit: 2 * Math.max(tokens, window), isTiny: window >= tokens };
}
