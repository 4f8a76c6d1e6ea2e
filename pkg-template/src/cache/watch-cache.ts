// Watches the requests of a conversation: each is compared with the request before it for the same target.

import { callable, isObject, picked, unlike } from "../input/check.js";
import { now } from "../input/clock.js";
import { ownMethod } from "../input/own-method.js";
import type { PrepareOptions, PreparedRequest, Target } from "../index.js";
import { compared } from "./compare-requests.js";
import { checkedOptions } from "./options.js";
import type { RequestLabels } from "./types.js";
import type { MissedRequest, WatchCacheOptions, WatchedConversation } from "./watch-types.js";

const OPTIONS = ["estimator", "lifetimeMs", "prices"];

/** A request that was prepared. */
interface Sent {
  readonly body: object;
  readonly labels: RequestLabels;
  /** The time of its preparation. */
  readonly at: number;
}

type Prepare = (target: Target, params?: object, options?: PrepareOptions) => Promise<PreparedRequest>;

/**
 * Calls `onMiss` as soon as `prepare` returns a request that loses what the request before it for the same target had cached: after a
 * reduction, a change of the prompt or of the tools, or when the cache has expired. The calls of the conversation's own `prepare` are
 * watched, also those of `withHistory` and of a subclass; `prepare` returns and throws as before. Requests that continue a response which
 * the provider keeps hold only their tail, and are left out. Nothing is reported if nothing was cached: below the minimum of the model,
 * and without a breakpoint where the provider needs one.
 *
 * The time that has passed counts from the request before, or from the newest answer if that is later, up to `now` of the options of
 * `prepare`. The lifetime is `lifetimeMs`, else the `cacheTtl` of the conversation, else the provider's.
 *
 * If `onMiss` throws, the error becomes an unhandled rejection, and the request is returned. The watch keeps a copy of the last body for
 * each target, and is in no snapshot and no `fork`.
 *
 * @returns the function that ends the watch
 * @throws ConversationError `invalid-argument`; `disposed`.
 * @example
 * const end = watchCache(conversation, ({ target, comparison: { misses, lostTokens } }) => {
 *   console.warn(`${target}: ${lostTokens} tokens are lost. ${misses[0]?.cause}: ${misses[0]?.detail}`);
 * });
 */
export function watchCache(
  conversation: WatchedConversation,
  onMiss: (missed: MissedRequest) => void,
  options?: WatchCacheOptions,
): () => void {
  if (!isObject(conversation) || typeof conversation.prepare !== "function" || typeof conversation.toJSON !== "function")
    throw unlike("conversation", "a ConversationManager", conversation);
  callable("onMiss", onMiss);
  const given = checkedOptions(picked("options", options ?? {}, OPTIONS));
  const { lifetimeMs = cacheTtlOf(conversation) } = given;
  const last = new Map<Target, Sent>();
  // A `prepare` of a subclass may prepare a request by this one.
  const seen = new WeakSet<PreparedRequest>();
  const prepare = conversation.prepare as unknown as Prepare;
  let isEnded = false;

  function compare(target: Target, request: PreparedRequest, { labels, at }: Omit<Sent, "body">): void {
    const body = JSON.parse(new TextDecoder().decode(request.bytes())) as object;
    if (isContinued(body)) return;
    const before = last.get(target);
    last.set(target, { body, labels, at });
    if (before === undefined) return;
    const { comparison, isCached } = compared(target, before.body, body, {
      ...given,
      ...(lifetimeMs !== undefined && { lifetimeMs }),
      elapsedMs: Math.max(0, at - Math.max(before.at, answeredAt(conversation))),
      before: before.labels,
      after: labels,
    });
    if (comparison.isLost && isCached) onMiss({ target, request, comparison });
  }

  async function watched(...asked: Parameters<Prepare>): Promise<PreparedRequest> {
    const [target, params, { now: at = now(), vendor, baseURL } = {} as PrepareOptions] = asked;
    const request = await prepare.apply(conversation, asked);
    if (isEnded || seen.has(request)) return request;
    seen.add(request);
    try {
      compare(target, request, { at, labels: labelsFor(params, vendor ?? baseURL) });
    } catch (error) {
      // As the error of a listener of `subscribe`.
      void Promise.reject(error);
    }
    return request;
  }

  const restore = ownMethod(conversation, "prepare", watched);
  return () => {
    isEnded = true;
    // Another watch may have been begun since; then this one only ends.
    restore();
  };
}

/** Fields by which a request continues what the provider keeps, and so holds only its tail. */
const CONTINUES = ["previous_response_id", "conversation", "thread"];

function isContinued(body: object): boolean {
  return CONTINUES.some((field) => ((body as Record<string, unknown>)[field] ?? null) !== null);
}

/** The `cacheTtl` of a conversation, which only its snapshot tells. */
function cacheTtlOf(conversation: WatchedConversation): number | undefined {
  const { settings } = conversation.toJSON() as { settings?: { cacheTtl?: number } };
  return settings?.cacheTtl;
}

/** The time of the newest answer; 0 if there is none. */
function answeredAt({ messages }: WatchedConversation): number {
  return messages.filter(({ role }) => role === "assistant").at(-1)?.createdAt ?? 0;
}

/** The facts that the body of some targets does not hold. */
function labelsFor(params: object = {}, endpoint: unknown): RequestLabels {
  const { model, modelId = model } = params as { model?: unknown; modelId?: unknown };
  return {
    ...(typeof modelId === "string" && { model: modelId }),
    ...(typeof endpoint === "string" && { endpoint }),
  };
}
