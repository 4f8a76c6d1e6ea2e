// Removes calls of phantom tools from responses of Gemini.

import { type PlainObject, isArray, isObject } from "../../input/check.js";
import { filtered, items, mapped, withField } from "../../request/copy-on-write.js";
import { isPhantomTool } from "../../request/phantom-tools.js";

/** Returns null for a response of another form. */
export function strip(response: PlainObject): PlainObject | null {
  const { candidates } = response;
  return isArray(candidates) ? withField(response, "candidates", candidates, mapped(candidates, strippedCandidate)) : null;
}

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
