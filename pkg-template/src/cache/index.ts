// The entry `backscroll/cache`: the cause for which a provider's prompt cache was missed, for two requests and at each request of a
// conversation. It needs no engine.

export { compareRequests } from "./compare-requests.js";
export { watchCache } from "./watch-cache.js";
export type { MissedRequest, WatchCacheOptions, WatchedConversation } from "./watch-types.js";
export type { CacheComparison, CacheMiss, CacheMissCause, ChangingValue, CompareRequestsOptions, RequestLabels } from "./types.js";
