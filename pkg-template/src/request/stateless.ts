// Functions that need no conversation.

import { Method } from "../../../build/method.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { LISTS } from "../providers/names.js";
import type { PlainObject } from "../input/check.js";
import { toJson } from "../input/json.js";
import { messagesJson } from "../input/message.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { formatOptionsJson, requestBody, targetNumber } from "../input/request.js";
import { surrogateRepairs } from "../input/surrogates.js";
import { type EditedFields, editedCopy } from "./edited-body.js";
import { hasShortText, shortBody } from "./short-body.js";
import type { FormatOptions, MessageInit, Repair, Target } from "../types/index.js";

/**
 * Makes a provider's own request body valid: gives calls results, moves results next to their calls, and corrects or removes anything else
 * that the provider would refuse. `repairs` lists each change. A body that the provider accepts is not changed. The input is not modified.
 * Unknown fields are kept, and so are bytes in `Uint8Array`s, as in Amazon's client. A second call repairs nothing. The result is a copy.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument`, `invalid-message`, `too-deep`, `too-large`; `nothing-to-send` when no
 * message is left.
 * @example
 * const { body, repairs } = sanitize("openai-chat", { model: "gpt-5", messages });
 */
export function sanitize<T>(
  target: Target,
  body: T,
  options?: FormatOptions,
): {
  /** The valid body. */
  body: T;
  /** The changes. */
  repairs: Repair[];
} {
  const number = targetNumber(target);
  const given = requestBody(target, body);
  const optionsText = formatOptionsJson(options);
  const list = LISTS[target] as string;
  const sanitized = (json: string) => stateless((core) => core.json(Method.Sanitize, [number, json, optionsText]) as Sanitized);
  const short = sanitizedShort(sanitized, given, list);
  if (short !== null) return { body: editedCopy(short.body, given as PlainObject, list, PLAIN) as T, repairs: [...short.repairs] };
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const { body: fields, repairs } = sanitized(text.json);
  return {
    body: editedCopy(fields, given as PlainObject, list, text) as T,
    repairs: [...surrogateRepairs(text.replaced), ...repairs],
  };
}

/** A text without bytes, in which nothing was replaced. */
const PLAIN = { json: "", replaced: 0 };

/**
 * Returns what has to change in a body, read without its long texts. Returns null if one of them is in a change, and if only the whole
 * body can be judged, such as one with errors.
 */
function sanitizedShort(sanitized: (json: string) => Sanitized, body: object, list: string): Sanitized | null {
  try {
    const short = shortBody(body, list);
    const found = short && sanitized(short.json);
    return hasShortText(found) ? null : found;
  } catch {
    // The whole body shows what is wrong, and where.
    return null;
  }
}

/** The answer of the core: what it changed. */
interface Sanitized {
  readonly body: EditedFields;
  readonly repairs: Repair[];
}

/**
 * Drops calls without results, results without calls, and assistant messages that become empty. A result belongs to its call wherever it
 * follows; of parallel calls, those with results stay. Everything else stays unchanged. A second call changes nothing. To send a request,
 * use `sanitize` or `toRequest`, which drop less.
 *
 * @throws ConversationError `invalid-argument`, `invalid-role`, `invalid-message`, `too-deep`, `too-large`.
 * @example
 * const history = sanitizeToolCalls([{ role: "user", content: "Hello" }, { role: "tool", toolCallId: "gone", content: "?" }]); // one message
 */
export function sanitizeToolCalls(messages: readonly MessageInit[]): MessageInit[] {
  const { json } = messagesJson(messages, "messages", DEFAULT_LIMITS);
  return stateless((core) => core.json(Method.SanitizeToolCalls, [json]) as MessageInit[]);
}
