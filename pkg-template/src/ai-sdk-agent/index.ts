// The entry `backscroll/ai-sdk/agent`: the window of an agent of the AI SDK, and chats in a store.

// The format, which `fit` reads and writes.
import "../ai-sdk/index.js";

export {
  fitModelMiddleware,
  /** @deprecated Use `fitModelMiddleware`. */
  fitModelMiddleware as fitMiddleware,
} from "./middleware.js";
export { type FitStep, fitSteps } from "./steps.js";
export { UiChat, type ChatRequest } from "./ui-chat.js";
export type { AgentOptions, FitReport } from "../agent/fitted-calls.js";
