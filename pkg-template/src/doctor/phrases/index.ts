// The cause that a refusal names: the first phrase that matches decides, so the most specific come first.

import type { RefusalCause } from "../causes.js";
import { type Nested, messagesIn } from "../innermost.js";
import { CONVERSATION } from "./conversation.js";
import { ELSEWHERE, ELSEWHERE_LAST } from "./elsewhere.js";
import { FIELDS } from "./fields.js";
import { PARAMETERS } from "./parameters.js";
import type { Phrase } from "./phrase.js";
import { PLACES } from "./places.js";
import { TOOLS } from "./tools.js";
import { isVague } from "./vague.js";

/** Codes and classes of errors, which say something if the words do not. */
const CODES: readonly Phrase[] = [
  [
    "not-ours",
    /\b(?:authentication_error|permission_error|rate_limit_error|billing_error|overloaded_error|insufficient_quota|invalid_api_key|model_not_found|content_filter|tool_use_failed|AccessDeniedException|ThrottlingException|PERMISSION_DENIED|UNAUTHENTICATED|RESOURCE_EXHAUSTED)\b/,
  ],
  ["not-ours", /\b(?:RateLimit|Authentication|PermissionDenied|InternalServer|ServiceUnavailable|APIConnection|APITimeout)Error\b/],
  ["not-ours", /(?:status(?: ?code)?|HTTP|API Error|Error code)\W{1,4}(?:401|402|403|429|5\d\d)\b/i],
];

/** The cause that the texts of an error name: the innermost message that names one decides. Null if none does. */
export function causeOf(texts: readonly Nested[]): RefusalCause | null {
  const { inner, outer } = messagesIn(texts);
  return firstCause(inner) ?? firstCause(outer);
}

/** The cause that the codes in a refusal name; null if none does. */
export function causeInCodes(text: string): RefusalCause | null {
  return causeIn(text, CODES);
}

/** The first cause that messages name; `unspecified` only if they name no other. */
function firstCause(messages: readonly string[]): RefusalCause | null {
  let isUnspecified = false;
  for (const message of messages) {
    if (isVague(message)) isUnspecified = true;
    else
      for (const phrases of [ELSEWHERE, PLACES, TOOLS, CONVERSATION, PARAMETERS, ELSEWHERE_LAST, FIELDS]) {
        const cause = causeIn(message, phrases);
        if (cause !== null) return cause;
      }
  }
  return isUnspecified ? "unspecified" : null;
}

const causeIn = (message: string, phrases: readonly Phrase[]): RefusalCause | null =>
  phrases.find(([, words]) => words.test(message))?.[0] ?? null;
