// The exports of `backscroll/strands`. Only this entry needs the SDK.

export {
  StrandsConversationManager,
  /** @deprecated Use `StrandsConversationManager`: the package itself has a class of this name. */
  StrandsConversationManager as ConversationManager,
} from "./manager.js";
export type {
  ReduceOptions,
  StrandsConversationManagerOptions,
  /** @deprecated Use `StrandsConversationManagerOptions`. */
  StrandsConversationManagerOptions as ConversationManagerOptions,
} from "./manager.js";
export type { WindowedReducer } from "./strategy.js";
