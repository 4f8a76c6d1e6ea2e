// The entry `backscroll/langchain/agent`: the window of an agent of LangChain, and its chat history in a store.

// The format, which `fit` reads and writes.
import "../langchain/index.js";

export { StoredChatHistory } from "./chat-history.js";
export {
  fitAgentMiddleware,
  /** @deprecated Use `fitAgentMiddleware`. */
  fitAgentMiddleware as fitMiddleware,
} from "./middleware.js";
export type {
  FitAgentMiddleware,
  /** @deprecated Use `FitAgentMiddleware`. */
  FitAgentMiddleware as FitMiddleware,
  LangChainOptions,
  Memories,
} from "./middleware.js";
export type { AgentOptions, FitReport } from "../agent/fitted-calls.js";
