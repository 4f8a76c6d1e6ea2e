// The transcript of a conversation, and the paths through it.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import { invalid, string, unlike } from "../input/check.js";
import { fromParts, messageJson } from "../input/message.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationReader, engineOf } from "./reader.js";
import type * as types from "../types/index.js";

/**
 * The transcript and the paths of a conversation. The transcript holds all messages. A reduction does not change it, and can be undone.
 * Editing, regenerating and rewinding begin another path; the old path stays, and `select` returns to it.
 */
export class ConversationPaths extends ConversationReader {
  readonly #engine = engineOf(this);

  /**
   * All messages of the path as they were added, oldest first, each with its state: for a chat window or a log. Summaries are not among
   * them, because nobody said them. `clear` empties the transcript. Each read returns a new copy.
   *
   * @example
   * for (const { message, state } of conversation.transcript) console.log(state, message.role, message.content);
   */
  get transcript(): readonly types.TranscriptMessage[] {
    return this.#engine.json(Method.Transcript, [0]) as types.TranscriptMessage[];
  }

  /** The applied reductions of the path, oldest first. Empty with `transcript: false`. */
  get reductions(): readonly types.AppliedReduction[] {
    return this.#engine.json(Method.Reductions) as types.AppliedReduction[];
  }

  /**
   * Reverses the newest reduction, also of `truncate`: restores the messages that it removed or shortened, and removes its summary. Later
   * messages stay. Returns false if there is no reduction to undo. The next `prepare` may reduce again.
   *
   * Reasoning that a model returned since is no longer sent if the provider binds it to the reduced request.
   *
   * @example
   * if (conversation.undo()) console.log("The model sees", conversation.messageCount, "messages again.");
   */
  undo(): boolean {
    return this.#engine.call(Method.Undo) > 0;
  }

  /**
   * Reverses all reductions, the newest first. Returns their number.
   *
   * @example
   * conversation.undoAll();
   */
  undoAll(): number {
    return this.#engine.batch(() => {
      let undone = 0;
      while (this.undo()) undone += 1;
      return undone;
    });
  }

  /**
   * Returns the original messages that reductions removed or shortened, and frees their memory. The transcript then holds only what the
   * history holds, and these reductions cannot be undone. Save the returned messages if you still need them.
   *
   * @example
   * await archive.insert(threadId, conversation.archive());
   */
  archive(): types.TranscriptMessage[] {
    return this.#engine.json(Method.Archive) as types.TranscriptMessage[];
  }

  /**
   * Replaces this message by one with other content, on a new path that ends with it. A reduction may have removed the old message. The old
   * path stays. The new message has the same role, and no calls. Returns the new message.
   *
   * The new path keeps the reductions that did not remove the message before the new one, so a provider's prompt cache still serves the
   * common beginning. It undoes the others.
   *
   * @throws ConversationError `invalid-argument` when the transcript has no user or assistant message of this id; the errors of `addMessage`.
   * @example
   * const question = conversation.edit(messageId, "What is the weather in Bergen?");
   */
  edit(messageId: string, content: string | types.Part[]): types.Message {
    const engine = this.#engine;
    const { role, name } = messageOf(engine, messageId);
    if (role !== "user" && role !== "assistant") {
      throw invalid(`The message \`${messageId}\` is of the role ${role}: only messages of the user and of the assistant can be edited.`);
    }
    const input = fromParts(role, content, name === undefined ? {} : { name });
    if (content === undefined) throw unlike("content", "a string, an array of parts, or null", content);
    const { json, replaced } = messageJson(input, now, engine.limits);
    const createdAt = now();
    return engine.batch(() => {
      const stored = engine.json(Method.EditMessage, [messageId, json, createdAt]) as types.Message;
      engine.noteSurrogates(replaced, stored.id);
      return stored;
    });
  }

  /**
   * Ends the path before a message of the assistant, so that the next response replaces it. Without an id, ends the path with the newest
   * user message. The old path stays. Returns the last message of the new path.
   *
   * @throws ConversationError `invalid-argument` when the transcript has no message of the assistant with this id, or nothing to regenerate.
   * @example
   * conversation.regenerate();
   * const { body } = await conversation.prepare("openai-chat", { model: "gpt-5" });
   * conversation.addResponse("openai-chat", await client.chat.completions.create(body));
   */
  regenerate(messageId?: string): types.Message {
    const engine = this.#engine;
    if (messageId === undefined) {
      const request = engine.currentRequest;
      if (request === undefined || rewind(engine, request, false) === 0)
        throw invalid("Nothing follows the newest message of the user, so there is nothing to regenerate.");
      return messageOf(engine, request);
    }
    const { role } = messageOf(engine, messageId);
    if (role !== "assistant")
      throw invalid(`The message \`${messageId}\` is of the role ${role}: only a message of the assistant can be regenerated.`);
    const { transcript } = this;
    const last = transcript[transcript.findIndex(({ message }) => message.id === messageId) - 1]?.message;
    if (last === undefined) throw invalid(`Nothing stands before the message \`${messageId}\`, so no model can be asked for another one.`);
    rewind(engine, messageId, true);
    return last;
  }

  /**
   * Ends the path with this message. The old path stays. Returns the number of transcript messages that followed.
   *
   * @throws ConversationError `invalid-argument` when the transcript has no message of this id.
   * @example
   * conversation.rewind(messageId);
   */
  rewind(messageId: string): number {
    return rewind(this.#engine, string("messageId", messageId), false);
  }

  /**
   * Returns the ids of the messages at this place on all paths, this message included, oldest first: for the arrows of a chat window.
   *
   * @throws ConversationError `invalid-argument` when the transcript has no message of this id.
   * @example
   * const ids = conversation.siblings(messageId);
   * const label = `${ids.indexOf(messageId) + 1} / ${ids.length}`;
   */
  siblings(messageId: string): string[] {
    const said = this.transcript.find(({ message }) => message.id === messageId);
    if (said === undefined) throw unknown(messageId);
    return said.siblings ?? [messageId];
  }

  /**
   * Switches to the path that holds this message, with the reductions, open calls and checkpoints that the path had. If several paths hold
   * the message, takes the most recently used. Nothing changes if the message is on the current path.
   *
   * @throws ConversationError `invalid-argument` when no path holds a message of this id.
   * @example
   * const [first = messageId] = conversation.siblings(messageId);
   * conversation.select(first);
   */
  select(messageId: string): void {
    string("messageId", messageId);
    this.#engine.call(Method.Select, [messageId]);
  }
}

function rewind(engine: Engine, messageId: string, isBefore: boolean): number {
  return engine.call(Method.Rewind, [messageId, isBefore]);
}

/** Returns a message of the transcript. */
function messageOf(engine: Engine, messageId: unknown): types.Message {
  const id = string("messageId", messageId);
  const found = engine.json(Method.Message, [id]) as types.Message | null;
  if (found === null) throw unknown(id);
  return found;
}

function unknown(messageId: string) {
  return invalid(`The transcript has no message with the id \`${messageId}\`; \`transcript\` lists its messages.`);
}
