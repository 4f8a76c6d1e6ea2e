// The courses of one conversation: real reductions at any call, for the search of the best schedule.

import { ConversationManager, estimateTokens } from "backscroll";
import { PARAMS } from "../ways/way.mjs";

/** @typedef {import("backscroll").Message} Message */

/** Thrown in a reduction to undo it, once it is seen what it leaves. */
class Undone extends Error {}

/** A conversation that the model is called in, with a window and a way to reduce. */
export class Recording {
  /** @type {Map<string, { message: Message, text: string, tokens: number }>} */
  #parts = new Map();

  /**
   * @param {import("./runs.mjs").Talk} talk
   * @param {import("backscroll").ReduceCallback} reduce
   */
  constructor({ messages, counts, window, recall }, reduce) {
    Object.assign(this, { messages, counts, room: window, recall, reduce });
  }

  /** Returns the conversation before its first call. */
  start() {
    return new Course(this, 0, [], []);
  }

  /** Returns the messages that come before a call, and after the call before it. */
  newAt(call) {
    return this.partsOf(this.messages.slice(call === 0 ? 0 : this.counts[call - 1], this.counts[call]));
  }

  /** Returns the messages with their sizes. Each version of a message is stored once. */
  partsOf(messages) {
    return messages.map((message) => {
      const text = textOf(message);
      const key = `${message.id} ${text}`;
      if (!this.#parts.has(key)) this.#parts.set(key, { message, text, tokens: estimateTokens(text) });
      return this.#parts.get(key);
    });
  }
}

/** A conversation after its last reduction. @implements {import("./schedule.mjs").Course} */
class Course {
  #recording;
  #next;
  #history;
  #sent;
  #steps = null;

  /** `next` is the number of the next call, `history` what is left before it, `sent` the request of the call before it. */
  constructor(recording, next, history, sent) {
    this.#recording = recording;
    this.#next = next;
    this.#history = history;
    this.#sent = sent;
  }

  steps() {
    return (this.#steps ??= this.#taken());
  }

  async #taken() {
    const { counts, room, reduce } = this.#recording;
    const conversation = ConversationManager.from(
      "backscroll",
      this.#history.map(({ message }) => message),
    );
    const steps = [];
    let [history, sent] = [this.#history, this.#sent];
    for (let call = this.#next; call < counts.length; call += 1) {
      const added = this.#recording.newAt(call);
      for (const { message } of added) conversation.addMessage(message);
      // It counts as the replayed requests do once a request has named their model.
      if (steps.length === 0) conversation.toRequest("openai-chat", PARAMS["openai-chat"]);
      history = [...history, ...added];
      const left = await leftBy(reduce, conversation, room);
      const isFitting = conversation.contextTokens <= room;
      steps.push({
        call,
        carried: isFitting ? this.#requestOf(call, history, sent) : null,
        reduced: left && this.#reducedTo(left, call, sent),
      });
      if (!isFitting) break;
      sent = history;
    }
    conversation.dispose();
    return steps;
  }

  #reducedTo(messages, call, sent) {
    const history = this.#recording.partsOf(messages);
    return { ...this.#requestOf(call, history, sent), course: new Course(this.#recording, call + 1, history, history) };
  }

  /** Returns the request of a call, after the request `before`. */
  #requestOf(call, history, before) {
    const first = history.findIndex((part, index) => part.text !== before[index]?.text);
    const served = first === -1 ? history : history.slice(0, first);
    let recall;
    // Measured when it is asked for, because most searches ask for the bill alone.
    const recalled = () => (recall ??= this.#recording.recall(call, { messages: history.map(({ message }) => message) }) ?? 1);
    return { sent: sum(history), served: sum(served), recalled };
  }
}

/** Returns the messages that a reduction would leave; null where it would change nothing. The conversation stays as it is. */
async function leftBy(reduce, conversation, maxTokens) {
  let left = null;
  const trial = (context) => {
    if (reduce(context) !== false) left = context.draft.messages();
    throw new Undone();
  };
  await conversation.reduceNow({ maxTokens, reduce: trial }).catch((error) => {
    if (!(error.cause instanceof Undone)) throw error;
  });
  return left;
}

function sum(parts) {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}

/** Returns a message about as OpenAI's chat API writes it. */
function textOf({ role, content, toolCalls, toolCallId }) {
  const calls = toolCalls?.map(({ id, name, arguments: given }) => ({ id, type: "function", function: { name, arguments: given } }));
  return JSON.stringify({ role, content, tool_calls: calls, tool_call_id: toolCallId });
}
