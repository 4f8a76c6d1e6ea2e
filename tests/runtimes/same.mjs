// Whether an answer is that of Node, and where they part when it is not.

import { StepError } from "../../scripts/lib/run.mjs";

/** How much of both answers is shown, around the place where they part. */
const EXCERPT = 120;

/** Throws unless the answer is the reference to the byte. */
export function assertSame(answer, reference) {
  if (answer === reference) return;
  let place = 0;
  while (place < reference.length && answer[place] === reference[place]) place += 1;
  const around = (text) => JSON.stringify(text.slice(Math.max(0, place - EXCERPT / 2), place + EXCERPT / 2));
  throw new StepError(`the answer differs from that of Node at character ${place}`, {
    tail: `in Node: ${around(reference)}\nhere:    ${around(answer)}`,
  });
}
