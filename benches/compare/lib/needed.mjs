// The recall of replayed requests: the share of what the next steps need that a request still holds. The measure is that of `npm run keep`.

import { cutAt, recallOf } from "../../../scripts/keep/recall.mjs";
import { callsAt } from "./recordings.mjs";

/**
 * Returns the recall of the requests of one conversation. The returned function takes the number of a call and the request, and returns a
 * share from 0 to 1. Where little is needed or little may go, it returns null.
 *
 * @param {import("backscroll").Message[]} messages
 * @returns {(call: number, body: { messages: object[] }) => number | null}
 */
export function recallIn(messages) {
  const cuts = callsAt(messages).map((place) => cutAt("", messages, place));
  /** Requests repeat most messages of the request before them, and the words of each version of a message are read once. */
  const known = new Map();
  const once = (message) => {
    const text = JSON.stringify(message);
    if (!known.has(text)) known.set(text, message);
    return known.get(text);
  };
  return (call, body) => {
    const cut = cuts[call];
    return cut === null ? null : recallOf(cut, body.messages.map(once)).all;
  };
}
