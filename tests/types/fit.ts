// fit: lists and bodies keep their types.

import { type FitMemory, type FitOptions, type Fitted, type MessageInit, type Reduction, type Repair, type Summarize, fit } from "backscroll";

interface Row {
  role: "user" | "assistant";
  content: string;
}

declare const rows: Row[];
declare const memory: FitMemory | null;
declare const summarize: Summarize;

// A list.
const options: FitOptions = { maxTokens: 120_000, memory };
const fitted = fit("ai-sdk", rows, options);
const list: Row[] = fitted.messages;
const report: [number, Reduction | null, Repair[], FitMemory, string | null] = [fitted.tokens, fitted.reduction, fitted.repairs, fitted.memory, fitted.memoryNote];
const frozen: readonly MessageInit[] = [{ role: "user", content: "Hello." }];
const copy: MessageInit[] = fit("backscroll", frozen, { maxTokens: 1_000, estimator: (text) => text.length / 4 }).messages;

// A body.
const { body } = fit("openai-chat", { model: "gpt-5", stream: true as const, messages: rows }, { maxTokens: 1_000, openCalls: "drop", cacheBreakpoints: true });
const model: string = body.model;
const stream: true = body.stream;
const messages: Row[] = body.messages;

// With `summarize`, `fit` returns a promise.
const later: Promise<Fitted<Row[]>> = fit("ai-sdk", rows, { maxTokens: 1_000, summarize, summaryTokens: 100, signal: AbortSignal.timeout(1_000) });
const summarised: Row[] = (await later).messages;

// @ts-expect-error: the result for a body is no list
fit("openai-chat", { messages: rows }, { maxTokens: 1_000 }).messages;
// @ts-expect-error: `maxTokens` is required
fit("openai-chat", rows, {});
// @ts-expect-error: no such format
fit("vercel", rows, { maxTokens: 1_000 });
// @ts-expect-error: with `summarize` the result is a promise
fit("ai-sdk", rows, { maxTokens: 1_000, summarize }).messages;
// @ts-expect-error: a memory comes from `fit`
fit("ai-sdk", rows, { maxTokens: 1_000, memory: {} });

export { copy, list, messages, model, report, stream, summarised };
