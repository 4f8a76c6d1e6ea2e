// List prices of models, in US dollars per million tokens. Prices for batches, priority, regions and peak hours differ: hosts give theirs.

import { isArray, isObject, known, string, unlike } from "../input/check.js";
import type { CostOptions, ModelPrice } from "../types/index.js";

/**
 * Rows by vendor. A row is: model, input, cached input, output; then, where they differ, the price of written input as a multiple of
 * `input`, and the prices of large requests: the limit in thousands of tokens, the multiple of input and that of output. Each comment
 * names the source of the rows below it, and the day on which the source said so.
 */
const ROWS: { readonly [Vendor in string]: readonly string[] } = {
  anthropic: [
    // https://platform.claude.com/docs/en/about-claude/pricing, 2026-10-24. Input that is written for an hour costs twice the input.
    "claude-fable-5-1 10 .25 50 1.25",
    "claude-mythos-5-1 10 .25 50 1.25",
    "claude-fable-5 10 1 50 1.25",
    "claude-mythos-5 10 1 50 1.25",
    "claude-opus-5-5 4 .2 20 1.25",
    "claude-opus-5 5 .5 25 1.25",
    "claude-opus-4-8 5 .5 25 1.25",
    "claude-opus-4-7 5 .5 25 1.25",
    "claude-opus-4-6 5 .5 25 1.25",
    "claude-opus-4-5 5 .5 25 1.25",
    "claude-opus-4-1 15 1.5 75 1.25",
    "claude-opus-4 15 1.5 75 1.25",
    "claude-sonnet-5-5 2 .1 10 1.25",
    "claude-sonnet-5 2 .2 10 1.25",
    "claude-sonnet-4-6 3 .3 15 1.25",
    "claude-sonnet-4-5 3 .3 15 1.25",
    "claude-sonnet-4 3 .3 15 1.25",
    "claude-3-7-sonnet 3 .3 15 1.25",
    "claude-haiku-5-5 .1 .01 .5 1.25 100 5 5",
    "claude-haiku-4-5 1 .1 5 1.25",
    "claude-3-5-haiku .8 .08 4 1.25",
  ],
  openai: [
    // https://developers.openai.com/api/docs/models/gpt-6.2-sol, 2026-11-18.
    "gpt-6.2-sol 2 .1 10 1.25 272 2 1.5",
    // https://developers.openai.com/api/docs/models/gpt-6.1-sol, 2026-10-01.
    "gpt-6.1-sol 2 .1 10 1.25 272 2 1.5",
    // https://developers.openai.com/api/docs/models/gpt-6-astra and https://developers.openai.com/api/docs/pricing, 2026-10-16.
    "gpt-6-astra 10 1 50 1.25 272 2 1.5",
    "gpt-6-sol 2 .2 10 1.25 272 2 1.5",
    "gpt-6-luna .1 .01 .5 1.25 272 2 1.5",
    // https://developers.openai.com/api/docs/pricing, 2026-08-27.
    "gpt-5.6-terra 2 .2 12 1.25 272 2 1.5",
    "gpt-5.5 5 .5 30 1 272 2 1.5",
    "gpt-5.4 2.5 .25 15 1 272 2 1.5",
    "gpt-5.4-mini .75 .075 4.5",
    "gpt-5.4-nano .2 .02 1.25",
    // https://developers.openai.com/api/docs/pricing, 2026-06-01.
    "gpt-5.3-codex 1.75 .175 14",
    "gpt-5.2 1.75 .175 14",
    "gpt-5.1 1.25 .125 10",
    "gpt-5 1.25 .125 10",
    "gpt-5-mini .25 .025 2",
    "gpt-5-nano .05 .005 .4",
    "gpt-4.1 2 .5 8",
    "gpt-4.1-mini .4 .1 1.6",
    "gpt-4.1-nano .1 .025 .4",
    "gpt-4o 2.5 1.25 10",
    "gpt-4o-mini .15 .075 .6",
  ],
  gemini: [
    // https://ai.google.dev/gemini-api/docs/pricing, 2026-10-07. Flash from 3.6 on costs twice as much from 2027 on.
    "gemini-3.8-flash .75 .075 3.75",
    "gemini-3.7-flash .75 .075 3.75",
    "gemini-3.6-flash .75 .075 3.75",
    "gemini-3.5-flash 1.5 .15 9",
    "gemini-3.1-pro-preview 2 .2 12 1 200 2 1.5",
    "gemini-2.5-pro 1.25 .125 10 1 200 2 1.5",
    "gemini-2.5-flash .3 .03 2.5",
  ],
  deepseek: [
    // https://api-docs.deepseek.com/quick_start/pricing, 2026-10-27. Twice as much at 01:00-04:00 and 06:00-10:00 UTC from Monday to Friday.
    "deepseek-flash .15 .003 .6",
    "deepseek-v4-flash .15 .003 .6",
    "deepseek-v4-pro .66 .022 1.98",
  ],
  xai: [
    // https://docs.x.ai/developers/grok-4-6 and https://docs.github.com/copilot (models and pricing), 2026-08-19.
    "grok-4.6 2 .5 6 1 200 2 2",
    "grok-4.5 2 .5 6 1 200 2 2",
  ],
};

/** Prices as multiples of the input's. */
const WRITTEN_FOR_AN_HOUR = 2;

/** The parts of a name that are no part of the model: Bedrock's global profile, a date, a version. */
const NAME = /^(?:global\.anthropic\.)?(.+?)(?:[-@](?:\d{8}|\d{4}-\d\d-\d\d))?(?:-v\d+(?::\d+)?)?$/;

/** Returns the prices of a model: those of the host's first row that fits, else the list price of its maker; null when neither is known. */
export function priceOf(model: string | null, vendor: string | null, prices: readonly ModelPrice[]): ModelPrice | null {
  const own = prices.find((price) => fits(price.model, model ?? "") && (price.vendor === undefined || price.vendor === vendor));
  if (own !== undefined || model === null) return own ?? null;
  const name = NAME.exec(model)?.[1];
  for (const [maker, rows] of Object.entries(ROWS)) {
    const row = vendor === null || vendor === maker ? rows.find((text) => text.startsWith(`${name} `)) : undefined;
    if (row !== undefined) return read(row);
  }
  return null;
}

function fits(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

function read(row: string): ModelPrice {
  const [model = "", ...texts] = row.split(" ");
  const [input = 0, cachedInput = 0, output = 0, written = 1, above = 0, longInput = 1, longOutput = 1] = texts.map(Number);
  const price = { model, input, cachedInput, output, cacheWrite: input * written };
  return {
    ...price,
    ...(model.startsWith("claude") && { cacheWrite1h: input * WRITTEN_FOR_AN_HOUR }),
    ...(above > 0 && { long: { above: (above * 1_000) as Bound, input: input * longInput, output: output * longOutput } }),
  };
}

type Bound = NonNullable<ModelPrice["long"]>["above"];

const BOUNDS: readonly unknown[] = [100_000, 200_000, 272_000, 512_000];
const NUMBERS = ["input", "cachedInput", "cacheWrite", "cacheWrite1h", "output"];

/** Returns the host's prices, checked. */
export function pricesOf(options: CostOptions | undefined): readonly ModelPrice[] {
  const prices: unknown = options?.prices;
  if (prices === undefined) return [];
  if (!isArray(prices)) throw unlike("options.prices", "a list of prices", prices);
  prices.forEach((price, place) => checkPrice(`options.prices[${place}]`, price));
  return prices as ModelPrice[];
}

/** Refuses anything but the prices of a model. */
export function checkPrice(name: string, price: unknown): void {
  if (!isObject(price)) throw unlike(name, "an object with `model`, `input` and `output`", price);
  known(name, price, ["model", "vendor", "long", ...NUMBERS]);
  string(`${name}.model`, price.model);
  if (price.vendor !== undefined) string(`${name}.vendor`, price.vendor);
  for (const kind of NUMBERS) if (price[kind] !== undefined || kind === "input" || kind === "output") dollars(`${name}.${kind}`, price[kind]);
  const { long } = price;
  if (long === undefined) return;
  if (!isObject(long)) throw unlike(`${name}.long`, "an object with `above`, `input` and `output`", long);
  known(`${name}.long`, long, ["above", "input", "output"]);
  if (!BOUNDS.includes(long.above)) throw unlike(`${name}.long.above`, `one of ${BOUNDS.join(", ")}`, long.above);
  dollars(`${name}.long.input`, long.input);
  dollars(`${name}.long.output`, long.output);
}

function dollars(name: string, value: unknown): void {
  if (!(typeof value === "number" && value >= 0 && value < Infinity)) throw unlike(name, "a finite number of US dollars, 0 or more", value);
}
