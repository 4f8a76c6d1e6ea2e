// Removes calls of phantom tools from responses.

import { brand, invalid, isObject, reading } from "../input/check.js";
import { STRIPPERS } from "../providers/registry/phantom.js";

/**
 * Removes calls of phantom tools (`PHANTOM_TOOL_NAMES`) from a model's response. Models imitate the phantom pairs in their history, and
 * such calls cannot run: strip the response before you run its calls and before `addResponse`.
 *
 * Takes whole responses of OpenAI (Chat Completions and Responses), Mistral (its client's form too), Anthropic, Gemini and Bedrock
 * Converse, with all their choices, and one assistant message of OpenAI, Anthropic, Bedrock or this package. Returns anything else
 * unchanged: text, chunks of a stream, a list of messages. Do not strip a history, because its phantom pairs belong there.
 *
 * The response is not modified. Without such a call, returns the same object; else a copy of the objects around the call, which shares all
 * others. (A function that a client put into the response still refers to the original.) Together with a call, this is removed:
 * - with the last call, the list of calls; the stop reason for calls becomes `"stop"` or `"end_turn"`;
 * - OpenAI Responses: the reasoning right before it, and the `id` of the items of the same reasoning;
 * - Anthropic and Bedrock: thinking that would otherwise be last. Gemini: nothing; the call's signature moves to the next call.
 *
 * If the rest is empty, call the model again instead of sending an empty message. The provider's own copy does not change: with
 * `previous_response_id`, it still holds the call, which needs a result.
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
  for (const strip of STRIPPERS) {
    const left = strip(response);
    if (left !== null) return left;
  }
  return response;
}
