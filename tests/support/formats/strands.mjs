// Helpers for tests of `backscroll/strands`: a scripted model with a window, and a check for valid transcripts.

import assert from "node:assert/strict";
import { Agent, ContextWindowOverflowError, FunctionTool, Message, Model, TextBlock, ToolResultBlock, ToolUseBlock, configureLogging } from "@strands-agents/sdk";

// Silences warnings about failures that the tests provoke.
configureLogging({ debug() {}, info() {}, warn() {}, error() {} });

/** Counts the characters of a request. */
export const sizeOf = (messages) => messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0);

/**
 * A model with a window in characters: it refuses a longer request as too long. Answers follow the script: a text, or a list of
 * calls (`[name, input]`); after its end the answer is "Done.".
 */
export class ScriptedModel extends Model {
  /** The messages of each request, and true for a refused one. */
  requests = [];
  #config;
  #room;
  #script;
  #usage;
  #calls = 0;

  constructor({ room = Infinity, script = [], contextWindowLimit, usage = null } = {}) {
    super();
    this.#room = room;
    this.#script = [...script];
    this.#usage = usage;
    this.#config = { modelId: "scripted", contextWindowLimit };
  }

  get refusals() {
    return this.requests.filter(({ isRefused }) => isRefused).length;
  }

  updateConfig(config) {
    this.#config = { ...this.#config, ...config };
  }

  getConfig() {
    return this.#config;
  }

  async *stream(messages) {
    const size = sizeOf(messages);
    const isRefused = size > this.#room;
    this.requests.push({ messages, size, isRefused });
    if (isRefused) throw new ContextWindowOverflowError(`prompt is too long: ${size} characters > ${this.#room} maximum`);
    const answer = this.#script.shift() ?? "Done.";
    yield { type: "modelMessageStartEvent", role: "assistant" };
    if (typeof answer === "string") {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text: answer } };
      yield { type: "modelContentBlockStopEvent" };
    } else {
      for (const [name, input = {}] of answer) {
        this.#calls += 1;
        yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name, toolUseId: `call_${this.#calls}` } };
        yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input: JSON.stringify(input) } };
        yield { type: "modelContentBlockStopEvent" };
      }
    }
    yield { type: "modelMessageStopEvent", stopReason: typeof answer === "string" ? "endTurn" : "toolUse" };
    if (this.#usage !== null) yield { type: "modelMetadataEvent", usage: this.#usage(messages) };
  }
}

/** Makes an agent without a printer, with a tool `read` that returns a text of this many characters. */
export function agentWith(conversationManager, { model, messages = [], ...rest }) {
  const read = new FunctionTool({
    name: "read",
    description: "Reads.",
    inputSchema: { type: "object", properties: { length: { type: "number" } } },
    callback: ({ length = 10 }) => "line ".repeat(length / 5),
  });
  return new Agent({ model, messages, conversationManager, printer: false, tools: [read], ...rest });
}

export const user = (text, metadata) => new Message({ role: "user", content: [new TextBlock(text)], ...(metadata && { metadata }) });
export const assistant = (text, metadata) => new Message({ role: "assistant", content: [new TextBlock(text)], ...(metadata && { metadata }) });
export const calls = (...ids) => new Message({ role: "assistant", content: ids.map((toolUseId) => new ToolUseBlock({ name: "read", toolUseId, input: {} })) });
export const results = (texts) => {
  const content = Object.entries(texts).map(([toolUseId, text]) => new ToolResultBlock({ toolUseId, status: "success", content: [new TextBlock(text)] }));
  return new Message({ role: "user", content });
};

/** Makes `turns` turns of a question and an answer of about `length` characters each. */
export function talk(turns, length = 100) {
  return Array.from({ length: turns }, (_, turn) => [
    user(`Question ${turn}. ${"word ".repeat(length / 5)}`),
    assistant(`Answer ${turn}. ${"word ".repeat(length / 5)}`),
  ]).flat();
}

/** Makes a question, and rounds of a call with its result of about `length` characters. */
export function rounds(count, length = 100) {
  const round = (at) => [calls(`r${at}`), results({ [`r${at}`]: `Result ${at}. ${"word ".repeat(length / 5)}` })];
  return [user("Read everything."), ...Array.from({ length: count }, (_, at) => round(at)).flat()];
}

/** Fails unless a provider would accept the messages: the user begins, and results stand directly behind their calls, all in one message. */
export function assertSound(messages) {
  const ids = (message, type) => (message?.content ?? []).filter((block) => block.type === type).map(({ toolUseId }) => toolUseId).sort();
  assert.equal(messages[0]?.role, "user", "the user begins");
  assert.deepEqual(ids(messages[0], "toolResultBlock"), [], "and not with results");
  messages.forEach((message, index) => {
    assert.ok(message.content.length > 0, `message ${index} says something`);
    if (index > 0) assert.deepEqual(ids(message, "toolResultBlock"), ids(messages[index - 1], "toolUseBlock"), `results of message ${index}`);
  });
  assert.deepEqual(ids(messages.at(-1), "toolUseBlock"), [], "no call is left open");
}

/** Returns the texts of the messages, results included. */
export function texts(messages) {
  const text = (block) => block.text ?? (block.type === "toolResultBlock" ? block.content.map(text).join("") : `(${block.type})`);
  return messages.map(({ content }) => content.map(text).join(" | "));
}

/** Makes the error that a model throws when the request is too long. */
export const overflow = () => new ContextWindowOverflowError("prompt is too long");
