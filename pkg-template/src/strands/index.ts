// The exports of `backscroll/strands`. Only this entry needs the SDK.

export { ConversationManager } from "./manager.js";
export type { ConversationManagerOptions, ReduceOptions } from "./manager.js";
export type { WindowedReducer } from "./strategy.js";
