// A session of the SDK, in a store.

import type { AgentInputItem, Session } from "@openai/agents";
import type { Store } from "../index.js";
import { StoredList } from "../store/stored-list.js";

/**
 * A session in a store. It keeps all items unchanged, and writes each once. Two processes that add to one session lose nothing. Use it with
 * `fitModel` or `fitInput`, which cut what the model gets; or as the `underlyingSession` of the SDK's own
 * `OpenAIResponsesCompactionSession`.
 *
 * @example
 * const session = new StoredSession(store, "t-42");
 * const result = await run(agent, "Look up all orders.", { session });
 */
export class StoredSession implements Session {
  readonly #rows: StoredList<AgentInputItem>;
  readonly #threadId: string;

  /**
   * @throws ConversationError `invalid-argument`.
   * @example
   * const session = new StoredSession(memoryStore(), "t-42");
   */
  constructor(store: Store, threadId: string) {
    this.#rows = new StoredList(store, threadId);
    this.#threadId = threadId;
  }

  /** Returns the id of the thread. */
  async getSessionId(): Promise<string> {
    return this.#threadId;
  }

  /**
   * Returns the items, or the newest `limit` of them, oldest first.
   *
   * @throws ConversationError `store-failed`.
   */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = await this.#rows.load();
    return limit === undefined ? items : limit > 0 ? items.slice(-limit) : [];
  }

  /**
   * Adds items at the end, in one step.
   *
   * @throws ConversationError `store-failed`.
   */
  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length > 0) await this.#rows.append(items);
  }

  /**
   * Removes the newest item, and returns it; undefined if there is none.
   *
   * @throws ConversationError `store-failed`.
   */
  async popItem(): Promise<AgentInputItem | undefined> {
    let last: AgentInputItem | undefined;
    await this.#rows.update((items) => {
      last = items.at(-1);
      return items.slice(0, -1);
    });
    return last;
  }

  /**
   * Deletes the session.
   *
   * @throws ConversationError `store-failed`.
   */
  async clearSession(): Promise<void> {
    await this.#rows.clear();
  }

  /**
   * Replaces all items in one step: called by the SDK after a compaction.
   *
   * @throws ConversationError `store-failed`.
   */
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    await this.#rows.update(() => items);
  }
}
