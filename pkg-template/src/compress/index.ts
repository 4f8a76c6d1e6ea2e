// The entry `backscroll/compress`. It needs no engine: the conversation brings its own.

export { compress } from "./compress.js";
export type {
  AnthropicDeclaration,
  BedrockDeclaration,
  FunctionDefinition,
  GeminiDeclaration,
  OpenAIResponsesDeclaration,
  ToolDefinitions,
} from "../providers/registry/declaration-types.js";
export type { RecallParameter, ToolParameters } from "../recall/parameters.js";
export type { CompressParameter, CompressParameters } from "./parameters.js";
export type { Compress, CompressOptions, CompressSource } from "./types.js";
