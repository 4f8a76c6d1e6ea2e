// Requests that are written for the Interactions API have the types that Google's client declares, and each step that they declare comes back.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/gemini-interactions";
import { declaredTypes } from "../../../scripts/lib/declarations.mjs";
import { randomConversation } from "../../support/formats/all.mjs";
import { recordedConversations } from "../../support/shared-data.mjs";
import { text } from "../../support/unions/samples.mjs";
import { typeFaults } from "../../support/formats/typed.mjs";
import { valuesOf } from "../../support/unions/values.mjs";
import { runs, spread } from "../../support/runs.mjs";

/** The numbers of random conversations, and of recorded ones. */
const CASES = runs({ few: 60, all: 300 });
const RECORDED = runs({ few: 40, all: 1_000 });
const FORMAT = "gemini-interactions";
const REQUEST = 'import("@google/genai").Interactions.CreateModelInteractionParamsNonStreaming';
const STEP = 'import("@google/genai").Interactions.Step';

/** The most characters of a recorded conversation: the compiler takes long for pictures. */
const LONGEST = 20_000;

const requestOf = ({ body }) => ({ model: "gemini-3.5-flash", store: false, ...body });

/** Returns what is wrong with the order of the steps: each call has an id of its own and one result, before the user speaks. */
function wrongOrder(steps) {
  const [known, open] = [new Set(), new Set()];
  let isSigned = false;
  for (const { type, id, call_id: answered, signature } of Array.isArray(steps) ? steps : []) {
    if (type === "thought" && !signature) return "a thought without a signature";
    if (type === "thought") isSigned = true;
    if (type === "function_call") {
      if (id === "" || known.has(id)) return `the id ${id} is not a call's own`;
      if (!isSigned) return `${id} follows no thought`;
      known.add(id);
      open.add(id);
    } else if (type === "function_result") {
      if (!open.delete(answered)) return `${answered} answers no call`;
      isSigned = false;
    } else if (type === "user_input") {
      if (open.size > 0) return `${[...open]} is open`;
      isSigned = false;
    }
  }
  return open.size === 0 ? undefined : `${[...open]} is open`;
}

/** Fails unless all requests have the types of the client, and their steps an order that the provider takes. */
function assertTaken(requests) {
  const faults = typeFaults(REQUEST, requests);
  const wrong = requests.map((request, at) => [...faults[at], wrongOrder(request.input) ?? []].flat());
  assert.deepEqual(wrong.flatMap((found, at) => (found.length === 0 ? [] : [`${found}: ${JSON.stringify(requests[at]).slice(0, 500)}`])).slice(0, 3), []);
}

test("the types refuse what is wrong", () => {
  const user = { type: "user_input", content: [{ type: "text", text: "Hi" }] };
  const call = { type: "function_call", id: "c", name: "f", arguments: {} };
  const request = (...input) => ({ model: "m", input });
  const wrong = [
    request({ type: "user_input", content: "Hi" }),
    request({ ...user, content: [{ type: "text" }] }),
    request({ ...user, content: [{ type: "image", source: "x" }] }),
    request({ ...user, name: "ann" }),
    request({ ...call, arguments: "{}" }),
    request({ type: "function_call", name: "f", arguments: {} }),
    request({ type: "function_result", call_id: "c" }),
    request({ type: "thought", summary: "Hm" }),
    request({ type: "assistant" }),
    { model: "m", input: "Hi", system_instruction: { parts: [] } },
    { input: "Hi", messages: [] },
  ];
  const faults = typeFaults(REQUEST, [request(user, call), ...wrong]);
  assert.deepEqual(faults.map((found) => found.length > 0), [false, ...wrong.map(() => true)]);
  assert.deepEqual([
    wrongOrder([user, { type: "thought", signature: "s" }, call, { type: "function_result", call_id: "c" }]),
    wrongOrder([user, call]),
    wrongOrder([user, { type: "thought", signature: "s" }, call, user]),
    wrongOrder([user, { type: "function_result", call_id: "c" }]),
  ].map((found) => found !== undefined), [false, true, true, true]);
});

describe("requests that are written have the types of the client", () => {
  test("random conversations", () => {
    assertTaken(Array.from({ length: CASES }, (_, seed) => requestOf(convert(randomConversation(seed), "backscroll", FORMAT))));
  });

  const { rows, absence } = recordedConversations();
  test("recorded conversations", { skip: absence }, () => {
    const short = rows.filter((row) => JSON.stringify(row).length < LONGEST);
    assert.ok(short.length > 100, `${short.length}`);
    assertTaken(spread(short, RECORDED).map(({ messages }) => requestOf(convert("openai-chat", FORMAT, { messages }))));
  });
});

describe("each step that the client declares comes back", () => {
  const { checker, types } = declaredTypes({ step: STEP });
  const values = valuesOf({ checker, type: types.step, samples: { text, named: { "ThoughtStep.signature": "c2ln" }, needed: new Set(["ThoughtStep.signature", "UserInputStep.content"]) } });
  const user = { type: "user_input", content: [{ type: "text", text: "Hi" }] };

  /** The step in a conversation. */
  function talk(step) {
    if (step.type === "function_call") return [user, step, { type: "function_result", call_id: step.id, result: "Rain." }];
    if (step.type === "function_result") return [user, { type: "function_call", id: step.call_id, name: "f", arguments: {} }, step];
    return [user, step, { type: "model_output", content: [{ type: "text", text: "Rain." }] }];
  }

  test("there are steps of all types", () => {
    assert.ok(new Set(values.map(({ value }) => value.type)).size >= 21);
    assert.ok(values.length > 100, `${values.length}`);
  });

  test("they come back", () => {
    const wrong = values.flatMap(({ label, value }) => {
      const { body, losses, repairs } = convert(talk(value), FORMAT, FORMAT, { form: "list" });
      const isEqual = JSON.stringify(sorted(body)) === JSON.stringify(sorted(talk(value)));
      return isEqual && losses.length + repairs.length === 0 ? [] : [`${label}: ${JSON.stringify(body)} ${JSON.stringify(losses)}`];
    });
    assert.deepEqual(wrong, []);
  });

  test("to another provider they go as words, or are reported", () => {
    const wrong = values.filter(({ value }) => {
      const without = convert(talk(value).filter((step) => step !== value), FORMAT, "openai-chat").body;
      const { body, losses } = convert(talk(value), FORMAT, "openai-chat");
      return losses.length === 0 && JSON.stringify(body) === JSON.stringify(without);
    });
    assert.deepEqual(wrong.map(({ label }) => label), []);
  });
});

/** The value with the fields of all objects in order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]));
}
