// A chat history of LangChain, in a store.

import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import {
  type BaseMessage,
  type StoredMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
} from "@langchain/core/messages";
import { ConversationError } from "../index.js";
import type { Store } from "../index.js";
import { reason } from "../input/check.js";
import { StoredList } from "../store/stored-list.js";

/**
 * A chat history in a store: for `RunnableWithMessageHistory`, and for programs that keep their messages themselves. It keeps all messages
 * unchanged, and writes each once. Two processes that add to one history lose nothing.
 *
 * @example
 * const history = new StoredChatHistory(store, "t-42");
 * await history.addMessages([new HumanMessage("Will it rain?")]);
 * const messages = await history.getMessages();
 */
export class StoredChatHistory extends BaseListChatMessageHistory {
  /** The namespace of LangChain's serialisation. */
  lc_namespace = ["backscroll", "chat_history"];
  readonly #rows: StoredList<StoredMessage>;

  /**
   * @throws ConversationError `invalid-argument`.
   * @example
   * const history = new StoredChatHistory(memoryStore(), "t-42");
   */
  constructor(store: Store, threadId: string) {
    super();
    this.#rows = new StoredList(store, threadId);
  }

  /**
   * Returns all messages.
   *
   * @throws ConversationError `store-failed`.
   */
  async getMessages(): Promise<BaseMessage[]> {
    return mapStoredMessagesToChatMessages(await this.#rows.load());
  }

  /**
   * Adds a message.
   *
   * @throws ConversationError `store-failed`.
   */
  async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  /**
   * Adds messages, in one step.
   *
   * @throws ConversationError `store-failed`; `invalid-message` for a message that LangChain cannot read back, such as a `RemoveMessage`.
   */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    await this.#rows.append(storable(messages));
  }

  /**
   * Deletes the history.
   *
   * @throws ConversationError `store-failed`.
   */
  override async clear(): Promise<void> {
    await this.#rows.clear();
  }
}

/** Messages as plain objects. Refuses a message that LangChain cannot read back, because it would make the history unreadable. */
function storable(messages: BaseMessage[]): StoredMessage[] {
  try {
    const stored = mapChatMessagesToStoredMessages(messages);
    mapStoredMessagesToChatMessages(stored);
    return stored;
  } catch (cause) {
    throw new ConversationError("invalid-message", `The messages cannot be stored: ${reason(cause)}`, { cause });
  }
}
