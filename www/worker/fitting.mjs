// The conversation of a body, cut to a window, and replayed request by request.

import { ConversationManager, breakdown, chain, costAware, estimateTokens, fit, fitBudget, slidingWindow } from "backscroll/slim";
import { earlier, recallOf, shareOf, wholeMessages } from "../../pkg-template/src/cli/kept.ts";
import { TARGETS, paramsOf } from "../formats.mjs";
import { rowsOf } from "./rows.mjs";

/** The ways to cut. A way that may miss the window has the default behind it. */
const REDUCERS = {
  need: () => fitBudget(),
  age: () => fitBudget({ by: "age" }),
  newest: () => chain(slidingWindow(), fitBudget({ by: "age" })),
  cost: (model) => costAware({ model }),
};

/** Requests of a replay; what comes later is not replayed. */
const MOST_REQUESTS = 2_000;
const TURN_MS = 15;

/** The target, and the params, with which the requests of a body are written. Data of frameworks are sent to OpenAI. */
function requestOf({ format, value }) {
  const target = TARGETS.includes(format) ? format : "openai-chat";
  const isBody = target === format && !Array.isArray(value);
  return { target, ...paramsOf(target, isBody ? value : {}) };
}

const modelOf = ({ model, modelId }) => model ?? modelId;

/** The size of the whole request as `prepare` counts it, of each message, and the window of the model. */
export async function sizesOf(given) {
  const { target, params, isAssumed } = requestOf(given);
  const conversation = ConversationManager.from(given.format, given.value);
  try {
    const request = await conversation.prepare(target, params);
    const model = modelOf(params);
    const { messages } = conversation;
    const sizes = messages.map((message) => estimateTokens([message], { model, format: target }));
    const rows = rowsOf(messages, sizes);
    const { tokens, certainty, row, window } = request.breakdown();
    const sum = sizes.reduce((total, size) => total + size, 0);
    const tools = [params.tools, params.toolConfig?.tools].filter(Array.isArray).flat().length;
    return {
      target,
      model,
      isAssumed,
      rows,
      sizes,
      total: tokens,
      beside: Math.max(0, tokens - sum),
      tools,
      messages: messages.length,
      certainty,
      row,
      window,
    };
  } finally {
    conversation.dispose();
  }
}

/** A conversation and a way to cut it, which cuts it to any window. */
export class Cutter {
  #conversation;
  #request;
  #reducer;
  #before = null;
  /** The newest cut: the next one begins after it was taken back. */
  #last = Promise.resolve();

  constructor(given, way, reduce) {
    this.#request = requestOf(given);
    this.#reducer = () => reduce ?? REDUCERS[way](modelOf(this.#request.params));
    this.#conversation = ConversationManager.from(given.format, given.value, { reduce: this.#reducer() });
  }

  /** Cuts to a window, says what becomes of each message, and takes the cut back. */
  async cut(tokenLimit) {
    const { target, params } = this.#request;
    const reader = { model: modelOf(params), format: target };
    const read = ({ tokens, reduction, repairs }, { transcript, messages }) => {
      const kept = new Map(messages.map((message) => [message.id, message]));
      const fates = transcript.map(({ state, message }) => ({
        state,
        after: state === "changed" ? estimateTokens([kept.get(message.id) ?? message], reader) : null,
      }));
      const faults = repairs.filter(({ code }) => code === "reduction-step-failed").map(({ detail }) => detail);
      return { tokens, fates, isCut: reduction !== null, faults, error: null };
    };
    return this.#cut(this.#conversation, tokenLimit, read).catch((error) => ({
      tokens: null,
      fates: [],
      isCut: false,
      faults: [],
      error: error.message,
    }));
  }

  /** Cuts to a window, and the transcript before its newest answers to the same share. Says what is left of the user's messages, and the recall. */
  async kept(tokenLimit) {
    const keptOf = (conversation, limit) => this.#cut(conversation, limit, (_, { messages }) => messages);
    const { conversation, need, messages, total, own, earlierTotal, earlierOwn } = (this.#before ??= this.#lookBack());
    const kept = await keptOf(this.#conversation, tokenLimit);
    const limit = earlierTotal - earlierOwn + Math.floor(shareOf(tokenLimit, total, own) * earlierOwn);
    const earlierKept = await keptOf(conversation, Math.max(1, limit)).catch(() => null);
    return { user: wholeMessages(messages, kept), recall: recallOf(need, earlierKept) };
  }

  /** The texts of messages before and after a cut, for a person who opens their row. */
  async texts(tokenLimit, from, to) {
    const read = (_, { transcript, messages }) => {
      const kept = new Map(messages.map((message) => [message.id, message]));
      return transcript.slice(from, to + 1).map(({ state, message }) => ({
        role: message.role,
        state,
        before: textOf(message),
        after: state === "changed" ? textOf(kept.get(message.id) ?? message) : null,
      }));
    };
    return this.#cut(this.#conversation, tokenLimit, read);
  }

  /** The body of a request in this window. */
  async body(tokenLimit) {
    return this.#cut(this.#conversation, tokenLimit, ({ body }) => body);
  }

  /** Returns the transcript before its newest answers, with the sizes of the request now and then. */
  #lookBack() {
    const { target, params } = this.#request;
    const { messages } = this.#conversation;
    const need = earlier(messages);
    const conversation = ConversationManager.from("backscroll", need.history, { reduce: this.#reducer() });
    const sizeOf = (list) => estimateTokens(list, { model: modelOf(params), format: target });
    const [total, earlierTotal] = [this.#conversation, conversation].map(
      (whole) => breakdown(target, whole.toRequest(target, params).body).tokens,
    );
    return { conversation, need, messages, total, own: sizeOf(messages), earlierTotal, earlierOwn: sizeOf(need.history) };
  }

  /** Makes a request in a window, reads it and the conversation, and takes the cut back. */
  #cut(conversation, tokenLimit, read) {
    const { target, params } = this.#request;
    const work = async () => {
      try {
        return read(await conversation.prepare(target, params, { tokenLimit, reserveTokens: 0 }), conversation);
      } finally {
        conversation.undoAll();
      }
    };
    const made = this.#last.then(work);
    this.#last = made.catch(() => undefined);
    return made;
  }

  dispose() {
    this.#conversation.dispose();
    this.#before?.conversation.dispose();
  }
}

/** Characters of a message that are shown. */
const SHOWN = 4_000;

function textOf({ content, toolCalls = [] }) {
  const words = typeof content === "string" ? content : (content ?? []).map(({ text, type }) => text ?? `[${type}]`).join("\n");
  const calls = toolCalls.map(({ name, arguments: given }) => `${name}(${typeof given === "string" ? given : JSON.stringify(given)})`);
  const text = [words, ...calls].filter((part) => part !== "").join("\n");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/**
 * Replays a conversation: each request that a program would have sent before an answer, within a window; without a window, uncut.
 *
 * @returns {Promise<{ requests: { tokens: number, cached: number, usd: number | null, isCut: boolean }[], isWhole: boolean, error: string | null }>}
 */
export async function replay(given, { way, tokenLimit, reduce }, isStale) {
  const { target, params } = requestOf(given);
  const whole = ConversationManager.from(given.format, given.value);
  const { messages } = whole;
  whole.dispose();
  const limits = way === "none" ? {} : { tokenLimit, reserveTokens: 0, reduce: reduce ?? REDUCERS[way](modelOf(params)) };
  const conversation = new ConversationManager(limits);
  const requests = [];
  let since = performance.now();
  const ask = async () => {
    // Between requests, the worker answers other questions.
    if (performance.now() - since > TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    const request = await conversation.prepare(target, params);
    const { tokens, cachedTokens, warm } = request.forecast();
    requests.push({ tokens, cached: cachedTokens, usd: warm, isCut: request.reduction?.reduced === true });
  };
  try {
    for (const [place, message] of messages.entries()) {
      const previous = messages[place - 1];
      if (message.role === "assistant" && previous !== undefined && previous.role !== "system" && previous.role !== "assistant")
        await ask();
      if (requests.length >= MOST_REQUESTS || isStale()) break;
      conversation.addMessage(message);
    }
    if (messages.at(-1)?.role !== "assistant" && requests.length < MOST_REQUESTS && !isStale()) await ask();
    return { requests, isWhole: requests.length < MOST_REQUESTS, error: null };
  } catch (error) {
    return { requests, isWhole: false, error: error.message };
  } finally {
    conversation.dispose();
  }
}

/** The request after a cut, in the form that it was pasted in. */
export async function fittedBy({ format, value }, way, tokenLimit, cutter) {
  if (way === "need" || way === "age") {
    const fitted = fit(format, value, { maxTokens: tokenLimit, by: way });
    return { text: JSON.stringify(fitted.body ?? fitted.messages, null, 2), tokens: fitted.tokens };
  }
  const body = await cutter.body(tokenLimit);
  return { text: JSON.stringify(body, null, 2), tokens: null };
}
