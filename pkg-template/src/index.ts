// What the package exports.

export { ConversationManager } from "./conversation.js";
export { ContextWindowOverflowError, ConversationError } from "./errors.js";
export { isContextOverflow } from "./overflow.js";
export { noReduction, recentTurns } from "./reducers.js";
export { estimateTokens, sanitize, sanitizeToolCalls } from "./stateless.js";
export type {
  Capabilities,
  ConversationOptions,
  Estimator,
  Format,
  FormatOptions,
  HistoryDraft,
  Message,
  MessageInit,
  OpenAIToolCall,
  OpenCalls,
  Origin,
  Part,
  PreparedRequest,
  ReduceCallback,
  ReduceContext,
  Reducer,
  ReduceResult,
  Reduction,
  Repair,
  Role,
  Target,
  TokenUsage,
  ToolCall,
} from "./types.js";
