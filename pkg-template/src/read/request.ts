// A request in a pasted text, with its places and its edits.

import type { FoundRequest } from "./look.js";
import { Place } from "./place.js";
import type { PastedRequest } from "./types.js";

/** Returns a request of a text of `length`. Its places are found when they are needed. */
export function pastedRequest(found: FoundRequest, place: string, length: number): PastedRequest {
  const { value, detected, url, headers, refusal } = found;
  const isInText = found.place !== null;
  const own = found.place ?? Place.printed(value);
  return {
    value,
    detected,
    place,
    isInText,
    get from() {
      return isInText ? own.rangeOf("").from : 0;
    },
    get to() {
      return isInText ? own.rangeOf("").to : length;
    },
    rangeOf: (path) => own.rangeOf(path),
    editsTo: (after) => own.editsTo(after),
    url,
    headers: [...headers],
    refusal,
  };
}
