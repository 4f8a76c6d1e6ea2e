// List prices of Mistral's models. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
  {
    vendor: "mistral",
    prefix: "",
    rows: [
      // https://mistral.ai/pricing and https://docs.mistral.ai/models, as pi-ai 1.6.0 and litellm 1.110.2 have them, 2026-11-30.
      "mistral-large-(4|4-0|4-0-8|latest) .7 .07 2.1",
      "mistral-large-(3|2512) .5 .05 1.5",
      "mistral-medium-(3[.-]5|2604|latest) 1.5 .15 7.5",
      "mistral-small-(2603|latest) .15 .015 .6",
      "codestral-(2508|latest) .3 .03 .9",
      "ministral-14b-(2512|latest) .2 .02 .2",
      "ministral-8b-(2512|latest) .15 .015 .15",
      "ministral-3b-(2512|latest) .1 .01 .1",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "mistral-medium-250[58] .4 .04 2",
      "mistral-small-2506 .1 .01 .3",
      "devstral-(2512|latest|medium-latest) .4 .04 2",
      "voxtral-small-(2507|latest) .1 .01 .4",
    ],
  },
  {
    vendor: "mistral",
    prefix: "",
    isHost: true,
    rows: [
      // https://docs.mistral.ai/models/zai-glm-5-2, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "(zai-glm-5-[23]|glm-5-2) 1.4 .14 4.4",
      "zai-glm-5-3-flash .15 .03 .5",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "deepseek-v4-1-flash-1017 .3 .007 1.2",
    ],
  },
];
