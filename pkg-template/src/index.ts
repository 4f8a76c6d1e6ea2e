// What the package exports.

export { Checkpoint, type CheckpointJson } from "./checkpoint.js";
export { ConversationManager } from "./conversation.js";
export { convert } from "./convert.js";
export { ContextWindowOverflowError, ConversationError, type ErrorCode } from "./errors.js";
export { MemoryLedger } from "./ledger.js";
export { isContextOverflow } from "./overflow.js";
export { type CompactedHistory, compactHistory } from "./compact-history.js";
export { chain, compacting, fitBudget, noReduction, recentTurns, slidingWindow, summarizing } from "./reducers/index.js";
export { resume } from "./resume.js";
export { stripPhantomCalls } from "./phantom-calls.js";
export { PHANTOM_TOOL_NAMES } from "./phantom-tools.js";
export { validate } from "./validate.js";
export { estimateTokens, sanitize, sanitizeToolCalls, trim } from "./stateless.js";
export type { PendingInit, PendingMessage, PendingSource, PhantomPair, PhantomToolName } from "./pending-types.js";
export type {
  CheckpointLedger,
  ConversationSnapshot,
  Decision,
  RecordedResult,
  ResumeOptions,
  SavedConversation,
  SuspendOptions,
  Tool,
  ToolContext,
} from "./suspension-types.js";
export type {
  Capabilities,
  CompactingOptions,
  ConversationOptions,
  ConvertedBody,
  ConvertOptions,
  Estimator,
  FitBudgetOptions,
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
  RepairCode,
  RequestBody,
  Role,
  SlidingWindowOptions,
  StepName,
  Summarize,
  SummarizingOptions,
  SummaryPromptOptions,
  Target,
  TokenUsage,
  ToolCall,
  Violation,
} from "./types.js";
