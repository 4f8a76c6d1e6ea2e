// `MemoryLedger`, the ledger of one process.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MemoryLedger } from "backscroll";
import { refusal } from "../../support/basics.mjs";

describe("MemoryLedger", () => {
  test("claims and commits, releases, forgets", () => {
    const ledger = new MemoryLedger();
    ledger.consume("a");
    assert.deepEqual([ledger.consumed("a"), ledger.consumed("b")], [true, false]);
    for (const run of [() => ledger.consume("a"), () => ledger.claim("a")]) refusal(run, "checkpoint-already-resumed");
    ledger.claim("b");
    refusal(() => ledger.claim("b"), "checkpoint-already-resumed");
    ledger.release("b");
    ledger.claim("b");
    ledger.cleanup("a");
    ledger.cleanup("unknown");
    assert.equal(ledger.consumed("a"), false);
    ledger.clear();
    ledger.claim("b");
  });

  test("records are copies, and last until they are committed or forgotten", () => {
    const ledger = new MemoryLedger();
    const result = { toolCallId: "c", content: [{ type: "text", text: "x" }] };
    refusal(() => ledger.record("a", result), "checkpoint-already-resumed");
    ledger.claim("a");
    ledger.record("a", result);
    result.content[0].text = "y";
    ledger.recorded("a")[0].content[0].text = "z";
    assert.equal(ledger.recorded("a")[0].content[0].text, "x");
    ledger.release("a");
    assert.equal(ledger.recorded("a").length, 1);
    ledger.commit("a");
    assert.deepEqual(ledger.recorded("a"), []);
  });

  for (const id of [undefined, null, "", 5, {}]) {
    test(`no id is ${JSON.stringify(id) ?? "undefined"}`, () => {
      const ledger = new MemoryLedger();
      for (const method of ["consumed", "claim", "commit", "release", "recorded", "consume", "cleanup"]) refusal(() => ledger[method](id), "invalid-argument");
      refusal(() => ledger.record(id, { toolCallId: "c", content: "" }), "invalid-argument");
    });
  }
});
