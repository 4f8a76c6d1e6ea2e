// Events of reductions, repairs and overflows on spans.

import { isObject, unlike } from "../input/check.js";
import { ownMethod } from "../input/own-method.js";
import { isContextOverflow } from "../request/overflow.js";
import type { ConversationManager, PreparedRequest, Reduction, Repair } from "../index.js";

/**
 * A span, as `@opentelemetry/api` declares it.
 *
 * @example
 * const span: HistorySpan = tracer.startSpan("answer");
 */
export interface HistorySpan {
  /** Adds an event. */
  addEvent(name: string, attributes?: Record<string, string | number | boolean | string[]>): unknown;
  /** Sets attributes. */
  setAttributes(attributes: Record<string, string | number | boolean | string[]>): unknown;
  /** Ends the span. */
  end(): void;
}

/**
 * A tracer, as `@opentelemetry/api` declares it.
 *
 * @example
 * const tracer: HistoryTracer = trace.getTracer("my-app");
 */
export interface HistoryTracer {
  /** Starts a span, a child of the active one. */
  startSpan(name: string): HistorySpan;
}

/**
 * A conversation whose changes are traced: a `ConversationManager`, or one of a subclass.
 *
 * @example
 * const conversation: TracedConversation = new ConversationManager();
 */
export type TracedConversation = Pick<ConversationManager, "prepare" | "recover" | "reduceNow" | "contextTokens">;

/**
 * Adds events to spans for each call of `prepare`, `recover` and `reduceNow` of a conversation, also by `withHistory` and by a subclass. The
 * calls return and throw as before. With a tracer, each call has a span of its own, `backscroll prepare` and so on, a child of the active
 * span. With a span, or a function that returns one, the events are added to that span; a function that returns nothing leaves a call out.
 *
 * - `backscroll.reduction`: `backscroll.tokens_before`, `.tokens_after`, `.removed_messages`, `.shortened_messages`, `.summarized` and
 *   `.steps`.
 * - `backscroll.repair`, one for each kind of repair of a request: `backscroll.code`, `.rule`, `.count`, and `.detail` of the first.
 * - `backscroll.overflow`, if `recover` got the error of a request that was too long: `backscroll.recovered`, `.tokens_before` and
 *   `.tokens_after`.
 *
 * No event holds the text of a message. An error of the tracer becomes an unhandled rejection.
 *
 * @returns the function that ends the tracing
 * @throws ConversationError `invalid-argument`.
 * @example
 * import { trace } from "@opentelemetry/api";
 * const end = traceHistory(conversation, () => trace.getActiveSpan());
 */
export function traceHistory(
  conversation: TracedConversation,
  tracer: HistoryTracer | HistorySpan | (() => HistorySpan | undefined),
): () => void {
  if (!isObject(conversation) || typeof conversation.prepare !== "function" || typeof conversation.recover !== "function")
    throw unlike("conversation", "a ConversationManager", conversation);
  const open = opener(tracer);
  const seen = new WeakSet<object>();
  let isEnded = false;

  /** Replaces a method. `tell` gets its result, and the tokens before the call. */
  function traced<Given extends unknown[], Result>(
    name: "prepare" | "recover" | "reduceNow",
    tell: (span: HistorySpan, result: Result, tokens: number, given: Given) => void,
  ): () => void {
    const method = conversation[name] as unknown as (...given: Given) => Promise<Result>;
    return ownMethod(conversation, name, async (...given: Given): Promise<Result> => {
      if (isEnded) return method.apply(conversation, given);
      const tokens = safely(() => conversation.contextTokens) ?? 0;
      const span = safely(() => open(name));
      try {
        const result = await method.apply(conversation, given);
        // A method of a subclass may call the same method.
        const isSeen = isObject(result) && seen.has(result);
        if (isObject(result)) seen.add(result);
        if (span !== undefined && !isSeen) safely(() => tell(span, result, tokens, given));
        return result;
      } finally {
        if (span?.isOwn === true) safely(() => span.end());
      }
    });
  }

  const restores = [
    traced<unknown[], PreparedRequest>("prepare", (span, { reduction, repairs, tokens }, _, [target]) => {
      if ((span as OpenedSpan).isOwn) span.setAttributes({ "backscroll.target": String(target), "backscroll.tokens": tokens });
      tellReduction(span, reduction);
      tellRepairs(span, repairs);
    }),
    traced<unknown[], boolean>("recover", (span, isRecovered, tokens, [error]) => {
      if (!isContextOverflow(error)) return;
      span.addEvent("backscroll.overflow", {
        "backscroll.recovered": isRecovered,
        "backscroll.tokens_before": tokens,
        "backscroll.tokens_after": conversation.contextTokens,
      });
    }),
    traced<unknown[], Reduction | null>("reduceNow", (span, reduction) => tellReduction(span, reduction)),
  ];
  return () => {
    isEnded = true;
    for (const restore of restores) restore();
  };
}

/** A span for one call; an own one ends with it. */
interface OpenedSpan extends HistorySpan {
  readonly isOwn: boolean;
}

/** Returns the span of each call. */
function opener(given: unknown): (name: string) => OpenedSpan | undefined {
  const wrapped = (span: HistorySpan | undefined, isOwn: boolean): OpenedSpan | undefined =>
    span && {
      isOwn,
      addEvent: (name, attributes) => span.addEvent(name, attributes),
      setAttributes: (attributes) => span.setAttributes(attributes),
      end: () => span.end(),
    };
  if (typeof given === "function") return () => wrapped((given as () => HistorySpan | undefined)(), false);
  if (isObject(given) && typeof given.startSpan === "function")
    return (name) => wrapped((given as unknown as HistoryTracer).startSpan(`backscroll ${name}`), true);
  if (isObject(given) && typeof given.addEvent === "function") return () => wrapped(given as unknown as HistorySpan, false);
  throw unlike("tracer", "a tracer, a span, or a function that returns a span", given);
}

/** Runs `work`. Its error becomes an unhandled rejection, as that of a listener of `subscribe`. */
function safely<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    void Promise.reject(error);
    return undefined;
  }
}

function tellReduction(span: HistorySpan, reduction: Reduction | null): void {
  if (reduction === null) return;
  const { tokensBefore, tokensAfter, removed, shortened, summary, steps } = reduction;
  span.addEvent("backscroll.reduction", {
    "backscroll.tokens_before": tokensBefore,
    "backscroll.tokens_after": tokensAfter,
    "backscroll.removed_messages": removed.length,
    "backscroll.shortened_messages": shortened.length,
    "backscroll.summarized": summary !== null,
    "backscroll.steps": steps.map(({ name }) => name),
  });
}

function tellRepairs(span: HistorySpan, repairs: readonly Repair[]): void {
  const groups = new Map<string, Repair[]>();
  for (const repair of repairs) {
    const name = `${repair.code} ${repair.rule ?? ""}`;
    groups.set(name, [...(groups.get(name) ?? []), repair]);
  }
  for (const [first, ...more] of groups.values()) {
    if (first === undefined) continue;
    const { code, rule, detail } = first;
    span.addEvent("backscroll.repair", {
      "backscroll.code": code,
      ...(rule !== undefined && { "backscroll.rule": rule }),
      "backscroll.count": 1 + more.length,
      "backscroll.detail": detail,
    });
  }
}
