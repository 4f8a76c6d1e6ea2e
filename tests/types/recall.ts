// `recall` and `offload`, over a conversation, over a list, with a store.

import { ConversationManager, type Message, type MessageInit, type OffloadOptions, type OffloadStore, type Reducer, type Target, type Tool, chain, convert, fitBudget, offload } from "backscroll";
import { ConversationManager as SlimManager } from "backscroll/slim";
import { type FunctionDefinition, type Recall, type RecallDefinitions, type RecallList, type RecallOptions, type RecallParameter, type RecallParameters, type RecallSource, recall } from "backscroll/recall";

declare const rows: MessageInit[];
declare const messages: Message[];
declare const target: Target;

const texts = new Map<string, string>();
const store: OffloadStore = { put: (id, text) => texts.set(id, text), get: (id) => texts.get(id) };
const remote: OffloadStore = { put: async () => {}, get: async () => null };
const options: OffloadOptions = { store, keep: 6, longerThan: 4_000, lines: 3, exclude: ["ask"], tool: "look_up" };
const strategies: Reducer[] = [offload(), offload(options), offload({ store: { put: () => undefined } }), fitBudget({ firstStep: offload() }), fitBudget({ firstStep: ({ draft }) => draft.keepRecentTurns(3) > 0 }), chain(offload(), fitBudget())];
const conversation = new ConversationManager({ reduce: fitBudget({ firstStep: offload({ store: remote }) }) });

const list: RecallList = [...rows, ...messages];
const sources: RecallSource[] = [conversation, new SlimManager(), list, rows, messages, () => messages, () => convert("ai-sdk", "backscroll", rows).body];
const settings: RecallOptions = { name: "look_up", maxTokens: 4_000, sent: () => rows };
const tools: Recall[] = sources.map((source) => recall(source, settings));
const tool: Recall = recall(conversation);
const stored: Recall<Promise<string>> = recall(conversation, { store: remote });
const parameters: RecallParameters = tool.parameters;
const query: RecallParameter = parameters.properties.query;
const chat: FunctionDefinition = tool.definition("openai-chat");
const all: RecallDefinitions["anthropic"] = tool.definition("anthropic");

export async function use(): Promise<string> {
  const handlers: Record<string, Tool> = { [tool.name]: tool.run, [stored.name]: stored.run };
  await conversation.runTools(handlers);
  const { body } = await conversation.prepare("anthropic", { model: "m", max_tokens: 9, tools: [tool.definition("anthropic")] });
  const now: string = tool.run({ query: "x" });
  const later: string = await stored.run('{"id":"m1"}');
  // @ts-expect-error: with a store, the answer is a promise
  const wrong: string = stored.run({});
  // @ts-expect-error: no such option
  recall(conversation, { limit: 4 });
  // @ts-expect-error: a store for `offload` takes texts
  offload({ store: { get: () => null } });
  return `${now}${later}${wrong}${body.tools.length}${strategies.length}${tools.length}${query.description}${chat.function.name}${all.name}${JSON.stringify(tool.definition(target))}`;
}
