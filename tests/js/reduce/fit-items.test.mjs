// Nothing of a list is lost without a report: each item that `fit` was given comes back as the same object, or a report holds what it said.
// The lists hold items without a message of their own, such as the answer to a question about a call.

import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, fit } from "backscroll";
import { LISTS } from "../../support/judges.mjs";
import { noteTotal } from "../../support/reduce/notes.mjs";
import { random } from "../../support/random.mjs";
import { runs } from "../../support/runs.mjs";
import { fitOrNull, frozen, listOf, outOf, stored } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const CASES = runs({ few: 20, all: 60 });

/** The items of each format that say nothing, and so may have no message of their own. */
const EMPTY = {
  "openai-chat": { role: "user", content: [] },
  anthropic: { role: "user", content: [] },
  "openai-responses": { type: "message", role: "user", content: [] },
  gemini: { role: "user", parts: [] },
  bedrock: { role: "user", content: [] },
  mistral: { role: "user", content: "" },
  "ai-sdk": { role: "tool", content: [] },
  langchain: { type: "human", data: { content: "" } },
  strands: { role: "user", content: [] },
  "gemini-interactions": { type: "user_input", content: [] },
  "mistral-conversations": { type: "message.input", role: "user", content: [] },
  cohere: { role: "user", content: [] },
  ollama: { role: "user", content: "" },
  "ag-ui": { id: "silent", role: "user", content: "" },
  backscroll: { role: "user", content: "" },
};

/** A mark that no other item has. What holds it in a report tells of this item. */
const MARK = /§\d+§/g;
const marksOf = (value) => JSON.stringify(value).match(MARK) ?? [];

for (const format of FORMATS) {
  test(`${format}: ${CASES} lists with silent items, each item kept or reported, with and without a memory`, () => {
    const counts = { cut: 0, empty: 0, lost: 0 };
    for (let seed = 0; seed < CASES; seed += 1) {
      const list = listFor(format, seed);
      const size = fit(format, bodyOf(format, list), { maxTokens: 1e9 }).tokens;
      const maxTokens = Math.floor(size * (0.3 + 0.5 * random(seed).next()));
      const half = list.slice(0, lastRequest(list));
      const before = fitOrNull(format, bodyOf(format, half), { maxTokens });
      const alone = fitOrNull(format, bodyOf(format, list), { maxTokens });
      if (alone === null || before === null) continue;
      check(format, list, alone, `seed ${seed}`, counts);
      const resumed = fit(format, bodyOf(format, list), { maxTokens, memory: stored(before.memory) });
      assert.equal(resumed.memoryNote, null, `seed ${seed}`);
      assert.deepEqual(outOf(resumed), outOf(alone), `seed ${seed}: with a memory`);
      const reports = [before, resumed].map(({ reduction, repairs }) => ({ reduction, repairs }));
      check(format, list, { ...resumed, reports }, `seed ${seed}, with a memory`, counts);
    }
    assert.ok(counts.cut > CASES && counts.empty > CASES / 10 && counts.lost > CASES, JSON.stringify(counts));
  });
}

test("ai-sdk: an answer beside a result that is shortened stays, for its call waits for it", () => {
  const call = (id) => ({ type: "tool-call", toolCallId: id, toolName: "read", input: {} });
  const answer = { type: "tool-approval-response", approvalId: "q", approved: true };
  const result = (id) => ({ type: "tool-result", toolCallId: id, toolName: "read", output: { type: "text", value: "line\n".repeat(900) } });
  const list = frozen([
    { role: "user", content: "Read both." },
    { role: "assistant", content: [call("a"), call("b"), { type: "tool-approval-request", approvalId: "q", toolCallId: "b" }] },
    { role: "tool", content: [result("a"), answer] },
  ]);
  const first = fit("ai-sdk", list, { maxTokens: 500 });
  assert.equal(first.messages[1], list[1]);
  assert.deepEqual(first.messages.slice(2).flatMap(({ content }) => content).filter(({ type }) => type === answer.type), [answer]);
  const more = frozen([...list, { role: "tool", content: [{ ...result("b"), output: { type: "text", value: "ok" } }] }]);
  const second = fit("ai-sdk", more, { maxTokens: 500, memory: stored(first.memory) });
  assert.deepEqual(second.messages, [...first.messages, more.at(-1)]);
});

function check(format, list, { reduction, repairs, reports = [{ reduction, repairs }], ...fitted }, where, counts) {
  const out = listOf(format, outOf(fitted));
  const kept = new Set(out);
  const others = out.filter((item) => !list.includes(item));
  const told = new Set(marksOf([others, reports]));
  const lost = list.filter((item) => !kept.has(item));
  // A thought that stands for none goes with its call.
  const empty = lost.filter((item) => marksOf(item).length === 0 && item.type !== "thought");
  for (const item of lost) for (const mark of marksOf(item)) assert.ok(told.has(mark), `${where}: ${mark} is lost`);
  assert.ok(empty.length <= toldEmpty(reports) + others.length, `${where}: ${empty.length} empty items, ${toldEmpty(reports)} told`);
  if (!(format in LISTS)) {
    const changed = new Set(marksOf(reports));
    // Where ids of calls are mapped, a result that was cleared has no mark.
    const isUnmarked = (item) => format === "mistral-conversations" && marksOf(item).length === 0;
    for (const item of others) assert.ok(isUnmarked(item) || noteTotal(item) === 1 || marksOf(item).some((mark) => changed.has(mark) || /approval/.test(JSON.stringify(item))), `${where}: rewritten in vain: ${JSON.stringify(item)}`);
  }
  counts.cut += Number(reports.some((report) => report.reduction !== null));
  counts.empty += empty.length;
  counts.lost += lost.length;
}

/** The number of items before an answer at which the last but one request, or an earlier one, is made. */
function lastRequest(list) {
  const isAnswer = ({ role, type }) => ["assistant", "model", "ai", "thought", "model_output", "message.output", "function.call"].includes(role ?? type) || type === "function_call";
  const isRequest = (item, place) => place > list.length / 2 && isAnswer(item) && !isAnswer(list[place - 1]);
  return list.findIndex(isRequest);
}

/** The reports of messages that said nothing. */
function toldEmpty(reports) {
  const removed = reports.flatMap(({ reduction }) => reduction?.removed ?? []);
  const repairs = reports.flatMap((report) => report.repairs).filter(({ code }) => /empty|filled|corrected|dropped/.test(code));
  return removed.filter((message) => marksOf(message).length === 0).length + repairs.length;
}

function bodyOf(format, list) {
  if (!(format in LISTS)) return list;
  const tools = format === "bedrock" ? { toolConfig: { tools: [{ toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } }] } } : {};
  return frozen({ model: "m", ...tools, [LISTS[format]]: list });
}

/** A list with marks in all that is said, and with items that say nothing at random places. */
function listFor(format, seed) {
  const chance = random(seed);
  let marks = 0;
  const words = (count) => `§${(marks += 1)}§ ${"word ".repeat(count)}`;
  const said = [];
  for (let turn = 0; turn < 4 + chance.below(6); turn += 1) {
    said.push({ role: "user", content: words(20 + chance.below(60)) });
    for (let round = 0; round < chance.below(4); round += 1) {
      const calls = Array.from({ length: 1 + chance.below(2) }, () => ({ id: `c${seed}x${marks}§${(marks += 1)}§`, name: "read", arguments: { path: words(2) } }));
      said.push({ role: "assistant", content: chance.chance(0.5) ? null : words(10), toolCalls: calls });
      for (const { id } of calls) said.push({ role: "tool", toolCallId: id, content: words(chance.below(300)) });
    }
    said.push({ role: "assistant", content: words(20 + chance.below(60)) });
  }
  said.push({ role: "user", content: words(5) });
  const converted = convert("backscroll", format, said, format === "strands" ? { form: "messages" } : {}).body;
  const list = format === "ai-sdk" ? asked(listOf(format, converted), chance, words) : listOf(format, converted);
  // An item that says nothing stands between two messages of the same round, too.
  const mixed = list.flatMap((item) => (chance.chance(0.15) ? [{ ...EMPTY[format] }, item] : [item]));
  return frozen(mixed);
}

/** Lets a person be asked about some calls, and answer before the result, beside it, or in an item of its own; and answer to nothing. */
function asked(list, chance, words) {
  return list.flatMap((item, place) => {
    if (item.role !== "assistant" || typeof item.content === "string") return chance.chance(0.1) ? [item, answers([words(0)])] : [item];
    const calls = item.content.filter(({ type, toolCallId }) => type === "tool-call" && chance.chance(0.5) && toolCallId);
    const questions = calls.map(({ toolCallId }) => ({ type: "tool-approval-request", approvalId: words(0), toolCallId }));
    const content = [...item.content, ...questions];
    const ids = questions.map(({ approvalId }) => approvalId);
    const next = list[place + 1];
    if (ids.length === 0 || next?.role !== "tool" || chance.chance(0.5)) return [{ ...item, content }, ...(ids.length > 0 ? [answers(ids)] : [])];
    next.content = [...next.content, ...answers(ids).content];
    return [{ ...item, content }];
  });
}

function answers(ids) {
  return { role: "tool", content: ids.map((approvalId) => ({ type: "tool-approval-response", approvalId, approved: true })) };
}
