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
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted(signal);
}

function aborted(signal: AbortSignal): ConversationError {
  const cause: unknown = signal.reason;
  return new ConversationError("aborted", `The reduction was aborted: ${reason(cause)}`, { cause });
}
