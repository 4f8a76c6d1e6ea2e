// Every value that a tool returns or throws becomes the result of its call.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { TARGETS, objection } from "../../support/judges.mjs";
import { mendings } from "../../support/conversation/mendings.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { checkpointOn, resumed, results } from "../../support/suspend/checkpoints.mjs";

/** Returns the result of the only call, as `[content]` or, for an error, `[content, true]`. All providers must accept it. */
async function outcome(rm, conversation = {}) {
  const after = await resumed(checkpointOn(), { tools: { rm }, conversation });
  for (const target of TARGETS) assert.equal(objection(target, after.toRequest(target, PARAMS[target]).body), null);
  const [[id, ...result], ...others] = results(after);
  assert.deepEqual([id, others], ["c1", []]);
  return { result, repairs: mendings(after.lastRepairs), conversation: after };
}

class Point {
  // biome-ignore lint/correctness/noUnusedPrivateClassMembers: a copy loses it.
  #secret = 1;
  x = 1;
}

const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" };

const RETURNED = {
  "a text": ["Done.", "Done."],
  "the empty text": ["", ""],
  "nothing": [undefined, ""],
  "a promise of text": [Promise.resolve("later"), "later"],
  "something with `then`": [{ then: (resolve) => resolve("later") }, "later"],
  "null": [null, "null"],
  "a truth": [true, "true"],
  "a number": [1.5, "1.5"],
  "no number": [NaN, "null"],
  "an object": [{ b: 1, a: [undefined, null] }, '{"b":1,"a":[null,null]}'],
  "an object of a class": [new Point(), '{"x":1}'],
  "an object of another realm": [runInNewContext("({ a: [1] })"), '{"a":[1]}'],
  "a date": [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  "what has a toJSON": [{ toJSON: () => ({ a: 1 }) }, '{"a":1}'],
  "an empty list": [[], "[]"],
  "a list of texts": [["a", "b"], '["a","b"]'],
  "parts": [[{ type: "text", text: "See:" }, image], [{ type: "text", text: "See:" }, image]],
  "a list of which one is no part": [[{ type: "text", text: "x" }, 5], '[{"type":"text","text":"x"},5]'],
  "rows that have a type": [[{ type: "text", rows: 3 }], '[{"type":"text","rows":3}]'],
  "what looks like an image and is none": [[{ type: "image", data: "x", width: "wide" }], '[{"type":"image","data":"x","width":"wide"}]'],
  "what looks like a file and is none": [[{ type: "file", url: "x", data: 5 }], '[{"type":"file","url":"x","data":5}]'],
  "a part of an unknown type": [[{ type: "video", data: "x" }], '[{"type":"video","data":"x"}]'],
  "text with half a character": ["cut \ud83d", "cut \ufffd"],
  "an object with half a character": [{ a: "\ud83d" }, '{"a":"\ufffd"}'],
  "parts with half a character": [[{ type: "text", text: "cut \ud83d" }], [{ type: "text", text: "cut \ufffd" }]],
};

describe("what a tool returns", () => {
  for (const [name, [value, content]] of Object.entries(RETURNED)) {
    test(name, async () => assert.deepEqual((await outcome(() => value)).result, [content]));
  }

  test("a lone surrogate is reported", async () => {
    const { conversation } = await outcome(() => "fine");
    assert.deepEqual(mendings(conversation.lastRepairs), []);
    const after = await resumed(checkpointOn(), { tools: { rm: () => "\ud83d and \udc00" } });
    assert.deepEqual(after.lastRepairs.map(({ code, rule }) => [code, rule]), [["lone-surrogate-replaced", undefined]]);
    assert.match(after.lastRepairs[0].detail, /2 lone surrogates/);
  });
});

const cycle = [];
cycle.push(cycle);
const nested = (levels) => { let value = []; for (let level = 0; level < levels; level += 1) value = [value]; return value; };

const UNKEPT = {
  "a BigInt": [1n, /bigint/],
  "an object with a BigInt": [{ rows: [{ id: 1n }] }, /`rows\[0\]\.id`/],
  "a cycle": [cycle, /cyclic/],
  "a symbol": [Symbol("x"), /symbol/],
  "a function": [() => 1, /function/],
  "a map": [new Map([[1, 2]]), /Map/],
  "an error that is returned": [new Error("x"), /Error/],
  "a list of promises": [[Promise.resolve(1)], /await/],
  "what nests 100,000 deep": [nested(100_000), /deeper/],
  "a proxy that throws": [new Proxy({}, { ownKeys() { throw new Error("trap"); } }), /trap/],
  "a getter that throws": [{ get a() { throw new Error("got"); } }, /got/],
  "a toJSON of nothing": [{ toJSON: () => undefined }, /undefined/],
};

describe("a value that cannot be kept becomes an error result that says that the tool has run", () => {
  for (const [name, [value, says]] of Object.entries(UNKEPT)) {
    test(name, async () => {
      const { result: [content, isError] } = await outcome(() => value);
      assert.match(content, /^The tool has run, but its result cannot be kept: /);
      assert.match(content, says);
      assert.equal(isError, true);
    });
  }

  const limits = { limits: { messageBytes: 1_000 } };
  for (const [name, value] of Object.entries({ "a text": "x".repeat(2_000), "a text whose bytes are too many": "é".repeat(600), "a text that only its message makes too large": "x".repeat(980), "an object": { a: "x".repeat(2_000) }, "parts": [{ type: "text", text: "x".repeat(980) }] })) {
    test(`${name} that is over \`limits.messageBytes\``, async () => {
      const { result: [content, isError] } = await outcome(() => value, limits);
      assert.match(content, /^The tool has run, but its result cannot be kept: .*1000 bytes/);
      assert.equal(isError, true);
    });
  }

  test("a value at the limit is kept", async () => assert.equal((await outcome(() => "x".repeat(800), limits)).result[0].length, 800));

  test("parts at the depth limit are kept, deeper ones become text", async () => {
    const part = (levels) => [{ type: "text", text: "x", note: nested(levels) }];
    for (let levels = 1; levels < 12; levels += 1) {
      const { result: [content] } = await outcome(() => part(levels), { limits: { depth: 9 } });
      assert.ok(typeof content === "string" ? content.includes(JSON.stringify(nested(levels))) || /deeper/.test(content) : levels < 9, String(levels));
    }
  });
});

const failing = (thrown) => () => { throw thrown; };
const revoked = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };

const THROWN = {
  "an error": [new Error("disk full"), "disk full"],
  "an error of another realm": [runInNewContext("new RangeError('far')"), "far"],
  "an error without words": [new Error(), "Error"],
  "an object with a message": [{ message: "said" }, "said"],
  "a text": ["oops", "oops"],
  "a number": [5, "5"],
  "nothing": [undefined, "undefined"],
  "null": [null, "null"],
  "a symbol": [Symbol("s"), "Symbol(s)"],
  "an object without anything": [Object.create(null), "(what was thrown cannot be read)"],
  "a revoked proxy": [revoked(), "(what was thrown cannot be read)"],
  "an error with half a character": [new Error("\ud83d"), "\ufffd"],
};

describe("what a tool throws", () => {
  for (const [name, [thrown, words]] of Object.entries(THROWN)) {
    test(name, async () => assert.deepEqual((await outcome(failing(thrown))).result, [`Tool execution failed: ${words}`, true]));
  }

  test("later", async () => assert.deepEqual((await outcome(async () => failing(new Error("late"))())).result, ["Tool execution failed: late", true]));

  test("a message that is too long is cut", async () => {
    const { result } = await outcome(failing(new Error("x".repeat(5_000))), { limits: { messageBytes: 1_000 } });
    assert.deepEqual(result, [`Tool execution failed: ${"x".repeat(200)}`, true]);
  });

  test("one failure does not stop the others", async () => {
    const calls = ["c1", "c2", "c3"].map((id) => ({ id, name: id === "c2" ? "bad" : "rm", arguments: "" }));
    const after = await resumed(checkpointOn(calls), { tools: { rm: () => "done", bad: failing(new Error("no")) } });
    assert.deepEqual(results(after), [["c1", "done"], ["c2", "Tool execution failed: no", true], ["c3", "done"]]);
  });
});

describe("what a tool is called with", () => {
  const ARGUMENTS = [["", {}], ["  ", {}], ["{}", {}], ['{"a":1}', { a: 1 }], [{ a: [1] }, { a: [1] }]];
  for (const [own, args] of ARGUMENTS) {
    test(`arguments ${JSON.stringify(own)}`, async () => {
      const seen = [];
      await resumed(checkpointOn([{ id: "c1", name: "rm", arguments: own }]), { tools: { rm: (given) => { seen.push(given); } } });
      assert.deepEqual(seen, [args]);
    });
  }

  for (const own of ["[1]", "5", "null", '"x"', "{", "rm -r"]) {
    test(`not called with ${JSON.stringify(own)}, and the result explains it`, async () => {
      const after = await resumed(checkpointOn([{ id: "c1", name: "rm", arguments: own }]), { tools: { rm: () => assert.fail("it ran") } });
      assert.deepEqual(results(after), [["c1", "The arguments are no JSON object, so the tool was not called.", true]]);
    });
  }

  test("tools run one after the other, in the order of the calls", async () => {
    const log = [];
    const tool = async ({ id }) => {
      log.push(`${id} begins`);
      await new Promise((resolve) => setTimeout(resolve, id === "a" ? 10 : 1));
      log.push(`${id} ends`);
    };
    await resumed(checkpointOn(["a", "b"].map((id) => ({ id, name: "rm", arguments: { id } }))), { tools: { rm: tool } });
    assert.deepEqual(log, ["a begins", "a ends", "b begins", "b ends"]);
  });

  test("a reason with a lone surrogate is repaired, and a reason that is too long is refused", async () => {
    const deny = (reason, conversation) => resumed(checkpointOn(), { decisions: { c1: { approved: false, reason } }, conversation });
    assert.deepEqual(results(await deny("no \ud83d", {})), [["c1", "Tool execution denied. no \ufffd"]]);
    const limits = { limits: { messageBytes: 1_000 } };
    await assert.rejects(deny("x".repeat(2_000), limits), ({ code, message }) => code === "too-large" && message.includes("reason"));
    for (let length = 700; length < 1_000; length += 7) await deny("é\n".repeat(length / 3), limits).catch(({ code }) => assert.equal(code, "too-large"));
  });
});
