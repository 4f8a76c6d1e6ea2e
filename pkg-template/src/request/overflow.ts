// Recognises errors about an overflow of the context window, from any client.

import { isArray, isObject } from "../input/check.js";
import { OVERFLOW_PHRASES } from "../providers/overflow-phrases.js";

/** Phrases about too many requests, or a used-up quota. "Too many tokens" may be meant per minute. */
const RATE_PHRASES = /rate limit|too many requests|throttl|per (?:min|hour|day)|please wait before|quota|resource (?:has been )?exhausted/;

/** The allowance of a minute or a day, and the size of one request. If the request is larger, waiting does not help. Groq, OpenAI. */
const ALLOWANCE = /\blimit:? (\d[\d,]*), requested:? (\d[\d,]*)/i;

/** An allowance that counts requests, not tokens. */
const COUNTS_REQUESTS = /requests per/i;

/** Phrases about a reply that is too long, which also name tokens or the window: Groq, Cohere. */
const REPLY_PHRASES = /max tokens must be less than/;

/** 429, Too Many Requests, and 413, Content Too Large: as a number, and in texts such as JSON. */
const STATUS = /(?:^|(?:code|status|http)\W{1,5})(413|429)\b/;

/** Fields of errors and of the values in them: first those that name the failure, then those that hold another error. */
const FIELDS = [
  "name",
  "message",
  "code",
  "type",
  "status",
  "statusCode",
  "status_code",
  "httpStatusCode",
  "lc_error_code",
  "reason",
  "detail",
  "raw",
  "cause",
  "error",
  "errors",
  "lastError",
  "data",
  "body",
  "responseBody",
  "response",
  "details",
  "metadata",
  "$metadata",
];

/** Objects that are read. Five are usual: a wrapper, the client's error, its body, the provider's error, another's inside it. */
const MOST_OBJECTS = 30;

/** Items of a list that are read. */
const MOST_ITEMS = 10;

/** Characters that are read at either end of a text. */
const MOST_TEXT = 5_000;

const NOTHING = 0;
const OVERFLOW = 1;
const RATE = 2;
/** A request above the whole allowance. Its code and status are those of a rate limit. */
const ABOVE_ALLOWANCE = 3;
type Judgement = typeof NOTHING | typeof OVERFLOW | typeof RATE | typeof ABOVE_ALLOWANCE;

/**
 * Returns true if an error of any of the providers' clients means that the request was too long for the window, or too large to be accepted
 * at all. Rate limits do not count, even if they count tokens, unless the request alone exceeds the whole allowance. Limits of the reply,
 * of one field or of the number of images do not count. Reads names, codes, HTTP status, messages and bodies, and follows `cause`; a string
 * counts as a message. Never throws.
 *
 * @example
 * try {
 *   await client.messages.create(body);
 * } catch (error) {
 *   if (!isContextOverflow(error)) throw error;
 * }
 */
export function isContextOverflow(error: unknown): boolean {
  const verdict = isOwn(error) ? OVERFLOW : judge(error, new Set());
  return verdict === OVERFLOW || verdict === ABOVE_ALLOWANCE;
}

/** Returns true by code and name: the error may come from another copy of this package, or from another library's class of that name. */
function isOwn(error: unknown): boolean {
  return read(error, "code") === "context-overflow" || read(error, "name") === "ContextWindowOverflowError";
}

function judge(value: unknown, seen: Set<object>): Judgement {
  if (typeof value === "string") return judgeText(value);
  if (typeof value === "number") return judgeText(String(value));
  if (typeof value !== "object" || value === null || seen.has(value) || seen.size >= MOST_OBJECTS) return NOTHING;
  seen.add(value);
  if (isArray(value)) return ofSeveral(Array.from({ length: MOST_ITEMS }, (_, index) => judge(read(value, index), seen)));
  // After several attempts at one call, the last error counts.
  const isRetried = isObject(read(value, "lastError"));
  return ofOne(FIELDS.map((field) => (field === "errors" && isRetried ? NOTHING : judge(read(value, field), seen))));
}

function judgeText(text: string): Judgement {
  const short = text.length > 2 * MOST_TEXT ? `${text.slice(0, MOST_TEXT)} ${text.slice(-MOST_TEXT)}` : text;
  const [limit = 0, requested = 0] = (ALLOWANCE.exec(short) ?? []).slice(1).map((digits) => Number(digits.replaceAll(",", "")));
  if (limit > 0 && requested > limit && !COUNTS_REQUESTS.test(short)) return ABOVE_ALLOWANCE;
  const words = plain(short);
  const status = STATUS.exec(short.toLowerCase())?.[1];
  if (status === "429" || RATE_PHRASES.test(words)) return RATE;
  if (REPLY_PHRASES.test(words)) return NOTHING;
  return status === "413" || OVERFLOW_PHRASES.some((phrase) => phrase.test(words)) ? OVERFLOW : NOTHING;
}

/** `ContextOverflowError`, `context_overflow` and "Context: overflow!" are the same words; numbers are none. */
function plain(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ");
}

/** Returns the verdict on one failure with several texts. A rate limit takes precedence, because it may mention too many tokens. */
function ofOne(verdicts: readonly Judgement[]): Judgement {
  if (verdicts.includes(ABOVE_ALLOWANCE)) return ABOVE_ALLOWANCE;
  return verdicts.includes(RATE) ? RATE : verdicts.includes(OVERFLOW) ? OVERFLOW : NOTHING;
}

/** Returns the verdict on several failures. One overflow is enough, because a shorter request avoids it. */
function ofSeveral(verdicts: readonly Judgement[]): Judgement {
  return verdicts.includes(OVERFLOW) ? OVERFLOW : ofOne(verdicts);
}

/** Returns a field; undefined if it is absent or reading it throws. */
function read(value: unknown, field: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string | number, unknown>)[field];
  } catch {
    return undefined;
  }
}
