// How often an overflow was answered by a reduction, agent by agent.

import type { Message } from "@strands-agents/sdk";

/** What is known of an agent is what its messages say. */
export interface Speaker {
  readonly messages: readonly Message[];
}

/**
 * Shares of what was refused that an attempt is to get down to. A provider does not say by how much a request is too long, and what is
 * estimated is less than it takes; so each attempt is bolder than the one before, and three come down to a twelfth.
 */
export const GOALS = [0.7, 0.5, 0.25] as const;

/** A reducer that gets nowhere in three attempts will not in four. */
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

  /** The newest answer may be another one now, and still none has come. After an attempt that did not shrink there is no other. */
  end(agent: Speaker, hasShrunk: boolean): void {
    const count = this.#byAgent.get(agent)?.count ?? 0;
    this.#byAgent.set(agent, { count: hasShrunk ? count : MOST_ATTEMPTS, answer: newestAnswer(agent) });
  }

  /** Someone asks anew. */
  reset(agent: Speaker): void {
    this.#byAgent.delete(agent);
  }
}

function newestAnswer({ messages }: Speaker): Message | undefined {
  return messages.filter(({ role }) => role === "assistant").at(-1);
}
