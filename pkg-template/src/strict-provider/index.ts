// The entry `backscroll/strict-provider`: a provider to test against, which refuses what the real ones refuse. It needs no engine, and shares
// no code with it but the class of errors.

import { ConversationError, type Target } from "../index.js";
import * as entry from "./entry.js";
import type { StrictRules } from "./rules-types.js";
import type { StrictFetch, StrictProvider, StrictProviderOptions, StrictRefusal, StrictServerOptions } from "./types.js";

export type {
  AnthropicRules,
  BedrockRules,
  CommonRules,
  GeminiRules,
  MistralRules,
  OpenAIChatRules,
  OpenAIResponsesRules,
  StrictRules,
} from "./rules-types.js";
export type {
  StrictCut,
  StrictFetch,
  StrictHttpError,
  StrictLogEntry,
  StrictProvider,
  StrictProviderOptions,
  StrictRefusal,
  StrictReply,
  StrictScript,
  StrictScriptRequest,
  StrictServerOptions,
} from "./types.js";

/**
 * Judges the body of a request as the provider does. Returns the refusal that the provider would answer, with its status and its words; null
 * when it accepts the body.
 *
 * @param target the target whose provider judges
 * @param body the body of the request, as it is sent
 * @param options the rules that differ between models and vendors. Default: those of the newest models.
 * @throws ConversationError `invalid-argument`.
 * @example
 * const refusal = judge("openai-chat", { model: "gpt-5", messages: [{ role: "tool", tool_call_id: "a", content: "Noon." }] });
 * if (refusal !== null) console.log(refusal.status, refusal.rule, refusal.message);
 */
export function judge<T extends Target>(target: T, body: unknown, options?: StrictRules[T]): StrictRefusal | null {
  return checked(() => entry.judge(target, body, options));
}

/**
 * Makes a `fetch` that needs no network: the strict provider answers, streams included. Give it to a client of OpenAI, Anthropic, Google or
 * Mistral, to a provider of the AI SDK, or to anything else that takes a `fetch`. It answers as the provider of the URL, so the client
 * needs no base URL. It runs wherever there are `Request` and `Response`: in browsers, in Workers, in Node.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * import OpenAI from "openai";
 * const fetch = strictFetch({ script: [{ text: "Noon." }] });
 * const client = new OpenAI({ apiKey: "any", fetch });
 * await client.chat.completions.create({ model: "gpt-5", messages: [{ role: "user", content: "Time?" }] });
 * console.log(fetch.log[0]?.status, fetch.log[0]?.tokens);
 */
export function strictFetch(options?: StrictProviderOptions): StrictFetch {
  return checked(() => entry.strictFetch(options));
}

/**
 * Starts the strict provider on a free port of 127.0.0.1, for programs that cannot be given a `fetch`. It needs `node:http`: Node, Bun or
 * Deno.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * import Anthropic from "@anthropic-ai/sdk";
 * const provider = await startStrictProvider({ contextWindow: 8_000 });
 * const client = new Anthropic({ apiKey: "any", baseURL: provider.url });
 * await client.messages.create({ model: "claude-sonnet-5-5", max_tokens: 512, messages: [{ role: "user", content: "Time?" }] });
 * await provider.close();
 */
export async function startStrictProvider(options?: StrictServerOptions): Promise<StrictProvider> {
  try {
    return await entry.startStrictProvider(options);
  } catch (error) {
    throw published(error);
  }
}

function checked<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw published(error);
  }
}

/** The modules in JavaScript have an error of their own, so that they share nothing with the engine. */
function published(error: unknown): unknown {
  return error instanceof entry.OptionError ? new ConversationError("invalid-argument", error.message, { cause: error }) : error;
}
