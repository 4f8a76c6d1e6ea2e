// Entries that are written for the Conversations API are sent by Mistral's client as they are: its own schemas read each one, and write the
// same entry again. They refuse what is wrong, and leave out what they do not know.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as client from "@mistralai/mistralai/models/components/index.js";
import { convert } from "backscroll";
import "backscroll/mistral-conversations";
import { declaredTypes } from "../../../scripts/lib/declarations.mjs";
import { randomConversation } from "../../support/formats/all.mjs";
import { recordedConversations } from "../../support/shared-data.mjs";
import { text } from "../../support/unions/samples.mjs";
import { valuesOf } from "../../support/unions/values.mjs";
import { runs } from "../../support/runs.mjs";

/** The number of random conversations. */
const CASES = runs({ few: 60, all: 300 });
const FORMAT = "mistral-conversations";

const SCHEMAS = {
  "message.input": "MessageInputEntry",
  "message.output": "MessageOutputEntry",
  "function.call": "FunctionCallEntry",
  "function.result": "FunctionResultEntry",
  "tool.execution": "ToolExecutionEntry",
  "agent.handoff": "AgentHandoffEntry",
};

/** The fields that the client adds where they are absent. */
const ADDED = { "message.input": { object: "entry", prefix: false }, "message.output": { object: "entry", role: "assistant" } };

/** Returns why the client would not send an entry as it is; undefined when it would. */
function refusal(entry) {
  const name = SCHEMAS[entry.type];
  if (name === undefined) return `no entry is a ${entry.type}`;
  const read = client[`${name}$inboundSchema`].safeParse(entry);
  if (!read.success) return read.error.message;
  // The union of the inputs picks the schema by the fields, as for a request.
  const { inputs } = client.ConversationRequest$outboundSchema.parse({ model: "m", inputs: [read.data] });
  const expected = { object: "entry", ...ADDED[entry.type], ...entry };
  return same(inputs[0], expected) ? undefined : `sent as ${JSON.stringify(inputs[0])}`;
}

/** Returns what is wrong with the order of the entries: each call has an id of the API's and one result, before the user speaks. */
function wrongOrder(entries) {
  const [known, open] = [new Set(), new Set()];
  for (const { type, tool_call_id: id } of entries) {
    if (type === "function.call") {
      if (!/^[a-zA-Z0-9]{9}$/.test(id) || known.has(id)) return `the id ${id} is not a call's own`;
      known.add(id);
      open.add(id);
    } else if (type === "function.result") {
      if (!open.delete(id)) return `${id} answers no call`;
    } else if (type === "message.input" && open.size > 0) {
      return `${[...open]} is open`;
    }
  }
  return open.size === 0 ? undefined : `${[...open]} is open`;
}

const wrongs = ({ inputs }) => [...inputs.flatMap((entry) => refusal(entry) ?? []), ...[wrongOrder(inputs) ?? []].flat()];

function assertTaken(bodies) {
  assert.deepEqual(bodies.flatMap((body) => wrongs(body).map((found) => `${found}: ${JSON.stringify(body).slice(0, 300)}`)).slice(0, 3), []);
}

test("the schemas refuse what is wrong", () => {
  const wrong = [
    { type: "message.input", role: "user" },
    { type: "message.input", role: "user", content: [{ type: "text" }] },
    { type: "message.input", role: "user", content: [{ type: "input_audio", input_audio: "AAAA" }] },
    { type: "message.input", role: "user", content: "a", name: "ann" },
    { type: "message.output", content: [{ type: "thinking", thinking: "Hm" }] },
    { type: "message.output", content: null },
    { type: "function.call", name: "f", arguments: {} },
    { type: "function.call", tool_call_id: "c", name: "f", arguments: [1] },
    { type: "function.result", tool_call_id: "c", result: ["a"] },
    { type: "function.result", tool_call_id: "c", result: "a", is_error: true },
    { type: "assistant", content: "a" },
  ];
  const right = [{ type: "message.input", role: "user", content: "a" }, { type: "function.call", tool_call_id: "c", name: "f", arguments: {} }];
  assert.deepEqual([...right, ...wrong].map((entry) => refusal(entry) !== undefined), [...right.map(() => false), ...wrong.map(() => true)]);
  const call = { type: "function.call", tool_call_id: "abcdefgh1" };
  assert.deepEqual([wrongOrder([call]), wrongOrder([call, { ...call, type: "function.result" }]), wrongOrder([call, { type: "message.input" }])].map((found) => found !== undefined), [true, false, true]);
});

describe("the client would send what is written", () => {
  test("random conversations", () => {
    assertTaken(Array.from({ length: CASES }, (_, seed) => convert(randomConversation(seed), "backscroll", FORMAT).body));
  });

  test("random conversations in the client's names", () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const messages = randomConversation(seed);
      const { body } = convert("backscroll", FORMAT, messages, { form: "client" });
      const { inputs, instructions } = client.ConversationRequest$outboundSchema.parse({ model: "m", ...body });
      const api = convert("backscroll", FORMAT, messages).body;
      assert.deepEqual([instructions, inputs], [api.instructions, api.inputs.map((entry) => ({ object: "entry", ...ADDED[entry.type], ...entry }))]);
    }
  });

  const { rows, absence } = recordedConversations();
  test("recorded conversations", { skip: absence }, () => {
    assertTaken(rows.map(({ messages }) => convert("openai-chat", FORMAT, { messages }).body));
  });
});

describe("each entry that the client declares comes back", () => {
  const needed = ["TextChunk.type", "ImageURLChunk.type", "DocumentURLChunk.type", "ToolFileChunk.type", "ToolReferenceChunk.type", "ThinkChunk.type", "ReferenceChunk.type", "MessageOutputEntry.type", "FunctionCallEntry.type", "FunctionResultEntry.type", "ToolExecutionEntry.type", "AgentHandoffEntry.type"];
  const { checker, types } = declaredTypes({ entry: 'import("@mistralai/mistralai/models/components").InputEntries' });
  const named = { Date: "2026-11-01T10:00:00.000Z", "FunctionCallEntry.toolCallId": "abcdefgh1", "FunctionResultEntry.toolCallId": "abcdefgh1" };
  const values = valuesOf({ checker, type: types.entry, samples: { text, named, needed: new Set(needed) } });

  /** The entry in a conversation, with the names of the API. */
  function talk(value) {
    const [hi, entry, id] = [{ type: "message.input", role: "user", content: "Hi" }, renamed(value), value.toolCallId];
    if (value.type === "function.call") return [hi, entry, { type: "function.result", tool_call_id: id, result: "a" }];
    if (value.type === "function.result") return [hi, { type: "function.call", tool_call_id: id, name: "f", arguments: {} }, entry];
    return [hi, entry, hi];
  }

  test("there are entries of all types", () => {
    assert.ok(values.length > 60, `${values.length}`);
    assert.deepEqual([...new Set(values.map(({ value }) => value.type ?? "message.input"))].sort(), Object.keys(SCHEMAS).sort());
  });

  test("they come back", () => {
    const wrong = values.flatMap(({ label, value }) => {
      const given = talk(value);
      const { body, losses, repairs } = convert(FORMAT, FORMAT, given, { form: "list" });
      return same(body, given) && losses.length + repairs.length === 0 ? [] : [`${label}: ${JSON.stringify(body)} for ${JSON.stringify(given)} ${JSON.stringify([losses, repairs])}`];
    });
    assert.deepEqual(wrong, []);
  });
});

/** The value with the names of the API in its entries and chunks. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), ["arguments", "info"].includes(name) ? inner : renamed(inner)]));
}

function same(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The value with the fields of all objects in order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]));
}
