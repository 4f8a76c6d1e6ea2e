// List prices of models, in US dollars per million tokens. Prices for batches, priority, regions and peak hours differ: hosts give theirs.
//
// No price is guessed: a name without a row, a name with the prefix of a router, and a model at another vendor have none. Rows are short
// texts, so they need no entry of their own, and their sources are comments, which are not in the package.
//
// A new price is a row below a comment with the address of its source and the day on which the source said so; `tests/js/tokens/cost.test.mjs`
// refuses a row that has no such comment. A price that holds above another size of request needs that size in `BANDS`
// (`src/message/bill.rs`), in `BOUNDS` below and in the type `ModelPrice`.

import { isArray, isObject, known, string, unlike } from "../input/check.js";
import type { CostOptions, ModelPrice } from "../types/index.js";

/** Rows of a vendor. */
interface Rows {
  readonly vendor: string;
  /** The beginning of the names of all its models. */
  readonly prefix: string;
  /** The price of written input, and of input that is written for an hour, as multiples of that of input. */
  readonly written: readonly [number, number];
  /**
   * A row is: the rest of the name as a regular expression, the prices of input, cached input and output; then, where large requests have
   * other prices, the limit in thousands of tokens, and the multiples of the prices of input and of output.
   */
  readonly rows: readonly string[];
}

/** Each comment names the source of the rows below it, and the day on which the source said so. */
const ROWS: readonly Rows[] = [
  {
    vendor: "anthropic",
    prefix: "claude-",
    written: [1.25, 2],
    rows: [
      // https://platform.claude.com/docs/en/about-claude/pricing, 2026-10-24.
      "(fable|mythos)-5-1 10 .25 50",
      "(fable|mythos)-5 10 1 50",
      "opus-5-5 4 .2 20",
      "opus-(5|4-[5-8]) 5 .5 25",
      "opus-4(-1)? 15 1.5 75",
      "sonnet-5-5 2 .1 10",
      "sonnet-5 2 .2 10",
      "(sonnet-4(-[56])?|3-7-sonnet) 3 .3 15",
      "haiku-5-5 .1 .01 .5 100 5 5",
      "haiku-4-5 1 .1 5",
      "3-5-haiku .8 .08 4",
    ],
  },
  {
    vendor: "openai",
    prefix: "gpt-",
    written: [1.25, 1.25],
    rows: [
      // https://developers.openai.com/api/docs/models/gpt-6.2-sol, 2026-11-18; gpt-6.1-sol there, 2026-10-01.
      "6\\.[12]-sol 2 .1 10 272 2 1.5",
      // https://developers.openai.com/api/docs/pricing, 2026-10-16.
      "6-astra 10 1 50 272 2 1.5",
      "6-sol 2 .2 10 272 2 1.5",
      "6-luna .1 .01 .5 272 2 1.5",
      // https://developers.openai.com/api/docs/pricing, 2026-08-27.
      "5\\.6-terra 2 .2 12 272 2 1.5",
    ],
  },
  {
    vendor: "openai",
    prefix: "gpt-",
    written: [1, 1],
    rows: [
      // https://developers.openai.com/api/docs/pricing, 2026-08-27.
      "5\\.5 5 .5 30 272 2 1.5",
      "5\\.4 2.5 .25 15 272 2 1.5",
      "5\\.4-mini .75 .075 4.5",
      "5\\.4-nano .2 .02 1.25",
      // https://developers.openai.com/api/docs/pricing, 2026-06-01.
      "5\\.(2|3-codex) 1.75 .175 14",
      "5(\\.1)? 1.25 .125 10",
      "5-mini .25 .025 2",
      "5-nano .05 .005 .4",
      "4\\.1 2 .5 8",
      "4\\.1-mini .4 .1 1.6",
      "4\\.1-nano .1 .025 .4",
      "4o-mini .15 .075 .6",
    ],
  },
  {
    vendor: "gemini",
    prefix: "gemini-",
    written: [1, 1],
    rows: [
      // https://ai.google.dev/gemini-api/docs/pricing, 2026-10-07. Flash from 3.6 on costs twice as much from 2027 on.
      "3\\.[678]-flash .75 .075 3.75",
      "3\\.5-flash 1.5 .15 9",
      "3\\.1-pro-preview 2 .2 12 200 2 1.5",
      "2\\.5-pro 1.25 .125 10 200 2 1.5",
      "2\\.5-flash .3 .03 2.5",
    ],
  },
  {
    vendor: "deepseek",
    prefix: "deepseek-",
    written: [1, 1],
    rows: [
      // https://api-docs.deepseek.com/quick_start/pricing, 2026-10-27. Twice as much at 01:00-04:00 and 06:00-10:00 UTC from Monday to Friday.
      "(v4-)?flash .15 .003 .6",
      "v4-pro .66 .022 1.98",
    ],
  },
  {
    vendor: "xai",
    prefix: "grok-",
    written: [1, 1],
    rows: [
      // https://docs.x.ai/developers/grok-4-6 and https://docs.github.com/copilot (models and pricing), 2026-08-19.
      "4\\.[56] 2 .5 6 200 2 2",
    ],
  },
];

/** The parts of a name that are no part of the model: Bedrock's global profile, a date, a version. */
const NAME = /^(?:global\.anthropic\.)?(.+?)(?:[-@](?:\d{8}|\d{4}-\d\d-\d\d))?(?:-v\d+(?::\d+)?)?$/;

/** Returns the prices of a model: those of the host's first row that fits, else the list price of its maker; null when neither is known. */
export function priceOf(model: string | null, vendor: string | null, prices: readonly ModelPrice[]): ModelPrice | null {
  const own = prices.find((price) => fits(price.model, model ?? "") && (price.vendor === undefined || price.vendor === vendor));
  if (own !== undefined || model === null) return own ?? null;
  const name = NAME.exec(model)?.[1] ?? model;
  for (const { vendor: maker, prefix, written, rows } of ROWS) {
    if (!name.startsWith(prefix) || (vendor !== null && vendor !== maker)) continue;
    for (const row of rows) {
      const [rest = "", ...numbers] = row.split(" ");
      if (new RegExp(`^${rest}$`).test(name.slice(prefix.length))) return read(model, numbers.map(Number), written);
    }
  }
  return null;
}

function fits(pattern: string, model: string): boolean {
  return pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : pattern === model;
}

function read(model: string, numbers: readonly number[], [written, writtenForAnHour]: Rows["written"]): ModelPrice {
  const [input = 0, cachedInput = 0, output = 0, above = 0, longInput = 1, longOutput = 1] = numbers;
  return {
    model,
    input,
    cachedInput,
    cacheWrite: input * written,
    cacheWrite1h: input * writtenForAnHour,
    output,
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

/** No model costs nearly as much for a million tokens: so no bill is larger than a number can be. */
const MOST_DOLLARS = 1_000_000;

function dollars(name: string, value: unknown): void {
  if (!(typeof value === "number" && value >= 0 && value <= MOST_DOLLARS)) throw unlike(name, `a number of US dollars, from 0 to ${MOST_DOLLARS}`, value);
}
