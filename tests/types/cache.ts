// The cause of a cache miss.

import { ConversationManager, type Message } from "backscroll";
import { compareRequests, watchCache, type MissedRequest, type WatchCacheOptions, type WatchedConversation, type CacheComparison, type CacheMiss, type CacheMissCause, type ChangingValue, type CompareRequestsOptions, type RequestLabels } from "backscroll/cache";
import { estimateTokens } from "backscroll/estimate";

export function causes(before: object, after: object, message: Message): string[] {
  const labels: RequestLabels = { account: "team-a" };
  const [notice] = (message.notices ?? []).filter(({ kind }) => kind === "cache-missed");
  const options: CompareRequestsOptions = { estimator: (text) => estimateTokens(text), elapsedMs: 1_000, before: labels, after: labels, prices: [{ model: "m", input: 1, output: 2 }], ...(notice && { notice }) };
  const comparison: CacheComparison = compareRequests("anthropic", before, after, options);
  const first: CacheMiss | undefined = comparison.misses[0];
  const cause: CacheMissCause | undefined = first?.cause;
  const value: ChangingValue | undefined = first?.value;
  return [cause ?? "", first?.path ?? "", value?.kind ?? "", String(comparison.lostUsd ?? 0), String(comparison.provider?.agrees)];
}

export function watched(): () => void {
  const conversation: WatchedConversation = new ConversationManager();
  const options: WatchCacheOptions = { lifetimeMs: 300_000, estimator: (text) => estimateTokens(text), prices: [{ model: "m", input: 1, output: 2 }] };
  return watchCache(conversation, ({ target, request, comparison }: MissedRequest) => console.warn(target, request.tokens, comparison.lostUsd), options);
}

// @ts-expect-error: a conversation
watchCache({}, () => {});
// @ts-expect-error: a target of ours
compareRequests("openai", {}, {});
// @ts-expect-error: two requests
compareRequests("openai-chat", {});
// @ts-expect-error: no cause of ours
export const cause: CacheMissCause = "weather";
