// Summaries that the provider's cache pays for.

import { callable, picked, string } from "../input/check.js";
import type { WholeSummarize } from "../reduce/summary.js";
import type { Summarize } from "../index.js";
import { INSTRUCTION, summaryRequest } from "./request.js";
import type { OnCacheOptions, SummarizeOnCache } from "./types.js";

/**
 * Makes a `summarize` for strategies from a function that gets a ready `request`, too: the conversation's last request with one
 * instruction at its end. It has the same model, tools, system prompt and messages, so the provider reads it from its cache and not at
 * the full price. Send it to the same model. A cheaper model without the cache gets `system` and `prompt`, as with other strategies.
 *
 * The instruction forbids calls; so does `tool_choice` with OpenAI's models, whose cache does not depend on it. `request` is null before the
 * first request, with `fit`, and where an answer cannot be a text: with a schema for the answer, or a demanded call. Then a text that is too
 * long comes in pieces. `stream` is left out. With `cacheBreakpoints`, the breakpoint is where the last request had its own.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const summarize = onCache(async ({ request, system, prompt, maxTokens }) =>
 *   request === null ? ask(smallModel, system, prompt, maxTokens) : textOf(await client.messages.create(request.body)),
 * );
 * const reduce = fitBudget({ summarize });
 */
export function onCache(summarize: SummarizeOnCache, options: OnCacheOptions = {}): Summarize {
  callable("summarize", summarize);
  const { instruction = INSTRUCTION } = picked("options", options, ["instruction"]);
  const text = string("options.instruction", instruction);
  const byText: Summarize = (given) => summarize({ ...given, request: null });
  const whole: WholeSummarize["whole"] = (given, written) => {
    const last = written();
    const request = last && summaryRequest(last, given.messages, text, given.maxTokens);
    return request && summarize({ ...given, request });
  };
  return Object.assign(byText, { whole });
}
