// The clients of providers take the `fetch` of the strict provider as it is.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import { strictFetch } from "backscroll/strict-provider";
import OpenAI from "openai";

const [apiKey, fetch] = ["any", strictFetch()];

export const clients = [
  new OpenAI({ apiKey, fetch }),
  new Anthropic({ apiKey, fetch }),
  new GoogleGenAI({ apiKey, httpOptions: { fetch } }),
  new Mistral({ apiKey, httpClient: new HTTPClient({ fetcher: fetch }) }),
  createOpenAI({ apiKey, fetch }),
  createAnthropic({ apiKey, fetch }),
];
