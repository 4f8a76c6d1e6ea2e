// Work that may be aborted.

import { reason } from "./check.js";
import { ConversationError } from "./errors.js";

/** Resolves as `work` does, or rejects as soon as the signal is aborted; what `work` does afterwards is nobody's concern. */
export function raced(work: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const settled = Promise.resolve(work);
  if (signal === undefined) return settled;
  return new Promise((resolve, reject) => {
    const stop = () => reject(aborted(signal));
    // The host's code may have aborted it itself, and an event that is past comes no more.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const release = () => signal.removeEventListener("abort", stop);
    settled.then(resolve, reject).then(release, release);
  });
}

/** Throws `aborted` when the signal is. */
export function refuseAborted(signal: AbortSignal | undefined, what = REDUCTION): void {
  if (signal?.aborted === true) throw aborted(signal, what);
}

/** What is aborted, if nothing else is said. */
const REDUCTION = "The reduction";

function aborted(signal: AbortSignal, what = REDUCTION): ConversationError {
  const cause: unknown = signal.reason;
  return new ConversationError("aborted", `${what} was aborted: ${reason(cause)}`, { cause });
}
