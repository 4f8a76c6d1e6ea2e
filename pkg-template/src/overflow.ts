// Telling an overflow of the context window from other failures, whichever client made the error.

import { isArray } from "./check.js";

/** Codes and types that say it outright. */
const OVERFLOW_CODES = new Set([
  "context_length_exceeded",
  "model_context_window_exceeded",
  "exceed_context_size_error",
  "request_too_large",
  "context-overflow",
]);

/** What providers and servers write, in lower case. */
const OVERFLOW_PHRASES = [
  // Anthropic, and Claude behind Bedrock.
  "prompt is too long",
  "max_tokens exceeded",
  "input too long",
  "input is too long",
  "input length exceeds context window",
  "input and output tokens exceed your context limit",
  "input length and `max_tokens` exceed context limit",
  "request exceeds the maximum size",
  // OpenAI, and servers that speak like it.
  "maximum context length",
  "context_length_exceeded",
  "context length",
  "too many tokens",
  "exceeds the context window",
  "exceeds the available context size",
  "context window exceeds limit",
  "context_window_exceeded",
  "reduce the length of the messages",
  // Bedrock.
  "too many total text bytes",
  // Gemini.
  "exceeds the maximum number of tokens",
  // Mistral, xAI, Moonshot, GitHub.
  "too large for model with",
  "maximum prompt length",
  "exceeded model token limit",
  "prompt token count of",
];

/** Signs that the caller is too fast, not the request too long: "too many tokens" may be meant per minute. */
const RATE_CODES = new Set([
  "rate_limit_exceeded",
  "rate_limit_error",
  "rate_limit_exceeded_error",
  "too_many_requests",
  "toomanyrequestsexception",
  "throttlingexception",
  "throttling_exception",
  "resource_exhausted",
  "insufficient_quota",
  "ratelimiterror",
  "modelthrottlederror",
]);
const RATE_PHRASES = /rate[ _-]?limit|too many requests|throttl|tokens per (?:min|hour|day)|per minute|please wait before|quota|(?:^|status code:? |error code:? |http )429\b/;

/** Fields of errors in which clients keep what the provider said. */
const FIELDS = ["cause", "error", "errors", "lastError", "data", "body", "responseBody", "response", "details", "$metadata"];
const TEXTS = ["message", "responseBody", "body", "data", "error", "detail"];
const CODES = ["code", "type", "name", "status"];
const STATUSES = ["status", "statusCode", "httpStatusCode", "code"];

/** Levels of causes and bodies that are looked into. Three are usual: the client's error, its body, the provider's error. */
const DEEPEST = 6;

/** Items of a list of errors that are looked at. */
const MOST_ITEMS = 10;

/**
 * Does this error, from any of the providers' clients, say that the request was too long? Rate limits do not count, even where
 * they speak of too many tokens. Looks at codes, types, HTTP status, messages and bodies, and along `cause`; a string is taken as
 * a message. Never throws.
 *
 * @example
 * try {
 *   await client.messages.create(body);
 * } catch (error) {
 *   if (!isContextOverflow(error)) throw error;
 * }
 */
export function isContextOverflow(error: unknown): boolean {
  if (isOwn(error)) return true;
  const evidence: Evidence = { overflow: false, rate: false, seen: new Set() };
  gather(error, 0, evidence);
  return evidence.overflow && !evidence.rate;
}

interface Evidence {
  overflow: boolean;
  rate: boolean;
  readonly seen: Set<object>;
}

/** By code and name: the error may come from another copy of this package, or from another library's class of the same name. */
function isOwn(error: unknown): boolean {
  return read(error, "code") === "context-overflow" || read(error, "name") === "ContextWindowOverflowError";
}

function gather(value: unknown, depth: number, evidence: Evidence): void {
  if (typeof value === "string") return judgeText(value, evidence);
  if (typeof value !== "object" || value === null || depth > DEEPEST || evidence.seen.has(value)) return;
  evidence.seen.add(value);
  if (isOwn(value)) evidence.overflow = true;
  for (const field of STATUSES) judgeStatus(read(value, field), evidence);
  for (const field of CODES) judgeCode(read(value, field), evidence);
  for (const field of TEXTS) judgeText(read(value, field), evidence);
  // Of several attempts the last one counts.
  const isRetried = typeof read(value, "lastError") === "object" && read(value, "lastError") !== null;
  for (const field of FIELDS) {
    if (field === "errors" && isRetried) continue;
    const inner = read(value, field);
    const items = isArray(inner) ? Array.from({ length: MOST_ITEMS }, (_, index) => read(inner, index)) : [inner];
    for (const item of items) if (typeof item === "object") gather(item, depth + 1, evidence);
  }
}

function judgeStatus(status: unknown, evidence: Evidence): void {
  const number = typeof status === "string" ? Number(status) : status;
  if (number === 429) evidence.rate = true;
  // Content Too Large.
  if (number === 413) evidence.overflow = true;
}

function judgeCode(code: unknown, evidence: Evidence): void {
  if (typeof code !== "string") return;
  const plain = code.toLowerCase();
  if (OVERFLOW_CODES.has(plain)) evidence.overflow = true;
  if (RATE_CODES.has(plain)) evidence.rate = true;
}

function judgeText(text: unknown, evidence: Evidence): void {
  if (typeof text !== "string") return;
  const plain = text.toLowerCase();
  if (OVERFLOW_PHRASES.some((phrase) => plain.includes(phrase))) evidence.overflow = true;
  if (RATE_PHRASES.test(plain)) evidence.rate = true;
}

/** A field, or undefined where there is none or where reading it throws. */
function read(value: unknown, field: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string | number, unknown>)[field];
  } catch {
    return undefined;
  }
}
