// Counts the reductions after an overflow, by agent.

import type { Message } from "@strands-agents/sdk";

/** An agent, as far as attempts are concerned: its messages. */
export interface Speaker {
  readonly messages: readonly Message[];
}

/**
 * The share of the refused history that each attempt reduces to. A provider does not say by how much a request is too long, and the
 * estimate is too low. So each attempt removes more than the one before; three reduce to a twelfth.
 */
export const GOALS = [0.7, 0.5, 0.25] as const;

/** More attempts than goals would repeat the last goal. */
const MOST_ATTEMPTS = GOALS.length;

/** Counts attempts until the model answers, so that a loop of overflows ends. */
export class Attempts {
  readonly #byAgent = new WeakMap<Speaker, { count: number; answer: Message | undefined }>();

  /** Begins one more, and returns how many came before it; null when there were enough. */
  begin(agent: Speaker): number | null {
    const known = this.#byAgent.get(agent);
    const answer = newestAnswer(agent);
    const count = known !== undefined && known.answer === answer ? known.count : 0;
    if (count >= MOST_ATTEMPTS) return null;
    this.#byAgent.set(agent, { count: count + 1, answer });
    return count;
  }

  /** Ends an attempt. A reduction may remove the newest answer, which is no new answer. No attempt follows one that did not shrink. */
  end(agent: Speaker, hasShrunk: boolean): void {
    const count = this.#byAgent.get(agent)?.count ?? 0;
    this.#byAgent.set(agent, { count: hasShrunk ? count : MOST_ATTEMPTS, answer: newestAnswer(agent) });
  }

  /** Forgets the attempts: a new invocation begins. */
  reset(agent: Speaker): void {
    this.#byAgent.delete(agent);
  }
}

function newestAnswer({ messages }: Speaker): Message | undefined {
  return messages.filter(({ role }) => role === "assistant").at(-1);
}
