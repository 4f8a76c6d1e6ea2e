// Tests of `npm run sizes`: the measure, on points and sessions whose errors are known, the bounds, and the repository's own set.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BOUNDS, compareWithBounds } from "../../../scripts/sizes/bounds.mjs";
import { keptFigures, worse } from "../../../scripts/sizes/figures.mjs";
import { isOver, isUnder, quantile, summariesOf, summaryOf } from "../../../scripts/sizes/measure.mjs";
import { growthOf, pointsOf } from "../../../scripts/sizes/points.mjs";
import { ownSet } from "../../../scripts/sizes/sets.mjs";
import { textsOf } from "../../../scripts/sizes/ways/chat.mjs";

const point = (count, size, more = {}) => ({ kind: "anthropic", class: "text", name: "made", model: "claude", count, size, ...more });

describe("a size", () => {
  const cases = [
    ["that is the count is neither", 1_000, 1_000, ""],
    ["of a short request may lack 24 tokens", 100, 76, ""],
    ["of a short request that lacks 25 is UNDER", 100, 75, "UNDER"],
    ["of a long request may lack 3 %", 10_000, 9_700, ""],
    ["of a long request that lacks more is UNDER", 10_000, 9_699, "UNDER"],
    ["of a short request may be 48 tokens too large", 100, 148, ""],
    ["of a short request that is 49 too large is OVER", 100, 149, "OVER"],
    ["of a long request may be 10 % too large", 10_000, 11_000, ""],
    ["of a long request that is larger is OVER", 10_000, 11_001, "OVER"],
  ];
  for (const [fact, count, size, expected] of cases) {
    test(fact, () => assert.equal([isUnder({ count, size }) && "UNDER", isOver({ count, size }) && "OVER"].filter(Boolean).join(), expected));
  }
});

describe("a quantile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 99 - index);
  const cases = [
    ["of one number is the number", [7], 0.95, 7],
    ["at half is the middle of an odd count", [3, 1, 2], 0.5, 2],
    ["at half is the upper middle of an even count", [4, 1, 3, 2], 0.5, 3],
    ["at 95 % has 95 of a hundred below it", hundred, 0.95, 95],
    ["at 100 % is the largest", hundred, 1, 99],
  ];
  for (const [fact, numbers, share, expected] of cases) test(fact, () => assert.equal(quantile(numbers, share), expected));

  test("of nothing is refused", () => assert.throws(() => quantile([], 0.5), RangeError));
});

describe("a summary", () => {
  test("has the shares, the errors as shares of the count, and the ratio", () => {
    const points = [point(1_000, 900), point(1_000, 1_010), point(1_000, 1_020), point(1_000, 1_500)];
    assert.deepEqual(summaryOf(points), { n: 4, under: 0.25, over: 0.25, median: 0.1, p95: 0.5, ratio: 1.02 });
  });

  test("is made of each kind with each class, of each kind, and of all", () => {
    const points = [point(100, 100), point(100, 100, { class: "tools" }), point(9_000, 9_000, { kind: "session anthropic", class: "claude to 4.6" })];
    const { parts, totals } = summariesOf(points);
    const numbers = (summaries) => Object.fromEntries(Object.entries(summaries).map(([name, { n }]) => [name, n]));
    assert.deepEqual(numbers(parts), { "anthropic, all": 2, "anthropic, text": 1, "anthropic, tools": 1, "session anthropic, all": 1, "session anthropic, claude to 4.6": 1 });
    assert.deepEqual(numbers(totals), { text: 1, tools: 1, requests: 2, sessions: 1 });
  });

  test("of what a request does not show is printed, and in no total", () => {
    const points = ["unknowable", "link", "text"].map((name) => point(1_000, name === "text" ? 1_000 : 1, { class: name }));
    const { parts, totals } = summariesOf(points);
    assert.equal(parts["anthropic, unknowable"].under, 1);
    assert.deepEqual([parts["anthropic, all"].n, totals.requests.n, totals.requests.under], [1, 1, 0]);
  });
});

/** A way by which each message has the size that it names. */
const way = { name: "made", how: "", sizeOf: ({ body }) => (body.messages ?? body.input).reduce((sum, { size }) => sum + size, 0) };

/** A session that grows by `growths`, each a message; the provider counts 5,000 tokens for the prompt and the tools, which nobody sees. */
function session(growths, more = {}) {
  const total = (end) => growths.slice(0, end).reduce((sum, { counted }) => sum + counted, 5_000);
  const reported = growths.map((_, index) => [index + 1, total(index + 1), 10]);
  return { id: "made", source: "made", format: "anthropic", model: "claude-sonnet-4-5", messages: growths.map(({ size }) => ({ role: "assistant", size })), reported, ...more };
}

describe("the points of a session", () => {
  const steady = Array.from({ length: 49 }, () => ({ counted: 1_000, size: 1_010 }));

  test("leave out the first request, and end at the last", () => {
    const points = growthOf(session(steady), way);
    assert.deepEqual([points.length, points.at(-1).count, points.at(-1).size], [12, 48_000, 48_480]);
    assert.deepEqual([points[0].kind, points[0].class, points[0].name], ["session anthropic", "claude to 4.6", "made@4"]);
  });

  test("leave out the growth up to a report that is unsure or unexplained", () => {
    const growths = steady.map((growth, index) => (index === 10 || index === 20 ? { counted: 9_000, size: 1 } : growth));
    const points = growthOf(session(growths, { unsure: [10], unexplained: [20] }), way);
    assert.deepEqual([points.at(-1).count, points.at(-1).size], [46_000, 46_460]);
  });

  test("of less than 1,000 tokens are none", () => assert.deepEqual(growthOf(session(steady.map(() => ({ counted: 10, size: 10 }))), way), []));

  test("of Responses hold the reasoning that was reported since the last user message", () => {
    const made = session(steady, { format: "openai-responses", model: "gpt-5" });
    made.messages[30] = { role: "user", size: 1_010 };
    made.reported = made.reported.map(([length, input, output]) => [length, input, output, 7]);
    // Reports at 31 to 48 messages lie behind the user message, at place 30, and before the last request.
    assert.equal(growthOf(made, way).at(-1).size, 48_480 + 18 * 7);
  });

  test("of a way that refuses are counted by the error", () => {
    const refusing = { ...way, sizeOf: () => { throw Object.assign(new Error("no"), { code: "unknown-part" }); } };
    const rows = [{ kind: "mistral", class: "text", model: "m", input: 1, request: {}, source: "made" }];
    assert.deepEqual(pointsOf({ rows, sessions: [session(steady)] }, refusing), { points: [], refused: new Map([["unknown-part", 2]]) });
  });
});

describe("a bound", () => {
  const summaries = { parts: { "gemini, all": { under: 0.1, p95: 0.02 } }, totals: { requests: { under: 0.05 } } };
  const bound = (more) => ({ set: "made", part: "requests", figure: "under", most: 0.05, ...more });
  const cases = [
    ["that a figure reaches holds", bound(), [0, 0]],
    ["that a figure exceeds is broken", bound({ most: 0.04 }), [1, 0]],
    ["of a part holds for the part", bound({ part: "gemini, all", figure: "p95", most: 0.02 }), [0, 0]],
    ["with a goal that is not reached is missed", bound({ goal: 0 }), [0, 1]],
    ["of a part without points is broken", bound({ part: "cohere, all" }), [1, 0]],
    ["of another set does not count", bound({ set: "other", most: 0 }), [0, 0]],
  ];
  for (const [fact, given, expected] of cases) {
    test(fact, () => {
      const { broken, missed } = compareWithBounds("made", summaries, [given]);
      assert.deepEqual([broken.length, missed.length], expected);
    });
  }

  test("is never below its goal", () => assert.deepEqual(BOUNDS.filter(({ most, goal = most }) => most < goal), []));
});

describe("a figure", () => {
  const figures = (more) => ({ totals: { requests: { n: 10, under: 0.1, over: 0.1, median: 0.02, p95: 0.3, ratio: 0.9, ...more } } });
  const cases = [
    ["that is as it was is not worse", {}, []],
    ["that is smaller is not worse", { under: 0, over: 0, median: 0.01, p95: 0.2 }, []],
    ["that is larger is worse", { median: 0.0201 }, ["requests: median is 0.0201, and was 0.02"]],
    ["that is the ratio may come closer to 1", { ratio: 1.1 }, []],
    ["that is the ratio may not go away from 1", { ratio: 1.12 }, ["requests: ratio is 1.12, and was 0.9"]],
    ["of other points cannot be compared", { n: 11, median: 0 }, ["requests has 11 points, and had 10"]],
  ];
  for (const [fact, more, expected] of cases) test(fact, () => assert.deepEqual(worse(figures({}), figures(more)), expected));

  test("of a new part cannot be compared", () => assert.deepEqual(worse({ totals: {} }, figures({})), ["requests has 10 points, and had 0"]));
});

describe("the repository's own requests", () => {
  const { rows } = ownSet();

  test("name their model, their count and the page that publishes it", () => {
    for (const row of rows) {
      assert.ok(row.kind && row.class && row.model && row.request, JSON.stringify(row));
      assert.ok(Number.isInteger(row.input) && row.input > 0, row.source);
      assert.match(row.source, /^\w.*, /);
      assert.equal(row.uri !== undefined, row.kind === "vendor", row.source);
    }
  });

  test("are of many providers, and have figures", () => {
    assert.ok(rows.length >= 25);
    assert.ok(new Set(rows.map(({ source }) => source.split(" ")[0])).size >= 8);
    assert.equal(Object.values(keptFigures().parts).reduce((sum, { n }, index) => (Object.keys(keptFigures().parts)[index].endsWith(", all") ? sum : sum + n), 0), rows.length);
  });
});

describe("the texts of a request", () => {
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const tool = { name: "weather", description: "Says it", parameters: schema };
  const cases = [
    ["openai-chat", { messages: [{ role: "user", content: "Hi" }], tools: [{ type: "function", function: tool }] }],
    ["openai-responses", { input: "Hi", tools: [{ type: "function", ...tool }] }],
    ["anthropic", { max_tokens: 1, messages: [{ role: "user", content: "Hi" }], tools: [{ name: tool.name, description: tool.description, input_schema: schema }] }],
    ["gemini", { contents: [{ role: "user", parts: [{ text: "Hi" }] }], tools: [{ functionDeclarations: [tool] }] }],
    ["bedrock", { messages: [{ role: "user", content: [{ text: "Hi" }] }], toolConfig: { tools: [{ toolSpec: { name: tool.name, description: tool.description, inputSchema: { json: schema } } }] } }],
  ];
  for (const [kind, body] of cases) {
    test(`of ${kind} are its words and its declarations`, () => assert.deepEqual(textsOf({ kind, model: "m", body }), ["Hi", JSON.stringify(tool)]));
  }

  test("include the names and the arguments of calls", () => {
    const call = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
    const messages = [{ role: "user", content: "Oslo?" }, { role: "assistant", content: null, tool_calls: [call] }, { role: "tool", tool_call_id: "c1", content: "Rain" }];
    assert.deepEqual(textsOf({ kind: "openai-chat", model: "m", body: { messages } }), ["Oslo?", "weather", '{"city":"Oslo"}', "Rain"]);
  });
});
