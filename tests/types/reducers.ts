// Strategies: callbacks, objects and subclasses.

import {
  ConversationManager,
  type HistoryDraft,
  type Message,
  type MessageInit,
  type ReduceCallback,
  type ReduceContext,
  type ReduceResult,
  type Reducer,
  noReduction,
  recentTurns,
} from "backscroll";

// A callback may return nothing, a boolean or the new history, at once or later.
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

/** With an asynchronous one, that first tries the strategy it was given. */
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

conversations.push(new LastTurns({ tokenLimit: 8_000 }), new Summarizing("m1"), LastTurns.from("openai-chat", []));

export { conversations };
