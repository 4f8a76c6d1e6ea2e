// Wrong use. Each line must be an error: one that compiles fails the check.

import {
  ConversationManager,
  type ConversationOptions,
  type Message,
  type MessageInit,
  type Part,
  type ReduceCallback,
  type Target,
  convert,
  estimateTokens,
  noReduction,
  recentTurns,
  sanitize,
  sanitizeToolCalls,
  validate,
} from "backscroll";

const conversation = new ConversationManager();

// Messages.
// @ts-expect-error: no such role
conversation.addMessage("bot", "x");
// @ts-expect-error: `role` is required
conversation.addMessage({ content: "x" });
// @ts-expect-error: content is text or parts
conversation.addMessage("user", 5);
// @ts-expect-error: the list is a copy, and adding to it would do nothing
conversation.messages.push({ id: "m", role: "user", content: "x", createdAt: 0 });
// @ts-expect-error: so is the transcript
conversation.transcript.pop();
// @ts-expect-error: a message holds its content itself
conversation.addMessage({ role: "user" }, "x");
// @ts-expect-error: the role is given as the first argument
conversation.addMessage("user", "x", { role: "user" });
// @ts-expect-error: content is required, or null
conversation.addMessage("user");
// @ts-expect-error: camel case
conversation.addMessage("tool", "x", { tool_call_id: "c" });
// @ts-expect-error: a call has an id
conversation.addMessage("assistant", null, { toolCalls: [{ name: "f", arguments: "{}" }] });
// @ts-expect-error: arguments are text or an object
conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: 5 }] });
// @ts-expect-error: time is a number
conversation.addMessage("user", "x", { createdAt: new Date() });
// @ts-expect-error: no such kind of part
const part: Part = { type: "image_url", image_url: { url: "x" } };
// @ts-expect-error: sound has a type and data
const sound: Part = { type: "audio", data: "" };
// @ts-expect-error: a summary is made by a reduction
const summary: MessageInit = { role: "system", isSummary: true };
// @ts-expect-error: a message of the history has an id and a time
const message: Message = { role: "user", content: "x" };
// @ts-expect-error: messages are read-only copies
conversation.messages[0]!.content = "x";
// @ts-expect-error: the list is read-only
conversation.messages = [];
// @ts-expect-error: a limit is a number
conversation.tokenLimit = "5";
// @ts-expect-error: the size is read-only
conversation.contextTokens = 5;

// Options.
// @ts-expect-error: spelled `tokenLimit`
const limit: ConversationOptions = { tokenlimit: 5 };
// @ts-expect-error: a number
const text: ConversationOptions = { tokenLimit: "5" };
// @ts-expect-error: a threshold has a name
const share: ConversationOptions = { proactiveCompression: 0.5 };
// @ts-expect-error: no such estimator
const estimator: ConversationOptions = { estimator: "tiktoken" };
// @ts-expect-error: an estimator returns a number, synchronously
const later: ConversationOptions = { estimator: async (text: string) => text.length };

// Requests.
// @ts-expect-error: no such target
const target: Target = "openai";
// @ts-expect-error: the package's own format is no target
conversation.toRequest("backscroll");
// @ts-expect-error: params are an object
conversation.toRequest("openai-chat", "gpt-5");
// @ts-expect-error: no such choice
conversation.toRequest("openai-chat", {}, { openCalls: "heal" });
// @ts-expect-error: no such value
conversation.toRequest("openai-responses", {}, { continue: "yes" });
// @ts-expect-error: no such lifetime
conversation.toRequest("anthropic", {}, { cacheBreakpoints: { ttl: "10m" } });
// @ts-expect-error: no request is written
sanitize("anthropic", {}, { cacheBreakpoints: true });
// @ts-expect-error: only requests of a conversation continue a response
sanitize("openai-responses", {}, { continue: true });
// @ts-expect-error: `toRequest` takes no signal
conversation.toRequest("openai-chat", {}, { signal: new AbortController().signal });
// @ts-expect-error: `prepare` returns a promise
conversation.prepare("openai-chat").body;
// @ts-expect-error: no such format
ConversationManager.from("openai", []);
// @ts-expect-error: the messages are still a promise
ConversationManager.from("ai-sdk", Promise.resolve([]));
// @ts-expect-error: so is the response
conversation.addResponse("openai-chat", Promise.resolve({ id: "r", choices: [] }));
// @ts-expect-error: so it may be
conversation.addResponse("openai-chat", {} as object | PromiseLike<object>);

// Reducing.
// @ts-expect-error: neither messages nor a verdict
const number: ReduceCallback = () => 5;
// @ts-expect-error: a reducer has a name
new ConversationManager({ reduce: { reduce: () => true } });
// @ts-expect-error: the draft is not replaced
const replacing: ReduceCallback = (context) => void (context.draft = context.draft);
// @ts-expect-error: the number of turns is required
recentTurns();
// @ts-expect-error: there are no options
noReduction({ keep: 1 });
class Wrong extends ConversationManager {
  // @ts-expect-error: an override returns what a callback may return
  override reduce() {
    return "yes";
  }
}

// Without a conversation.
// @ts-expect-error: a list
sanitizeToolCalls({ role: "user" });
// @ts-expect-error: the target comes first
sanitize({ messages: [] }, "openai-chat");
// @ts-expect-error: a format of programs has no rules
validate("ai-sdk", []);
// @ts-expect-error: no such format
convert("openai", "anthropic", []);
// @ts-expect-error: no such form
convert("openai-chat", "ai-sdk", [], { form: "json" });
// @ts-expect-error: Anthropic's body has no items
convert("openai-chat", "anthropic", []).body.input;
// @ts-expect-error: text or messages
estimateTokens(5);

export { Wrong, estimator, later, limit, message, number, part, replacing, share, sound, summary, target, text };
