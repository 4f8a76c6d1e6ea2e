// The unions that the SDKs declare, and where this repository names their members.

const STREAM = ["pkg-template/src/stream/assembler.ts", "pkg-template/src/stream/end.ts"];
const engine = (...folders) => ["src/message", "src/sanitize", ...folders.map((folder) => `src/format/${folder}`)];

const anthropic = engine("anthropic", "blocks");
const chat = engine("openai_chat", "chat", "contract/shared_fields.rs");
const responses = engine("openai_responses");
const gemini = engine("gemini");
const interactions = ["pkg-template/src/providers/gemini-interactions"];
const bedrock = engine("bedrock", "blocks");
const mistral = engine("mistral", "chat");
const conversations = ["pkg-template/src/providers/mistral-conversations"];
const cohere = ["pkg-template/src/providers/cohere", "pkg-template/src/providers/chat-body.ts"];
const ollama = ["pkg-template/src/providers/ollama", "pkg-template/src/providers/chat-body.ts"];
const tools = (provider) => [
  `pkg-template/src/providers/${provider}/tools.ts`,
  "pkg-template/src/tools/tool-form.ts",
  "pkg-template/src/tools/write-tools.ts",
];
const stream = (provider) => [...STREAM, `pkg-template/src/providers/${provider}/stream.ts`];
const chatStream = (...providers) =>
  ["openai-chat", ...providers].flatMap(stream).concat("pkg-template/src/providers/openai-chat/stream-choice.ts");
const uiStream = [...STREAM, "pkg-template/src/stream/ai-sdk.ts"];

const ANTHROPIC = 'import("@anthropic-ai/sdk/resources/beta")';
const OPENAI = 'import("openai/resources")';
const RESPONSES = 'import("openai/resources/beta/responses/responses")';
const GEMINI = 'import("@google/genai")';
const BEDROCK = 'import("@aws-sdk/client-bedrock-runtime")';
const MISTRAL = 'import("@mistralai/mistralai/models/components")';
const SDK = 'import("ai")';
const LANGCHAIN = 'import("@langchain/core/messages")';
const COHERE = 'import("cohere-ai").Cohere';
const OLLAMA = 'import("ollama")';
const AG_UI = 'import("@ag-ui/core")';
const STRANDS = 'import("@strands-agents/sdk")';

/** The texts of items come in pieces, and then as a whole: the row names both by what comes. */
const streamed = (event) => event.replace(/(?<!_(?:part|item))\.(delta|done)$/, "");
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * @typedef {object} Union
 * @property {string} provider
 * @property {string} union a description for people
 * @property {string} type the type as TypeScript writes it
 * @property {boolean} [isFields] the names of the type's fields are meant, and not the kinds of its members
 * @property {(kind: string) => string} [as] the name that the sources have for a kind
 * @property {readonly string[]} rows the files and folders that name the members
 */

/** @type {readonly Union[]} */
export const UNIONS = [
  { provider: "anthropic", union: "roles", type: `${ANTHROPIC}.BetaMessageParam["role"]`, rows: anthropic },
  { provider: "anthropic", union: "blocks of requests", type: `${ANTHROPIC}.BetaContentBlockParam`, rows: anthropic },
  { provider: "anthropic", union: "blocks of responses", type: `${ANTHROPIC}.BetaContentBlock`, rows: anthropic },
  {
    provider: "anthropic",
    union: "blocks of results",
    type: `Exclude<NonNullable<${ANTHROPIC}.BetaToolResultBlockParam["content"]>, string>[number]`,
    rows: anthropic,
  },
  { provider: "anthropic", union: "sources of images", type: `${ANTHROPIC}.BetaImageBlockParam["source"]`, rows: anthropic },
  { provider: "anthropic", union: "sources of documents", type: `${ANTHROPIC}.BetaRequestDocumentBlock["source"]`, rows: anthropic },
  { provider: "anthropic", union: "stop reasons", type: `${ANTHROPIC}.BetaStopReason`, rows: [...anthropic, ...stream("anthropic")] },
  { provider: "anthropic", union: "tools", type: `${ANTHROPIC}.BetaToolUnion`, rows: [...anthropic, ...tools("anthropic")] },
  { provider: "anthropic", union: "stream events", type: `${ANTHROPIC}.BetaRawMessageStreamEvent`, rows: stream("anthropic") },
  { provider: "anthropic", union: "stream deltas", type: `${ANTHROPIC}.BetaRawContentBlockDelta`, rows: stream("anthropic") },

  { provider: "openai-chat", union: "roles", type: `${OPENAI}.ChatCompletionMessageParam`, rows: chat },
  { provider: "openai-chat", union: "parts", type: `${OPENAI}.ChatCompletionContentPart`, rows: chat },
  {
    provider: "openai-chat",
    union: "parts of the assistant",
    type: `Exclude<NonNullable<${OPENAI}.ChatCompletionAssistantMessageParam["content"]>, string>[number]`,
    rows: chat,
  },
  {
    provider: "openai-chat",
    union: "fields of the assistant",
    type: `${OPENAI}.ChatCompletionAssistantMessageParam`,
    isFields: true,
    rows: chat,
  },
  { provider: "openai-chat", union: "fields of responses", type: `${OPENAI}.ChatCompletionMessage`, isFields: true, rows: chat },
  { provider: "openai-chat", union: "calls", type: `${OPENAI}.ChatCompletionMessageToolCall`, rows: chat },
  {
    provider: "openai-chat",
    union: "stop reasons",
    type: `${OPENAI}.ChatCompletion.Choice["finish_reason"]`,
    rows: [...chat, ...chatStream()],
  },
  { provider: "openai-chat", union: "tools", type: `${OPENAI}.ChatCompletionTool`, rows: [...chat, ...tools("openai-chat")] },
  {
    provider: "openai-chat",
    union: "stream deltas",
    type: `${OPENAI}.ChatCompletionChunk.Choice.Delta`,
    isFields: true,
    rows: chatStream(),
  },

  { provider: "openai-responses", union: "items of requests", type: `${RESPONSES}.BetaResponseInputItem`, rows: responses },
  { provider: "openai-responses", union: "items of responses", type: `${RESPONSES}.BetaResponseOutputItem`, rows: responses },
  { provider: "openai-responses", union: "parts of requests", type: `${RESPONSES}.BetaResponseInputContent`, rows: responses },
  {
    provider: "openai-responses",
    union: "parts of responses",
    type: `${RESPONSES}.BetaResponseOutputMessage["content"][number]`,
    rows: responses,
  },
  {
    provider: "openai-responses",
    union: "stop reasons",
    type: `NonNullable<NonNullable<${RESPONSES}.BetaResponse["incomplete_details"]>["reason"]>`,
    rows: [...responses, ...stream("openai-responses")],
  },
  {
    provider: "openai-responses",
    union: "states",
    type: `NonNullable<${RESPONSES}.BetaResponseStatus>`,
    rows: [...responses, ...stream("openai-responses")],
  },
  { provider: "openai-responses", union: "tools", type: `${RESPONSES}.BetaTool`, rows: [...responses, ...tools("openai-responses")] },
  {
    provider: "openai-responses",
    union: "stream events",
    type: `${RESPONSES}.BetaResponseStreamEvent`,
    as: streamed,
    rows: stream("openai-responses"),
  },

  { provider: "gemini", union: "fields of parts", type: `${GEMINI}.Part`, rows: gemini },
  { provider: "gemini", union: "parts of results", type: `${GEMINI}.FunctionResponsePart`, rows: gemini },
  { provider: "gemini", union: "stop reasons", type: `${GEMINI}.FinishReason`, rows: [...gemini, ...stream("gemini")] },
  { provider: "gemini", union: "tools", type: `${GEMINI}.Tool`, rows: [...gemini, ...tools("gemini")] },
  { provider: "gemini", union: "fields of candidates", type: `${GEMINI}.Candidate`, rows: [...gemini, ...stream("gemini")] },

  { provider: "gemini-interactions", union: "steps", type: `${GEMINI}.Interactions.Step`, rows: interactions },
  { provider: "gemini-interactions", union: "contents", type: `${GEMINI}.Interactions.Content`, rows: interactions },

  { provider: "bedrock", union: "roles", type: `${BEDROCK}.ConversationRole`, rows: bedrock },
  { provider: "bedrock", union: "blocks", type: `${BEDROCK}.ContentBlock`, rows: bedrock },
  { provider: "bedrock", union: "blocks of instructions", type: `${BEDROCK}.SystemContentBlock`, rows: bedrock },
  { provider: "bedrock", union: "blocks of results", type: `${BEDROCK}.ToolResultContentBlock`, rows: bedrock },
  { provider: "bedrock", union: "sources of images", type: `${BEDROCK}.ImageSource`, rows: bedrock },
  { provider: "bedrock", union: "sources of documents", type: `${BEDROCK}.DocumentSource`, rows: bedrock },
  { provider: "bedrock", union: "formats of documents", type: `${BEDROCK}.DocumentFormat`, rows: bedrock },
  { provider: "bedrock", union: "formats of images", type: `${BEDROCK}.ImageFormat`, rows: bedrock },
  { provider: "bedrock", union: "formats of sound", type: `${BEDROCK}.AudioFormat`, rows: bedrock },
  { provider: "bedrock", union: "stop reasons", type: `${BEDROCK}.StopReason`, rows: [...bedrock, ...stream("bedrock")] },
  { provider: "bedrock", union: "tools", type: `${BEDROCK}.Tool`, rows: [...bedrock, ...tools("bedrock")] },
  { provider: "bedrock", union: "stream events", type: `${BEDROCK}.ConverseStreamOutput`, rows: stream("bedrock") },
  { provider: "bedrock", union: "stream starts", type: `${BEDROCK}.ContentBlockStart`, rows: stream("bedrock") },
  { provider: "bedrock", union: "stream deltas", type: `${BEDROCK}.ContentBlockDelta`, rows: stream("bedrock") },

  { provider: "mistral", union: "roles", type: `${MISTRAL}.ChatCompletionRequestMessage`, rows: mistral },
  { provider: "mistral", union: "parts", type: `${MISTRAL}.ContentChunk`, rows: mistral },
  {
    provider: "mistral",
    union: "stop reasons",
    type: `${MISTRAL}.ChatCompletionChoiceFinishReason`,
    rows: [...mistral, ...chatStream("mistral")],
  },
  { provider: "mistral", union: "tools", type: `${MISTRAL}.ChatCompletionRequestTool`, rows: [...mistral, ...tools("mistral")] },
  {
    provider: "mistral",
    union: "stream deltas",
    type: `${MISTRAL}.DeltaMessage`,
    isFields: true,
    as: snakeCase,
    rows: chatStream("mistral"),
  },

  { provider: "mistral-conversations", union: "entries", type: `${MISTRAL}.InputEntries`, rows: conversations },
  { provider: "mistral-conversations", union: "chunks of the user", type: `${MISTRAL}.MessageInputContentChunks`, rows: conversations },
  { provider: "mistral-conversations", union: "chunks of the model", type: `${MISTRAL}.MessageOutputContentChunks`, rows: conversations },

  { provider: "ai-sdk", union: "roles", type: `${SDK}.ModelMessage`, rows: ["pkg-template/src/ai-sdk"] },
  { provider: "ai-sdk", union: "parts of users", type: `Exclude<${SDK}.UserContent, string>[number]`, rows: ["pkg-template/src/ai-sdk"] },
  {
    provider: "ai-sdk",
    union: "parts of the assistant",
    type: `Exclude<${SDK}.AssistantContent, string>[number]`,
    rows: ["pkg-template/src/ai-sdk"],
  },
  { provider: "ai-sdk", union: "parts of tools", type: `${SDK}.ToolContent[number]`, rows: ["pkg-template/src/ai-sdk"] },
  { provider: "ai-sdk", union: "outputs", type: `${SDK}.ToolResultPart["output"]`, rows: ["pkg-template/src/ai-sdk"] },
  {
    provider: "ai-sdk",
    union: "parts of outputs",
    type: `Extract<${SDK}.ToolResultPart["output"], { type: "content" }>["value"][number]`,
    rows: ["pkg-template/src/ai-sdk"],
  },
  { provider: "ai-sdk", union: "parts of UI messages", type: `${SDK}.UIMessage["parts"][number]`, rows: ["pkg-template/src/ai-sdk"] },
  { provider: "ai-sdk", union: "stream events", type: `${SDK}.UIMessageChunk`, rows: uiStream },

  { provider: "langchain", union: "messages", type: `${LANGCHAIN}.MessageType`, rows: ["pkg-template/src/langchain"] },
  { provider: "langchain", union: "blocks", type: `${LANGCHAIN}.ContentBlock.Standard`, rows: ["pkg-template/src/langchain"] },

  { provider: "strands", union: "blocks", type: `${STRANDS}.ContentBlockData`, rows: ["pkg-template/src/strands"] },

  { provider: "ag-ui", union: "roles", type: `${AG_UI}.Message["role"]`, rows: ["pkg-template/src/ag-ui"] },
  {
    provider: "ag-ui",
    union: "parts",
    type: `Extract<${AG_UI}.UserMessage["content"], readonly unknown[]>[number]`,
    rows: ["pkg-template/src/ag-ui"],
  },
  { provider: "ag-ui", union: "fields of answers", type: `${AG_UI}.AssistantMessage`, isFields: true, rows: ["pkg-template/src/ag-ui"] },
  { provider: "ag-ui", union: "fields of results", type: `${AG_UI}.ToolMessage`, isFields: true, rows: ["pkg-template/src/ag-ui"] },

  { provider: "cohere", union: "roles", type: `${COHERE}.ChatMessageV2["role"]`, rows: cohere },
  { provider: "cohere", union: "blocks of users", type: `${COHERE}.Content`, rows: cohere },
  { provider: "cohere", union: "blocks of the assistant", type: `${COHERE}.AssistantMessageV2ContentOneItem`, rows: cohere },
  { provider: "cohere", union: "blocks of results", type: `${COHERE}.ToolContent`, rows: cohere },
  { provider: "cohere", union: "fields of the assistant", type: `${COHERE}.ChatMessageV2.Assistant`, isFields: true, rows: cohere },
  { provider: "cohere", union: "fields of responses", type: `${COHERE}.V2ChatResponse`, isFields: true, rows: cohere },
  { provider: "cohere", union: "fields of usage", type: `${COHERE}.Usage`, isFields: true, rows: cohere },
  { provider: "cohere", union: "stop reasons", type: `${COHERE}.ChatFinishReason`, rows: cohere },

  { provider: "ollama", union: "fields of messages", type: `${OLLAMA}.Message`, isFields: true, rows: ollama },
  { provider: "ollama", union: "fields of calls", type: `${OLLAMA}.ToolCall["function"]`, isFields: true, rows: ollama },
  { provider: "ollama", union: "fields of responses", type: `${OLLAMA}.ChatResponse`, isFields: true, rows: ollama },
];
