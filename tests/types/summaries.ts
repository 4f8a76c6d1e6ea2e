// Summaries on the prompt cache, and ahead of need.

import { ConversationManager, type Reducer, type Summarize, type WrittenRequest, costAware, fitBudget } from "backscroll";
import { type AheadReducer, type OnCacheOptions, type SummarizeAheadOptions, type SummarizeOnCache, onCache, summarizeAhead } from "backscroll/summaries";

declare function send(body: object, signal?: AbortSignal): Promise<string>;

const ask: SummarizeOnCache = ({ request, system, prompt, maxTokens, messages, signal }) =>
  request === null ? send({ system, prompt, maxTokens, count: messages.length }, signal) : send(request.body, signal);
const options: OnCacheOptions = { instruction: "List the decisions." };
const summarize: Summarize = onCache(ask, options);
const ahead: SummarizeAheadOptions = { summarize, startAt: 0.6, reduceTo: 0.5, keepTurns: 2, wait: false, systemPrompt: "Be brief.", summaryTokens: 300, summaryPlace: "end", onFailure: console.warn };
const reduce: AheadReducer = summarizeAhead(fitBudget(), ahead);
const reducers: Reducer[] = [reduce, summarizeAhead(costAware({ model: "gpt-5" }), { summarize: () => "" })];

export const written: WrittenRequest = { target: "anthropic", body: {} };
export const conversations = reducers.map((one) => new ConversationManager({ reduce: one }));
export const running: Promise<void> = reduce.running();

// @ts-expect-error: `request` may be null
onCache(({ request }) => send(request.body));
// @ts-expect-error: there is no such place
summarizeAhead(fitBudget(), { summarize, summaryPlace: "middle" });
// @ts-expect-error: `summarize` is missing
summarizeAhead(fitBudget(), { startAt: 0.5 });
