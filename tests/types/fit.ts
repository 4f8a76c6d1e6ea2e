// fit: lists and bodies keep their types.

import { type Breakdown, type FitMemory, type FitOptions, type Fitted, type MessageInit, type Reduction, type Repair, type SizePart, type Summarize, breakdown, fit } from "backscroll";

interface Row {
  role: "user" | "assistant";
  content: string;
}

declare const rows: Row[];
declare const memory: FitMemory | null;
declare const summarize: Summarize;

// A list.
const options: FitOptions = { maxTokens: 120_000, memory, pin: ["m0"], instructions: "Be kind.", tools: { "*": { keepLast: 3 } }, pictures: { keepLast: 1 } };
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

// A window in place of `maxTokens`.
const windowed: Row[] = fit("openai-chat", rows, { tokenLimit: "auto", reserveTokens: "auto", capabilities: { model: "gpt-5" } }).messages;

// The size by what it is made of.
const size: Breakdown = breakdown("openai-chat", { model: "gpt-5", messages: rows }, { margin: false, vendor: "openai" });
const parts: Readonly<Record<SizePart, number>> = size.parts;
const certainty: "exact" | "fitted" | "guessed" = size.certainty;
const made: [number, number, string, number | null, number] = [size.tokens, size.correction, size.row, size.window, size.answer];
const largest: readonly { readonly id: string; readonly tokens: number }[] = size.largest;
// @ts-expect-error: a size is read
size.parts.system = 5;
// @ts-expect-error: no such part
size.parts.images;

// With `summarize`, `fit` returns a promise.
const later: Promise<Fitted<Row[]>> = fit("ai-sdk", rows, { maxTokens: 1_000, summarize, summaryTokens: 100, signal: AbortSignal.timeout(1_000) });
const summarised: Row[] = (await later).messages;

// A list without a type, as of `await request.json()`.
declare const untyped: any;
const untypedRows: unknown[] = fit("ai-sdk", untyped.messages, { maxTokens: 1_000 }).messages;
const untypedBody: unknown = fit("openai-chat", untyped, { maxTokens: 1_000 }).body;
const untypedLater: unknown[] = (await fit("ai-sdk", untyped, { maxTokens: 1_000, summarize })).messages;
const anyItems: any[] = fit("ai-sdk", untyped as any[], { maxTokens: 1_000 }).messages;
// @ts-expect-error: a list has no body
fit("ai-sdk", untyped as any[], { maxTokens: 1_000 }).body;
// @ts-expect-error: a text is no list
fit("ai-sdk", "Hello.", { maxTokens: 1_000 });
// @ts-expect-error: a list that may be anything is to be checked first
fit("ai-sdk", untyped as unknown, { maxTokens: 1_000 });

// @ts-expect-error: the result for a body is no list
fit("openai-chat", { messages: rows }, { maxTokens: 1_000 }).messages;
// @ts-expect-error: a limit is a number or "auto"
fit("openai-chat", rows, { tokenLimit: "all" });
// @ts-expect-error: `fit` needs a limit
fit("openai-chat", rows, { tokenLimit: null });
// @ts-expect-error: no such format
fit("vercel", rows, { maxTokens: 1_000 });
// @ts-expect-error: with `summarize` the result is a promise
fit("ai-sdk", rows, { maxTokens: 1_000, summarize }).messages;
// @ts-expect-error: a memory comes from `fit`
fit("ai-sdk", rows, { maxTokens: 1_000, memory: {} });

export { anyItems, certainty, copy, largest, list, made, parts, windowed, messages, model, report, stream, summarised, untypedBody, untypedLater, untypedRows };
