// The assembler of each format's streams. An event is of the first format that knows it.

import type { AssemblerOf } from "../../stream/assembler.js";
import { UiMessageAssembler } from "../../stream/ai-sdk.js";
import type { StreamFormat } from "../../stream/types.js";
import { AnthropicAssembler } from "../anthropic/stream.js";
import { BedrockAssembler } from "../bedrock/stream.js";
import { GeminiAssembler } from "../gemini/stream.js";
import { MistralAssembler } from "../mistral/stream.js";
import type { ChatTarget } from "../names.js";
import { ChatAssembler } from "../openai-chat/stream.js";
import { ResponsesAssembler } from "../openai-responses/stream.js";

/** A target of the family of chat completions that is not listed has OpenAI's. */
export const ASSEMBLERS: Readonly<
  Record<Exclude<StreamFormat, ChatTarget> | "openai-chat", AssemblerOf> & Partial<Record<ChatTarget, AssemblerOf>>
> = {
  "openai-chat": ChatAssembler,
  mistral: MistralAssembler,
  "openai-responses": ResponsesAssembler,
  anthropic: AnthropicAssembler,
  "ai-sdk": UiMessageAssembler,
  bedrock: BedrockAssembler,
  gemini: GeminiAssembler,
};
