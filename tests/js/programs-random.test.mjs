// Random conversations in every format of programs, and random values, which are refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import { random } from "../support/random.mjs";
import "./programs-support.mjs";

const CASES = 300;

const FORMS = [
  ["langchain", "stored"],
  ["langchain", "serialized"],
  ["strands", "agent"],
  ["strands", "messages"],
  ["strands", "python"],
];

const WORDS = ["Hi", "and\nso", '{"lc":1}', "한국어 🙂", '"quoted" \\ \u0000'];

const PICTURES = [
  { type: "image", data: "AAAA", mediaType: "image/png" },
  { type: "image", url: "https://a.test/b.jpeg", detail: "low" },
  { type: "image", fileId: "f", origin: { format: "anthropic" } },
  { type: "file", data: "AAAA", mediaType: "application/pdf", name: "a.pdf" },
  { type: "file", url: "https://a.test/a.pdf" },
  { type: "audio", data: "AAAA", mediaType: "audio/wav" },
];

const THOUGHTS = [
  { type: "reasoning", text: "hm", signature: "s", origin: { format: "anthropic" } },
  { type: "reasoning", encrypted: "zz", origin: { format: "anthropic" } },
  { type: "reasoning", text: "hm", encrypted: "zz", itemId: "rs_1", origin: { format: "openai-responses" } },
  { type: "reasoning", text: "hm", origin: { format: "gemini" } },
  { type: "reasoning", text: "hm", signature: "s", origin: { format: "bedrock" } },
  { type: "reasoning", text: "hm" },
  { type: "refusal", text: "No." },
  { type: "other", format: "anthropic", value: { type: "server_tool_use", id: "s" } },
  { type: "other", format: "gemini", value: { executableCode: { code: "1" } } },
];

const ARGUMENTS = [{ a: 1 }, '{"a": [1.0]}', '{"a":', "[1]", { lc: 1 }];

function part(chance, role) {
  if (chance.chance(0.5)) return { type: "text", text: chance.pick(WORDS) };
  return chance.pick(role === "assistant" ? THOUGHTS : PICTURES);
}

function content(chance, role) {
  return chance.chance(0.5) ? chance.pick(WORDS) : Array.from({ length: 1 + chance.below(3) }, () => part(chance, role));
}

/** A random answer with calls, and results of some of them. */
function round(chance, turn) {
  const calls = Array.from({ length: chance.below(3) }, (_, at) => {
    const isCustom = chance.chance(0.2);
    const place = chance.below(3);
    return {
      id: `call-${turn}-${at}`,
      name: "n",
      arguments: isCustom ? "ls" : chance.pick(ARGUMENTS),
      ...(isCustom && { kind: "custom" }),
      ...(place < 2 && { afterParts: place }),
    };
  });
  const answered = calls.map((call, at) => ({ role: "tool", toolCallId: call.id, content: content(chance, "tool"), isError: at === 1 }));
  return [{ role: "assistant", content: content(chance, "assistant"), ...(calls.length > 0 && { toolCalls: calls }) }, ...answered.filter(() => chance.chance(0.5))];
}

function conversation(seed) {
  const chance = random(seed);
  const turns = Array.from({ length: chance.below(6) }, (_, turn) => {
    const kind = chance.below(8);
    if (kind < 3) return [{ role: "user", content: content(chance, "user") }];
    return kind < 7 ? round(chance, turn) : [{ role: "system", content: content(chance, "system") }];
  });
  return turns.flat().map((message, at) => ({ ...message, id: `m${at}` }));
}

/** Returns the texts, calls and results of neutral messages, in order. */
function atoms(messages) {
  return messages.flatMap(({ content, toolCalls = [], toolCallId, isError }) => {
    const parts = Array.isArray(content) ? content : typeof content === "string" ? [{ type: "text", text: content }] : [];
    const texts = parts.filter(({ type }) => type === "text" || type === "refusal").map(({ text }) => `text ${text}`);
    // Unreadable calls may stand behind the others.
    const calls = toolCalls.map((call) => `call ${call.id} ${JSON.stringify(readable(call.arguments))}`).sort();
    return [...texts, ...calls, ...(toolCallId === undefined ? [] : [`result ${toolCallId} ${isError === true}`])];
  });
}

/** Returns the arguments as an object if possible, else as they are. */
function readable(given) {
  try {
    const value = JSON.parse(given);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : given;
  } catch {
    return given;
  }
}

const NAMES = ["type", "data", "content", "text", "role", "messages", "kwargs", "lc", "id", "tool_calls", "args", "additional_kwargs", "reasoning"];
const OTHER_NAMES = ["toolUse", "toolResult", "image", "source", "json", "metadata", "custom", "thinking", "response_metadata"];
const VALUES = ["human", "ai", "tool", "text", "image", "tool_use", "reasoning", "user", "assistant", "x", "", null, true, false, 7, -1];

function anything(chance, depth = 0) {
  const kind = depth > 5 ? 0 : chance.below(3);
  if (kind === 0) return chance.pick(VALUES);
  if (kind === 1) return Array.from({ length: chance.below(4) }, () => anything(chance, depth + 1));
  return Object.fromEntries(Array.from({ length: chance.below(5) }, () => [chance.pick([...NAMES, ...OTHER_NAMES]), anything(chance, depth + 1)]));
}

/** Returns the result of a conversion; undefined when it is refused. */
function attempt(body, from, to, form) {
  try {
    return convert(body, from, to, { form });
  } catch (error) {
    assert.equal(error.name, "ConversationError", error.stack);
    assert.notEqual(error.code, "internal", error.stack);
    return undefined;
  }
}

for (const [format, form] of FORMS) {
  describe(`${CASES} random conversations in ${format}, ${form}`, () => {
    test("content is kept or reported", () => {
      for (let seed = 0; seed < CASES; seed += 1) {
        const messages = conversation(seed);
        const written = convert(messages, "backscroll", format, { form });
        const back = convert(written.body, format, "backscroll");
        assert.deepEqual(back.losses, [], JSON.stringify(written.body));
        const named = new Set([...written.losses, ...written.repairs].map(({ messageId }) => messageId));
        if (messages.some(({ id }) => named.has(id))) continue;
        assert.deepEqual(atoms(back.body), atoms(messages), `seed ${seed}: ${JSON.stringify(written.body)}`);
      }
    });

    test("written messages survive a round trip", () => {
      for (let seed = 0; seed < CASES; seed += 1) {
        const { body } = convert(conversation(seed), "backscroll", format, { form });
        const again = convert(body, format, format, { form });
        assert.deepEqual(again.body, body, `seed ${seed}`);
        assert.deepEqual(again.losses, []);
      }
    });

    test("any value is read, or refused with a code", () => {
      let count = 0;
      for (let seed = 0; seed < CASES; seed += 1) {
        const value = anything(random(seed));
        for (const body of [value, [value], [{ type: "ai", data: value }], [{ role: "assistant", content: [value] }]]) {
          const written = attempt(body, format, format, form)?.body;
          if (written === undefined) continue;
          count += 1;
          assert.deepEqual(convert(written, format, format, { form }).body, written, JSON.stringify(body));
        }
      }
      assert.ok(count > 0, `${count}`);
    });
  });
}
