// The types of `watchCache`.

import type { ConversationManager, PreparedRequest, Target } from "../index.js";
import type { CacheComparison, CompareRequestsOptions } from "./types.js";

/**
 * A conversation whose requests are watched: a `ConversationManager`, or one of a subclass.
 *
 * @example
 * const conversation: WatchedConversation = new ConversationManager();
 */
export type WatchedConversation = Pick<ConversationManager, "prepare" | "messages" | "toJSON">;

/**
 * Options of `watchCache`.
 *
 * @example
 * import { estimateTokens } from "backscroll/estimate";
 * const options: WatchCacheOptions = { lifetimeMs: 3_600_000, estimator: (text) => estimateTokens(text) };
 */
export type WatchCacheOptions = Pick<CompareRequestsOptions, "estimator" | "lifetimeMs" | "prices">;

/**
 * A prepared request that loses what the request before it had cached.
 *
 * @example
 * const log = ({ target, comparison }: MissedRequest) => console.warn(target, comparison.misses[0]?.cause, comparison.lostUsd);
 */
export interface MissedRequest {
  /** The target of both requests. */
  target: Target;
  /** The request, which `prepare` is about to return. */
  request: PreparedRequest;
  /** The causes, and what is lost. */
  comparison: CacheComparison;
}
