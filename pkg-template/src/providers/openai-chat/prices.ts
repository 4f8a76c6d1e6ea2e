// List prices of models of OpenAI, and of vendors that speak chat completions. Each comment names the source of the rows below it, and the day on which the source said so.

import type { PriceRows } from "../../cost/price-rows.js";

export const PRICES: readonly PriceRows[] = [
  {
    vendor: "openai",
    prefix: "gpt-",
    // The cache keeps what was written for 30 minutes, or for 12 hours.
    written: [1.25, 2.5],
    rows: [
      // https://developers.openai.com/api/docs/models/gpt-6.2-sol, 2026-11-18; gpt-6.1-sol there, 2026-10-01.
      "6\\.[12]-sol 2 .1 10 272 2 1.5",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0) and https://github.com/iyulab/TokenMeter (0.17.0), 2026-11-30.
      "6\\.2-astra 8 .4 40 272 2 1.5",
      // https://developers.openai.com/api/docs/pricing, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "6\\.1-terra 1 .05 5 272 2 1.5",
      "6-cyber 20 2 100",
      "5\\.6-sol 4 .4 20 272 2 1.5",
      "5\\.6-luna .2 .02 1.2 272 2 1.5",
      "5\\.6-cyber 12.5 1.25 75",
      // https://developers.openai.com/api/docs/pricing, as litellm 1.110.2 alone has it, 2026-11-30.
      "6-rosalind 15 1.5 75 272 2 1.5",
      "rosalind-research 5 .5 25",
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
      // https://developers.openai.com/api/docs/pricing, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "5\\.[45]-pro 30 30 180 272 2 1.5",
      "5\\.2-pro 21 21 168",
      "5-pro 15 15 120",
      "5-chat-latest 1.25 .125 10",
      "4o-2024-05-13 5 5 15",
      "4o 2.5 1.25 10",
      "4-turbo 10 10 30",
      "4 30 30 60",
      // https://developers.openai.com/api/docs/pricing, as litellm 1.110.2 alone has it, 2026-11-30.
      "5\\.([23]-chat-latest|2-codex) 1.75 .175 14",
      "5(\\.1-chat-latest|\\.1-codex|\\.1-codex-max|-codex|-search-api) 1.25 .125 10",
      "5\\.1-codex-mini .25 .025 2",
      "4o-search-preview 2.5 1.25 10",
      "4o-mini-search-preview .15 .075 .6",
      "4-1106-preview 10 10 30",
      "4-0613 30 30 60",
      "3\\.5-turbo(-0125)? .5 .5 1.5",
      "3\\.5-turbo-1106 1 1 2",
      "3\\.5-turbo-16k 3 3 4",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "5\\.3-codex-spark 1.75 .175 14",
    ],
  },
  {
    vendor: "openai",
    prefix: "o",
    rows: [
      // https://developers.openai.com/api/docs/pricing, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "1 15 7.5 60",
      "1-pro 150 150 600",
      "3 2 .5 8",
      "3-pro 20 20 80",
      "3-mini 1.1 .55 4.4",
      "4-mini 1.1 .275 4.4",
      // https://developers.openai.com/api/docs/models/o3-deep-research, as litellm 1.110.2 alone has it, 2026-11-30.
      "3-deep-research 10 2.5 40",
      "4-mini-deep-research 2 .5 8",
    ],
  },
  {
    vendor: "deepseek",
    prefix: "deepseek-",
    rows: [
      // https://api-docs.deepseek.com/quick_start/pricing, 2026-10-27. These are the prices off peak.
      // They are twice as high at peak: at 01:00-04:00 and 06:00-10:00 UTC from Monday to Friday.
      "(v4(\\.1)?-)?flash(-vision-exp)? .15 .003 .6",
      "v4-pro .66 .022 1.98",
    ],
  },
  {
    vendor: "xai",
    prefix: "grok-",
    rows: [
      // https://docs.x.ai/developers/grok-4-6 and https://docs.github.com/copilot (models and pricing), 2026-08-19;
      // grok-4.7 by pi-ai 1.6.0 and litellm 1.110.2, 2026-11-30.
      "4\\.[67] 2 .5 6 200 2 2",
      // https://api.x.ai/v1/language-models, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "4\\.5 2 .3 6 200 2 2",
      "4\\.3 1.25 .2 2.5 200 2 2",
      // https://api.x.ai/v1/language-models, as litellm 1.110.2 alone has it, 2026-11-30.
      "4\\.20(-.*)? 1.25 .2 2.5 200 2 2",
      "code-fast(-1)? 1 .2 2 200 2 2",
    ],
  },
  {
    vendor: "kimi",
    prefix: "kimi-",
    // Of what is written for an hour, litellm alone gives the price.
    written: [1, 2],
    rows: [
      // https://platform.kimi.ai/docs/pricing/chat, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "k3\\.1-pro 2 .2 10",
      "k3\\.1-pro-highspeed 4 .2 20",
      "k3 3 .3 15",
      "k2\\.7-code .95 .19 4",
      "k2\\.6 .95 .16 4",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "k2\\.7-code-highspeed 1.9 .38 8",
    ],
  },
  {
    vendor: "glm",
    prefix: "glm-",
    rows: [
      // https://docs.z.ai/guides/overview/pricing, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "5\\.[23] 1.4 .26 4.4",
      "5\\.3-flash .15 .03 .5",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "5-turbo 1.2 .24 4",
      "4\\.7 .6 .11 2.2",
    ],
  },
  {
    vendor: "minimax",
    prefix: "MiniMax-",
    rows: [
      // https://github.com/earendil-works/pi (pi-ai 1.6.0) and https://github.com/BerriAI/litellm (1.110.2), 2026-11-30.
      "M3 .3 .06 1.2 512 2 2",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "M3\\.1-Flash .15 .015 .6",
    ],
  },
  {
    vendor: "minimax",
    prefix: "MiniMax-",
    written: [1.25, 1.25],
    rows: [
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "M2\\.7 .3 .06 1.2",
    ],
  },
  {
    vendor: "minimax",
    prefix: "MiniMax-",
    written: [0.625, 0.625],
    rows: [
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "M2\\.7-highspeed .6 .06 2.4",
    ],
  },
  {
    vendor: "xiaomi",
    prefix: "mimo-v2.6-",
    rows: [
      // https://platform.xiaomimimo.com/static/docs/price/pay-as-you-go.md, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "flash .14 .0028 .28",
      "pro .435 .0036 .87",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "pro-ultraspeed 4.35 .036 8.7",
    ],
  },
  {
    vendor: "meta",
    prefix: "muse-",
    rows: [
      // https://ai.developer.meta.com/docs/pricing-rate-limits, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "wonder-1\\.0 4 .2 20",
      "spark-1\\.[123] 1.25 .15 4.25",
      "spark-1\\.[23]-contributor .1 .002 .2",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "ember-1\\.0 .1 .004 .5 200 3 3",
    ],
  },
  {
    vendor: "groq",
    prefix: "",
    isHost: true,
    rows: [
      // https://console.groq.com/docs/models, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "openai/gpt-oss-120b .15 .075 .6",
      "openai/gpt-oss-(safeguard-)?20b .075 .0375 .3",
      "qwen/qwen3\\.8-27b .8 .8 4",
      // https://github.com/earendil-works/pi (pi-ai 1.6.0 alone), 2026-11-30.
      "qwen/qwen3\\.6-27b .6 .3 3",
      "llama-3\\.1-8b-instant .05 .05 .08",
      "llama-3\\.3-70b-versatile .59 .59 .79",
    ],
  },
  {
    vendor: "cerebras",
    prefix: "",
    isHost: true,
    rows: [
      // https://api.cerebras.ai/public/v1/models, as pi-ai 1.6.0 and litellm 1.110.2 have it, 2026-11-30.
      "gpt-oss-120b .35 .35 .75",
      "qwen-3\\.8-27b .99 .99 1.49",
    ],
  },
];
