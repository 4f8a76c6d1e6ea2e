// Taking out of an answer what nothing can run.

import { filtered, items, mapped, withField } from "./copy-on-write.js";
import { type PlainObject, brand, invalid, isArray, isObject, reading } from "../input/check.js";
import { isPhantomTool } from "./phantom-tools.js";

/**
 * Removes calls of phantom tools (`PHANTOM_TOOL_NAMES`) from what a model has just answered. Models imitate the pairs that stand in
 * their history, and nothing can run such a call: strip the answer before its calls are run and before `addResponse`.
 *
 * Takes whole answers of OpenAI (Chat Completions and Responses), Mistral (its client's form too), Anthropic, Gemini and Bedrock
 * Converse, with all their choices, and one assistant message of OpenAI, Anthropic, Bedrock or this package. Anything else comes back
 * as it is: text, chunks of a stream, a list of messages. A history is not to be stripped, for the pairs in it belong there.
 *
 * The answer is not changed: without such a call the same object comes back, else a copy of what leads to it, in which all else is the
 * same objects, in order. (A function that a client put into the answer itself still tells of that one.) What a call takes with it:
 * - The last one takes the list of calls and the reason to stop that speaks of calls: `"stop"` or `"end_turn"` stands in its place.
 * - OpenAI Responses: the reasoning right before it, and the `id` of the items that came of the same reasoning.
 * - Anthropic and Bedrock: the thinking that would stand last without it. Gemini: nothing; its signature goes to the next call.
 *
 * What is left may say nothing at all: then ask again, rather than send an empty message. What a provider has stored itself it keeps:
 * with `previous_response_id` the call is there, and has to be answered.
 *
 * @throws ConversationError `invalid-argument` when the answer cannot be read: a getter or a proxy threw, or it is a promise.
 * @example
 * const answer = stripPhantomCalls(await client.chat.completions.create(body));
 * conversation.addResponse("openai-chat", answer);
 */
export function stripPhantomCalls<T>(response: T): T {
  return reading("`response`", () => stripped(response)) as T;
}

/** By the field in which each format keeps what was said. */
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

/** Reasons to stop that speak of calls, and what is said where there is none. Other reasons, such as a limit, stay true. */
const ENDINGS: ReadonlyMap<unknown, string> = new Map([["tool_calls", "stop"], ["function_call", "stop"], ["tool_use", "end_turn"]]);

/** What says why the message ended, which was `before` and is `after`. */
function ended(holder: PlainObject, before: PlainObject, after: PlainObject): PlainObject {
  if (before === after || hasCalls(after)) return holder;
  return ["finish_reason", "finishReason", "stop_reason", "stopReason"].reduce((left, name) => {
    const reason = left[name];
    return withField(left, name, reason, ENDINGS.get(reason) ?? reason);
  }, holder);
}

/** The lists of calls in messages of OpenAI, Mistral and Mistral's client, whose name is ours too. */
const CALL_LISTS = ["tool_calls", "toolCalls"];

/** A message has its calls in a list, in the one field of old, or among the blocks of its content. */
function strippedMessage(message: PlainObject): PlainObject {
  const { function_call: call, content } = message;
  const lists = CALL_LISTS.reduce((left, name) => {
    const calls = left[name];
    if (!isArray(calls)) return left;
    const real = filtered(calls, (given) => !isPhantomTool(nameOf(given)));
    // An empty list is refused (OC7b). One that the answer came with is not ours to mend.
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

/** A call is flat, as ours are, or in the form of OpenAI, for functions or for custom tools. */
function nameOf(call: unknown): unknown {
  if (!isObject(call)) return undefined;
  const { name, function: called, custom } = call;
  if (name !== undefined) return name;
  return isObject(called) ? called.name : isObject(custom) ? custom.name : undefined;
}

/**
 * Anthropic refuses a message whose final block is thinking, here and behind Bedrock. Elsewhere thinking stays where it is: a turn with
 * results must begin with it (AN15), and it must not be changed (AN16).
 */
function strippedBlocks(content: readonly unknown[]): readonly unknown[] {
  const left = filtered(content, (block) => !isPhantomTool(calledBy(block)));
  if (left === content || !isPhantomTool(calledBy(content[content.length - 1]))) return left;
  let end = left.length;
  while (isThinking(left[end - 1])) end -= 1;
  return left.slice(0, end);
}

/** The tool that a block calls; null when it is no call. */
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
 * Of parallel calls Gemini signs the first one, and refuses a step whose first call is not signed (GE4): "Function call is missing a
 * thought_signature in functionCall parts." A signature should go back in the part that it came in; when that part is gone, it goes on
 * to the call that is first now. It holds what was thought before all of them, and is not bound to the call: the API takes it with
 * other arguments and another name. "Corrupted thought signature" it says of one that was cut, made up, or made elsewhere.
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

/** The function that a part calls; null when it is no call. */
function functionOf(part: unknown): unknown {
  if (!isObject(part)) return null;
  const { functionCall } = part;
  return isObject(functionCall) ? functionCall.name : null;
}

/** Items of Responses that calls are. */
const CALL_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

/** Items of Responses that may be sent without their id. */
const NAMELESS_ITEMS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "message"]);

/**
 * OpenAI Responses. Reasoning is bound to the item right after it (OR3), and goes with it. What else came of that reasoning, up to the
 * next, is known by its id as something that needs it (OR4); without the id it stands by itself.
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
