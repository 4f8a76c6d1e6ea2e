// The formats that the page offers, one row each. To offer another provider, add a row here.

/** Tools of the sample: Converse takes calls only beside tools. */
const TOOLS = ["find_trains", "book_seat", "weather"];

const toolSpec = (name) => ({ toolSpec: { name, inputSchema: { json: { type: "object" } } } });

/**
 * A format. The format of a provider also has the params of the page's requests, and the fields of a body that hold the conversation; all
 * other fields of a body are params.
 *
 * @typedef {{ name: import("backscroll").Format, title: string, params?: object, conversation?: string[] }} PageFormat
 * @type {PageFormat[]}
 */
export const FORMATS = [
  { name: "openai-chat", title: "OpenAI Chat Completions", params: { model: "gpt-5" }, conversation: ["messages"] },
  {
    name: "anthropic",
    title: "Anthropic Messages",
    params: { model: "claude-sonnet-4-5", max_tokens: 1024 },
    conversation: ["messages", "system"],
  },
  {
    name: "openai-responses",
    title: "OpenAI Responses",
    params: { model: "gpt-5", store: false },
    conversation: ["input", "instructions"],
  },
  {
    name: "gemini",
    title: "Gemini generateContent",
    params: { model: "gemini-3-pro-preview" },
    conversation: ["contents", "systemInstruction", "system_instruction"],
  },
  {
    name: "bedrock",
    title: "Amazon Bedrock Converse",
    params: {
      modelId: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      inferenceConfig: { maxTokens: 1024 },
      toolConfig: { tools: TOOLS.map(toolSpec) },
    },
    conversation: ["messages", "system"],
  },
  { name: "mistral", title: "Mistral chat completions", params: { model: "mistral-large-latest" }, conversation: ["messages"] },
  { name: "ai-sdk", title: "Vercel AI SDK" },
  { name: "langchain", title: "LangChain" },
  { name: "strands", title: "Strands Agents" },
  { name: "backscroll", title: "backscroll" },
];

/** The formats of providers, in which the page writes requests. */
export const TARGETS = FORMATS.filter(({ params }) => params !== undefined);

/** The provider's format of this name; undefined for any other name. */
export const targetOf = (name) => TARGETS.find((target) => target.name === name);
