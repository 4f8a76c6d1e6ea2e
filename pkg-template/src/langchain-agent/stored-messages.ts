// LangChain's messages as `fit` reads them, and back: those that were not changed are the same objects.

import { type BaseMessage, type StoredMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";

export class StoredMessages {
  readonly #originals = new Map<StoredMessage, BaseMessage>();
  /** By message, so that one that comes again is not written again. */
  readonly #stored: WeakMap<BaseMessage, StoredMessage>;

  constructor(stored: WeakMap<BaseMessage, StoredMessage>) {
    this.#stored = stored;
  }

  /** Returns messages as plain objects. */
  of(messages: readonly BaseMessage[]): StoredMessage[] {
    return messages.map((message) => {
      const stored = this.#stored.get(message) ?? (message.toDict() as StoredMessage);
      this.#stored.set(message, stored);
      this.#originals.set(stored, message);
      return stored;
    });
  }

  /** Returns the messages of plain objects. */
  back(list: readonly StoredMessage[]): BaseMessage[] {
    return list.map((stored) => this.#originals.get(stored) ?? (mapStoredMessagesToChatMessages([stored])[0] as BaseMessage));
  }
}
