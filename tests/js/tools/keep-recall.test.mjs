// Tests of the recall of `npm run keep`, on conversations whose needed words are known.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { budgetOf } from "../../../scripts/keep/cut.mjs";
import { cutsOf, recallOf } from "../../../scripts/keep/recall.mjs";
import { o200kTokens, sizeOf } from "../../../scripts/keep/tokens.mjs";
import { tellingWords, wordsOf } from "../../../scripts/keep/words.mjs";

/** Plain words, far more than the tokens that a cut needs. */
const PLAIN = "nothing to see here ".repeat(400);

let calls = 0;

/** A call of a tool with its result. */
function round(given, result) {
  calls += 1;
  const id = `call-${calls}`;
  return [
    { role: "assistant", content: null, toolCalls: [{ id, name: "look", arguments: given }] },
    { role: "tool", toolCallId: id, content: result },
  ];
}

const user = (content) => ({ role: "user", content });
const assistant = (content) => ({ role: "assistant", content });

/** The messages at the start let seven messages of the assistant stand before three quarters. */
const START = Array(12).fill(user("Hm."));

/** A history, and what follows it at half of the conversation. At three quarters, no message of the assistant follows. */
function split(history, next) {
  return { id: "made", messages: [...history, ...next, ...Array(history.length - next.length).fill(user("Thanks."))] };
}

function conversation({ first = "Look for order #W1, please.", found = PLAIN, next = [assistant("Done.")], system = "Be brief." }) {
  const start = [{ role: "system", content: system }, ...START];
  return split([...start, user(first), ...round("{}", found), assistant("Here it is."), user("Go on with r9_9.")], next);
}

const THREE = "W1-A src/main.rs ann@example.org";

function onlyCut(conversations) {
  const cuts = cutsOf(conversations);
  assert.equal(cuts.length, 1, "one cut");
  return cuts[0];
}

const neededBy = (shape) => [...onlyCut([conversation(shape)]).needed].sort();

describe("telling words", () => {
  const cases = [
    ["plain words tell nothing", "The order is late. Please look!", []],
    ["digits tell", "order W123, 2026-05-01", ["W123", "2026-05-01"]],
    ["paths tell, without the marks of the sentence", "See src/main.rs, tests/ and ./run.", ["src/main.rs", "tests/", "/run"]],
    ["names of programs tell", "getOrder calls get_order of ann@example.org", ["getOrder", "get_order", "ann@example.org"]],
    ["a capital in front and a dot at the end do not tell", "Order. END.", []],
    ["an inner dot tells", "open main.rs", ["main.rs"]],
    ["one or two characters do not tell", "1 42 a/", []],
    ["a word that comes twice counts once", "W123 W123", ["W123"]],
  ];
  for (const [fact, text, expected] of cases) {
    test(fact, () => assert.deepEqual([...tellingWords(text)], expected));
  }

  test("arguments are parsed before words are read from them", () => {
    const [call] = round(JSON.stringify({ script: "cat <<EOF\nW123\nEOF" }), "");
    assert.deepEqual([...wordsOf(call)], ["W123"]);
  });

  test("names of calls do not count: each request declares its tools", () => {
    const toolCalls = [{ id: "c1", name: "get_order", arguments: { ids: ["W123", 4567], isAll: true } }];
    assert.deepEqual([...wordsOf({ role: "assistant", content: null, toolCalls })], ["W123", "4567"]);
  });
});

describe("cuts", () => {
  test("a cut stands directly before the first assistant message at or after half, and at or after three quarters", () => {
    const messages = [user("Start."), ...round("{}", `${THREE} ${PLAIN}`), ...Array.from({ length: 17 }, () => user(PLAIN))];
    for (const place of [9, 11, 14, 17]) messages[place] = assistant(THREE);
    const places = cutsOf([{ id: "made", messages }]).map(({ history }) => history.length);
    assert.deepEqual(places, [11, 17]);
  });

  test("the required units are the system prompt, the current request and the newest unit", () => {
    const [system, request, newest] = [{ role: "system", content: "Be brief." }, user("Go on."), round("{}", "Nothing.")];
    const [earlier, between] = [[user("Look."), ...round("{}", `${THREE} ${PLAIN}`)], [assistant("I look."), ...round("{}", "Nothing yet.")]];
    const { required, rest } = onlyCut([split([system, ...earlier, request, ...between, ...newest], [assistant(THREE)])]);
    assert.deepEqual([...required].flat(), [system, request, ...newest]);
    assert.deepEqual(rest.flat(), [...earlier, ...between]);
  });

  const found = `${THREE} ${PLAIN}`;
  const uses = (text) => [assistant(text)];
  const cases = [
    ["words of the next assistant message are needed", { found, next: uses(THREE) }, THREE.split(" ")],
    ["words of the values that the next calls are given are needed", { found, next: round({ list: THREE.split(" ") }, "") }, THREE.split(" ")],
    ["a word that the history does not hold is not needed", { found, next: uses(`${THREE} new_word`) }, THREE.split(" ")],
    ["a word of the current request is not needed", { found: `r9_9 ${found}`, next: uses(`${THREE} r9_9`) }, THREE.split(" ")],
    ["a word of the system prompt is not needed", { found: `W7 s_1 ${found}`, system: "Mind s_1.", next: uses(`${THREE} s_1`) }, THREE.split(" ")],
    ["words of the sixth assistant message are needed", { found, next: [...Array(5).fill(assistant("Well.")), ...uses(THREE)] }, THREE.split(" ")],
  ];
  for (const [fact, shape, expected] of cases) {
    test(fact, () => assert.deepEqual(neededBy(shape), [...expected].sort()));
  }

  const out = [
    ["two needed words are too few", [conversation({ found: `W123 W124 ${PLAIN}`, next: uses("W123 W124") })]],
    ["a rest of fewer than 1,200 tokens is too small", [conversation({ found: THREE, next: uses(THREE) })]],
    ["words of the seventh assistant message are not looked at", [conversation({ found, next: [...Array(6).fill(assistant("Well.")), ...uses(THREE)] })]],
    ["a conversation without tools is left out", [{ id: "made", messages: [user(found), assistant("a"), user("b"), assistant(THREE)] }]],
  ];
  for (const [fact, conversations] of out) {
    test(fact, () => assert.deepEqual(cutsOf(conversations), []));
  }

  test("a budget is the tokens of the required messages and a share of the others", () => {
    const cut = onlyCut([conversation({ found, next: uses(THREE) })]);
    assert.equal(cut.requiredTokens, sizeOf([...cut.required].flat()));
    assert.equal(cut.requiredTokens + cut.restTokens, sizeOf(cut.history));
    assert.deepEqual([0, 0.25, 1].map((share) => budgetOf(cut, share) - cut.requiredTokens), [0, Math.floor(cut.restTokens / 4), cut.restTokens]);
  });

  test("tokens are those of o200k, and 4 more a message", () => {
    assert.equal(o200kTokens("hello world"), 2);
    assert.equal(sizeOf([user("hello world"), user("hello")]), 2 + 4 + 1 + 4);
  });
});

describe("recall", () => {
  const next = [assistant(`${THREE} W4-D`)];
  const cut = onlyCut([conversation({ first: "Order W4-D.", found: `${THREE} W4-D ${PLAIN}`, next })]);
  const required = [...cut.required].flat();
  const cases = [
    ["all messages hold all needed words", cut.history, { all: 1, said: 1, found: 1 }],
    ["the required messages hold none", required, { all: 0, said: 0, found: 0 }],
    ["words of the user count as said", [...required, ...cut.history.filter(({ content }) => content === "Order W4-D.")], { all: 1 / 4, said: 1, found: 0 }],
    ["a word of a shortened result counts", [...required, { role: "tool", content: "[...] src/main.rs" }], { all: 1 / 4, said: 0, found: 1 / 3 }],
    ["a part of a word does not count", [...required, user("src/main.rs.bak W4-DX")], { all: 0, said: 0, found: 0 }],
    ["messages of OpenAI are read, too", [{ role: "assistant", tool_calls: [{ function: { name: "look", arguments: '{"id":"W4-D"}' } }] }], { all: 1 / 4, said: 1, found: 0 }],
  ];
  for (const [fact, kept, expected] of cases) {
    test(fact, () => assert.deepEqual(recallOf(cut, kept), expected));
  }

  test("a part without needed words has no recall", () => {
    const found = onlyCut([conversation({ found: `${THREE} ${PLAIN}`, next: [assistant(THREE)] })]);
    assert.deepEqual(recallOf(found, found.history), { all: 1, said: null, found: 1 });
  });
});
