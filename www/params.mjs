// The params of a request.

/** Tools of the sample: Converse takes calls only beside tools. */
const TOOLS = ["find_trains", "book_seat", "weather"];

const toolSpec = (name) => ({ toolSpec: { name, inputSchema: { json: { type: "object" } } } });

/** @type {Record<import("backscroll").Target, object>} */
export const PARAMS = {
  "openai-chat": { model: "gpt-5" },
  "anthropic": { model: "claude-sonnet-4-5", max_tokens: 1024 },
  "openai-responses": { model: "gpt-5", store: false },
  "gemini": { model: "gemini-3-pro-preview" },
  "bedrock": {
    modelId: "anthropic.claude-sonnet-4-5-20250929-v1:0",
    inferenceConfig: { maxTokens: 1024 },
    toolConfig: { tools: TOOLS.map(toolSpec) },
  },
  "mistral": { model: "mistral-large-latest" },
};
