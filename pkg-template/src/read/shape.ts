// Recognises requests and responses by their form. `detectFormat` names the format of what is known to be a request.

import { detectFormat } from "../doctor/detect-format.js";
import type { Detected } from "../doctor/types.js";
import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "../sessions/fields.js";

export { type Fields, isRecord };

/** Items of a list that are looked at, at either end. */
const ENOUGH = 50;
const ROLES = "system developer user assistant model tool function human ai ipython chatbot".split(" ");
const TYPES =
  "human ai system tool generic function developer message reasoning function_call function_call_output item_reference custom_tool_call custom_tool_call_output compaction mcp_call mcp_list_tools mcp_approval_request mcp_approval_response message.input message.output function.call function.result tool.execution agent.handoff user_input model_output thought function_result".split(
    " ",
  );

/** Reports whether a value is a message, or an item of the Responses API, of a program or of another list of messages. */
export function isMessage(value: unknown): value is Fields {
  if (!isRecord(value)) return false;
  const { role, type, lc, content } = value;
  if (typeof role === "string" && ROLES.includes(role.toLowerCase()))
    return ["content", "parts", "tool_calls", "toolCalls", "function_call", "text", "refusal", "tool_plan"].some((name) => name in value);
  if (lc === 1) return type === "constructor" && isRecord(value.kwargs);
  if (typeof type !== "string" || (!TYPES.includes(type) && !/_call(?:_output)?$/.test(type))) return false;
  if (type === "function") return content !== undefined || isRecord(value.data);
  return true;
}

/** Reports whether a value is a list of messages. A list that breaks off may end with less than a message. */
export function isMessageList(value: unknown): value is readonly Fields[] {
  if (!isArray(value) || value.length === 0) return false;
  const seen = value.length <= 2 * ENOUGH ? value : [...value.slice(0, ENOUGH), ...value.slice(-ENOUGH)];
  const messages = seen.filter(isMessage).length;
  return (
    messages >= 1 &&
    messages >= seen.length - 1 &&
    seen.every(isRecord) &&
    (seen.every(({ role }) => typeof role === "string") || detected(value) !== null)
  );
}

/** Reports whether an object is a span or a generation of a tracing tool, which have `input` beside much else. */
const isTrace = (value: Fields): boolean =>
  ["run_type", "traceId", "trace_id", "observationId", "spanId", "span_id", "startTime", "start_time"].some((name) => name in value) ||
  ("output" in value && "input" in value) ||
  (typeof value.type === "string" && /^(?:generation|span|event|trace|agent|chain|llm)$/i.test(value.type));

/** Reports whether an object is a request body. */
export function isBody(value: unknown): value is Fields {
  if (!isRecord(value) || isResponse(value) || isValidationError(value)) return false;
  const { messages, contents, input, inputs, model } = value;
  const hasModel = typeof model === "string" || typeof value.modelId === "string";
  if (isMessageList(messages)) return true;
  // Beside a model, a list of other values is a request with a fault.
  if (messages !== undefined && messages !== null) return hasModel && !isTrace(value);
  if (isMessageList(contents)) return true;
  if (contents !== undefined) return hasModel && (typeof contents === "string" || isRecord(contents) || isArray(contents));
  if (isTrace(value)) return false;
  if (isMessageList(input)) return true;
  if (typeof input === "string" && hasModel) return !/embed|tts|whisper|moderation|transcribe|rerank|dall-e|image/i.test(String(model));
  if (isArray(input) && hasModel && input.every(isRecord) && (input.length === 0 || input.some(isMessage))) return true;
  return isMessageList(inputs);
}

/** Parameters of requests of several providers. */
const PARAMETERS =
  "model max_tokens max_completion_tokens max_output_tokens temperature top_p top_k stop stop_sequences stream stream_options tools tool_choice system instructions thinking reasoning reasoning_effort metadata user seed n response_format anthropic_version".split(
    " ",
  );

/** Reports whether an object is a body without its messages. */
export const isBodyWithoutList = (value: unknown): value is Fields =>
  isRecord(value) && typeof value.model === "string" && Object.keys(value).every((name) => PARAMETERS.includes(name));

/** Reports whether an object is an error of a validator, which repeats what it refuses. */
export const isValidationError = (value: unknown): boolean => isRecord(value) && typeof value.msg === "string" && isArray(value.loc);

/** Reports whether an object is a provider's response. */
export function isResponse(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { object, choices, candidates, type, role, content, output, outputs, message, messages } = value;
  if (messages !== undefined) return false;
  if (object === "chat.completion" || object === "chat.completion.chunk") return true;
  if (object === "response") return isArray(output);
  if (isArray(choices))
    return choices.length === 0 || choices.some((choice) => isRecord(choice) && (isRecord(choice.message) || isRecord(choice.delta)));
  if (isArray(candidates))
    return candidates.some((candidate) => isRecord(candidate) && ("content" in candidate || "finishReason" in candidate));
  if (type === "message" && role === "assistant") return isArray(content) && ("id" in value || "stop_reason" in value || "usage" in value);
  if (isRecord(output) && isRecord(output.message)) return "stopReason" in value || "usage" in value;
  if (isRecord(message) && message.role === "assistant") return "done" in value || "finish_reason" in value;
  return object === "conversation.response" && isArray(outputs);
}

/** The format of a response; null if it is not known. */
export function formatOfResponse(value: Fields): string | null {
  const { object, choices, candidates, type, output, message, model } = value;
  if (object === "response") return "openai-responses";
  if (object === "conversation.response") return "mistral-conversations";
  if (isArray(choices))
    return /^(?:mistral-|codestral|ministral|magistral|devstral|pixtral|voxtral|open-mi)/.test(String(model)) ? "mistral" : "openai-chat";
  if (isArray(candidates)) return "gemini";
  if (type === "message") return "anthropic";
  if (isRecord(output)) return "bedrock";
  if (isRecord(message)) return "done" in value ? "ollama" : "cohere";
  return null;
}

/** The format of a request, as `detectFormat` says; also of messages of LangChain that have their fields beside their type. */
export function detected(value: unknown): Detected | null {
  const list = isRecord(value) ? value.messages : value;
  if (isArray(list) && list.length > 0 && list.every(isFlatMessage)) {
    return { format: "langchain", why: ["Its messages have a `type` such as `human`, as LangChain's have."], others: [] };
  }
  return detectFormat(value);
}

/** A message of LangChain as its class prints it. */
const isFlatMessage = (message: unknown): boolean =>
  isRecord(message) &&
  typeof message.type === "string" &&
  ["human", "ai", "system", "tool"].includes(message.type) &&
  message.role === undefined &&
  "content" in message;
