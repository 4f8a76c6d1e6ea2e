// List prices of models, in US dollars per million tokens. Prices for batches, priority, regions and peak hours differ: hosts give theirs.
// Rows with an end hold before their day, so the prices of one bill are those of one moment.
//
// No price is guessed: a name without a row, a name with the prefix of a router, and a model at another vendor have none. Rows are short
// texts, so they need no entry of their own, and their sources are comments, which are not in the package. See `price-rows.ts`.

import { count, isArray, isObject, known, picked, string, unlike } from "../input/check.js";
import { now } from "../input/clock.js";
import { NAME, PRICES } from "../providers/registry/prices.js";
import type { CostOptions, ModelPrice } from "../types/index.js";
import type { PriceRows } from "./price-rows.js";

/** The prices of one moment. */
export interface Prices {
  /** The host's own prices. */
  readonly own: readonly ModelPrice[];
  /** The moment, in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the prices of a model: the host's first matching row, else its maker's list price; null if neither is known. */
export function priceOf(model: string | null, vendor: string | null, { own, at }: Prices): ModelPrice | null {
  const first = own.find((price) => fits(price.model, model ?? "") && (price.vendor === undefined || price.vendor === vendor));
  if (first !== undefined || model === null) return first ?? null;
  // A dated model may have a price of its own.
  return listPrice(model, model, vendor, at) ?? listPrice(model, NAME.exec(model)?.[1] ?? model, vendor, at);
}

function listPrice(model: string, name: string, vendor: string | null, at: number): ModelPrice | null {
  for (const { vendor: maker, prefix, isHost = false, written, rows } of PRICES.flat()) {
    if (!name.startsWith(prefix) || ((isHost || vendor !== null) && vendor !== maker)) continue;
    for (const row of rows) {
      const [pattern = "", ...numbers] = row.split(" ");
      const [rest, end] = pattern.split("<");
      if (end !== undefined && at >= Date.parse(end)) continue;
      if (new RegExp(`^${rest}$`).test(name.slice(prefix.length))) return read(model, numbers.map(Number), written);
    }
  }
  return null;
}

function fits(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

function read(model: string, numbers: readonly number[], [written, writtenForLonger]: PriceRows["written"] = [1, 1]): ModelPrice {
  const [input = 0, cachedInput = 0, output = 0, above = 0, longInput = 1, longOutput = 1] = numbers;
  return {
    model,
    input,
    cachedInput,
    cacheWrite: input * written,
    cacheWrite1h: input * writtenForLonger,
    output,
    ...(above > 0 && { long: { above: (above * 1_000) as Bound, input: input * longInput, output: output * longOutput } }),
  };
}

type Bound = NonNullable<ModelPrice["long"]>["above"];

const BOUNDS: readonly unknown[] = [100_000, 200_000, 272_000, 512_000];
const NUMBERS = ["input", "cachedInput", "cacheWrite", "cacheWrite1h", "output"];

/** Returns the prices that the options of `cost` and `forecast` ask for, checked. */
export function pricesOf(options: CostOptions = {}): Prices {
  const { prices = [], at } = picked("options", options, ["prices", "at"]);
  if (!isArray(prices)) throw unlike("options.prices", "a list of prices", prices);
  prices.forEach((price, place) => checkPrice(`options.prices[${place}]`, price));
  return { own: prices as ModelPrice[], at: at === undefined ? now() : count("options.at", at) };
}

/** Refuses anything but the prices of a model. */
export function checkPrice(name: string, price: unknown): void {
  if (!isObject(price)) throw unlike(name, "an object with `model`, `input` and `output`", price);
  known(name, price, ["model", "vendor", "long", ...NUMBERS]);
  string(`${name}.model`, price.model);
  if (price.vendor !== undefined) string(`${name}.vendor`, price.vendor);
  for (const kind of NUMBERS)
    if (price[kind] !== undefined || kind === "input" || kind === "output") dollars(`${name}.${kind}`, price[kind]);
  const { long } = price;
  if (long === undefined) return;
  if (!isObject(long)) throw unlike(`${name}.long`, "an object with `above`, `input` and `output`", long);
  known(`${name}.long`, long, ["above", "input", "output"]);
  if (!BOUNDS.includes(long.above)) throw unlike(`${name}.long.above`, `one of ${BOUNDS.join(", ")}`, long.above);
  dollars(`${name}.long.input`, long.input);
  dollars(`${name}.long.output`, long.output);
}

/** The highest price for a million tokens. No model costs nearly as much, and no bill overflows a number. */
const MOST_DOLLARS = 1_000_000;

function dollars(name: string, value: unknown): void {
  if (!(typeof value === "number" && value >= 0 && value <= MOST_DOLLARS))
    throw unlike(name, `a number of US dollars, from 0 to ${MOST_DOLLARS}`, value);
}
