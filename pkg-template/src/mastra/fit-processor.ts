// A processor of Mastra: the prompt of each model call is cut to fit, and an overflow is handled.

import { isContextOverflow } from "../index.js";
import { type AgentOptions, FittedCalls, MOST_RETRIES } from "../agent/fitted-calls.js";
import { promptOf } from "../agent/prompt.js";

/**
 * A processor, for `inputProcessors` and `errorProcessors` of an agent.
 *
 * @example
 * const processor: FitProcessor = fitProcessor({ maxTokens: 120_000 });
 */
export interface FitProcessor {
  /** The id of the processor. */
  readonly id: "backscroll";
  /** Called before each step: records the tools. */
  processInputStep(args: any): Promise<any>;
  /** Called with the prompt of each model call: cuts it to fit. */
  processLLMRequest(args: any): Promise<any>;
  /** Called after a failed model call: repeats it after an overflow. */
  processAPIError(args: any): Promise<any>;
}

/** The state over the steps and retries of one run. */
interface Run {
  readonly calls: FittedCalls<object>;
  /** The tools of the step. */
  tools: readonly unknown[];
  /** Tokens that the step allows its answer. */
  answer: number | undefined;
  /** Size of the last request in tokens. */
  sent: number;
}

/**
 * Makes a processor that cuts the prompt of each model call (system messages, messages from memory, and messages of the run), so that it
 * fits with the tools. Memory and storage stay whole: only what the model gets is cut. The cut stays in place until the window is full
 * again.
 *
 * As an error processor, it repeats a request that the provider refused as too long with less, at most 3 times a step. For the rest of the
 * run, requests of that size count as too long. It needs version 1.34 of `@mastra/core`; with older versions, wrap the model with
 * `fitMiddleware` of `backscroll/ai-sdk/agent`.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` if the protected messages do not fit.
 * @example
 * import { Agent } from "@mastra/core/agent";
 * const processor = fitProcessor({ maxTokens: 120_000 });
 * const agent = new Agent({ id: "clerk", name: "Clerk", instructions, model, memory, inputProcessors: [processor], errorProcessors: [processor] });
 */
export function fitProcessor(options: AgentOptions): FitProcessor {
  void new FittedCalls("ai-sdk", options);
  /** The runs, by the state object that each keeps for this processor. */
  const runs = new WeakMap<object, Run>();
  const runOf = ({ state }: { state: object }): Run => {
    const run = runs.get(state) ?? { calls: new FittedCalls<object>("ai-sdk", options), tools: [], answer: undefined, sent: 0 };
    runs.set(state, run);
    return run;
  };
  return {
    id: "backscroll",
    async processInputStep({ tools, modelSettings, ...args }) {
      const run = runOf(args);
      run.tools = Object.values(tools ?? {});
      run.answer = modelSettings?.maxOutputTokens;
      return undefined;
    },
    async processLLMRequest({ prompt, abortSignal: signal, retryCount: overflows, ...args }) {
      const run = runOf(args);
      const { modelId: model } = Object((args as { model?: unknown }).model) as { modelId?: unknown };
      const { messages, sent } = await run.calls.fitted(prompt, {
        model,
        answer: run.answer,
        tools: run.tools,
        declared,
        signal,
        overflows,
      });
      run.sent = sent;
      return messages.length === prompt.length && messages.every((message, place) => message === prompt[place])
        ? undefined
        : { prompt: promptOf(messages) };
    },
    async processAPIError({ error, retryCount, ...args }) {
      if (!isContextOverflow(error) || retryCount >= MOST_RETRIES) return undefined;
      const run = runOf(args);
      run.calls.refused(run.sent);
      return { retry: true };
    },
  };
}

/** The parts of a tool that the model gets. */
function declared({
  id,
  description,
  inputSchema,
  parameters,
}: {
  id?: unknown;
  description?: unknown;
  inputSchema?: unknown;
  parameters?: unknown;
}): object {
  const schema = inputSchema ?? parameters;
  return { id, description, schema: plain((Object(schema) as { jsonSchema?: unknown }).jsonSchema ?? schema) };
}

/** A schema as JSON; nothing for one that JSON cannot hold. */
function plain(schema: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(schema) ?? "null");
  } catch {
    return null;
  }
}
