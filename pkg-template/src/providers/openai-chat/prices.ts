// List prices of models of OpenAI, and of vendors that speak chat completions. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
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
