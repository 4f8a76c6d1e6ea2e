// List prices of Google's models. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
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
];
