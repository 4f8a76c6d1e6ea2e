// Counts the reductions after an overflow, by agent.

import type { Message } from "@strands-agents/sdk";

/** The part of an agent that attempts need: its messages. */
export interface Speaker {
  readonly messages: readonly Message[];
}

/**
 * The share of the refused history to which each attempt reduces. A provider does not say by how much a request is too long, and the
 * estimate is too low. So each attempt removes more than the previous one; three together reduce to a twelfth.
 */
export const GOALS = [0.7, 0.5, 0.25] as const;

/** More attempts than goals would repeat the last goal. */
const MOST_ATTEMPTS = GOALS.length;

/** Counts attempts until the model answers, so that a loop of overflows ends. */
export class Attempts {
  readonly #byAgent = new WeakMap<Speaker, { count: number; answer: Message | undefined }>();

  /** Begins an attempt, and returns the number of earlier attempts; null if there were enough. */
  begin(agent: Speaker): number | null {
    const known = this.#byAgent.get(agent);
    const answer = newestAnswer(agent);
    const count = known !== undefined && known.answer === answer ? known.count : 0;
    if (count >= MOST_ATTEMPTS) return null;
    this.#byAgent.set(agent, { count: count + 1, answer });
    return count;
  }

  /**
   * Ends an attempt. If its reduction removes the newest answer, an older answer becomes the newest, but does not count as new. After an
   * attempt that did not shrink the history, there is no other.
   */
  end(agent: Speaker, hasShrunk: boolean): void {
    const count = this.#byAgent.get(agent)?.count ?? 0;
    this.#byAgent.set(agent, { count: hasShrunk ? count : MOST_ATTEMPTS, answer: newestAnswer(agent) });
  }

  /** Resets the attempts for a new invocation. */
  reset(agent: Speaker): void {
    this.#byAgent.delete(agent);
  }
}

function newestAnswer({ messages }: Speaker): Message | undefined {
  return messages.filter(({ role }) => role === "assistant").at(-1);
}
