// The bill of a conversation in US dollars.

import { priceOf, pricesOf } from "./prices.js";
import type { Cost, CostKinds, CostOptions, ModelCost, ModelPrice, TokenUsage } from "../types/index.js";

/** A row of the bill, from the core. */
export interface BillRow {
  readonly model?: string;
  readonly vendor?: string;
  /** The band of the sizes of the requests: each was larger than this many tokens. */
  readonly above?: number;
  readonly answers: number;
  readonly tokens: TokenUsage;
}

const MILLION = 1_000_000;

/** Prices a bill. */
export function costOf(rows: readonly BillRow[], options: CostOptions | undefined): Cost {
  const prices = pricesOf(options);
  const models: ModelCost[] = [];
  for (const row of rows) {
    const [model, vendor] = [row.model ?? null, row.vendor ?? null];
    const price = priceOf(model, vendor, prices);
    const kinds = price === null ? null : kindsOf(row, price);
    const own = { model, vendor, answers: row.answers, tokens: row.tokens, usd: kinds === null ? null : total(kinds), kinds };
    const place = models.findIndex((known) => known.model === model && known.vendor === vendor);
    if (place === -1) models.push(own);
    else models[place] = together(models[place] as ModelCost, own);
  }
  const kinds = models.reduce((sum, own) => (own.kinds === null ? sum : added(sum, own.kinds)), NOTHING);
  const unpriced = models.flatMap(({ model, usd }) => (usd === null ? [model ?? ""] : []));
  return { usd: total(kinds), kinds, unpriced: [...new Set(unpriced)], models };
}

/** Returns the US dollars of a request's input: a part is read from the cache, the rest is written to it. */
export function inputCost(price: ModelPrice, tokens: number, cachedTokens: number): number {
  const { input, cachedInput = input, cacheWrite = input } = at(price, tokens);
  return (cachedTokens * cachedInput + (tokens - cachedTokens) * cacheWrite) / MILLION;
}

const NOTHING: CostKinds = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

function kindsOf({ tokens, above = 0 }: BillRow, price: ModelPrice): CostKinds {
  // Requests of the band are larger than its bound.
  const { input, cachedInput = input, cacheWrite = input, cacheWrite1h = cacheWrite, output } = at(price, above + 1);
  const { input: all = 0, output: said = 0, cachedInput: served = 0, cacheWrite: written = 0, cacheWrite1h: hour = 0 } = tokens;
  return {
    // Some vendors count the served tokens beside the input.
    input: (Math.max(0, all - served - written) * input) / MILLION,
    cachedInput: (served * cachedInput) / MILLION,
    cacheWrite: (Math.max(0, written - hour) * cacheWrite + hour * cacheWrite1h) / MILLION,
    output: (said * output) / MILLION,
  };
}

/** Returns the prices of a request of this size. */
function at(price: ModelPrice, tokens: number): ModelPrice {
  const { long, ...short } = price;
  if (long === undefined || tokens <= long.above) return short;
  const { input, cachedInput = input, cacheWrite = input, cacheWrite1h = cacheWrite } = short;
  // Also where the price is too small for a quotient.
  const more = Number.isFinite(long.input / input) ? long.input / input : 1;
  return {
    ...short,
    input: long.input,
    output: long.output,
    cachedInput: cachedInput * more,
    cacheWrite: cacheWrite * more,
    cacheWrite1h: cacheWrite1h * more,
  };
}

function together(one: ModelCost, other: ModelCost): ModelCost {
  const tokens: Record<string, number> = { ...one.tokens };
  for (const [kind, count] of Object.entries(other.tokens)) tokens[kind] = (tokens[kind] ?? 0) + count;
  const kinds = one.kinds === null || other.kinds === null ? null : added(one.kinds, other.kinds);
  return { ...one, answers: one.answers + other.answers, tokens, kinds, usd: kinds === null ? null : total(kinds) };
}

function added(one: CostKinds, other: CostKinds): CostKinds {
  return {
    input: one.input + other.input,
    cachedInput: one.cachedInput + other.cachedInput,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
  };
}

function total({ input, cachedInput, cacheWrite, output }: CostKinds): number {
  return input + cachedInput + cacheWrite + output;
}
