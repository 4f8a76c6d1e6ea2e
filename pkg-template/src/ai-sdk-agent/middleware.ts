// The middleware of a language model: each prompt is cut to fit, and an overflow is handled.

import type { LanguageModelMiddleware } from "ai";
import { isContextOverflow } from "../index.js";
import { type AgentOptions, FittedCalls } from "../agent/fitted-calls.js";
import { promptOf } from "../agent/prompt.js";

type Call = Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0];
type Prompt = Call["params"]["prompt"];
type Streamed = Awaited<ReturnType<Call["doStream"]>>;
type StreamPart = Streamed["stream"] extends ReadableStream<infer Part> ? Part : never;

/**
 * Makes a middleware for `wrapLanguageModel`. It cuts the prompt of each call to fit: its messages, and the tools and the schema that are sent
 * beside them. The cut stays in place until the window is full again.
 *
 * When the provider refuses a request as too long, the middleware sends it again with less, at most 3 times. From then on, it takes requests
 * of that size for full. An overflow that is reported as the first part of a stream counts, too.
 *
 * One middleware may serve several conversations. It is fastest when one follows the other.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` when what must stay does not fit, and the provider's own error
 * when it refuses the last attempt.
 * @example
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: fitMiddleware({ maxTokens: 120_000 }) });
 */
export function fitMiddleware(options: AgentOptions): LanguageModelMiddleware {
  const calls = new FittedCalls<Prompt[number]>("ai-sdk", options);
  const request = (
    { tools, responseFormat, maxOutputTokens: answer, abortSignal: signal }: Call["params"],
    { modelId: model }: Call["model"],
  ) => ({
    model,
    answer,
    tools,
    schema: (responseFormat as { schema?: unknown } | undefined)?.schema,
    signal,
  });
  return {
    specificationVersion: "v4",
    wrapGenerate: ({ params, model }) =>
      calls.call(params.prompt, request(params, model), (messages) => model.doGenerate({ ...params, prompt: promptOf(messages) })),
    wrapStream: ({ params, model }) =>
      calls.call(params.prompt, request(params, model), async (messages) =>
        begun(await model.doStream({ ...params, prompt: promptOf(messages) })),
      ),
  };
}

/** Parts that say nothing of the answer. */
const BEFORE_ANSWER: readonly unknown[] = ["stream-start", "response-metadata", "raw"];

/** Waits for the first part of an answer. Throws when it is the error of a request that was too long. */
async function begun(result: Streamed): Promise<Streamed> {
  const reader = (result.stream as ReadableStream<StreamPart>).getReader();
  const parts: StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    const { type, error } = value as { type: string; error?: unknown };
    if (BEFORE_ANSWER.includes(type)) continue;
    if (type !== "error" || !isContextOverflow(error)) break;
    await reader.cancel();
    throw error;
  }
  const stream = new ReadableStream<StreamPart>({
    async pull(controller) {
      const part = parts.shift();
      if (part !== undefined) return controller.enqueue(part);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { ...result, stream } as Streamed;
}
