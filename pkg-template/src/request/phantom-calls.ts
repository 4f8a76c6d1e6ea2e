// Removes calls of phantom tools from responses.

import { filtered, items, mapped, withField } from "./copy-on-write.js";
import { type PlainObject, brand, invalid, isArray, isObject, reading } from "../input/check.js";
import { isPhantomTool } from "./phantom-tools.js";

/**
 * Removes calls of phantom tools (`PHANTOM_TOOL_NAMES`) from a model's response. Models imitate the phantom pairs in their history, and
 * such a call cannot be run: strip the response before you run its calls and before `addResponse`.
 *
 * Takes whole responses of OpenAI (Chat Completions and Responses), Mistral (its client's form too), Anthropic, Gemini and Bedrock
 * Converse, with all their choices, and one assistant message of OpenAI, Anthropic, Bedrock or this package. Returns anything else
 * unchanged: text, chunks of a stream, a list of messages. Do not strip a history, because its phantom pairs belong there.
 *
 * The response is not modified. Without such a call, returns the same object; else a copy of the objects around the call, which shares
 * all others. (A function that a client put into the response still refers to the original.) With a call go:
 * - with the last one, the list of calls and the reason to stop for calls, which becomes `"stop"` or `"end_turn"`;
 * - OpenAI Responses: the reasoning right before it, and the `id` of the items of the same reasoning;
 * - Anthropic and Bedrock: thinking that would be last without it. Gemini: nothing; its signature moves to the next call.
 *
 * The rest may be empty: ask the model again then, instead of sending an empty message. The provider keeps what it has stored itself:
 * with `previous_response_id` the call is there, and needs a result.
 *
 * @throws ConversationError `invalid-argument` when the response cannot be read: a getter or a proxy threw, or it is a promise.
 * @example
 * const answer = stripPhantomCalls(await client.chat.completions.create(body));
 * conversation.addResponse("openai-chat", answer);
 */
export function stripPhantomCalls<T>(response: T): T {
  return reading("`response`", () => stripped(response)) as T;
}

/** Strips a response, by the field in which each format keeps its messages. */
function stripped(response: unknown): unknown {
  if (!isObject(response)) return response;
  if (brand(response) === "Promise") throw invalid("`response` is a promise: `await` it first.");
  const { choices, candidates, output } = response;
  if (isArray(choices)) return withField(response, "choices", choices, mapped(choices, strippedChoice));
  if (isArray(candidates)) return withField(response, "candidates", candidates, mapped(candidates, strippedCandidate));
  if (isArray(output)) return withField(response, "output", output, strippedItems(output));
  return isObject(output) ? strippedOutput(response, output) : strippedAnswer(response);
}

/** OpenAI Chat Completions and Mistral. */
function strippedChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  const { message } = choice;
  if (!isObject(message)) return choice;
  const left = strippedMessage(message);
  return ended(withField(choice, "message", message, left), message, left);
}

/** Bedrock. */
function strippedOutput(response: PlainObject, output: PlainObject): PlainObject {
  const { message } = output;
  if (!isObject(message)) return response;
  const left = strippedMessage(message);
  return ended(withField(response, "output", output, withField(output, "message", message, left)), message, left);
}

/** Anthropic, where the answer is the message, and messages by themselves. */
function strippedAnswer(answer: PlainObject): PlainObject {
  const { role } = answer;
  if (role !== undefined && role !== "assistant") return answer;
  const left = strippedMessage(answer);
  return ended(left, answer, left);
}

/** Reasons to stop for calls, with those without calls. Other reasons, such as a limit, stay true. */
const ENDINGS: ReadonlyMap<unknown, string> = new Map([["tool_calls", "stop"], ["function_call", "stop"], ["tool_use", "end_turn"]]);

/** Corrects the reason to stop, in the holder of a message that was `before` and is `after`. */
function ended(holder: PlainObject, before: PlainObject, after: PlainObject): PlainObject {
  if (before === after || hasCalls(after)) return holder;
  return ["finish_reason", "finishReason", "stop_reason", "stopReason"].reduce((left, name) => {
    const reason = left[name];
    return withField(left, name, reason, ENDINGS.get(reason) ?? reason);
  }, holder);
}

/** The lists of calls in messages of OpenAI, Mistral and Mistral's client, whose name is ours too. */
const CALL_LISTS = ["tool_calls", "toolCalls"];

/** Strips a message, whose calls are in a list, in the deprecated field, or among the blocks of its content. */
function strippedMessage(message: PlainObject): PlainObject {
  const { function_call: call, content } = message;
  const lists = CALL_LISTS.reduce((left, name) => {
    const calls = left[name];
    if (!isArray(calls)) return left;
    const real = filtered(calls, (given) => !isPhantomTool(nameOf(given)));
    // OpenAI refuses an empty list (OC7b). A list that was empty before stays.
    return withField(left, name, calls, real !== calls && real.length === 0 ? undefined : real);
  }, message);
  const single = withField(lists, "function_call", call, isPhantomTool(nameOf(call)) ? undefined : call);
  return isArray(content) ? withField(single, "content", content, strippedBlocks(content)) : single;
}

function hasCalls(message: PlainObject): boolean {
  const { function_call: call, content } = message;
  const hasList = CALL_LISTS.some((name) => {
    const calls = message[name];
    return isArray(calls) && calls.length > 0;
  });
  return hasList || isObject(call) || (isArray(content) && items(content).some((block) => calledBy(block) !== null));
}

/** Returns the name of a call, which is flat or in OpenAI's form, of a function or a custom tool. */
function nameOf(call: unknown): unknown {
  if (!isObject(call)) return undefined;
  const { name, function: called, custom } = call;
  if (name !== undefined) return name;
  return isObject(called) ? called.name : isObject(custom) ? custom.name : undefined;
}

/**
 * Strips blocks. Anthropic, also behind Bedrock, refuses a message that ends with thinking. Other thinking stays: a message with calls
 * must begin with its thinking (AN15), which must not be changed (AN16).
 */
function strippedBlocks(content: readonly unknown[]): readonly unknown[] {
  const left = filtered(content, (block) => !isPhantomTool(calledBy(block)));
  if (left === content || !isPhantomTool(calledBy(content[content.length - 1]))) return left;
  let end = left.length;
  while (isThinking(left[end - 1])) end -= 1;
  return left.slice(0, end);
}

/** Returns the tool that a block calls; null for another block. */
function calledBy(block: unknown): unknown {
  if (!isObject(block)) return null;
  const { type, toolUse } = block;
  if (type === "tool_use") return block.name;
  return isObject(toolUse) ? toolUse.name : null;
}

function isThinking(block: unknown): boolean {
  return isObject(block) && (block.type === "thinking" || block.type === "redacted_thinking" || isObject(block.reasoningContent));
}

/** Gemini. */
function strippedCandidate(candidate: unknown): unknown {
  if (!isObject(candidate) || !isObject(candidate.content)) return candidate;
  const { content } = candidate;
  const { parts } = content;
  if (!isArray(parts)) return candidate;
  return withField(candidate, "content", content, withField(content, "parts", parts, strippedParts(parts)));
}

/**
 * Strips parts. Gemini signs the first of parallel calls, and refuses a step whose first call is not signed (GE4): "Function call is
 * missing a thought_signature in functionCall parts." When the signed part is removed, its signature moves to the call that is first
 * now. It holds the thinking before all calls, and is not bound to one: the API accepts it with other arguments and another name. The
 * API refuses a cut, invented or foreign signature with "Corrupted thought signature".
 */
function strippedParts(parts: readonly unknown[]): readonly unknown[] {
  const left = filtered(parts, (part) => !isPhantomTool(functionOf(part)));
  const first = items(parts).find((part) => functionOf(part) !== null);
  if (left === parts || !isObject(first)) return left;
  const { thoughtSignature } = first;
  const heir = left.find((part) => functionOf(part) !== null);
  return mapped(left, (part) => (part === heir && isObject(part) ? signed(part, thoughtSignature) : part));
}

function signed(part: PlainObject, signature: unknown): PlainObject {
  const { thoughtSignature } = part;
  return withField(part, "thoughtSignature", thoughtSignature, thoughtSignature ?? signature);
}

/** Returns the function that a part calls; null for another part. */
function functionOf(part: unknown): unknown {
  if (!isObject(part)) return null;
  const { functionCall } = part;
  return isObject(functionCall) ? functionCall.name : null;
}

/** Types of items of Responses that are calls. */
const CALL_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

/** Types of items of Responses that may be sent without their id. */
const NAMELESS_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "message"]);

/**
 * Strips items of OpenAI Responses. Reasoning belongs to the item right after it, and is refused without it (OR3). By their ids, the
 * items up to the next reasoning require it too (OR4); without its id, an item stands alone.
 */
function strippedItems(output: readonly unknown[]): readonly unknown[] {
  const left: unknown[] = [];
  let isBereft = false;
  for (const item of items(output)) {
    const { type, name } = isObject(item) ? item : {};
    if (CALL_ITEMS.has(type) && isPhantomTool(name)) {
      while (isReasoning(left.at(-1))) {
        left.pop();
        isBereft = true;
      }
      continue;
    }
    isBereft &&= type !== "reasoning";
    left.push(isBereft && isObject(item) && NAMELESS_ITEMS.has(type) ? withField(item, "id", item.id, undefined) : item);
  }
  return left.length === output.length ? output : left;
}

function isReasoning(item: unknown): boolean {
  return isObject(item) && item.type === "reasoning";
}
