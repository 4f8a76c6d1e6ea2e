// Properties of random Strands transcripts under random reducers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Message, TextBlock, ToolResultBlock, ToolUseBlock } from "@strands-agents/sdk";
import { ConversationManager } from "backscroll/strands";
import { random } from "../../support/random.mjs";
import { ScriptedModel, agentWith, assertSound, assistant, overflow, user } from "../../support/formats/strands.mjs";

const RUNS = 400;

/** Makes a transcript that a provider accepts: turns of rounds with parallel results, some pinned, some with user text behind the results. */
function transcript({ below, chance, pick }) {
  const messages = [];
  const text = () => `${pick(["word", "слово", "말", "🙂"])} `.repeat(1 + below(300));
  const pinned = () => (chance(0.05) ? { custom: { pinned: true } } : undefined);
  let call = 0;
  for (let turns = 1 + below(6); turns > 0; turns -= 1) {
    messages.push(user(text(), pinned()));
    for (let rounds = below(4); rounds > 0; rounds -= 1) {
      // Some models restart the numbering of their calls in each answer.
      const ids = Array.from({ length: 1 + below(3) }, (_, at) => (chance(0.5) ? `call_${at}` : `call_${at}_${(call += 1)}`));
      const metadata = chance(0.3) ? { usage: { inputTokens: below(2_000), outputTokens: 9, totalTokens: 0 } } : pinned();
      const said = chance(0.4) ? [new TextBlock(text())] : [];
      messages.push(new Message({ role: "assistant", content: [...said, ...ids.map((toolUseId) => new ToolUseBlock({ name: "read", toolUseId, input: { a: text() } }))], ...(metadata && { metadata }) }));
      const results = ids.map((toolUseId) => new ToolResultBlock({ toolUseId, status: pick(["success", "error"]), content: [new TextBlock(text())] }));
      messages.push(new Message({ role: "user", content: [...results, ...(chance(0.1) ? [new TextBlock(text())] : [])], ...(chance(0.05) && { metadata: { custom: { pinned: true } } }) }));
    }
    if (turns > 1 || chance(0.5)) messages.push(assistant(text()));
  }
  return messages;
}

const isPinned = ({ metadata }) => metadata?.custom?.pinned === true;

function reducer({ below, pick, chance }) {
  return pick([
    undefined,
    ({ draft }) => draft.keepRecentMessages(below(20)) > 0,
    ({ draft }) => draft.keepRecentTurns(below(4)) > 0,
    ({ draft }) => draft.shortenToolResults({ head: 20, tail: 20 }) > 0,
    ({ draft }) => draft.clearToolResults({ keep: below(3), placeholder: "" }) > 0,
    ({ messages }) => messages.filter(() => chance(0.7)),
    ({ messages }) => messages.map((message) => (chance(0.3) && message.role !== "tool" ? { ...message, content: "shorter" } : message)),
    ({ draft, messages }) => { try { return draft.summarize(pick(messages).id, "Sum.") > 0; } catch { return false; } },
  ]);
}

test("the array stays the same object, the remaining messages are valid and in order, and every removal is reported", async () => {
  let shrunk = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const choice = random(seed);
    const messages = transcript(choice);
    const reductions = [];
    const reduce = reducer(choice);
    const manager = new ConversationManager({ ...(reduce && { reduce }), onReduce: (reduction) => reductions.push(reduction) });
    const agent = agentWith(manager, { model: new ScriptedModel(), messages });
    const [array, before] = [agent.messages, [...agent.messages]];
    try {
      const hasShrunk = await manager.reduce({ agent, model: agent.model, error: overflow() });
      assert.equal(agent.messages, array);
      assert.equal(reductions.length, hasShrunk ? 1 : 0);
      if (!hasShrunk) {
        assert.deepEqual(agent.messages, before);
        continue;
      }
      shrunk += 1;
      const [{ removed, shortened, summary, tokensBefore, tokensAfter }] = reductions;
      assert.ok(tokensAfter < tokensBefore);
      // Pinned messages stay, even if a history should not begin with them.
      const [first, second] = agent.messages;
      const beginsPinned = first.role === "assistant" && (isPinned(first) || isPinned(second));
      assertSound(beginsPinned ? [user("?"), ...agent.messages] : agent.messages);
      const places = agent.messages.map(({ trackingId }) => before.findIndex((message) => message.trackingId === trackingId)).filter((at) => at !== -1);
      assert.deepEqual(places, [...places].sort((a, b) => a - b), "in order");
      assert.equal(agent.messages.length - places.length, summary === null ? 0 : 1, "nothing is new but a summary");
      // A message is unchanged, or the report has its old form.
      const reported = new Set([...removed, ...shortened.map(({ original }) => original)].map(({ id }) => id.split("/")[0]));
      for (const message of before) assert.ok(agent.messages.includes(message) || reported.has(message.trackingId), "kept, or reported");
      for (const { trackingId } of before.filter(isPinned)) assert.ok(agent.messages.some((message) => message.trackingId === trackingId), "pinned");
    } catch (error) {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    }
  }
  assert.ok(shrunk > RUNS / 2, `${shrunk} of ${RUNS} shrank`);
});
