// `compress` with random conversations and random parts. The history keeps its invariants, and its requests are accepted.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { ConversationManager } from "backscroll";
import { compress } from "backscroll/compress";
import { TARGETS, objection } from "../../support/judges.mjs";
import { random } from "../../support/random.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import { runs } from "../../support/runs.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";

const CASES = runs({ few: 300, all: 2_000 });

/** Returns words of a random message, or of a call in it. */
function wordsOf(chance, messages) {
  const { content, toolCalls = [] } = chance.pick(messages);
  const texts = [...(typeof content === "string" ? [content] : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []))), ...toolCalls.map((call) => (typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments)))];
  const text = texts.length === 0 ? "nobody's words" : chance.pick(texts);
  const from = chance.chance(0.7) ? 0 : chance.below(text.length);
  return text.slice(from, from + 20 + chance.below(60));
}

/** Returns the ids of calls whose message, or whose result, is missing from a list that another list holds with both. */
function torn(before, after) {
  const pairs = before.flatMap(({ id, toolCalls = [] }) => toolCalls.flatMap((call) => before.filter(({ toolCallId }) => toolCallId === call.id).map((result) => [id, result.id])));
  const left = new Set(after.map(({ id }) => id));
  return pairs.filter(([call, result]) => left.has(call) !== left.has(result)).map(([call]) => call);
}

/** Returns the violated invariants of one replacement. */
function problemsOf(before, after, reduction) {
  const removed = new Map(reduction.removed.map((message) => [message.id, message]));
  const kept = new Map(after.map((message) => [message.id, message]));
  const lost = before.filter((message) => !isDeepStrictEqual(removed.get(message.id) ?? kept.get(message.id), message)).map(({ id }) => `${id} is lost or changed`);
  const own = after.filter(({ id }) => id !== reduction.summary.id);
  const order = before.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const newest = before.findLast(({ role, content }) => role === "user" && JSON.stringify(content).trim() !== '""');
  const open = before.at(-1)?.role === "assistant" ? [before.at(-1)] : [];
  const needed = [...before.filter(({ role, pinned, isSummary }) => (role === "system" && !isSummary) || pinned), ...(newest === undefined ? [] : [newest]), ...open.filter(({ toolCalls = [] }) => toolCalls.length > 0)];
  return [
    ...lost,
    ...(isDeepStrictEqual(own.map(({ id }) => id), order) ? [] : ["the order changed, or messages appeared"]),
    ...needed.filter(({ id }) => !kept.has(id)).map(({ id }) => `${id} was protected`),
    ...torn(before, after).map((id) => `the calls of ${id} lost a result`),
    ...(reduction.tokensAfter < reduction.tokensBefore ? [] : ["it did not get smaller"]),
  ];
}

describe(`${CASES} random conversations with random parts`, () => {
  const counts = { replaced: 0, refused: 0, withStayed: 0 };

  test("keep the invariants of histories, and undo restores them", async () => {
    const problems = [];
    for (let seed = 0; seed < CASES; seed += 1) {
      const chance = random(seed + 5_000_000);
      const target = TARGETS[seed % TARGETS.length];
      const conversation = ConversationManager.from("backscroll", transcript(seed).messages);
      const params = paramsFor(target, conversation.toOpenAIMessages());
      const { run } = compress(conversation);
      const start = conversation.messages;
      let count = 0;
      for (let part = 0; part < 4; part += 1) {
        const before = conversation.messages;
        const args = { from: wordsOf(chance, before), ...(chance.chance(0.6) && { to: wordsOf(chance, before) }), summary: "They did it. ".repeat(1 + chance.below(12)) };
        const answer = await run(args);
        const after = conversation.messages;
        const report = (found) => problems.push(...found.map((words) => `seed ${seed}, part ${part}: ${words}`));
        if (answer.startsWith("Your summary replaced")) {
          counts.replaced += 1;
          count += 1;
          if (answer.includes("\nStayed within the part")) counts.withStayed += 1;
          report(problemsOf(before, after, conversation.lastReduction));
          const refused = objection(target, (await conversation.prepare(target, params)).body);
          if (refused !== null) report([`${target}: ${refused}`]);
        } else {
          counts.refused += 1;
          if (!answer.startsWith("Nothing was replaced: ") || !isDeepStrictEqual(after, before)) report([`changed by ${answer}`]);
        }
      }
      const later = ConversationManager.fromJSON(JSON.stringify(conversation));
      if (later.undoAll() !== count || !isDeepStrictEqual(later.messages, start)) problems.push(`seed ${seed}: undo restored something else`);
      for (const each of [conversation, later]) each.dispose();
    }
    assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
  });

  test("are often replaced, often refused, and sometimes hold what must stay", () => {
    for (const [name, count] of Object.entries(counts)) assert.ok(count > CASES / 10, `${name}: ${count}`);
  });
});
