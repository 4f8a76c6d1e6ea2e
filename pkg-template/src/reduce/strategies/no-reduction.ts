// The strategy that does nothing.

import type { Reducer } from "../../types/index.js";

/**
 * Never reduces: a request that is too long fails, and the caller handles the error.
 *
 * @example
 * const conversation = new ConversationManager({ tokenLimit: 8_000, reduce: noReduction() });
 */
export function noReduction(): Reducer {
  return { name: "no-reduction", reduce: () => false };
}
