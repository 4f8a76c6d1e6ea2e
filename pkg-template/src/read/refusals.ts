// Finds the provider's words in values and in prose.

import { isArray } from "../input/check.js";
import { type Fields, isBody, isMessageList, isRecord, isValidationError } from "./shape.js";

/** Fields that may hold a response or an error, in the order in which they are searched. */
const HOLDERS =
  "responseBody response_body error response resp result cause lastError err exception data detail details body content text statusMessage status_message errorMessage error_message".split(
    " ",
  );
const DEEPEST = 6;

/** Returns the words of the error that a value holds; null without any. */
export function refusalIn(value: unknown, depth = 0): string | null {
  if (isArray(value) && value.some(isValidationError)) return JSON.stringify(value);
  if (depth > DEEPEST || !isRecord(value) || isBody(value)) return null;
  if (isValidationError(value)) return JSON.stringify(value);
  const own = ownWords(value);
  // The response has the provider's own words; the message of a client adds to them.
  const inner = holdersOf(value, depth);
  return inner ?? own;
}

function holdersOf(value: Fields, depth: number): string | null {
  for (const name of HOLDERS) {
    const held = value[name];
    if (held === undefined || held === null || held === "") continue;
    if (isRecord(held)) {
      if (name === "error" && isPlainError(held)) return JSON.stringify({ error: held });
      const found = refusalIn(held, depth + 1);
      if (found !== null) return found;
    } else if (typeof held === "string") {
      const words = wordsOf(name, held, value);
      if (words !== null) return words;
    } else if (
      isArray(held) &&
      (name === "detail" || name === "error" || name === "details") &&
      held.some((item) => isRecord(item) && ("msg" in item || "message" in item))
    )
      return JSON.stringify({ [name]: held });
  }
  return null;
}

/** The words of a string: an error as JSON, or a sentence where errors are. */
function wordsOf(name: string, held: string, value: Fields): string | null {
  if (/^\s*[[{]/.test(held)) {
    try {
      const inner = JSON.parse(held) as unknown;
      const first = isArray(inner) ? inner[0] : inner;
      if (isRecord(first)) return isBody(first) ? null : refusalIn(first, DEEPEST - 1) === null ? null : held;
    } catch {
      // A text that only begins as JSON.
    }
  }
  if (name === "error" || name.startsWith("err") || /^(?:status_?message|exception)$/i.test(name)) return held;
  if (name === "detail") return typeof held === "string" && !("messages" in value) ? held : null;
  return /^(?:responseBody|response_body)$/.test(name) && isFailed(value) ? held : null;
}

/** An object of an error, as providers nest it in `error`. */
const isPlainError = (error: Fields): boolean =>
  typeof error.message === "string" || typeof error.type === "string" || typeof error.code === "string" || typeof error.error === "string";

const isFailed = (value: Fields): boolean =>
  [value.statusCode, value.status, value.status_code, value.code].some((code) => Number(code) >= 400) ||
  (typeof value.name === "string" && /Error|Exception/.test(value.name));

/** The words of an error that is the value itself. */
function ownWords(value: Fields): string | null {
  const { type, message, object, code, name, status, __type: aws } = value;
  if (typeof message !== "string" || message === "") return null;
  const isError =
    object === "error" ||
    (typeof type === "string" && /error|exception/i.test(type)) ||
    (typeof name === "string" && /Error|Exception/.test(name)) ||
    typeof aws === "string" ||
    "stack" in value ||
    Number(code) >= 400 ||
    Number(status) >= 400 ||
    Number(value.statusCode) >= 400 ||
    (typeof status === "string" && /^[A-Z_]+$/.test(status)) ||
    (Number(code) === 2 && /\D/.test(message)) ||
    // `{"message": "…"}` alone, as gateways answer.
    Object.keys(value).every((key) =>
      ["message", "code", "type", "param", "status", "request_id", "requestId", "error", "success"].includes(key),
    );
  return isError && !isMessageList([value]) ? JSON.stringify(value.stack === undefined ? value : { message }) : null;
}

/** Words that errors have, in English and in what providers quote. */
const ERROR =
  /\b(?:\w*error\w*|exceptions?|invalid|refus\w+|reject\w*|must|cannot|can't|couldn't|could not|can not|not (?:allowed|supported|permitted|found|valid|accept\w*|available)|unsupported|required|missing|fail(?:ed|ure|s)?|expected|unexpected|exceeds?|exceeded|did(?: not|n't)|may not|does(?: not|n't)|do not|should|too (?:long|large|many|big|short)|unable|unknown|unrecognized|duplicate\w*|forbidden|denied|blocked|limits?|quota|only (?:supports?|accepts?|allowed)|is no(?:t|n)?|are not|was not|were not|no longer|incorrect|illegal|corrupted|empty|insufficient|maximum|at most|context len\w+|don't have|requires?|please (?:enable|check|reduce|remove|provide|use)|supported only|no \w+ (?:output|result)s? found|credits|4\d\d|5\d\d|fehler|erreur|erro)\b/i;

/** The level of a line of a log, which says nothing of the request. */
const LEVEL = /\b(?:level|lvl|severity)["']?\s*[=:]\s*["']?\w+["']?|\bstatus=\d+/gi;

export const isError = (text: string): boolean => ERROR.test(text.replace(LEVEL, ""));

/** Returns the parts of a prose that speak of an error; null without any. */
export function refusalInProse(prose: readonly string[]): string | null {
  const blocks = prose.flatMap((text) => text.split(/^\s*(?:```|~~~)[^\n]*$|\r?\n\s*\r?\n/m));
  const found = blocks.map((block) => block.trim()).filter((block) => block.length > 3 && isError(block));
  // A person's remark about an error is no refusal, if the refusal is there.
  const said = found.filter((block) => !OPINION.test(block) || MACHINE.test(block));
  return found.length === 0 ? null : (said.length > 0 ? said : found).join("\n");
}

const OPINION = /\b(?:I|I'm|I've|[Mm]y)\b/;
const MACHINE = /\b[45]\d\d\b|\b\w+(?:Error|Exception)\b|\w_error\b|\w\[\d+\]|\w\.\d+\.\w/;
