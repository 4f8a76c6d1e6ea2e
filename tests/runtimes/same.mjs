// Compares an answer with that of Node, and shows the first difference.

import { StepError } from "../../scripts/lib/run.mjs";

/** The number of characters that are shown around the first difference. */
const EXCERPT = 120;

/** Throws unless the answer equals the reference byte for byte. */
export function assertSame(answer, reference) {
  if (answer === reference) return;
  let place = 0;
  while (place < reference.length && answer[place] === reference[place]) place += 1;
  const around = (text) => JSON.stringify(text.slice(Math.max(0, place - EXCERPT / 2), place + EXCERPT / 2));
  throw new StepError(`the answer differs from that of Node at character ${place}`, {
    tail: `in Node: ${around(reference)}\nhere:    ${around(answer)}`,
  });
}
