// Conversations for snapshots: each has state that its messages alone do not show.

import { ConversationManager, resume } from "backscroll";
import { TARGETS } from "../judges.mjs";
import { random } from "../random.mjs";
import { PARAMS, calling } from "./waiting.mjs";

const WORDS = "Some words of a long answer that nobody needs any more. ";
const overflow = () => Object.assign(new Error("too long"), { status: 400, code: "context_length_exceeded" });
const call = (id, more) => ({ id, name: "look", arguments: "{}", ...more });
const thought = { type: "reasoning", text: "Hm.", signature: "c2ln", origin: { format: "anthropic", model: "claude-sonnet-5-5" } };

/** Makes turns with usage reports, calls, results and thinking. */
function talk(conversation, turns = 6) {
  for (let turn = 1; turn <= turns; turn += 1) {
    conversation.addMessage({ role: "user", content: `Question ${turn}?`, pinned: turn === 2 });
    const tokens = turn % 2 === 0 ? { input: 100 * turn, output: 7, cachedInput: 20 } : undefined;
    if (turn === 5) answered(conversation, turn);
    else conversation.addMessage({ role: "assistant", content: [thought, { type: "text", text: WORDS }], model: "claude-sonnet-5-5", toolCalls: [call(`t${turn}`)], ...(tokens && { tokens }) });
    conversation.addMessage("tool", WORDS.repeat(10), { toolCallId: `t${turn}`, isError: turn === 3 });
  }
  conversation.addMessage("assistant", "Done.");
  conversation.addMessage("user", "And now?");
  return conversation;
}

/** Adds an answer to a request of this conversation, with a count of the provider that exceeds the estimate. */
function answered(conversation, turn) {
  conversation.contextTokens;
  conversation.toRequest("anthropic", PARAMS.anthropic);
  const content = [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: WORDS }, { type: "tool_use", id: `t${turn}`, name: "look", input: {} }];
  conversation.addResponse("anthropic", { id: "msg_1", model: "claude-sonnet-5-5", role: "assistant", content, usage: { input_tokens: 2_000, output_tokens: 20 } });
}

async function reduced(reduce, options) {
  const conversation = talk(new ConversationManager({ systemPrompt: "Be brief.", ...options, reduce }));
  if (!(await conversation.recover(overflow()))) throw new Error("nothing was reduced");
  return conversation;
}

/** @type {[name: string, make: () => import("backscroll").ConversationManager | Promise<import("backscroll").ConversationManager>, options?: object][]} */
export const KEPT = [
  ["nothing", () => new ConversationManager()],
  ["a system prompt", () => new ConversationManager({ systemPrompt: "Be brief." })],
  ["turns with reports, pins and thinking", () => talk(new ConversationManager({ tokenLimit: 9_000, reserveTokens: 10, proactiveCompression: { compressionThreshold: 0.3 } }))],
  ["other limits and another estimator", () => talk(new ConversationManager({ estimator: "bytes/3", limits: { messageBytes: 5_000, depth: 9 }, tokenLimit: 1 }))],
  ["an estimator function", () => talk(new ConversationManager({ estimator: (text) => text.length / 7 })), { estimator: (text) => text.length / 7 }],
  ["turns that were dropped", () => reduced(({ draft }) => draft.keepRecentTurns(2) > 0)],
  ["a summary, and thinking whose prefix changed", () => reduced(({ draft, messages }) => draft.summarize(messages[3].id, "They looked.") > 0)],
  ["results that were shortened under a report", () => reduced(({ draft }) => draft.shortenToolResults({ longerThan: 50, head: 10, tail: 10 }) > 0)],
  ["results that were cleared", () => reduced(({ draft }) => draft.clearToolResults({ keep: 1 }) > 0)],
  ["a report whose answer is gone", () => reduced(({ draft, messages }) => draft.remove(messages.filter(({ tokens }) => tokens?.input === 600).map(({ id }) => id)) > 0)],
  ["messages that a host rewrote", () => reduced(({ messages }) => messages.filter((_, at) => at !== 1).map((message) => (message.role === "user" ? { ...message, content: "?" } : message)))],
  ["a truncated beginning", () => { const conversation = talk(new ConversationManager()); conversation.truncate({ keepRecent: 3 }); return conversation; }],
  ["a fork without the answers that are on the bill of the original", () => { const fork = talk(new ConversationManager()).fork(); fork.truncate({ keepRecent: 1 }); return fork; }],
  ["a call whose only field of a vendor is in its function", () => ConversationManager.from("openai-chat", { messages: [{ role: "user", content: "?" }, { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: "{}", note: 1 } }] }] })],
  ["late, early, orphan and repeated results", () => unsound()],
  ["a list with results before their calls", () => ConversationManager.from("backscroll", [{ role: "tool", toolCallId: "a", content: "early" }, { role: "user", content: "?" }, { role: "assistant", content: null, toolCalls: [call("a"), call("a"), call("")] }, { role: "tool", toolCallId: "a", content: "second" }])],
  ["what waits", () => { const conversation = calling(["c1", "c2"]); for (const source of ["user", "subagent", "skill", "workflow", "recall", "goal"]) conversation.enqueue({ source, name: '4 "2" 🙂', content: `from ${source}` }); conversation.withdraw(2); return conversation; }],
  ["ids of what waited and does no more", () => { const conversation = calling(); conversation.enqueue({ source: "goal", name: "1", content: "x" }); conversation.withdraw(1); return conversation; }],
  ["an open checkpoint, partly answered", () => { const conversation = calling(["c1", "c2", "c3"]); conversation.suspend({ threadId: "t", originalInput: { a: [1, null] }, agentClass: "A", needsApproval: ({ id }) => id !== "c2" }); conversation.addMessage("tool", "r", { toolCallId: "c1" }); return conversation; }],
  ["a checkpoint that is over", async () => { const conversation = calling(); await resume(conversation.suspend({ threadId: "t" }), { decisions: { c1: { approved: true, args: { path: "/b" } } }, tools: { look: () => ["json"] }, conversation }); return conversation; }],
  ["two checkpoints, the older behind words of the user", () => { const conversation = calling(); conversation.suspend({ threadId: "t" }); conversation.addMessage("user", "Meanwhile:"); conversation.addMessage("assistant", null, { toolCalls: [call("c2")] }); conversation.suspend(); return conversation; }],
  ["a checkpoint whose calls a reduction rewrote", async () => {
    const conversation = calling(["c1"], { reduce: ({ messages }) => messages.filter(({ role }) => role !== "tool").map(({ toolCalls, ...rest }) => (toolCalls ? { ...rest, content: "I looked." } : rest)) });
    await resume(conversation.suspend(), { decisions: true, tools: { look: () => WORDS.repeat(9) }, conversation });
    conversation.addMessage("assistant", "So.");
    conversation.addMessage("user", "And?");
    if (!(await conversation.recover(overflow()))) throw new Error("nothing was reduced");
    return conversation;
  }],
  ["text of every kind", () => text()],
  ["parts, fields and arguments of every kind", () => everyPart()],
  ["reports of astronomic size", () => { const conversation = new ConversationManager({ tokenLimit: 2 ** 52 }); conversation.addMessage("user", "?"); conversation.toRequest("openai-chat"); conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: "!" } }], usage: { prompt_tokens: 2 ** 40, completion_tokens: 2 ** 33 } }); return conversation; }],
  ...Array.from({ length: 60 }, (_, seed) => [`random history ${seed + 1}`, () => randomHistory(seed + 1)]),
];

function unsound() {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Go.");
  conversation.addMessage("assistant", null, { toolCalls: [call("a"), call("b")] });
  conversation.addMessage("user", "Never mind.");
  conversation.addMessage("assistant", "Fine.", { toolCalls: [call("a")] });
  for (const id of ["a", "a", "a", "b", "nobody"]) conversation.addMessage("tool", `result of ${id}`, { toolCallId: id });
  return conversation;
}

function text() {
  const conversation = new ConversationManager();
  for (const content of ["", " ", "\u0000\u001f\u007f\u2028", 'quo"te \\ back', "🙂 안녕 שלום", "</system>", "\ufeff", "x".repeat(100_000)]) {
    conversation.addMessage("user", content, { name: content.slice(0, 9) });
    conversation.addMessage("assistant", content);
  }
  return conversation;
}

function everyPart() {
  const args = ['{"a":1.0,"a":2}', "no json", "[1]", "", '"text"', "null", { "__proto__x": 1, deep: [[{}]], 2: "b", 1: "a", big: 1e21, small: -0 }];
  const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" };
  return ConversationManager.from("backscroll", [
    { role: "user", content: [{ type: "text", text: "See.", cache_control: { type: "ephemeral" }, mystery: 1 }, image, { type: "file", url: "https://example.org/a.pdf" }], extras: { index: 0 } },
    { role: "assistant", content: [thought, { type: "refusal", text: "No." }], toolCalls: args.map((given, at) => ({ id: `c${at}`, name: "n", arguments: given, index: at })), tokens: { output: 3 } },
    ...args.map((_, at) => ({ role: "tool", toolCallId: `c${at}`, content: at % 2 === 0 ? [image, { type: "text", text: "r" }] : "r", isError: at % 3 === 0, toolName: "n", toolResult: { at } })),
    { role: "system", content: "Be brief from here on." },
    { role: "assistant", content: [{ type: "other", format: "anthropic", value: { type: "from_the_future", x: [1] } }], toolCalls: [{ id: "z", name: "shell", kind: "custom", arguments: "ls" }] },
  ]);
}

function randomHistory(seed) {
  const { pick, chance, below } = random(seed);
  const conversation = new ConversationManager({ estimator: pick(["script", "bytes/3", "chars/4"]) });
  const ids = ["a", "b", "c", "d"];
  const steps = [
    () => conversation.addMessage("user", WORDS.repeat(below(3)), { pinned: chance(0.1) }),
    () => conversation.addMessage({ role: "assistant", content: chance(0.3) ? [thought] : "Hm.", toolCalls: Array.from({ length: below(3) }, () => call(pick(ids))), ...(chance(0.4) && { tokens: { input: below(2_000), output: below(50) } }) }),
    () => conversation.addMessage("tool", WORDS.repeat(below(5)), { toolCallId: pick(ids) }),
    () => conversation.enqueue({ source: pick(["user", "goal"]), name: "5", content: "while at work" }),
    () => conversation.promotePending(),
    () => chance(0.2) && conversation.truncate({ keepRecent: 1 + below(3) }),
    () => { try { conversation.suspend(); } catch { /* Nothing to suspend. */ } },
  ];
  for (let step = 0; step < 30; step += 1) pick(steps)();
  return conversation;
}

/** Returns everything that a host can see of a conversation, with places instead of ids. */
export function viewOf(conversation) {
  const ids = conversation.messages.map(({ id }) => id);
  // Read first, so that an estimator function has weighed all messages before the requests are estimated.
  const { contextTokens } = conversation;
  const requests = TARGETS.map((target) => {
    try {
      const { body, repairs } = conversation.toRequest(target, PARAMS[target], { openCalls: "close" });
      return [JSON.stringify(body), repairs, new TextDecoder().decode(conversation.toRequestBytes(target, PARAMS[target], { openCalls: "close" }))];
    } catch ({ code }) {
      return code;
    }
  });
  const { messages, tokensSpent, messageCount, tokenLimit, tokenRemaining, pending, checkpoints, busy, lastAssistantMessage } = conversation;
  const seen = { messages, contextTokens, tokensSpent, messageCount, tokenLimit, tokenRemaining, pending, checkpoints, busy, lastAssistantMessage, requests };
  const places = new Map(ids.map((id, at) => [id, `message ${at}`]));
  return JSON.parse(JSON.stringify(seen), (key, value) => (key === "createdAt" ? undefined : (places.get(value) ?? value)));
}

/** Continues a conversation in a way that uses all of its restored state. */
export function goOn(conversation) {
  for (const id of ["a", "b", "c", "d", "c1", "c2", "c3", "z", "nobody"]) conversation.addMessage("tool", "late", { toolCallId: id });
  conversation.enqueue({ source: "goal", name: "2", content: "later" });
  conversation.promotePending();
  conversation.addMessage("user", "Go on.");
  conversation.addMessage("assistant", "Yes.", { tokens: { input: 300, output: 5 } });
  conversation.truncate({ keepRecent: 2 });
}
