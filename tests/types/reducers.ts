// Strategies: callbacks, objects and subclasses.

import {
  ConversationManager,
  type HistoryDraft,
  type Message,
  type MessageInit,
  type PolicyOptions,
  type ReduceCallback,
  type ReduceContext,
  type ReduceResult,
  type Reducer,
  type StepName,
  type Summarize,
  type ToolPolicy,
  chain,
  compactHistory,
  compacting,
  costAware,
  fitBudget,
  noReduction,
  recentTurns,
  slidingWindow,
  summarizing,
  trim,
} from "backscroll";

// A callback may return nothing, a boolean or the new history, synchronously or as a promise.
const callbacks: ReduceCallback[] = [
  ({ draft }) => {
    draft.keepRecentTurns(4);
  },
  ({ draft }) => draft.keepRecentMessages(20) > 0,
  ({ messages }) => messages.slice(-10),
  async ({ messages, signal }) => {
    signal?.throwIfAborted();
    const summary: MessageInit = { role: "system", content: await summarize(messages) };
    return [summary, ...messages.slice(-4)];
  },
  async () => {},
  () => Promise.resolve(false),
];

async function summarize(messages: readonly Message[]): Promise<string> {
  return `${messages.length} messages.`;
}

const strategy: Reducer = {
  name: "cheapest-first",
  reduce({ draft, targetTokens, error, model }: ReduceContext): ReduceResult {
    const goal: number = targetTokens ?? Infinity;
    const edits: number[] = [
      draft.clearToolResults(),
      draft.clearToolResults({ keep: 5, placeholder: "(cleared)", exclude: ["read"] }),
      draft.shortenToolResults({ longerThan: 1_000, head: 100, tail: 100, order: "largest" }),
    ];
    if (draft.tokens > goal && draft.turnCount > 2) edits.push(draft.keepRecentTurns(2));
    return error === undefined && model === undefined ? edits.some((edit) => edit > 0) : true;
  },
};

const conversations = [
  new ConversationManager({ reduce: strategy }),
  new ConversationManager({ reduce: noReduction() }),
  new ConversationManager({ reduce: recentTurns({ keep: 6 }) }),
  ...callbacks.map((reduce) => new ConversationManager({ reduce })),
];

/** With a synchronous `reduce`. */
class LastTurns extends ConversationManager {
  override readonly name: string = "my:last-turns";

  override reduce({ draft }: ReduceContext): boolean {
    return draft.keepRecentTurns(3) > 0;
  }
}

/** With an asynchronous `reduce` that first tries the given strategy. */
class Summarizing extends ConversationManager {
  readonly #through: string;

  constructor(through: string) {
    super({ tokenLimit: 8_000 });
    this.#through = through;
  }

  override async reduce(context: ReduceContext): Promise<boolean> {
    if (await super.reduce(context)) return true;
    const draft: HistoryDraft = context.draft;
    return draft.summarize(this.#through, await summarize(context.messages)) > 0 || draft.remove([this.#through]) > 0;
  }
}

/** A reducer that returns the new history or nothing, as a callback may. Its name is a getter. */
class Mixed extends ConversationManager {
  override get name(): string {
    return "my:mixed";
  }

  override reduce({ messages, draft, error }: ReduceContext): MessageInit[] | void {
    if (error === undefined) return messages.slice(-4);
    draft.keepRecentTurns(1);
  }
}

/** An asynchronous reducer. */
class Later extends ConversationManager {
  override async reduce({ messages }: ReduceContext): Promise<Message[] | boolean> {
    return messages.length > 4 ? messages.slice(-4) : false;
  }
}

// A static method of a subclass returns objects of the subclass.
const [made, again]: [LastTurns, Mixed] = [LastTurns.from("openai-chat", []), Mixed.fromJSON([], { reduce: strategy })];
// @ts-expect-error: its constructor takes no options
Summarizing.from("openai-chat", []);

conversations.push(new LastTurns({ tokenLimit: 8_000 }), new Summarizing("m1"), new Mixed(), new Later(), made, again);

export { conversations };

// The ready-made strategies, with all of their options.
const asked: Summarize = async ({ system, prompt, messages, maxTokens, signal }) => {
  signal?.throwIfAborted();
  return [system, prompt, messages.length, maxTokens].join(" ");
};
const ready: Reducer[] = [
  fitBudget(),
  costAware({ model: "m", prices: [{ model: "m", input: 1, output: 2, long: { above: 200_000, input: 2, output: 3 } }], reduceTo: 5, keepTurns: 2, summarize: asked }),
  fitBudget({ keepTurns: 2, summarize: asked, reduceAbove: 0.9, reduceTo: 0.5, systemPrompt: "Be brief.", summaryTokens: 300, maxPromptTokens: 8_000 }),
  fitBudget({ pin: ["m1"], instructions: ["Be kind."], tools: { read: "keep", list: "drop", look: { keepLast: 2 }, "*": { shorten: (text, call) => `${call.name}: ${text.length}` } }, pictures: { keepLast: 2 } }),
  costAware({ model: "gpt-5", pin: (message) => message.pinned === true, instructions: "Be kind." }),
  slidingWindow({ windowSize: 20, shouldTruncateResults: false, pinFirst: 1 }),
  summarizing({ summarize: asked, summaryRatio: 0.5, preserveRecentMessages: 4, systemPrompt: "Be brief.", pinFirst: 1 }),
  compacting({ summarize: asked, maxTokens: 6_000, recentKeep: 4 }),
  chain(summarizing({ summarize: asked }), ({ draft }) => draft.keepRecentTurns(1) > 0),
  { name: "due", isDue: ({ tokens, room, growth, isCold }) => isCold || tokens + growth > room / 2, reduce: ({ draft }) => draft.shortenToolResults({ media: true }) > 0 },
];
const policies: PolicyOptions = { tools: { read: { keepLast: 1 } as ToolPolicy } };
// @ts-expect-error: a policy has one of the two
fitBudget({ tools: { read: { keepLast: 1, shorten: (text) => text } } });
// @ts-expect-error: no such policy
fitBudget({ tools: { read: "clear" } });
// @ts-expect-error: the function is not async
fitBudget({ pin: async () => true });
ready.push(fitBudget(policies));
for (const reduce of ready) new ConversationManager({ reduce });

// A body keeps its type. Repairs and reduction are typed.
const body = { model: "gpt-5", messages: [{ role: "user", content: "Hello" }] };
const trimmed = trim("openai-chat", body, { maxTokens: 1_000, openCalls: "drop" });
const model: string = trimmed.body.model;
const steps: string[] = trimmed.reduction.steps.map(({ name, messages, tokensAfter }) => `${name satisfies StepName} ${messages} ${tokensAfter} ${model}`);
const isCleared: boolean = trimmed.reduction.steps.some(({ name }) => name === "clear-results") || trimmed.reduction.repairs.some(({ code }) => code === "reduction-step-failed");
// @ts-expect-error: no such step
trimmed.reduction.steps.some(({ name }) => name === "clear-result");
// @ts-expect-error: no such repair
trimmed.reduction.repairs.some(({ code }) => code === "step-skiped");
export { isCleared };

const compacted = compactHistory([{ role: "user", content: "Hello" }], { summarize: asked, maxTokens: 10, recentKeep: 2 });
export const told: Promise<[string, number, boolean, string[]]> = compacted.then(({ summary, recent, compacted: done }) => [summary, recent.length, done, steps]);
