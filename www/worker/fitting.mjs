// The conversation of a body, cut to a window, and replayed request by request.

import {
  ConversationManager,
  breakdown,
  chain,
  costAware,
  estimateTokens,
  fit,
  fitBudget,
  recentTurns,
  slidingWindow,
} from "backscroll/slim";
import { earlier, recallOf, shareOf, wholeMessages } from "../../pkg-template/src/cli/kept.ts";
import { TARGETS, paramsOf } from "../formats.mjs";

/** The strategies to compare. A strategy that may miss the window has the default behind it. */
export const STRATEGIES = {
  need: { title: "fitBudget (default)", reduce: () => fitBudget() },
  age: { title: 'fitBudget({ by: "age" })', reduce: () => fitBudget({ by: "age" }) },
  "cost-aware": { title: "costAware", reduce: (model) => costAware({ model }) },
  "sliding-window": { title: "slidingWindow", reduce: () => chain(slidingWindow(), fitBudget({ by: "age" })) },
  "recent-turns": { title: "recentTurns({ keep: 3 })", reduce: () => chain(recentTurns({ keep: 3 }), fitBudget()) },
};

/** The target, and the params, with which the requests of a body are written. Data of frameworks are sent to OpenAI. */
export function requestOf({ format, value }) {
  const target = TARGETS.includes(format) ? format : "openai-chat";
  const isBody = target === format && !Array.isArray(value);
  return { target, ...paramsOf(target, isBody ? value : {}) };
}

/** Requests of a replay; what comes later is not replayed. */
const MOST_REQUESTS = 2_000;
const TURN_MS = 15;

/** Returns the conversation of a body, with a strategy that cuts it. */
function conversationOf({ format, value }, reduce) {
  return ConversationManager.from(format, value, { reduce });
}

/** The size of each message, and of the whole request as `prepare` counts it. */
export async function sizesOf(given) {
  const { target, params, isAssumed } = requestOf(given);
  const conversation = conversationOf(given);
  try {
    const request = await conversation.prepare(target, params);
    const model = params.model ?? params.modelId;
    const blocks = conversation.messages.map((message) => blockOf(message, { model, format: target }));
    const sum = blocks.reduce((total, block) => total + block.tokens, 0);
    const { tokens, parts, certainty, row } = request.breakdown();
    return { target, model, isAssumed, blocks, total: tokens, beside: Math.max(0, tokens - sum), parts, certainty, row };
  } finally {
    conversation.dispose();
  }
}

function blockOf(message, reader) {
  const { id, role, content, toolCalls = [], toolCallId = null } = message;
  const texts = typeof content === "string" ? [content] : (content ?? []).map(({ text, type }) => text ?? `[${type}]`);
  const text = [
    ...texts,
    ...toolCalls.map(({ name, arguments: given }) => `${name}(${typeof given === "string" ? given : JSON.stringify(given)})`),
  ].join(" ");
  return {
    id,
    role,
    tokens: estimateTokens([message], reader),
    calls: toolCalls.map((call) => call.id),
    answers: toolCallId,
    text: text.slice(0, 200),
  };
}

/** A conversation and a strategy, which cuts it to any window. */
export class Cutter {
  #conversation;
  #request;
  #reducer;
  #before = null;
  /** The newest cut: the next one begins after it was taken back. */
  #last = Promise.resolve();

  constructor(given, strategy, reduce) {
    this.#request = requestOf(given);
    const { model, modelId } = this.#request.params;
    this.#reducer = () => reduce ?? STRATEGIES[strategy].reduce(model ?? modelId);
    this.#conversation = conversationOf(given, this.#reducer());
  }

  /** Cuts to a window, says what becomes of each message, and takes the cut back. */
  async cut(tokenLimit) {
    const read = ({ tokens, reduction, repairs }, { transcript }) => {
      const states = transcript.map(({ state }) => state);
      const steps = reduction?.steps.map(({ name, messages }) => ({ name, messages })) ?? [];
      return {
        tokens,
        states,
        steps,
        summary: reduction?.summary != null,
        faults: repairs.filter(({ code }) => code === "reduction-step-failed").map(({ detail }) => detail),
        error: null,
      };
    };
    return this.#cut(this.#conversation, tokenLimit, read).catch((error) => ({
      tokens: null,
      states: [],
      steps: [],
      summary: false,
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

  /** Returns the transcript before its newest answers, with the sizes of the request now and then. */
  #lookBack() {
    const { target, params } = this.#request;
    const { messages } = this.#conversation;
    const need = earlier(messages);
    const conversation = ConversationManager.from("backscroll", need.history, { reduce: this.#reducer() });
    const sizeOf = (list) => estimateTokens(list, { model: params.model ?? params.modelId, format: target });
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

/**
 * Replays a conversation: each request that a program would have sent before an answer, within a window.
 *
 * @returns {Promise<{ requests: { tokens: number, cached: number, usd: number | null, isCut: boolean }[], isWhole: boolean, error: string | null }>}
 */
export async function replay(given, { strategy, tokenLimit, prices, reduce }, isStale) {
  const { target, params } = requestOf(given);
  const whole = conversationOf(given);
  const { messages } = whole;
  whole.dispose();
  const model = params.model ?? params.modelId;
  const conversation = new ConversationManager({ tokenLimit, reserveTokens: 0, reduce: reduce ?? STRATEGIES[strategy].reduce(model) });
  const requests = [];
  let since = performance.now();
  const ask = async () => {
    // Between requests, the worker answers other questions.
    if (performance.now() - since > TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }

    const request = await conversation.prepare(target, params);
    const { tokens, cachedTokens, warm } = request.forecast({ prices: [{ model, ...prices }] });
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

/** The body as it is after a cut, in the form that it was pasted in. */
export function fittedText({ format, value }, { tokenLimit, by }) {
  const fitted = fit(format, value, { maxTokens: tokenLimit, by });
  return JSON.stringify(fitted.body ?? fitted.messages, null, 2);
}
