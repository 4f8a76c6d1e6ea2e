// The entry `backscroll/summaries`: summaries that cost less, and that nobody waits for. It needs no engine: the conversation brings its own.

export { onCache } from "./on-cache.js";
export { summarizeAhead } from "./ahead.js";
export type { AheadReducer, OnCacheOptions, SummarizeAheadOptions, SummarizeOnCache } from "./types.js";
