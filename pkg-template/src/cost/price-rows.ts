// The list prices of a vendor.
//
// A new price is a row below a comment with the address of its source and the day on which the source said so; `tests/js/tokens/cost.test.mjs`
// refuses a row that has no such comment. A price that holds above another size of request needs that size in `BANDS`
// (`src/message/bill.rs`), in `BOUNDS` of `prices.ts` and in the type `ModelPrice`. A price with an end is a row above the row that follows it.

/** Rows of a vendor. */
export interface PriceRows {
  readonly vendor: string;
  /** The beginning of the names of all its models. */
  readonly prefix: string;
  /** Limits the rows to requests that name the vendor, because its models have the same names at other vendors, at other prices. */
  readonly isHost?: true;
  /** The prices of input written to the cache, for the shortest and for a longer lifetime, as multiples of the price of input. Default 1. */
  readonly written?: readonly [number, number];
  /**
   * A row has the rest of the name as a regular expression, and the prices of input, cached input and output. If large requests have other
   * prices, it also has the limit in thousands of tokens, and the factors for the prices of input and of output. `<2026-12-01` after the
   * expression ends the row: it holds before that day, in UTC.
   */
  readonly rows: readonly string[];
}
