// The adapter for the Strands SDK, given to its Agent.

import { Agent, ConversationManager as SdkConversationManager, type LocalAgent } from "@strands-agents/sdk";
import { ConversationError, type Reduction, noReduction, recentTurns } from "backscroll";
import { ConversationManager, type ConversationManagerOptions, type ReduceOptions, type WindowedReducer } from "backscroll/strands";

const agent = new Agent({ conversationManager: new ConversationManager() });

const windowed: WindowedReducer = { name: "mine:window", windowSize: 10, reduce: ({ draft }) => draft.keepRecentMessages(10) > 0 };
const reductions: Reduction[] = [];
const options: ConversationManagerOptions[] = [
  {},
  { reduce: noReduction(), proactiveCompression: true },
  { reduce: recentTurns({ keep: 4 }), proactiveCompression: { compressionThreshold: 0.8 } },
  { reduce: windowed, onReduce: (reduction) => reductions.push(reduction) },
  { reduce: async ({ draft, error, model, messages }) => error !== undefined && model !== undefined && draft.summarize(messages[0]?.id ?? "", "Short.") > 0 },
];
const managers: SdkConversationManager[] = options.map((given) => new ConversationManager(given));
const agents: Agent[] = managers.map((conversationManager) => new Agent({ conversationManager }));

/** A subclass, like one of the SDK's own class. */
class Mine extends ConversationManager {
  override readonly name: string = "mine:manager";

  override initAgent(given: LocalAgent): void {
    super.initAgent(given);
  }

  override async reduce(given: ReduceOptions): Promise<boolean> {
    return given.agent.messages.length > 10 && (await super.reduce(given));
  }
}

const hasShrunk: Promise<boolean> = new Mine().reduce({ agent, model: agent.model });
const isCoded = (error: unknown): boolean => error instanceof ConversationError && error.code === "reducer-failed";

// @ts-expect-error: the window is an option of the reducer
new ConversationManager({ windowSize: 3 });
// @ts-expect-error: a threshold is a number
new ConversationManager({ proactiveCompression: { compressionThreshold: "0.7" } });

export { agents, hasShrunk, isCoded, reductions };
