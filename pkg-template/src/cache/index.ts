// The entry `backscroll/cache`: the cause for which a provider's prompt cache was missed. It needs no engine.

export { compareRequests } from "./compare-requests.js";
export type { CacheComparison, CacheMiss, CacheMissCause, ChangingValue, CompareRequestsOptions, RequestLabels } from "./types.js";
