// A changed snapshot is refused with the path, or read as a valid conversation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { goOn } from "../../support/conversation/kept.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { refusal } from "../../support/basics.mjs";
import { runs, spread } from "../../support/runs.mjs";

const read = (version) => readFileSync(new URL(`../../fixtures/snapshots/v${version}.json`, import.meta.url), "utf8");
const [RICH, PATHS, NAMED, SHARED] = [read(1), read(2), read(3), read(4)];
/** With the fields that versions have only where a provider counted more than is estimated, and where an answer is still to come. */
const rich = () => ({
  ...JSON.parse(RICH),
  corrections: [{ tokens: 120, weight: 900, messages: 4 }, { model: "claude-sonnet-5-5", tokens: 7, weight: 1_200, messages: 5 }],
  requests: [{ target: "anthropic", since: "unchanged", model: "claude-sonnet-5-5", tokens: 500, otherPrompt: true, sent: true }, { target: "bedrock", since: "changed" }],
});
/** With reductions and with a second path. */
const paths = () => JSON.parse(PATHS);
/** With paths that share what they have in common. */
const shared = () => JSON.parse(SHARED);
/** With the model that a request named. */
const named = () => JSON.parse(NAMED);

/** The values that replace each value in turn. */
const OTHERS = [null, true, 0, -1, 1.5, 7, 2 ** 53, 1e300, "", "x", "call_1", [], [0], [[]], {}, { id: "m0" }];

/** Returns the path of every value in a JSON value. */
function* places(value, path = []) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    yield [...path, key];
    yield* places(value[key], [...path, key]);
  }
}

/** Returns the snapshot with a change at a path: `change` gets the holder and the key. */
function changed(path, change, copy = rich()) {
  const holder = path.slice(0, -1).reduce((value, key) => value[key], copy);
  change(holder, path.at(-1));
  return copy;
}

const remove = (holder, key) => (Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key]);
const twice = (holder, key) => (Array.isArray(holder) ? holder.splice(key, 0, structuredClone(holder[key])) : (holder[`${key} `] = holder[key]));
const swapped = (holder, key) => { if (Array.isArray(holder) && key > 0) [holder[key - 1], holder[key]] = [holder[key], holder[key - 1]]; };
const replacedBy = (other) => (holder, key) => { holder[key] = structuredClone(other); };

/** Fails unless the snapshot is refused with the code and a path, or is valid. Returns which. */
function assertHandled(snapshot, options) {
  let conversation;
  try {
    conversation = ConversationManager.fromJSON(snapshot, options);
  } catch (error) {
    assert.ok(["invalid-snapshot", "snapshot-version"].includes(error.code), `${error.code}: ${error.message}`);
    if (error.code === "snapshot-version") assert.ok((typeof snapshot === "string" ? JSON.parse(snapshot) : snapshot).version > 4);
    return error.message;
  }
  try {
    assertSound(conversation);
    // Limits may have any value; with a low one nothing more fits.
    if (conversation.toJSON().limits.messageBytes > 1_000) goOn(conversation);
    assertSound(conversation);
  } finally {
    conversation.dispose();
  }
  return null;
}

function assertSound(conversation) {
  // Where the newest message says nothing, there may be nothing to ask.
  const newest = conversation.messages.at(-1);
  const isUnsaid = newest?.role === "user" && newest.content === null;
  for (const target of TARGETS) {
    if (isUnsaid) {
      assert.throws(() => conversation.toRequest(target, PARAMS[target], { openCalls: "close" }), { code: "nothing-to-send" });
      continue;
    }
    const { body } = conversation.toRequest(target, PARAMS[target], { openCalls: "close" });
    assert.equal(objection(target, body), null, JSON.stringify(body));
  }
  assert.ok(conversation.contextTokens >= 0 && conversation.tokensSpent >= 0);
  const ids = conversation.pending.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort((one, other) => one - other));
  // A call without an id or a name comes from its model. No checkpoint of it can be read back.
  const named = conversation.checkpoints.filter(({ pending }) => pending.every(({ id, name }) => id !== "" && name !== ""));
  for (const checkpoint of named) assert.deepEqual(Checkpoint.fromJSON(JSON.stringify(checkpoint)), checkpoint);
  const again = ConversationManager.fromJSON(JSON.stringify(conversation));
  assert.deepEqual(again.toJSON(), conversation.toJSON());
  const said = again.transcript.map(({ message }) => message.id);
  assert.equal(new Set(said).size, said.length);
  for (const id of again.transcript.flatMap(({ siblings = [] }) => siblings)) again.select(id);
  again.undoAll();
  assert.equal(again.messageCount, again.transcript.length);
  again.dispose();
}

const CHANGES = [["removed", remove], ["doubled", twice], ["swapped with its neighbour", swapped], ...OTHERS.map((other) => [`replaced by ${JSON.stringify(other)}`, replacedBy(other)])];

describe("every field at every depth", () => {
  for (const [what, change] of CHANGES) {
    test(what, () => {
      const every = [rich(), paths(), named(), shared()].flatMap((snapshot) => [...places(snapshot)].map((path) => [path, snapshot]));
      const all = spread(every, runs({ few: 120, all: every.length }));
      const told = all.map(([path, snapshot]) => {
        try {
          return assertHandled(changed(path, change, structuredClone(snapshot)));
        } catch (cause) {
          throw new Error(`${path.join(".")} ${what}: ${cause.message}`, { cause });
        }
      });
      for (const message of told.filter((message) => message !== null)) assert.ok(message.length > 20, message);
    });
  }
});

/** Changes, and the path that the error must name. */
const PLACES = [
  [["version"], remove, /no `version`/],
  [["version"], replacedBy("1"), /^version: .*no version "1"/],
  [["version"], replacedBy(0), /^version: .*no version 0/],
  [["settings"], remove, /^settings: it is missing/],
  [["settings", "tokenLimit"], replacedBy(-1), /settings.*tokenLimit/],
  [["settings", "proactiveCompression", "compressionThreshold"], replacedBy(2), /settings.*compressionThreshold/],
  [["settings", "tokenLimit"], twice, /settings.*"tokenLimit "/],
  [["estimator"], replacedBy("abacus"), /^estimator: /],
  [["limits", "depth"], replacedBy(0), /^limits\.depth: .*1 or more/],
  [["limits", "messageBytes"], replacedBy("many"), /^limits\.messageBytes: /],
  [["messages"], replacedBy({}), /^messages: expected a list/],
  [["messages", 2, "id"], remove, /^messages\[2\]\.id: /],
  [["messages", 2, "id"], replacedBy("m0"), /^messages\[2\].*`m0`/],
  [["messages", 2, "role"], replacedBy("wizard"), /^messages\[2\].*wizard/],
  [["messages", 2, "content"], replacedBy(5), /^messages\[2\]\.content: /],
  [["messages", 3, "content", 0, "type"], replacedBy("hologram"), /^messages\[3\]\.content\[0\].*hologram/],
  [["messages", 7, "toolCalls", 1, "name"], remove, /^messages\[7\]\.toolCalls\[1\]\.name: /],
  [["messages", 4], remove, /^answers\[1\]: /],
  [["answers", 0, 0], replacedBy(5_000), /^answers\[0\]: message 5000/],
  [["answers", 0, 1], replacedBy(7), /^answers\[0\]: message 7 has no open call `call_1`/],
  [["answers", 1], twice, /^answers\[2\]: /],
  [["repeated", 0], replacedBy(2), /^repeated\[0\]: /],
  [["prefixChanged", 0], replacedBy(4), /^prefixChanged\[0\]: /],
  [["corrections", 1, "messages"], replacedBy(10), /^corrections\[1\]\.messages: .*9 messages at most/],
  [["corrections", 0, "tokens"], replacedBy(-1), /^corrections\[0\]\.tokens: /],
  [["corrections", 0, "weight"], remove, /^corrections\[0\]\.weight: /],
  [["corrections", 1, "model"], replacedBy(5), /^corrections\[1\]\.model: /],
  [["corrections", 1], replacedBy(7), /^corrections\[1\]: /],
  [["corrections"], replacedBy(7), /^corrections: /],
  [["corrections"], (holder) => { holder.correction = { tokens: -1, weight: 9, messages: 1 }; delete holder.corrections; }, /^correction\.tokens: /],
  [["pending", "waiting", 0, "id"], remove, /^pending\.waiting\[0\]\.id: /],
  [["pending", "waiting", 0, "id"], replacedBy(6), /^pending\.waiting: the ids must increase/],
  [["pending", "waiting", 1, "name"], remove, /^pending\.waiting\[1\]\.name: /],
  [["pending", "waiting", 1, "source"], replacedBy("robot"), /^pending\.waiting\[1\]\.source: unknown source/],
  [["pending", "lastId"], replacedBy(2 ** 53), /^pending\.lastId: /],
  [["suspensions", 0, "messageId"], replacedBy("m0"), /^suspensions\[0\]: .*`m0`/],
  [["suspensions", 0, "calls", 0], replacedBy("call_3"), /^suspensions\[0\]: /],
  [["suspensions", 0, "request", "threadId"], replacedBy(5), /^suspensions, .*request\.threadId/],
  [["suspensions", 0, "request", "requestedAt"], replacedBy("soon"), /^suspensions, .*request\.requestedAt/],
  [["suspensions", 0, "request", "originalInput"], remove, /^suspensions, .*request\.originalInput/],
];

/** Changes to a snapshot with reductions and paths, and the expected error for each. */
const PLACES_OF_PATHS = [
  [["numbers"], replacedBy([0]), /^numbers: expected one number for each message/],
  [["numbers", 1], replacedBy(0), /^numbers: .*must grow/],
  [["nextNumber"], remove, /^nextNumber: it is missing/],
  [["reductions", 0, "units", 1, "messages", 0, 1, "role"], replacedBy("wizard"), /^reductions\[0\]\.units\[1\]\.messages\[0\]\[1\].*wizard/],
  [["paths", 0, "reductions", 0, "units", 4], replacedBy(900), /^paths\[0\]\.reductions\[0\]\.units\[4\]: the message that it put in is not there/],
  [["reductions", 0, "units", 1], swapped, /^reductions\[0\]\.units: .*must grow/],
  [["reductions", 0, "tokensBefore"], replacedBy(-1), /^reductions\[0\]\.tokensBefore: /],
  [["paths", 0, "messages", 0], replacedBy(700), /^paths\[0\]\.messages\[0\]: no message of the number 700/],
  [["paths", 0, "messages", 1], swapped, /^paths\[0\]\.numbers: .*must grow/],
  [["paths", 0, "reductions", 0, "units", 0, "messages"], replacedBy([]), /^paths\[0\]\.reductions\[0\]\.units\[0\]: it holds no message/],
];

/** Changes to a snapshot whose requests named a model, and the expected error for each. */
const PLACES_OF_NAMED = [
  [["estimator"], replacedBy("abacus@gpt-5, chat"), /^estimator: .*`abacus`/],
  [["estimator"], replacedBy("@gpt-5, chat"), /^estimator: /],
  [["corrections", 0, "messages"], replacedBy(6), /^corrections\[0\]\.messages: .*5 messages at most/],
  [["paths", 0, "corrections", 0, "messages"], replacedBy(9), /^paths\[0\]\.corrections\[0\]\.messages: .*8 messages at most/],
  [["requests", 0, "model"], replacedBy(5), /^requests\[0\]\.model: /],
  [["bill", 0, "model"], replacedBy(5), /^bill\[0\]\.model: /],
];

/** Changes to a snapshot whose paths share what they have in common, and the expected error for each. */
const PLACES_OF_SHARED = [
  [["paths", 0, "base", 0], replacedBy(1), /^paths\[0\]\.base: there is no such earlier path/],
  [["paths", 1, "base", 0], replacedBy(2), /^paths\[1\]\.base: there is no such earlier path/],
  [["paths", 0, "base", 1], replacedBy(3), /^paths\[0\]\.base: .*fewer reductions/],
  [["paths", 0, "base", 2, 0, 1], replacedBy(12), /^paths\[0\]\.base: .*so many units/],
  [["paths", 0, "base", 2, 0, 0], replacedBy(2 ** 53 - 1), /^paths\[0\]\.base/],
  [["paths", 0, "base", 2, 0], twice, /^paths\[0\]\.base: the runs must grow/],
  [["paths", 0, "base", 2], remove, /^paths\[0\]\.base: expected a path/],
  [["paths", 0, "messages", 0, 0], replacedBy(2), /^paths\[0\]\.messages: two messages of the path have one number/],
  [["paths", 0, "messages", 0, 1, "id"], replacedBy("m1"), /^paths\[0\].*`m1`/],
  [["paths", 0], (holder) => { holder[0].reductions = [{ ...structuredClone(shared().reductions[0]), units: [[0, 5_000]] }]; }, /^paths\[0\]\.reductions: .*so many units/],
];

describe("the error has the path", () => {
  for (const [path, change, says] of PLACES_OF_SHARED) {
    test(`${path.join(".")}: ${says.source}`, () => {
      assert.match(refusal(() => ConversationManager.fromJSON(changed(path, change, shared())), "invalid-snapshot").message, says);
    });
  }

  for (const [path, change, says] of PLACES_OF_NAMED) {
    test(`${path.join(".")}: ${says.source}`, () => {
      const restore = () => ConversationManager.fromJSON(changed(path, change, named()));
      assert.match(refusal(restore, "invalid-snapshot").message, says);
    });
  }

  test("a model of a later package is counted as none", () => {
    const conversation = ConversationManager.fromJSON({ ...named(), estimator: "script@gpt-99, chat" });
    assert.equal(conversation.toJSON().estimator, "script");
    assertSound(conversation);
  });

  for (const [path, change, says] of PLACES_OF_PATHS) {
    test(`${path.join(".")}: ${says.source}`, () => {
      const restore = () => ConversationManager.fromJSON(changed(path, change, paths()));
      assert.match(refusal(restore, "invalid-snapshot").message, says);
    });
  }

  for (const [path, change, says] of PLACES) {
    test(`${path.join(".")}: ${says.source}`, () => {
      for (const way of [(value) => value, JSON.stringify]) {
        assert.match(refusal(() => ConversationManager.fromJSON(way(changed(path, change))), "invalid-snapshot").message, says);
      }
    });
  }
});

describe("values that are no snapshot", () => {
  for (const given of [undefined, null, 5, true, "", "null", "5", '"text"', {}, "{}", { messages: [] }, new Map(), new Date(0), new Uint8Array(3), Symbol("s"), () => [], 1n, [5], "[null]", [{ role: "user" }, [1]], '{"version":1e400}', '{"version":1} x', "\u0000"]) {
    test(`${typeof given} ${String(typeof given === "object" ? JSON.stringify(given) : given)}`, () => {
      refusal(() => ConversationManager.fromJSON(given), "invalid-snapshot");
    });
  }

  test("a list with an invalid message names its index", () => {
    assert.match(refusal(() => ConversationManager.fromJSON([{ role: "user", content: "a" }, { role: "user", contents: "b" }]), "invalid-snapshot").message, /^\[1\]: unknown field `contents`/);
  });

  for (const version of [5, 6, 1_000_000]) {
    test(`version ${version} is of a later package`, () => {
      for (const snapshot of [{ version }, { ...rich(), version }]) {
        assert.match(refusal(() => ConversationManager.fromJSON(snapshot), "snapshot-version").message, new RegExp(`version ${version}.*up to 4.*update`));
      }
    });
  }

  test("a cyclic object, and one with throwing getters", () => {
    const cyclic = rich();
    cyclic.settings.self = cyclic;
    const throwing = { get version() { throw new Error("no"); } };
    for (const given of [cyclic, throwing]) refusal(() => ConversationManager.fromJSON(given), "invalid-snapshot");
  });

  test("a snapshot that nests too deep is refused, without a stack overflow", () => {
    for (const depth of [200, 5_000, 200_000]) {
      const text = RICH.replace('{ "task": "book" }', `${"[".repeat(depth)}${"]".repeat(depth)}`);
      const { code } = refusal(() => ConversationManager.fromJSON(text));
      assert.ok(["invalid-snapshot", "too-deep"].includes(code), code);
    }
    assert.equal(ConversationManager.fromJSON(RICH).messageCount, 9);
  });
});

test("every cut of the text is refused", () => {
  const text = JSON.stringify(rich());
  for (let length = 0; length < text.length; length += 1) refusal(() => ConversationManager.fromJSON(text.slice(0, length)), "invalid-snapshot");
});

test("a text with any changed byte is refused or valid", () => {
  const text = JSON.stringify(rich());
  let refused = 0;
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "9" ? "1" : "9";
    if (assertHandled(text.slice(0, at) + other + text.slice(at + 1)) !== null) refused += 1;
  }
  assert.ok(refused > text.length / 3, `${refused} of ${text.length}`);
});

test("thousands of calls are read in linear time", () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => `c${at}`);
  const toolCalls = ids.map((id) => ({ id, name: "look", arguments: "{}" }));
  const conversation = ConversationManager.from("backscroll", [{ role: "assistant", content: null, toolCalls }, ...ids.map((toolCallId) => ({ role: "tool", content: "r", toolCallId }))]);
  // A search through all calls for every result would take a minute.
  const again = ConversationManager.fromJSON(conversation.toJSON());
  assert.deepEqual([again.messageCount, again.busy], [3_001, false]);
});

test("a refused snapshot does not affect the next one", () => {
  for (let round = 0; round < 500; round += 1) {
    refusal(() => ConversationManager.fromJSON({ ...rich(), answers: [[0, 0]] }), "invalid-snapshot");
  }
  assertSound(ConversationManager.fromJSON(rich()));
});
