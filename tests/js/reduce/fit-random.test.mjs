// Random agent transcripts, cut to a tight budget. The result is a request that fits, that its provider accepts, and that holds all
// protected messages; or an error, if nothing could have fitted.
//
// `npm run compare` makes 10,000 transcripts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { fitting, problemsOf } from "../../support/reduce/fitting.mjs";
import { TARGETS } from "../../support/judges.mjs";
import { partsOf } from "../../support/atoms/neutral.mjs";
import { random } from "../../support/random.mjs";
import { runs } from "../../support/runs.mjs";
import { SHARES, shareOf } from "../../support/transcripts/budget.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";

const CASES = runs({ few: 200, all: 1_000 });

for (const target of TARGETS) {
  describe(`${target}: ${CASES} random transcripts at ${SHARES} of their size`, () => {
    const counts = { fits: 0, "cannot-fit": 0, reduced: 0 };

    test("each result fits and is accepted, with every loss reported; or the protected messages are too large, and nothing is changed", async () => {
      const problems = [];
      for (let seed = 0; seed < CASES; seed += 1) {
        const { messages, newest } = transcript(seed);
        const { outcome, isReduced, problems: found } = await fitting(target, messages, budget(seed, target));
        counts[outcome] += 1;
        if (isReduced) counts.reduced += 1;
        if (found.length > 0) problems.push(`seed ${seed} (${newest}): ${found.slice(0, 3).join("; ")}`);
      }
      assert.deepEqual(problems.slice(0, 10), [], `${problems.length} problems`);
    });

    test("most fit after a reduction; some cannot fit", () => {
      assert.ok(counts.fits > CASES / 2, JSON.stringify(counts));
      assert.equal(counts.reduced, counts.fits);
      assert.ok(counts["cannot-fit"] > CASES / 100, JSON.stringify(counts));
    });
  });
}

function budget(seed, target) {
  const chance = random(seed + 2_000_000);
  const reserveTokens = chance.chance(0.3) ? chance.below(500) : 0;
  return { share: shareOf(seed), reserveTokens, thinking: target === "anthropic" && chance.chance(0.3) };
}

describe("the checks find faults", () => {
  const messages = [
    { id: "s", role: "system", content: "Be brief." },
    { id: "p", role: "user", content: "Remember: Oslo.", pinned: true },
    { id: "a", role: "assistant", content: "Noted." },
    { id: "u", role: "user", content: "Is it raining?" },
    { id: "c", role: "assistant", content: null, toolCalls: [{ id: "call", name: "weather", arguments: "{}" }] },
    { id: "r", role: "tool", toolCallId: "call", content: "Rain." },
  ];
  const conversation = new ConversationManager();
  for (const message of messages) conversation.addMessage({ createdAt: 0, ...message });
  const before = conversation.messages;
  const request = { ...conversation.toRequest("openai-chat", { model: "gpt-5" }), reduction: null };
  const reported = (removed) => ({ ...request, reduction: { removed, shortened: [] } });
  const without = (index) => ({ ...request, body: { ...request.body, messages: request.body.messages.toSpliced(index, 1) } });

  const cases = {
    "nothing is wrong": [request, before, /^$/],
    "the system prompt is lost": [without(0), before, /system prompt is not/],
    "a pinned message is lost": [without(1), before, /pinned message p is not/],
    "an answer is lost": [without(2), before, /lost without a report: text/],
    "the current request is lost": [without(3), before, /current request is not/],
    "a pair is torn": [without(5), before, /refused: OC2/],
    "messages went without a report": [request, before.toSpliced(2, 1), /a is lost/],
    "a message was changed without a report": [request, before.with(5, { ...before[5], content: "Sun." }), /r is lost, or changed/],
    "a message is kept and reported as removed": [reported([before[2]]), before, /kept and reported/],
    "messages changed places": [request, before.with(2, before[3]).with(3, before[2]), /order: 0 1 3 2/],
  };
  for (const [name, [given, after, expected]] of Object.entries(cases)) {
    test(`${name}`, () => assert.match(problemsOf("openai-chat", given, before, after).join("\n"), expected));
  }
});

describe("the transcripts", () => {
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);
  const all = seeds.map((seed) => transcript(seed));
  const messages = all.flatMap((one) => one.messages);
  const parts = messages.flatMap(partsOf);
  const first = all.map((one) => one.messages[0].role);
  const requests = (list) => list.filter(({ role }) => role === "user").length;
  const isSaid = (sign) => messages.some(({ content }) => JSON.stringify(content).includes(sign));

  test("are the same for the same seed, and others for another", () => {
    for (const seed of [0, 7, 399]) assert.deepEqual(transcript(seed), all[seed]);
    assert.equal(new Set(all.map((one) => JSON.stringify(one.messages))).size, all.length);
  });

  const kinds = {
    "parallel calls": messages.some(({ toolCalls }) => toolCalls?.length > 2),
    "calls without text": messages.some(({ toolCalls, content }) => toolCalls && content === null),
    "arguments as a value": messages.some(({ toolCalls }) => toolCalls?.some(({ arguments: given }) => typeof given === "object")),
    "results that are errors": messages.some(({ isError }) => isError),
    "results of JSON": messages.some(({ role, content }) => role === "tool" && typeof content === "string" && content.includes('"ok":')),
    "long results": messages.some(({ role, content }) => role === "tool" && typeof content === "string" && content.length > 5_000),
    "results with a picture": messages.some(({ role, content }) => role === "tool" && Array.isArray(content)),
    "pictures in bytes": parts.some(({ type, data }) => type === "image" && data),
    "pictures behind an address": parts.some(({ type, url }) => type === "image" && url),
    files: parts.some(({ type }) => type === "file"),
    "signed reasoning": parts.some(({ type, signature }) => type === "reasoning" && signature),
    "plain reasoning": parts.some(({ type, signature }) => type === "reasoning" && !signature),
    "Chinese, Korean and Japanese": ["查", "울", "明"].every(isSaid),
    emoji: isSaid("👩‍💻"),
    "a system prompt": first.includes("system"),
    "no system prompt": first.includes("user"),
    "many rounds of one prompt": all.some((one) => one.messages.length > 20 && requests(one.messages) === 1),
  };
  for (const role of ["user", "assistant", "tool"]) kinds[`pins of the ${role}`] = messages.some((one) => one.pinned && one.role === role);
  for (const kind of ["request", "closed", "open", "answer"]) kinds[`${kind} at the end`] = all.some(({ newest }) => newest === kind);
  for (const [kind, isThere] of Object.entries(kinds)) test(`hold ${kind}`, () => assert.ok(isThere));

  test("hold only the requested kinds", () => {
    const plain = { newest: ["request"], reasoning: [], media: "none", pinned: [], interrupted: false };
    for (const seed of seeds.slice(0, 100)) {
      const { messages: one, newest } = transcript(seed, plain);
      assert.equal(newest, "request");
      assert.ok(one.every((message) => message.pinned === undefined && partsOf(message).every(({ type }) => type === "text")));
      assert.ok(one.every(({ role }, index) => role !== "user" || one[index - 1]?.role !== "tool"));
    }
  });
});
