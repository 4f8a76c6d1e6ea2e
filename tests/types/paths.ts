// Transcript, paths, and what may change later.

import {
  type AppliedReduction,
  ConversationManager,
  type Message,
  type MessageInit,
  type PrepareOptions,
  type ReduceContext,
  type ReduceNowOptions,
  type Reduction,
  type RestoreOptions,
  type TranscriptMessage,
  fitBudget,
  recentTurns,
} from "backscroll";

class Mine extends ConversationManager {
  readonly own = "mine";

  override reduce({ messages }: ReduceContext): MessageInit[] | void {
    if (messages.length > 4) return messages.slice(-4);
  }
}
const conversation = new Mine();

// Transcript and paths.
const transcript: readonly TranscriptMessage[] = conversation.transcript;
const reductions: readonly AppliedReduction[] = conversation.reductions;
const removed: string[] = transcript.filter(({ state }) => state === "removed").map(({ message }) => message.toolCalls?.[0]?.name ?? message.id);
// @ts-expect-error: no such state
transcript.some(({ state }) => state === "gone");
// @ts-expect-error: no such step
reductions.some(({ steps }) => steps.some(({ name }) => name === "drop-turn"));
const messages: Message[] = [conversation.edit("m1", "Other words."), conversation.edit("m1", [{ type: "text", text: "Other words." }]), conversation.regenerate(), conversation.regenerate("m2")];
const [left, undone, siblings, isUndone]: [number, number, string[], boolean] = [conversation.rewind("m1"), conversation.undoAll(), conversation.siblings("m1"), conversation.undo()];
conversation.select("m1");
const copy: Mine = conversation.fork({ through: "m1" });
const kind: string = conversation.fork().own;
// @ts-expect-error: a message has content
conversation.edit("m1");
// @ts-expect-error: a message is named by its id
conversation.rewind(5);
// @ts-expect-error: spelled `through`
conversation.fork({ until: "m1" });

// Settings that may change later.
conversation.systemPrompt = "Be brief.";
conversation.systemPrompt = null;
conversation.tokenLimit = 200_000;
conversation.tokenLimit = null;
conversation.reserveTokens = 4_000;
conversation.pin("m1");
conversation.pin("m1", false);
const window: [string | null, number | null, number] = [conversation.systemPrompt, conversation.tokenLimit, conversation.reserveTokens];
// @ts-expect-error: a text
conversation.systemPrompt = ["Be brief."];
// @ts-expect-error: 0 is no reserve
conversation.reserveTokens = null;
// @ts-expect-error: true or false
conversation.pin("m1", "yes");

// For one request: params keep their literals.
const options: PrepareOptions = { tokenLimit: 32_000, reserveTokens: 2_000, systemPrompt: null, openCalls: "drop" };
const { body } = await conversation.prepare("anthropic", { max_tokens: 10, thinking: { type: "enabled", budget_tokens: 5 } }, { ...options, signal: AbortSignal.timeout(1_000) });
const thinking: "enabled" = body.thinking.type;
// @ts-expect-error: spelled `tokenLimit`
conversation.prepare("openai-chat", {}, { maxTokens: 5 });
// @ts-expect-error: a request that is written has the conversation's prompt
conversation.toRequest("openai-chat", {}, { systemPrompt: "Be brief." });

// Restored with other settings.
const restoring: RestoreOptions = { reduce: fitBudget(), tokenLimit: null, systemPrompt: null, proactiveCompression: true, transcript: false, limits: { depth: 8 } };
const restored: Mine = Mine.fromJSON("{}", restoring);
// @ts-expect-error: a text or null
Mine.fromJSON("{}", { systemPrompt: 5 });

// Reduced at once.
const now: ReduceNowOptions[] = [{}, { targetTokens: 5_000 }, { reduce: recentTurns({ keep: 2 }), model: "gpt-5", signal: AbortSignal.timeout(1_000) }, { reduce: ({ draft }) => void draft.keepRecentTurns(1) }];
const reduction: Reduction | null = await conversation.reduceNow(now[0]);
// @ts-expect-error: it may be null
conversation.reduceNow().then(({ removed: gone }) => gone);
// @ts-expect-error: a strategy, not its name
conversation.reduceNow({ reduce: "fit-budget" });

export { copy, isUndone, kind, left, messages, reduction, removed, restored, siblings, thinking, undone, window };
