// The exports of the package.

import { adviseBy } from "./input/check.js";
import { fieldAdvice } from "./input/field-advice.js";

export { Checkpoint, type CheckpointJson, type SealKey } from "./suspend/checkpoint.js";
export { ConversationManager } from "./conversation/conversation.js";
export type { ConversationState } from "./conversation/store.js";
export { breakdown } from "./request/breakdown.js";
export { convert } from "./request/convert.js";
export { ContextWindowOverflowError, ConversationError, type ErrorCode } from "./input/errors.js";
export { fit } from "./fit/fit.js";
export { MemoryLedger } from "./suspend/ledger.js";
export { isContinuationRefused } from "./request/continuation-refused.js";
export { isContextOverflow } from "./request/overflow.js";
export { type CompactedHistory, compactHistory } from "./reduce/compact-history.js";
export * from "./reduce/strategies/index.js";
export { type ResumeOptions, resume } from "./conversation/resume.js";
export { stripPhantomCalls } from "./request/phantom-calls.js";
export { PHANTOM_TOOL_NAMES } from "./request/phantom-tools.js";
export { ruleSentence } from "./request/rule-sentence.js";
export { validate } from "./request/validate.js";
export { estimateTokens } from "./request/estimate.js";
export { sanitize, sanitizeToolCalls } from "./request/stateless.js";
export { trim } from "./fit/trim.js";
export type {
  NeutralCall,
  NeutralMessage,
  NeutralPart,
  OtherPart,
  ProgramFormat,
  ProgramFormatName,
  ReadLimits,
  ReadMessage,
  ReadRepair,
  Reading,
  TextBlock,
  WriteRepair,
  WrittenMessage,
} from "./types/program-format.js";
export { tool } from "./tools/tool.js";
export type { PendingInit, PendingMessage, PendingSource, PhantomPair, PhantomToolName } from "./types/pending.js";
export type {
  CheckpointLedger,
  ConversationSnapshot,
  Decision,
  RecordedResult,
  SavedConversation,
  SuspendOptions,
  Tool,
  ToolContext,
} from "./types/suspension.js";
export type {
  Damage,
  Merged,
  PersistOptions,
  Store,
  StoredEntry,
  StoredThread,
  StoreOperations,
  Thread,
  ThreadInfo,
} from "./types/store.js";
export type { Breakdown, SizePart } from "./types/breakdown.js";
export type { DefinedTool, JsonSchema, StandardSchema, ToolArguments, ToolOptions, Tools } from "./types/tool.js";
export type { RunToolsOptions, ToolRun } from "./types/tool-run.js";
export type {
  AppliedReduction,
  BodyEdit,
  CacheBreakpoints,
  Capabilities,
  ChoiceReason,
  CompactingOptions,
  ConversationOptions,
  Conversion,
  ConvertedBody,
  ConvertOptions,
  Cost,
  CostAwareOptions,
  CostKinds,
  CostOptions,
  Estimator,
  FitBudgetOptions,
  FitMemory,
  FitOptions,
  FitSummaryOptions,
  Fitted,
  Forecast,
  Format,
  FormatOptions,
  FormatOrName,
  HistoryDraft,
  Message,
  MessageInit,
  ModelCost,
  ModelPrice,
  ModelRow,
  Notice,
  OffloadOptions,
  OffloadStore,
  OpenAIToolCall,
  OpenCalls,
  Origin,
  Part,
  PolicyOptions,
  PreparedRequest,
  PrepareOptions,
  ProgramBodies,
  ProviderFormat,
  ProviderResponse,
  ReduceCallback,
  ReduceContext,
  ReduceNowOptions,
  Reducer,
  ReduceResult,
  Reduction,
  Repair,
  RepairCode,
  RequestBody,
  RequestOptions,
  RestoreOptions,
  Role,
  SlidingWindowOptions,
  StepName,
  Summarize,
  SummarizingOptions,
  SummaryPromptOptions,
  Target,
  TokenUsage,
  ToolCall,
  ToolPolicy,
  TranscriptMessage,
  Vendor,
  Violation,
  WrittenRequest,
} from "./types/index.js";

adviseBy(fieldAdvice);
