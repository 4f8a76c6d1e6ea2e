// The public types of messages in spans. Attributes are a type, because an interface is not assignable to the SDK's record of attributes.

/**
 * The attributes of a span or of an event that hold the conversation. The form `span` has the lists as JSON texts, because the attributes of
 * spans are texts, numbers and lists of these.
 *
 * @example
 * const { body } = convert("openai-chat", opentelemetry, messages, { form: "span" });
 * span.setAttributes(body);
 */
export type OpenTelemetryAttributes<List = OpenTelemetryMessage[], Instructions = OpenTelemetryPart[]> = {
  /** The system prompt; absent when there is none. */
  "gen_ai.system_instructions"?: Instructions;
  /** The messages up to the answer. */
  "gen_ai.input.messages"?: List;
  /** The answers at the end; absent when the conversation does not end with the assistant. */
  "gen_ai.output.messages"?: List;
  /** The id of the provider's response. */
  "gen_ai.response.id"?: string;
  /** The model that answered. */
  "gen_ai.response.model"?: string;
  /** The input tokens of the answer, cached ones included. */
  "gen_ai.usage.input_tokens"?: number;
  /** The output tokens of the answer. */
  "gen_ai.usage.output_tokens"?: number;
  /** The input tokens that were read from the provider's cache. */
  "gen_ai.usage.cache_read.input_tokens"?: number;
  /** The input tokens that were written to the provider's cache. */
  "gen_ai.usage.cache_creation.input_tokens"?: number;
  /** The output tokens that were reasoning. */
  "gen_ai.usage.reasoning.output_tokens"?: number;
};

/**
 * A message of the conventions.
 *
 * @example
 * const message: OpenTelemetryMessage = { role: "user", parts: [{ type: "text", content: "What is the weather in Oslo?" }] };
 */
export interface OpenTelemetryMessage {
  /** The speaker: `system`, `user`, `assistant` or `tool`. */
  role: string;
  /** The content, the calls and the results, in order. */
  parts: OpenTelemetryPart[];
  /** The name of the speaker. */
  name?: string;
  /** The reason for the end of an answer, such as `stop` or `tool_call`. */
  finish_reason?: string;
  [field: string]: unknown;
}

/**
 * A part of a message: `text`, `reasoning`, `tool_call`, `tool_call_response`, `server_tool_call`, `server_tool_call_response`, `blob`,
 * `uri`, `file`, `compaction`, or a type that an instrumentation defines.
 *
 * @example
 * const part: OpenTelemetryPart = { type: "tool_call", id: "c1", name: "weather", arguments: { city: "Oslo" } };
 */
export interface OpenTelemetryPart {
  /** The kind of part. */
  type: string;
  [field: string]: unknown;
}

/**
 * The definition of a tool.
 *
 * @example
 * const tool: OpenTelemetryTool = { type: "function", name: "weather", parameters: { type: "object" } };
 */
export interface OpenTelemetryTool {
  /** The kind of tool: `function`, `custom`, or the provider's name of a tool of its own. */
  type: string;
  /** The tool's name. */
  name: string;
  /** The description for the model. */
  description?: string;
  /** The JSON schema of its arguments. */
  parameters?: object;
  [field: string]: unknown;
}

/**
 * The parameters of a request, as a span records them, under the names of chat completions. The tools have the form of the Responses API,
 * which `prepare` takes for every target.
 *
 * @example
 * const [span] = readSpans(exported);
 * const params: SpanParams = span?.params ?? {};
 */
export interface SpanParams {
  /** The model. */
  model?: string;
  /** The limit of output tokens. */
  max_tokens?: number;
  /** The sampling temperature. */
  temperature?: number;
  /** The nucleus sampling. */
  top_p?: number;
  /** The number of candidates for each token. */
  top_k?: number;
  /** The penalty for frequent tokens. */
  frequency_penalty?: number;
  /** The penalty for tokens that were there. */
  presence_penalty?: number;
  /** The number of answers. */
  n?: number;
  /** The seed of the sampling. */
  seed?: number;
  /** The texts that end the answer. */
  stop?: string[];
  /** The tools. */
  tools?: OpenTelemetryTool[];
}

/**
 * The request of a span, and its answer.
 *
 * @example
 * for (const { name, body, params } of readSpans(exported)) console.log(name, params.model, body["gen_ai.input.messages"]?.length);
 */
export interface SpanReading {
  /** The name of the span, such as `"chat gpt-5"`; null if it has none. */
  name: string | null;
  /** The id of the span; null if it has none. */
  spanId: string | null;
  /** The provider, as the span names it, such as `"openai"` or `"aws.bedrock"`; null if it names none. */
  provider: string | null;
  /** The conversation, for `convert`, `from` and `fit` with the format of this entry. A text that is not JSON stays a text, which they refuse. */
  body: OpenTelemetryAttributes;
  /** The parameters of the request. */
  params: SpanParams;
  /** The names of other attributes and events for generative AI, which are in neither. */
  left: string[];
}
