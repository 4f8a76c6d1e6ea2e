// Checkpoints that are incomplete or were changed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint } from "backscroll";
import { asking, call, checkpointOn, phronomy } from "../../support/suspend/checkpoints.mjs";
import { refusal } from "../../support/basics.mjs";

const sound = () => checkpointOn([call("c1"), call("c2", { name: "mail" })], { threadId: "t" }).toJSON();

/** Reads a checkpoint as an object and as text. Both are refused for the same reason. */
function refused(json, says) {
  const errors = [json, JSON.stringify(json)].map((given) => refusal(() => Checkpoint.fromJSON(given), "invalid-checkpoint"));
  for (const { message } of errors) assert.ok(message.includes(says), `${message}\nlacks: ${says}`);
}

const WRONG = {
  checkpointId: [undefined, null, "", 5, {}, []],
  requestedAt: [undefined, null, "", 5, "yesterday", "foo 1", "2026-13-45T00:00:00Z", "14.3.2026"],
  agentClass: [5, {}, true],
  threadId: [5, []],
  messages: [undefined, null, [], {}, "x", [5], [null]],
  pendingToolName: [undefined, null, "", 5, "mail"],
  pendingToolCallId: [undefined, null, "", 5, "c2", "c9"],
  pendingToolArgs: [null, "", [], {}, { path: "/c2" }, { path: "/c1", more: 1 }],
  pending: [null, {}, "c1", [], [5], ["c1"], [{}], [{ id: "c9" }]],
  version: [null, 0, 2, "1", {}],
};

describe("a missing or invalid field is named", () => {
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values) {
      test(`${name}: ${JSON.stringify(value) ?? "missing"}`, () => refused({ ...sound(), [name]: value }, name));
    }
  }

  for (const name of ["checkpoint_id", "requested_at", "messages", "pending_tool_name", "pending_tool_call_id"]) {
    test(`a missing ${name} in another program's checkpoint is refused, and gets no default`, () => {
      const camel = name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
      const { [name]: gone, ...rest } = phronomy();
      assert.notEqual(gone, undefined);
      refused(rest, camel);
    });
  }

  test("a field in two spellings", () => refused({ ...sound(), checkpoint_id: "other" }, "checkpointId"));
});

describe("the fields must agree with the messages", () => {
  const changes = {
    "the arguments of a call that waits": (json) => { json.pending[1].arguments.path = "/etc"; },
    "its name": (json) => { json.pending[1].name = "rm"; },
    "the first call, in all places but the messages": (json) => { json.pending[0].arguments.path = json.pendingToolArgs.path = "/etc"; },
    "the order of the calls": (json) => { json.pending.reverse(); },
    "a call listed twice": (json) => { json.pending[1] = json.pending[0]; },
    "the messages' arguments": (json) => { json.messages.at(-1).toolCalls[0].arguments.path = "/etc"; },
    "the messages without the call": (json) => { json.messages.at(-1).toolCalls.shift(); },
    "the call with a result": (json) => { json.messages.push({ role: "tool", toolCallId: "c1", content: "x" }); },
    "a later answer of the assistant": (json) => { json.messages.push({ role: "assistant", content: "x" }); },
    "the assistant turned into the user": (json) => { json.messages.at(-1).role = "user"; },
    "a message with a field that is none": (json) => { json.messages[0].colour = "red"; },
    "two messages of one id": (json) => { json.messages[0].id = json.messages[1].id; },
    "a message without a role": (json) => { delete json.messages[0].role; },
    "a time that is none": (json) => { json.messages[0].createdAt = "soon"; },
  };
  for (const [name, change] of Object.entries(changes)) {
    test(name, () => {
      const json = sound();
      change(json);
      refused(json, "");
    });
  }
});

const cyclic = () => {
  const json = sound();
  json.originalInput = { json };
  return json;
};
const throwing = () => Object.defineProperty(sound(), "threadId", { enumerable: true, get() { throw new Error("no"); } });
const changing = () => {
  let reads = 0;
  return Object.defineProperty(sound(), "checkpointId", { enumerable: true, get: () => `id-${(reads += 1)}` });
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe("hostile input", () => {
  const inputs = {
    "a cycle": cyclic, "a getter that throws": throwing, "a revoked proxy": revoked, "undefined": () => undefined, "null": () => null, "a number": () => 5,
    "a list": () => [sound()], "a function": () => () => sound(), "a map": () => new Map(Object.entries(sound())), "a promise": () => Promise.resolve(sound()),
    "text that is no JSON": () => "{", "empty text": () => "", "text of a number": () => "5", "text of null": () => "null", "a BigInt in it": () => ({ ...sound(), originalInput: 1n }),
  };
  for (const [name, make] of Object.entries(inputs)) {
    test(`${name} is refused`, () => { refusal(() => Checkpoint.fromJSON(make()), "invalid-checkpoint"); });
  }

  for (const name of ["originalInput", "pendingToolArgs", "pending", "messages", "unknown"]) {
    test(`JSON text that nests 200,000 deep in ${name} is refused, and no stack overflows`, () => {
      const text = JSON.stringify({ ...sound(), [name]: "HERE" }).replace('"HERE"', "[".repeat(200_000) + "]".repeat(200_000));
      assert.match(refusal(() => Checkpoint.fromJSON(text), "invalid-checkpoint").message, /deeper/);
    });
  }

  test("a getter is read once, so the checked value is kept", () => {
    const { checkpointId } = Checkpoint.fromJSON(changing());
    assert.equal(Checkpoint.fromJSON({ ...sound(), checkpointId }).checkpointId, checkpointId);
  });

  test("`__proto__` is an ordinary name", () => {
    const text = JSON.stringify({ ...sound(), originalInput: "HERE" }).replace('"HERE"', '{"__proto__":{"isAdmin":true}}');
    const checkpoint = Checkpoint.fromJSON(text);
    assert.deepEqual([{}.isAdmin, checkpoint.originalInput.isAdmin], [undefined, undefined]);
    assert.equal(JSON.stringify(checkpoint.toJSON().originalInput), '{"__proto__":{"isAdmin":true}}');
    const { checkpointId, ...rest } = sound();
    const inherited = JSON.stringify(rest).replace("{", `{"__proto__":{"checkpointId":"${checkpointId}"},`);
    assert.match(refusal(() => Checkpoint.fromJSON(inherited), "invalid-checkpoint").message, /checkpointId/);
  });

  test("a lone surrogate becomes U+FFFD, as in messages", () => {
    assert.equal(Checkpoint.fromJSON({ ...sound(), threadId: "a\ud800" }).threadId, "a\ufffd");
    assert.equal(asking().suspend({ threadId: "a\ud800", originalInput: ["\udc00"] }).threadId, "a\ufffd");
  });
});
