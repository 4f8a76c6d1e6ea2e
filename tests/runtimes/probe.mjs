// The program that every runtime runs: builds a conversation, reduces it by a callback, sanitises, writes requests for every target, reads streams, and counts and estimates tokens.
//
// The answer is text, so that runtimes are compared byte for byte. It holds no ids and times, which differ between runs. Each import is
// on a line of its own, because the file is translated to CommonJS for runtimes with `require`.

import { ConversationError, ConversationManager, sanitize } from "backscroll";
import { estimateTokens } from "backscroll/estimate";
import { countTokens } from "backscroll/o200k";
import { addStream } from "backscroll/stream";

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral"];
const PARAMS = { model: "a-model", max_tokens: 512 };

/** @returns {Promise<string>} JSON, the same in every runtime */
export async function probe() {
  const conversation = talk();
  const prepared = await conversation.prepare("openai-chat", PARAMS);
  const written = TARGETS.map((target) => writtenFor(target, conversation));
  const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
  const again = TARGETS.map((target) => new TextDecoder().decode(restored.toRequestBytes(target, PARAMS)));
  const answer = {
    prepared: { tokens: prepared.tokens, body: new TextDecoder().decode(prepared.bytes()), repairs: told(prepared.repairs) },
    reduction: reductionOf(prepared.reduction),
    written,
    restoredIsSame: again.map((text, index) => text === written[index].text),
    sanitized: sanitizedBody(),
    refused: refusal(),
    streamed: await streamed(),
    counted: countTokens("Day 1: wohin gehen wir? 今日はどこへ行きますか。 Ünïcødé 🧭 \u2028 <|endoftext|> \ud83e"),
    estimated: estimateTokens("Wohin gehen wir? 今日はどこへ行きますか。 🧭", { model: "claude-opus-4-8" }),
    tokens: [conversation.contextTokens, conversation.messageCount],
  };
  conversation.dispose();
  restored.dispose();
  return JSON.stringify(answer);
}

/** A conversation that is larger than its window, in several scripts, with a call without a result and a lone surrogate. */
function talk() {
  const conversation = new ConversationManager({
    systemPrompt: "You are a travel assistant.",
    tokenLimit: 1_200,
    reduce: ({ draft }) => draft.keepRecentTurns(3) > 0,
  });
  for (let day = 1; day <= 12; day += 1) {
    conversation.addMessage("user", `Day ${day}: wohin gehen wir? 今日はどこへ行きますか。 Ünïcødé 🧭 \u2028`);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: `call_${day}`, name: "weather", arguments: '{"city": "Oslo", "n": 1.0}' }] });
    conversation.addMessage("tool", `rain and wind on day ${day}, `.repeat(20), { toolCallId: `call_${day}` });
    conversation.addMessage("assistant", `On day ${day} to the harbour.`, { tokens: { input: 100 * day, output: 9 } });
  }
  conversation.addMessage("user", "And now? \ud83e");
  conversation.addMessage("assistant", [{ type: "text", text: "Let me see." }], { toolCalls: [{ id: "call.open", name: "weather", arguments: "" }] });
  conversation.addMessage("user", "Never mind.");
  return conversation;
}

function writtenFor(target, conversation) {
  const text = new TextDecoder().decode(conversation.toRequestBytes(target, PARAMS));
  return { target, text, repairs: told(conversation.lastRepairs) };
}

function told(repairs) {
  return repairs.map(({ code, rule, detail }) => `${code} ${rule}: ${detail}`);
}

function reductionOf({ tokensBefore, tokensAfter, removed, firstChangedIndex }) {
  return { tokensBefore, tokensAfter, firstChangedIndex, removed: removed.map(({ role, content }) => [role, content]) };
}

/** A body of a provider that would refuse it: a result without a call, and a call without a result. */
function sanitizedBody() {
  const calls = [{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } }];
  const messages = [
    { role: "user", content: "Look." },
    { role: "assistant", content: null, tool_calls: calls },
    { role: "user", content: "Well?" },
    { role: "tool", tool_call_id: "nobody", content: "lost" },
  ];
  const { body, repairs } = sanitize("openai-chat", { model: "a-model", messages });
  return { body, repairs: told(repairs) };
}

/** Errors have the package's class and code, in a sandbox, too. */
function refusal() {
  try {
    new ConversationManager({ tokenLimit: -1 });
  } catch (error) {
    return [error instanceof ConversationError, error.code, error.message];
  }
  throw new Error("a negative window was not refused");
}

/** A stream of bytes that are torn within letters, and its last part again, where it breaks off in a call. */
async function streamed() {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Wie spät ist es?");
  const chunk = (delta, finish_reason = null) => `data: ${JSON.stringify({ id: "c", model: "a-model", choices: [{ index: 0, delta, finish_reason }] })}\r\n\r\n`;
  const call = { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "clock", arguments: '{"zone":' } }] };
  const whole = [chunk({ role: "assistant", content: "Es ist zwölf " }), chunk({ content: "Uhr 🕛." }), chunk({}, "stop"), "data: [DONE]\r\n\r\n"].join("");
  const texts = [];
  const added = await addStream(conversation, "openai-chat", torn(whole), { onUpdate: ({ text }) => texts.push(text) }).result();
  const cut = await addStream(conversation, "openai-chat", torn(chunk({ content: "Moment, 少々" }) + chunk(call))).result();
  const { error } = cut;
  return { texts: [...new Set(texts)], told: [added, cut].map(({ end, message, leftOut }) => [end, message.content, leftOut]), error: [error instanceof ConversationError, error.code], busy: conversation.busy };
}

/** The bytes of a text, seven at a time. Not every host has a `TextEncoder`. */
async function* torn(text) {
  const bytes = Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}
