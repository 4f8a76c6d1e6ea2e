// List prices of Anthropic's models. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
  {
    vendor: "anthropic",
    prefix: "claude-",
    written: [1.25, 2],
    rows: [
      // https://platform.claude.com/docs/en/about-claude/pricing, as pi-ai 1.6.0 has it, 2026-11-30. The model is of 2026-11-09.
      "fable-5-2 8 .2 40",
      // https://platform.claude.com/docs/en/about-claude/models/overview, as litellm 1.110.2 alone has it, 2026-11-30.
      "mythos-preview 10 1 50",
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
];
