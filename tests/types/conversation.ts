// The conversation as a program uses it. It is only type-checked, never run.

import {
  type CacheBreakpoints,
  type Capabilities,
  ConversationManager,
  type ConversationOptions,
  type FormatOptions,
  type Message,
  type Part,
  type PreparedRequest,
  type ProviderResponse,
  type Reduction,
  type Repair,
  type RequestOptions,
  type Target,
  estimateTokens,
  sanitize,
  sanitizeToolCalls,
} from "backscroll";

const options: ConversationOptions = {
  systemPrompt: "Be brief.",
  tokenLimit: 128_000,
  reserveTokens: 4_000,
  proactiveCompression: { compressionThreshold: 0.8 },
  estimator: (text) => text.length / 4,
  onReduce: ({ removed, tokensBefore, tokensAfter }) => console.log(removed.length, tokensBefore - tokensAfter),
  limits: { messageBytes: 1_000_000, depth: 32 },
};
const conversation = new ConversationManager(options);

// Adding messages.
const question: Message = conversation.addMessage("user", "What is the weather in Oslo?");
const picture: Part = { type: "image", mediaType: "image/png", data: "iVBORw0..." };
conversation.addMessage("user", [{ type: "text", text: "And this?" }, picture], { name: "Ada", pinned: true });
const asking = conversation.addMessage("assistant", null, {
  toolCalls: [
    { id: "c1", name: "weather", arguments: { city: "Oslo" } },
    { id: "c2", type: "function", function: { name: "time", arguments: '{"zone":"Europe/Oslo"}' } },
  ],
  tokens: { input: 20, output: 5, cachedInput: 10, reasoning: 1 },
  model: "gpt-5",
});
conversation.addMessage({ role: "tool", toolCallId: "c1", content: "Sunny.", toolResult: { sky: "clear" }, isError: false });
const answer: Message = conversation.addResponse("anthropic", { role: "assistant", content: [{ type: "text", text: "It is sunny." }] });

/** The type of a response may be unknown, or decided by the caller. */
export async function answered<Response extends object, Any>(send: () => Promise<Response>, ask: () => Promise<Any>, read: () => Promise<unknown>): Promise<readonly Message[]> {
  const response: Response = await send();
  conversation.addResponse("openai-chat", response);
  conversation.addResponse("openai-chat", await send());
  conversation.addResponse("openai-chat", await ask());
  conversation.addResponse("openai-chat", await read());
  return ConversationManager.from("openai-chat", response).messages;
}

// Returned messages can be added again.
const other = ConversationManager.from("backscroll", conversation.messages, { tokenLimit: 1_000 });
other.addMessage(question);
other.addMessage(answer.role, answer.content);

// Reading.
const last: Message | null = conversation.lastAssistantMessage;
const limit: number | "auto" | null = conversation.tokenLimit;
const reserve: number | "auto" = conversation.reserveTokens;
const remaining: number | null = conversation.tokenRemaining;
const sums: number[] = [conversation.messageCount, conversation.tokensSpent, conversation.contextTokens];
const isNear: boolean = conversation.approachingLimit() || conversation.approachingLimit(0.9);
const names: string[] = (asking.toolCalls ?? []).map(({ id, name, arguments: args }) => `${id} ${name} ${typeof args === "string" ? args : JSON.stringify(args)}`);

// Writing requests.
const target: Target = "openai-chat";
const capabilities: Capabilities = { prefill: false, model: "gpt-5" };
const cacheBreakpoints: CacheBreakpoints = { ttl: "5m", systemTtl: "1h" };
const requestOptions: RequestOptions = { continue: "anew", openCalls: "drop", cacheBreakpoints };
const continued: { body: object } = conversation.toRequest("openai-responses", { model: "gpt-5" }, requestOptions);
const response: ProviderResponse | undefined = answer.response;
const formatOptions: FormatOptions = { capabilities, openCalls: "keep", interruptedText: "Stopped.", summaryRole: "user" };
const { body, repairs }: { body: object; repairs: Repair[] } = conversation.toRequest(target, { model: "gpt-5", tools: [] }, formatOptions);
const bytes: Uint8Array = conversation.toRequestBytes("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024 });
const length: number = conversation.toRequestView(target).byteLength;
const plain: string[] = conversation.toOpenAIMessages().map(({ role, content }) => `${role}: ${content}`);
const { system, messages }: { system: string | null; messages: object[] } = conversation.toAnthropicMessages();
const details: string[] = conversation.lastRepairs.map(({ code, rule = "-", messageId = "-", toolCallId = "-", detail }) =>
  [code, rule, messageId, toolCallId, detail].join(),
);

// Preparing a request, and recovering when the model still refuses it.
async function ask(send: (body: BodyInit) => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const prepared: PreparedRequest = await conversation.prepare(target, { model: "gpt-5" }, { ...formatOptions, signal });
  const reduction: Reduction | null = prepared.reduction;
  console.log(reduction?.removed.map(({ content }) => content), prepared.tokens, prepared.repairs.length, prepared.body);
  try {
    // `fetch` accepts the bytes, with every version of `lib.dom`.
    return await send(prepared.bytes());
  } catch (error) {
    const isWorthAnother: boolean = await conversation.recover(error, { model: { name: "gpt-5" }, signal });
    if (!isWorthAnother) throw error;
    return send(conversation.toRequestBytes(target));
  }
}

// Truncating and clearing.
const removed: number = conversation.truncate({ keepRecent: 10, keepSystemPrompt: true }) + conversation.truncate();
conversation.clear();
const report: Reduction | null = conversation.lastReduction;

// `using` frees it at the end of the block.
{
  using brief = new ConversationManager();
  brief.addMessage("user", "Hello");
}
conversation.dispose();
conversation[Symbol.dispose]();

// Without a conversation. The type of a body is kept.
interface Body {
  model: string;
  messages: { role: string; content: string }[];
}
const mended: Body = sanitize("openai-chat", { model: "gpt-5", messages: [] } as Body).body;
const sound = sanitizeToolCalls([{ role: "user", content: "Hello" }]);
const estimates: number[] = [estimateTokens("text"), estimateTokens(sound, { estimator: "bytes/3" }), estimateTokens(conversation.messages)];

export { ask, body, bytes, continued, details, estimates, isNear, last, length, limit, mended, messages, names, plain, remaining, removed, repairs, report, reserve, response, sums, system };
