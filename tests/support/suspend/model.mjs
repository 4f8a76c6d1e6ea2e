// A model of a conversation with approvals and a pending queue, in plain JavaScript: slow, simple, and independent of the package.

/** The names of the phantom tools, and of their only argument. */
const PHANTOMS = {
  subagent: ["subagent_message", "from", String],
  skill: ["recall_skill", "skill", String],
  workflow: ["recall_workflow", "workflow", String],
  recall: ["recall_memory", "message_id", Number],
  goal: ["recall_goal", "goal_id", Number],
};

const DISPLAYS = {
  user: ({ content }) => content,
  recall: ({ content }) => content,
  subagent: ({ name, content }) => `[sub-agent ${name}]: ${content}`,
  skill: ({ name, content }) => `[recalled skill: ${name}]\n${content}`,
  workflow: ({ name, content }) => `[recalled workflow: ${name}]\n${content}`,
  goal: ({ name, content }) => `[goal ${name}]\n${content}`,
};

/**
 * @typedef {object} Said A message. `key` is its own; `of` the key of the message whose call a result answers.
 * @property {number} key
 * @property {"system" | "user" | "assistant" | "tool"} role
 * @property {string | null} text
 * @property {{ id: string, name: string, args: string | object }[]} [calls]
 * @property {string} [callId]
 * @property {number} [of]
 * @property {boolean} [isError]
 */

/** One conversation. It is plain data, so that a snapshot is a `structuredClone`. */
export class ConversationModel {
  /** @type {Said[]} in order of arrival */
  messages = [];
  /** The pending queue. */
  queue = [];
  lastId = 0;
  /** The open suspensions, oldest first: `{ id, key, calls, request }`. */
  suspensions = [];
  /** The request of the newest suspension. */
  request = null;
  /** True during a run. A snapshot does not keep it. */
  isRunning = false;

  /** @param {() => number} newKey */
  constructor(newKey) {
    this.newKey = newKey;
  }

  snapshot() {
    const { messages, queue, lastId, suspensions, request } = this;
    return structuredClone({ messages, queue, lastId, suspensions, request });
  }

  static restored(snapshot, newKey) {
    return Object.assign(new this(newKey), structuredClone(snapshot));
  }

  // Queries.

  openCalls({ key, calls = [] }) {
    const answered = this.messages.filter(({ of }) => of === key).map(({ callId }) => callId);
    return calls.filter(({ id }) => !answered.includes(id));
  }

  /** Returns the newest assistant message, if it has an open call. */
  get asking() {
    const newest = this.messages.findLast(({ role }) => role === "assistant");
    return newest !== undefined && this.openCalls(newest).length > 0 ? newest : null;
  }

  get isBusy() {
    return this.isRunning || this.asking !== null;
  }

  waitingCalls({ key, calls }) {
    const message = this.#message(key);
    return message === undefined ? [] : this.openCalls(message).filter(({ id }) => calls.includes(id));
  }

  get suspended() {
    return this.suspensions.filter((suspension) => this.waitingCalls(suspension).length > 0);
  }

  #message(key) {
    return this.messages.find((message) => message.key === key);
  }

  /** Returns the messages of a checkpoint on this message: everything up to the next assistant message, with each result behind its call. */
  upTo(key) {
    const heads = this.messages.filter(({ of }) => of === undefined);
    const at = heads.findIndex((message) => message.key === key);
    const next = heads.findIndex(({ role }, index) => index > at && role === "assistant");
    const own = next === -1 ? heads : heads.slice(0, next);
    return own.flatMap((head) => [head, ...this.messages.filter(({ of }) => of === head.key)]);
  }

  // Actions.

  say(role, text, more = {}) {
    const message = { key: this.newKey(), role, text, ...more };
    this.messages.push(message);
    return message;
  }

  answer(message, callId, text, isError = false) {
    this.say("tool", text, { of: message.key, callId, ...(isError && { isError }) });
  }

  /** Returns true if the message was added at once. */
  enqueue({ source, name, content }) {
    this.lastId += 1;
    const pending = { id: this.lastId, source, name, content };
    if (this.isBusy) {
      this.queue.push(pending);
      return false;
    }
    this.promote();
    this.say("user", DISPLAYS[source](pending));
    return true;
  }

  withdraw(id) {
    const before = this.queue.length;
    this.queue = this.queue.filter((pending) => pending.id !== id);
    return this.queue.length < before;
  }

  /** Promotes texts first, then pairs. */
  promote() {
    if (this.asking !== null) return { texts: [], pairs: 0 };
    const texts = this.queue.filter(({ source }) => source === "user");
    const others = this.queue.filter(({ source }) => source !== "user");
    this.queue = [];
    for (const { content } of texts) this.say("user", content);
    for (const { id, source, name, content } of others) {
      const [tool, argument, type] = PHANTOMS[source];
      const call = { id: `${tool}_${id}`, name: tool, args: { [argument]: type(name) } };
      this.answer(this.say("assistant", null, { calls: [call] }), call.id, content);
    }
    return { texts: texts.map(({ content }) => content), pairs: 2 * others.length };
  }

  /** Returns the code of the error, or the ids of the calls that wait. */
  suspend(id, needsApproval, request) {
    const message = this.asking;
    const calls = message === null ? [] : this.openCalls(message).filter(needsApproval).map((call) => call.id);
    if (calls.length === 0) return "nothing-pending";
    if (this.suspended.some(({ key }) => key === message.key)) return "awaiting-approval";
    this.request = { threadId: null, originalInput: null, ...this.request, ...request };
    this.suspensions = [...this.suspended, { id, key: message.key, calls, request: this.request }];
    return calls;
  }

  /** Returns the number of removed messages. */
  truncate(keepRecent) {
    const starts = this.messages.flatMap(({ role }, at) => (role === "user" ? [at] : []));
    const first = this.messages.findIndex(({ role }) => role !== "system");
    const turns = starts.length + (first !== -1 && first !== (starts[0] ?? -1) ? 1 : 0);
    if (keepRecent >= turns) return 0;
    const cut = keepRecent === 0 ? this.messages.length : starts[starts.length - keepRecent];
    const isHeld = (key) => this.suspended.some((suspension) => suspension.key === key);
    const gone = this.messages.filter(({ key, role, of }, at) => role !== "system" && of === undefined && at < cut && !isHeld(key)).map(({ key }) => key);
    const before = this.messages.length;
    this.messages = this.messages.filter(({ key, of }) => !gone.includes(of ?? key));
    return before - this.messages.length;
  }

  /** Makes the conversation of a checkpoint alone. */
  static ofCheckpoint({ id, key, calls, request, messages }, newKey) {
    const model = new this(newKey);
    model.messages = structuredClone(messages);
    model.suspensions = [{ id, key, calls, request }];
    model.request = request;
    return model;
  }
}
