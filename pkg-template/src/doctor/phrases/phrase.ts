// A phrase: words of a refusal that name its cause.

import type { RefusalCause } from "../causes.js";

/** The cause, and the words of a message that name it. A message has one kind of quotes, `'`, and no line breaks. */
export type Phrase = readonly [cause: RefusalCause, words: RegExp];
