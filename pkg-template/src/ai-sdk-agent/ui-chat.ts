// The server's side of `useChat`: the UI messages of a chat, in a store.

import type { UIMessage } from "ai";
import { ConversationError } from "../index.js";
import type { Store } from "../index.js";
import { isArray, isObject, unlike } from "../input/check.js";
import { StoredList } from "../store/stored-list.js";

/**
 * The body of a request of `useChat`, as `DefaultChatTransport` sends it; or with only the new message, as your own
 * `prepareSendMessagesRequest` may send it.
 *
 * @example
 * const request: ChatRequest = { message, trigger: "submit-message" };
 */
export interface ChatRequest {
  /** All messages of the page. Only the last one is used: the others come from the store. */
  messages?: readonly UIMessage[];
  /** The new message, in place of `messages`. */
  message?: UIMessage;
  /** Default `"submit-message"`. */
  trigger?: "submit-message" | "regenerate-message" | (string & {});
  /** The message to answer again, or to replace. */
  messageId?: string | null;
}

/**
 * A chat of `useChat` in a store: all UI messages, each written once, and again when it changes.
 *
 * @example
 * const chat = new UiChat(store, body.id);
 * const messages = await chat.receive(body);
 * const fitted = fit(aiSdk, messages, { maxTokens: 120_000, memory: memories.get(body.id) });
 * const { stream } = streamText({ model, messages: await convertToModelMessages(fitted.messages) });
 * const onEnd = async ({ messages }: { messages: UIMessage[] }) => void (await chat.save(messages));
 * return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream, originalMessages: messages, generateMessageId: generateId, onEnd }) });
 */
export class UiChat<Message extends UIMessage = UIMessage> {
  readonly #rows: StoredList<Message>;

  /**
   * @throws ConversationError `invalid-argument`.
   * @example
   * const chat = new UiChat(store, "chat-7");
   */
  constructor(store: Store, chatId: string) {
    this.#rows = new StoredList(store, chatId);
  }

  /**
   * Returns all messages: for `useChat({ messages })`.
   *
   * @throws ConversationError `store-failed`.
   * @example
   * const initialMessages = await chat.load();
   */
  load(): Promise<Message[]> {
    return this.#rows.load();
  }

  /**
   * Takes a request, and returns the messages to answer. A new message is added. A known message, such as one with a person's answer to an
   * approval, is replaced, and the messages after it are removed. `regenerate-message` removes the answer with that id, and the messages
   * after it. Other messages of the request are ignored, so a page cannot change earlier messages.
   *
   * @throws ConversationError `invalid-argument` for a request without a message, or with an unknown message id; `store-failed`.
   * @example
   * const messages = await chat.receive(await request.json());
   */
  receive(request: ChatRequest): Promise<Message[]> {
    if (!isObject(request)) throw unlike("request", "the body of a request of useChat", request);
    const { message, messages, messageId, trigger } = request as ChatRequest;
    if (trigger === "regenerate-message") return this.#rows.update((all) => beforeAnswer(all, messageId));
    const last = message ?? (isArray(messages) ? messages.at(-1) : undefined);
    if (!isObject(last) || typeof last.id !== "string")
      throw unlike("request.message", "a UI message with an id, here or as the last of `request.messages`", last);
    const added = last as unknown as Message;
    return this.#rows.update((all) => {
      const place = all.findIndex(({ id }) => id === (messageId ?? added.id));
      return [...(place < 0 ? all : all.slice(0, place)), added];
    });
  }

  /**
   * Stores the messages after an answer: `messages` of `onEnd`. Only changes are written, and nothing is removed: messages that arrived
   * meanwhile, such as the answer to another question, stay.
   *
   * @throws ConversationError `store-failed`; `invalid-message` for a message without an id: `toUIMessageStream` needs `generateMessageId`.
   * @example
   * const onEnd = async ({ messages }: { messages: UIMessage[] }) => void (await chat.save(messages)); // for `toUIMessageStream`
   */
  save(messages: readonly Message[]): Promise<Message[]> {
    if (!isArray(messages)) throw unlike("messages", "an array", messages);
    for (const [place, message] of (messages as readonly Message[]).entries()) requireId(message, `messages[${place}]`);
    return this.#rows.update((all) => merged(all, messages as readonly Message[]));
  }

  /**
   * Deletes the chat.
   *
   * @throws ConversationError `store-failed`.
   * @example
   * await chat.clear();
   */
  clear(): Promise<void> {
    return this.#rows.clear();
  }
}

/** Answers that share an id would replace each other. The SDK gives each the id "" unless `generateMessageId` makes others. */
function requireId(message: UIMessage, place: string): void {
  if (typeof message?.id === "string" && message.id !== "") return;
  const advice = "give `generateMessageId: generateId` (of `ai`) to `toUIMessageStream`, so that each answer has an id of its own";
  throw new ConversationError("invalid-message", `${place} has no id: ${advice}.`, { details: { path: `${place}.id` } });
}

/** Merges `messages` into all messages by id. New messages come after the message that they follow in `messages`. */
function merged<Message extends UIMessage>(all: readonly Message[], messages: readonly Message[]): Message[] {
  const result = [...all];
  let place = -1;
  for (const message of messages) {
    const known = result.findIndex(({ id }) => id === message.id);
    place = known >= 0 ? known : place + 1;
    result.splice(place, known >= 0 ? 1 : 0, message);
  }
  return result;
}

/** The messages before an answer; without an id, before the last answer. */
function beforeAnswer<Message extends UIMessage>(all: readonly Message[], messageId: string | null | undefined): Message[] {
  const place = messageId == null ? all.map(({ role }) => role).lastIndexOf("assistant") : all.findIndex(({ id }) => id === messageId);
  const message = all[place];
  if (message === undefined) {
    if (messageId == null) return [...all];
    throw new ConversationError("invalid-argument", `The chat has no message ${JSON.stringify(messageId)}.`);
  }
  return all.slice(0, message.role === "assistant" ? place : place + 1);
}
