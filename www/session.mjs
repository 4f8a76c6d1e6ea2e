// The one conversation of the page, and the actions on it. It does not use the document.

import { ContextWindowOverflowError, ConversationManager } from "./pkg/index.mjs";
import "./pkg/ai-sdk.mjs";
import "./pkg/langchain.mjs";
import "./pkg/strands-format.mjs";
import { CALLBACKS } from "./callbacks.mjs";
import { MISHAPS } from "./mishaps.mjs";
import { pasted } from "./body.mjs";
import { SAMPLE, WINDOW } from "./sample.mjs";
import { paramsFor, shown, sizeOf } from "./shown.mjs";

/** Each action returns a sentence about its outcome, or throws a ConversationError and changes nothing. */
export class Session {
  /** @type {import("backscroll").Target} */
  target = "openai-chat";
  /** @type {import("backscroll").OpenCalls} */
  openCalls = "close";
  /** The callback. It is read at each reduction, so that another can be chosen at any time. */
  callback = CALLBACKS[0];

  /** The reductions of the last action that reduced, usually one. */
  #reductions = [];
  /** The reductions of the running action. */
  #reported = [];
  #past = [];
  /** The body that the conversation was read from, if it was one. */
  #pasted = null;
  /** True if the conversation was changed since it was read. */
  #isChanged = false;
  /** The repairs made while reading and adding messages. */
  #taken = [];
  #conversation = this.#create("backscroll", SAMPLE, WINDOW);

  /** Returns everything that the page shows. */
  async view() {
    return { ...(await shown(this.#conversation, this.#choice)), taken: this.#taken, reductions: this.#reductions, canUndo: this.#past.length > 0 };
  }

  get #choice() {
    return { target: this.target, openCalls: this.openCalls, pasted: this.#pasted, isChanged: this.#isChanged };
  }

  /** @param {import("backscroll").MessageInit} message */
  add(message) {
    return this.#change(() => {
      const { role } = this.#conversation.addMessage(message);
      this.#isChanged = true;
      this.#keepRepairs();
      return `Added a message of the role ${role}.`;
    });
  }

  /** Adds all messages of a mishap, or none of them. */
  addMishap(name) {
    return this.#change(() => {
      const { messages, tokenLimit } = this.#conversation;
      const next = this.#create("backscroll", messages, tokenLimit);
      try {
        for (const message of MISHAPS[name](messages)) next.addMessage(message);
        this.#isChanged = true;
      } catch (error) {
        next.dispose();
        throw error;
      }
      this.#replace(next);
      return "It happened.";
    });
  }

  /** A conversation's window cannot change, so another window makes another conversation. */
  setWindow(tokenLimit) {
    return this.#change(async () => {
      this.#replace(this.#create("backscroll", this.#conversation.messages, tokenLimit));
      const over = (await this.#size()) - tokenLimit;
      return `The window is ${tokenLimit} tokens now${over > 0 ? `: the request is ${over} over` : ""}.`;
    });
  }

  /** Reads a transcript in any format. */
  load(format, body) {
    return this.#change(() => {
      this.#replace(this.#create(format, body, this.#conversation.tokenLimit));
      this.#reset(pasted(format, body));
      if (this.#pasted !== null) this.target = format;
      this.#keepRepairs();
      return `Read ${this.#conversation.messageCount} messages.`;
    });
  }

  clear() {
    return this.#change(() => {
      this.#conversation.clear();
      this.#isChanged = true;
      return "Only the system prompt is left.";
    });
  }

  startOver() {
    return this.#change(() => {
      this.#replace(this.#create("backscroll", SAMPLE, WINDOW));
      this.#reset(null);
      return "This is what the page began with.";
    });
  }

  undo() {
    const before = this.#past.pop();
    if (before === undefined) return "There is nothing to undo.";
    this.#replace(this.#create("backscroll", before.messages, before.tokenLimit));
    this.#reductions = before.reductions;
    [this.#pasted, this.#isChanged, this.#taken] = [before.pasted, before.isChanged, before.taken];
    return "Undone.";
  }

  /** Prepares a request, as an application does before every model call. */
  async fit() {
    const { before, count } = await this.#reduce(() => this.#conversation.prepare(this.target, paramsFor(this.#choice), { openCalls: this.openCalls }));
    if (count === 0) return `It fits as it is: ${before} of ${this.#conversation.tokenLimit} tokens. Nothing was removed.`;
    return `It fits now: from ${before} to ${await this.#size()} tokens. ${this.#counts}`;
  }

  /** Recovers, as an application does after the provider refused a request as too long. */
  async refuse() {
    const { before, value } = await this.#reduce(() => this.#conversation.recover(new ContextWindowOverflowError()));
    if (!value) return "recover() says false: the callback had its attempts, or nothing more can go.";
    return `recover() says true, so try again: from ${before} to ${await this.#size()} tokens. ${this.#counts}`;
  }

  /** The number of messages that the last action removed and shortened. */
  get #counts() {
    const total = (list) => this.#reductions.reduce((sum, reduction) => sum + reduction[list].length, 0);
    return `Messages removed: ${total("removed")}, shortened: ${total("shortened")}.`;
  }

  async #size() {
    return (await sizeOf(this.#conversation, this.#choice)).tokens;
  }

  /** Resets the state for another conversation, read from `body` or, with null, from the sample. */
  #reset(body) {
    [this.#pasted, this.#isChanged, this.#taken, this.#reductions] = [body, false, [], []];
  }

  /** Keeps the repairs of the last message. */
  #keepRepairs() {
    this.#taken = [...this.#taken, ...this.#conversation.lastRepairs];
  }

  #create(format, body, tokenLimit) {
    const reduce = (context) => this.callback.reduce(context);
    return ConversationManager.from(format, body, { tokenLimit, reduce, onReduce: (reduction) => this.#reported.push(reduction) });
  }

  #replace(conversation) {
    this.#conversation.dispose();
    this.#conversation = conversation;
  }

  async #reduce(work) {
    const [past, before] = [this.#snapshot(), await this.#size()];
    this.#reported = [];
    const value = await work();
    const count = this.#reported.length;
    if (count > 0) {
      this.#reductions = this.#reported;
      this.#isChanged = true;
      this.#past.push(past);
    }
    return { before, value, count };
  }

  async #change(work) {
    const before = this.#snapshot();
    const said = await work();
    this.#past.push(before);
    return said;
  }

  #snapshot() {
    const { messages, tokenLimit } = this.#conversation;
    return { messages, tokenLimit, reductions: this.#reductions, pasted: this.#pasted, isChanged: this.#isChanged, taken: this.#taken };
  }
}
