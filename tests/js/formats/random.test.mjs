// Random conversations in every format of programs, and random values, which are refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import { damaged } from "../../../scripts/same/damage.mjs";
import { random } from "../../support/random.mjs";
import { runs } from "../../support/runs.mjs";
import { randomConversation } from "../../support/formats/all.mjs";

const CASES = runs({ few: 80, all: 300 });

const FORMS = [
  ["langchain", "stored"],
  ["langchain", "serialized"],
  ["strands", "agent"],
  ["strands", "messages"],
  ["strands", "python"],
  ["opentelemetry", "attributes"],
  ["opentelemetry", "span"],
  ["opentelemetry", "list"],
  ["cohere", "request"],
  ["cohere", "camelCase"],
  ["ollama", "request"],
  ["gemini-interactions", "request"],
  ["gemini-interactions", "list"],
  ["mistral-conversations", "request"],
  ["mistral-conversations", "client-list"],
];

/** The formats in which an answer has one text. */
const JOINING = ["cohere", "ollama"];

/** Returns the texts, calls and results of neutral messages, in order. Where texts are joined, those of a message are one. */
function atoms(messages, isJoined) {
  return messages.flatMap(({ role, content, toolCalls = [], toolCallId, isError }) => {
    const parts = Array.isArray(content) ? content : typeof content === "string" ? [{ type: "text", text: content }] : [];
    const said = parts.filter(({ type }) => type === "text" || type === "refusal").map(({ text }) => text);
    // Some formats have one text for instructions.
    const texts = ((isJoined || role === "system") && said.length > 0 ? [said.join("\n")] : said).map((text) => `text ${text}`);
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
    return convert(from, to, body, { form });
  } catch (error) {
    assert.equal(error.name, "ConversationError", error.stack);
    assert.notEqual(error.code, "internal", error.stack);
    return undefined;
  }
}

/** The formats whose messages are those of requests. */
const REQUESTS = ["cohere", "ollama"];

for (const [format, form] of FORMS.filter(([name]) => REQUESTS.includes(name))) {
  test(`${CASES} damaged bodies of ${format}, ${form}, are refused with a code, or repaired at once`, () => {
    let count = 0;
    for (let seed = 0; seed < CASES; seed += 1) {
      const body = damaged(convert(randomConversation(seed), "backscroll", format, { form }).body, random(seed));
      const repaired = attempt(body, format, format, form)?.body;
      if (repaired === undefined) continue;
      count += 1;
      assert.deepEqual(convert(format, format, repaired, { form }), { body: repaired, repairs: [], losses: [] }, JSON.stringify(body));
    }
    assert.ok(count > CASES / 4, `${count}`);
  });
}

for (const [format, form] of FORMS) {
  describe(`${CASES} random conversations in ${format}, ${form}`, () => {
    test("content is kept or reported", () => {
      for (let seed = 0; seed < CASES; seed += 1) {
        const messages = randomConversation(seed);
        const written = convert("backscroll", format, messages, { form });
        const back = convert(format, "backscroll", written.body);
        assert.deepEqual(back.losses, [], JSON.stringify(written.body));
        const named = new Set([...written.losses, ...written.repairs].map(({ messageId }) => messageId));
        if (messages.some(({ id }) => named.has(id))) continue;
        const isJoined = JOINING.includes(format);
        assert.deepEqual(atoms(back.body, isJoined), atoms(messages, isJoined), `seed ${seed}: ${JSON.stringify(written.body)}`);
      }
    });

    test("written messages survive a round trip", () => {
      for (let seed = 0; seed < CASES; seed += 1) {
        const { body } = convert(randomConversation(seed), "backscroll", format, { form });
        const again = convert(format, format, body, { form });
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
          assert.deepEqual(convert(format, format, written, { form }).body, written, JSON.stringify(body));
        }
      }
      assert.ok(count > 0, `${count}`);
    });
  });
}
