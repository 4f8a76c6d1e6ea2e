// `callModelInputFilter`: the input of each model call is cut to fit.

import type { AgentInputItem, CallModelInputFilter } from "@openai/agents";
import { type AgentOptions, FittedCalls } from "../agent/fitted-calls.js";
import { FORMAT, Items, type WireItem } from "./items.js";

/**
 * Makes a `callModelInputFilter` that cuts the input of each model call to fit. The instructions count; leave room for the tools. The cut
 * stays in place until the window is full again. The session and the result of the run stay whole. `fitInput` does not handle overflows;
 * `fitModel` does, and sees tools, too.
 *
 * @throws ConversationError `invalid-argument`. A call throws `cannot-fit` if the protected messages do not fit.
 * @example
 * const result = await run(agent, "Look up all orders.", { session, callModelInputFilter: fitInput({ maxTokens: 120_000 }) });
 */
export function fitInput(options: AgentOptions): CallModelInputFilter<any> {
  const calls = new FittedCalls<WireItem>(FORMAT, options);
  const known = new WeakMap<AgentInputItem, WireItem>();
  const filter: CallModelInputFilter<any> = async ({ modelData, agent }) => {
    const items = new Items(known);
    const { messages } = await calls.fitted(items.of(modelData.input), {
      instructions: modelData.instructions,
      model: agent?.model,
      answer: agent?.modelSettings?.maxTokens,
    });
    return { ...modelData, input: items.back(messages) };
  };
  // The items are not changed, so the SDK need not copy them.
  return Object.assign(filter, { preserveInputIdentity: true });
}
