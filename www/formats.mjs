// The formats that the page knows.

/**
 * The targets: a title, the fields of a body that hold the history, and the params of a request where a body names no model.
 *
 * @type {Record<string, { title: string, history: string[], params: Record<string, unknown> }>}
 */
const TARGET_ROWS = {
  "openai-chat": { title: "OpenAI Chat", history: ["messages"], params: { model: "gpt-5" } },
  "openai-responses": { title: "OpenAI Responses", history: ["input", "instructions"], params: { model: "gpt-5" } },
  anthropic: { title: "Anthropic", history: ["messages", "system"], params: { model: "claude-sonnet-5-5", max_tokens: 1024 } },
  gemini: { title: "Gemini", history: ["contents", "systemInstruction", "system_instruction"], params: { model: "gemini-3-pro" } },
  bedrock: { title: "Bedrock", history: ["messages", "system"], params: { modelId: "anthropic.claude-sonnet-5-5" } },
  mistral: { title: "Mistral", history: ["messages"], params: { model: "mistral-large-latest" } },
};

/** Formats of programs, and of APIs to which no request is written, with their titles. */
const OTHERS = {
  "ai-sdk": "AI SDK",
  langchain: "LangChain",
  strands: "Strands",
  opentelemetry: "OpenTelemetry",
  "ag-ui": "AG-UI",
  cohere: "Cohere",
  ollama: "Ollama",
  "gemini-interactions": "Gemini Interactions",
  "mistral-conversations": "Mistral Conversations",
  backscroll: "backscroll",
};

export const TARGETS = Object.keys(TARGET_ROWS);

/** The field that names the model of each target, and a model to begin with. */
export const TARGET_MODELS = Object.fromEntries(
  Object.entries(TARGET_ROWS).map(([name, { params }]) => {
    const [field] = Object.keys(params);
    return [name, { field, model: params[field] }];
  }),
);

/** Two letters for each format: the prefix of its rules, where it has any. */
export const LETTERS = {
  "openai-chat": "OC",
  "openai-responses": "OR",
  anthropic: "AN",
  gemini: "GE",
  bedrock: "BE",
  mistral: "MI",
};

/** The title of each format. */
export const TITLES = { ...Object.fromEntries(Object.entries(TARGET_ROWS).map(([name, { title }]) => [name, title])), ...OTHERS };

/** The params of a body of a target, completed by those that a request needs. `isAssumed` is true where it names no model. */
export function paramsOf(target, body) {
  const { history, params: needed } = TARGET_ROWS[target];
  const given = Object.fromEntries(Object.entries(body).filter(([name]) => !history.includes(name)));
  const [model] = Object.keys(needed);
  return { params: { ...needed, ...given }, isAssumed: given[model] === undefined };
}
