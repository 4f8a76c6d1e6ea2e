// The providers of the AI SDK whose options have counterparts in our formats.

import type { SdkProvider } from "../../ai-sdk/sdk-provider.js";
import { anthropic } from "../anthropic/ai-sdk.js";
import { bedrock } from "../bedrock/ai-sdk.js";
import { google } from "../gemini/ai-sdk.js";
import { mistral } from "../mistral/ai-sdk.js";
import { openai } from "../openai-responses/ai-sdk.js";

export const PROVIDERS: readonly SdkProvider[] = [openai, google, anthropic, bedrock, mistral];

/** The provider whose reasoning is a summary in paragraphs, whose pictures have a detail, and whose file ids the SDK distinguishes from base64. */
export const OPENAI = openai;
