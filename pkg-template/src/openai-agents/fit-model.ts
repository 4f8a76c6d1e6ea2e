// Models whose requests are cut to fit, and which handle an overflow.

import type { AgentInputItem, Model, ModelProvider, ModelRequest } from "@openai/agents";
import { type AgentOptions, FittedCalls } from "../agent/fitted-calls.js";
import { callable } from "../input/check.js";
import { FORMAT, Items, type WireItem } from "./items.js";

/**
 * Wraps a model, and cuts the input of its requests, so that it fits with the instructions and tools. The session and the result of the run
 * stay whole. The cut stays in place until the window is full again.
 *
 * When the provider refuses a request as too long, it is sent again with less, at most 3 times. From then on, requests of that size count
 * as too long. A stream is sent again only if it has not begun.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` if the protected messages do not fit, and the provider's own
 * error if it refuses the last attempt.
 * @example
 * import { Agent } from "@openai/agents";
 * const agent = new Agent({ name: "Clerk", model: fitModel(new OpenAIResponsesModel(client, "gpt-5"), { maxTokens: 120_000 }) });
 */
export function fitModel(model: Model, options: AgentOptions): Model {
  callable("model.getResponse", (model as Partial<Model> | null)?.getResponse);
  const calls = new FittedCalls<WireItem>(FORMAT, options);
  const known = new WeakMap<AgentInputItem, WireItem>();
  const sent = <R>(request: ModelRequest, send: (request: ModelRequest) => PromiseLike<R>): Promise<R> => {
    const { input, systemInstructions: instructions, tools, handoffs, outputType, modelSettings, signal } = request;
    const list: AgentInputItem[] = typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
    const asked = {
      model: nameOf(model),
      answer: modelSettings?.maxTokens,
      instructions,
      tools: [...tools, ...handoffs],
      schema: typeof outputType === "object" ? outputType.schema : undefined,
      signal,
    };
    const items = new Items(known);
    return calls.call(items.of(list), asked, (messages) => {
      const fitted = items.back(messages);
      return send({ ...request, input: typeof input === "string" && fitted[0] === list[0] ? input : fitted });
    });
  };
  const fitted: Model = {
    getResponse: (request) => sent(request, (fitting) => model.getResponse(fitting)),
    async *getStreamedResponse(request) {
      const { first, events } = await sent(request, async (fitting) => {
        const events = model.getStreamedResponse(fitting)[Symbol.asyncIterator]();
        return { first: await events.next(), events };
      });
      try {
        for (let event = first; event.done !== true; event = await events.next()) yield event.value;
      } finally {
        await events.return?.();
      }
    },
  };
  // Other members of the model, such as advice on retries, are its own.
  return new Proxy(model, {
    get: (_, name) => {
      if (Object.hasOwn(fitted, name)) return fitted[name as keyof Model];
      const value: unknown = Reflect.get(model, name, model);
      return typeof value === "function" ? value.bind(model) : value;
    },
  });
}

/** The name of a model. The SDK's own models have it in a field; other models may not. */
function nameOf(model: Model): unknown {
  const { _model, model: name } = model as { _model?: unknown; model?: unknown };
  return _model ?? name;
}

/**
 * Wraps a provider of models, so that `fitModel` wraps each of its models.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const runner = new Runner({ modelProvider: fitModels(new OpenAIProvider(), { maxTokens: 120_000 }) });
 */
export function fitModels(provider: ModelProvider, options: AgentOptions): ModelProvider {
  callable("provider.getModel", (provider as Partial<ModelProvider> | null)?.getModel);
  void new FittedCalls<WireItem>(FORMAT, options);
  /** The models by name: a provider may make a new model for each call, and the next one needs what was learnt about the last. */
  const models = new Map<string | undefined, Model>();
  return {
    async getModel(name) {
      const model = models.get(name) ?? fitModel(await provider.getModel(name), options);
      models.set(name, model);
      return model;
    },
  };
}
