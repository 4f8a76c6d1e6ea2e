// Advice for refused bodies and responses: the value that was likely given instead, and the way out.

import { answerFormat } from "../providers/answer-format.js";
import { CHAT_TARGETS, LISTS } from "../providers/names.js";
import { brand, isArray, isBytes, isObject, isOurs, type PlainObject } from "./check.js";
import { ConversationError } from "./errors.js";
import type { Format } from "../types/index.js";

/** Runs `work`; when it refuses a value as `invalid-message`, the error says what `advice` knows of the value, with the refusal as cause. */
export function advised<R>(work: () => R, advice: () => string | null): R {
  try {
    return work();
  } catch (error) {
    const text = isOurs(error) && error.code === "invalid-message" ? quietly(advice) : null;
    if (text === null) throw error;
    const { details } = error as ConversationError;
    throw new ConversationError("invalid-message", text, { cause: error, ...(details !== undefined && { details }) });
  }
}

/** Reads of the caller's value, which may throw: then there is no advice. */
export function quietly(advice: () => string | null): string | null {
  try {
    return advice();
  } catch {
    return null;
  }
}

const READ_STREAM =
  'Give the stream to `addStream` of "backscroll/stream". Or read it to its end with the client\'s own helper, such as `finalChatCompletion()`, `finalMessage()` or `finalResponse()`, and give the response that it returns.';

/** Advice for a value that is no JSON object; `name` is its name in the text: "The response". */
function wrongKind(name: string, value: unknown): string | null {
  if (typeof value === "string") return `${name} is ${isJson(value) ? "JSON text: give `JSON.parse(text)`." : "a text, and no object."}`;
  if (isBytes(value)) return `${name} is given as bytes: decode them, and give \`JSON.parse(text)\`.`;
  if (!isObject(value)) return null;
  const kind = brand(value);
  if (kind === "Promise") return `${name} is a promise: \`await\` it first.`;
  if (kind === "Response") return `${name} is that of \`fetch\`: give the value of \`await response.json()\`.`;
  if (kind === CONVERSATION) return `${name} is a conversation.`;
  return null;
}

/** See `ConversationReader`. */
const CONVERSATION = "ConversationManager";

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Why a value is no response of this format; null when nothing is known. */
export function responseAdvice(format: Format, value: unknown): string | null {
  const wrong = wrongKind("The response", value);
  if (wrong !== null) {
    const isText = typeof value === "string" && !isJson(value);
    return isText ? `${wrong} Give the response object of the client, or add the text by \`addMessage("assistant", text)\`.` : wrong;
  }
  // Formats of programs may be a list, or one message.
  const isProgram = LISTS[format] === undefined;
  if (isArray(value)) return isProgram ? null : listAdvice(value);
  if (!isObject(value)) return null;
  if (brand(value) === "Error")
    return "The response is an error. When the request was too long, `recover(error)` makes the history smaller.";
  if (isStream(value) || (isObject(value.stream) && isStream(value.stream))) return `The response is a stream. ${READ_STREAM}`;
  if (isChunk(value) || (isObject(value.data) && isChunk(value.data))) return `The response is one event of a stream. ${READ_STREAM}`;
  if (value.role === "tool" && !isProgram) return 'This is a result of a tool: add it by `addMessage("tool", text, { toolCallId })`.';
  const own = answerFormat(value);
  const isOwn = own === format || (own === "openai-chat" && CHAT_TARGETS.includes(format));
  if (own !== null && !isOwn)
    return `The response is one of \`${own}\`, and the format that was given is \`${format}\`: call \`addResponse("${own}", response)\`.`;
  if (own !== null || isProgram) return null;
  if (isObject(value.message) && "finish_reason" in value) return "This is one of the response's `choices`: give the whole response.";
  if ("role" in value && ["content", "parts", "tool_calls"].some((field) => field in value))
    return "This is only the message of a response: give the whole response, which says what was spent, too.";
  if (isObject(value.message) || isObject(value.content)) return "This is only a part of the response: give the whole response.";
  if (["messages", "input", "contents"].some((list) => isArray(value[list])))
    return "This is the body of a request: give the provider's response to it.";
  const holder = ["data", "response", "body", "result"].find(
    (name) => isObject(value[name]) && answerFormat(value[name] as PlainObject) !== null,
  );
  return holder === undefined ? null : `The response is in the field \`${holder}\` of what was given: give that.`;
}

function listAdvice(list: readonly unknown[]): string {
  const [first] = list;
  if (isObject(first) && isChunk(first)) return `The response is a list of events of a stream. ${READ_STREAM}`;
  return "The response is given as a list: give the whole response object of the client.";
}

function isStream(value: PlainObject): boolean {
  return Symbol.asyncIterator in value || typeof value.getReader === "function" || typeof value.iterator === "function";
}

/** Events of streams. */
function isChunk({ object, type, choices, ...value }: PlainObject): boolean {
  if (object === "chat.completion.chunk") return true;
  if (isArray(choices) && isObject(choices[0]) && "delta" in choices[0]) return true;
  if (typeof type === "string" && /^(message_(start|delta|stop)|content_block_|response\.)/.test(type)) return true;
  return ["contentBlockDelta", "contentBlockStart", "messageStart"].some((name) => name in value);
}

/** Says why a value is not a body, or list of messages, of this format; null if unknown. The core recognises a body of another format. */
export function bodyAdvice(format: Format, value: unknown): string | null {
  const wrong = wrongKind("The body", value);
  if (wrong !== null) return brandOf(value) === CONVERSATION ? `${wrong} ${INSTEAD}` : wrong;
  const list = LISTS[format];
  if (list === undefined || !isObject(value) || value[list] !== undefined) return null;
  const own = answerFormat(value);
  if (own !== null) return `This is a response of \`${own}\`, and no request: give it to \`addResponse\` of a conversation.`;
  return "role" in value
    ? `This is one message: give a list of messages${list === "messages" || list === "input" ? ", or a body with one" : ""}.`
    : null;
}

const INSTEAD =
  "`prepare` and `toRequest` write the request of a conversation, and `ConversationManager.fromJSON(conversation.toJSON())` copies one.";

/** Refuses a conversation in place of a body of this format: its snapshot would be read as a body. */
export function refuseConversation(format: Format, value: unknown): void {
  const advice = quietly(() => (brandOf(value) === CONVERSATION ? bodyAdvice(format, value) : null));
  if (advice !== null) throw new ConversationError("invalid-message", advice);
}

/** Says why a list is not a body. */
export function listForBody(target: Format): string {
  return `The body must be an object, and is a list: give the whole request body, \`{ ${LISTS[target]}: list }\`.`;
}

function brandOf(value: unknown): string {
  return isObject(value) ? brand(value) : "";
}
