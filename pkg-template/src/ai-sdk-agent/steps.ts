// `prepareStep`: the messages of each step of an agent are cut to fit.

import type { ModelMessage, PrepareStepFunction } from "ai";
import { type AgentOptions, FittedCalls } from "../agent/fitted-calls.js";

/** A run of `generateText`, `streamText` or an agent. */
interface Run {
  /** All messages, uncut. */
  whole: ModelMessage[];
  /** The messages that the last step got. Version 7 of the SDK begins the next step with them. */
  given: readonly ModelMessage[];
}

/**
 * A function that fits the messages of a step. It is a `prepareStep`, and can be called in one of yours.
 *
 * @example
 * const fitStep: FitStep = fitSteps({ maxTokens: 120_000 });
 * const prepareStep = async (step: Parameters<FitStep>[0]) => ({ ...(await fitStep(step)), toolChoice: "required" as const });
 */
export type FitStep = (step: Pick<Parameters<PrepareStepFunction<any>>[0], "steps" | "messages">) => Promise<{
  /** The messages that fit. */
  messages: ModelMessage[];
}>;

/**
 * Makes a `prepareStep` that cuts the messages of each step to fit. The cut stays in place until the window is full again, and the SDK's own
 * list of messages stays whole: `result.responseMessages` (`result.response.messages` in AI SDK 5 and 6) holds all.
 *
 * Instructions count if the SDK passes them on (from version 7 on); otherwise leave room for them. Always leave room for the tools.
 * `fitSteps` does not handle overflows; `fitModelMiddleware` does, and sees tools, too. One function may serve several runs at once.
 *
 * @throws ConversationError `invalid-argument`. A step throws `cannot-fit` if the protected messages do not fit.
 * @example
 * const result = await generateText({ model, tools, messages, stopWhen: isStepCount(50), prepareStep: fitSteps({ maxTokens: 120_000 }) });
 */
export function fitSteps(options: AgentOptions): FitStep {
  const calls = new FittedCalls<ModelMessage>("ai-sdk", options);
  /** The runs, by their lists of steps, which stay the same object during a run. */
  const runs = new WeakMap<object, Run>();
  return async (step) => {
    const { steps, messages } = step;
    const run = runs.get(steps) ?? { whole: [], given: [] };
    runs.set(steps, run);
    const isContinued = run.given.length > 0 && run.given.every((message, place) => messages[place] === message);
    run.whole = isContinued ? [...run.whole, ...messages.slice(run.given.length)] : messages;
    const { instructions, model } = step as { instructions?: unknown; model?: unknown };
    const { messages: fitted } = await calls.fitted(run.whole, {
      instructions,
      model: (model as { modelId?: unknown } | undefined)?.modelId ?? model,
    });
    run.given = fitted;
    return { messages: fitted };
  };
}
