// Work that a signal may abort.

import { reason } from "./check.js";
import { ConversationError } from "./errors.js";

/** Resolves as `work` does, or rejects as soon as the signal is aborted. The later result of `work` is ignored. */
export function raced(work: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const settled = Promise.resolve(work);
  if (signal === undefined) return settled;
  return new Promise((resolve, reject) => {
    const stop = () => reject(aborted(signal));
    // The host's code may have aborted it already, and a past event does not fire again.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const release = () => signal.removeEventListener("abort", stop);
    settled.then(resolve, reject).then(release, release);
  });
}

/** Throws `aborted` when the signal is aborted. */
export function refuseAborted(signal: AbortSignal | undefined, what = REDUCTION): void {
  if (signal?.aborted === true) throw aborted(signal, what);
}

/** The default name of the aborted work. */
const REDUCTION = "The reduction";

function aborted(signal: AbortSignal, what = REDUCTION): ConversationError {
  const cause: unknown = signal.reason;
  return new ConversationError("aborted", `${what} was aborted: ${reason(cause)}`, { cause });
}
