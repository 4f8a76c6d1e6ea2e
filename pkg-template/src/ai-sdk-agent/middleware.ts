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
 * Makes a middleware for `wrapLanguageModel` that cuts the messages of each call, so that they fit with the tools and the schema. The cut
 * stays in place until the window is full again.
 *
 * When the provider refuses a request as too long, the middleware sends it again with less, at most 3 times. From then on, requests of that
 * size count as too long. An overflow may also be the first part of a stream.
 *
 * One middleware may serve several conversations. It is fastest if they do not alternate.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` if the protected messages do not fit, and the provider's own
 * error if it refuses the last attempt.
 * @example
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: fitModelMiddleware({ maxTokens: 120_000 }) });
 */
export function fitModelMiddleware(options: AgentOptions): LanguageModelMiddleware {
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

/** Parts that come before the answer. */
const BEFORE_ANSWER: readonly unknown[] = ["stream-start", "response-metadata", "raw"];

/** Waits for the first part of an answer. Throws if it is an overflow error. */
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
