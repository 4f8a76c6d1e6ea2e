// The size of a request, as the core tells it.

import type { Known } from "../input/window.js";

/** The size of a request, in tokens. */
export interface RequestSize {
  readonly history: number;
  readonly params: number;
  /** The part that its own system prompt takes beyond that of the conversation; below 0 when it takes less. */
  readonly prompt: number;
  /** Results that closing open calls adds. */
  readonly added: number;
  readonly total: number;
}

/** A request with its size. The bytes are valid until the next call. */
export interface Measured {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly size: RequestSize;
  readonly known: Known;
}

/** Returns the size of a request, and its window if known, from the numbers of the core. */
export function sizeOfRequest(numbers: readonly number[]): Omit<Measured, "bytes"> {
  const [history = 0, params = 0, prompt = 0, added = 0, answer = 0, window = 0] = numbers;
  return { size: { history, params, prompt, added, total: history + params + prompt + added }, known: { answer, window } };
}
