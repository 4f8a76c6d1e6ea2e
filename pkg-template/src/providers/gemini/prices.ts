// List prices of Google's models. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
  {
    vendor: "gemini",
    prefix: "gemini-",
    rows: [
      // https://ai.google.dev/gemini-api/docs/pricing, 2026-10-07. The prices rise on 2027-01-01.
      "3\\.[678]-flash<2027-01-01 .75 .075 3.75",
      "3\\.[678]-flash 1.5 .15 7.5",
      // https://ai.google.dev/gemini-api/docs/pricing, 2026-10-07.
      "3\\.5-flash 1.5 .15 9",
      "2\\.5-pro 1.25 .125 10 200 2 1.5",
      "2\\.5-flash .3 .03 2.5",
      // https://github.com/BerriAI/litellm/discussions/46238 and https://github.com/iyulab/TokenMeter (0.13.1), 2026-11-30.
      // The prices rise on 2026-12-01.
      "4-(argon|carbon)<2026-12-01 2 .1 10",
      "4-(argon|carbon) 4 .2 20",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0) and https://github.com/iyulab/TokenMeter (0.17.0), 2026-11-30.
      "4-neon 3 .15 15",
      // https://ai.google.dev/gemini-api/docs/pricing, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "4-hydrogen 1.5 .075 7.5",
      "3\\.5-flash-lite .3 .03 2.5",
      "3\\.1-flash-lite(-preview)? .25 .025 1.5",
      "3-flash-preview .5 .05 3",
      "2\\.5-flash-lite .1 .01 .4",
      "3\\.1-pro-preview(-customtools)? 2 .2 12 200 2 1.5",
      "robotics-er-2-preview 1 .1 5",
      // https://ai.google.dev/gemini-api/docs/pricing, as litellm 1.110.2 has it, 2026-11-30.
      // pi-ai 1.6.0 lacks the prices of large requests.
      "2\\.5-computer-use-preview-10-2025 1.25 1.25 10 200 2 1.5",
    ],
  },
  {
    vendor: "gemini",
    prefix: "deep-research-",
    rows: [
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "(max-)?preview-04-2026 2 .2 12 200 2 1.5",
    ],
  },
];
