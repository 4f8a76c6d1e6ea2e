// `sanitize` keeps unknown fields: in messages that it leaves unchanged, and in those that it rewrites.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { LISTS } from "../../support/judges.mjs";

const VENDOR = { vendor: { kept: [1, null, "é"], empty: {} } };

/** Puts the vendor's field into the object at `path`. */
function marked(body, path) {
  const copy = structuredClone(body);
  const holder = path.reduce((value, key) => value[key], copy);
  Object.assign(holder, structuredClone(VENDOR));
  return copy;
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Valid bodies, which need no repair. */
const SOUND = {
  "openai-chat": {
    model: "m",
    tools: [{ type: "function", function: { name: "f", parameters: {} } }],
    messages: [
      { role: "system", content: "s" },
      { role: "developer", content: [{ type: "text", text: "d" }] },
      {
        role: "user",
        content: [
          { type: "text", text: "u" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}`, detail: "low" } },
          { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
          { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=", filename: "a.pdf" } },
          { type: "file", file: { file_id: "file-1" } },
        ],
      },
      {
        role: "assistant",
        content: [{ type: "text", text: "a" }, { type: "refusal", refusal: "no" }],
        tool_calls: [
          { id: "c1", type: "function", function: { name: "f", arguments: "{}" } },
          { id: "c2", type: "custom", custom: { name: "g", input: "free" } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "r" }] },
      { role: "tool", tool_call_id: "c2", content: "r" },
      { role: "user", content: "next" },
    ],
  },
  anthropic: {
    model: "m",
    max_tokens: 1,
    system: [{ type: "text", text: "s" }],
    tools: [{ name: "f", input_schema: { type: "object" } }],
    messages: [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "t", signature: "s" },
          { type: "text", text: "a" },
          { type: "tool_use", id: "c1", name: "f", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "r" }] },
          { type: "text", text: "u" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
          { type: "document", title: "t", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } },
          { type: "document", source: { type: "text", media_type: "text/plain", data: "d" } },
        ],
      },
    ],
  },
  gemini: {
    systemInstruction: { parts: [{ text: "s" }] },
    tools: [{ functionDeclarations: [{ name: "f" }] }],
    contents: [
      {
        role: "user",
        parts: [{ text: "u" }, { inlineData: { mimeType: "image/png", data: PNG } }, { fileData: { fileUri: "https://youtu.be/x" } }],
      },
      {
        role: "model",
        parts: [
          { text: "t", thought: true },
          { text: "a" },
          { executableCode: { language: "PYTHON", code: "1" } },
          { functionCall: { id: "c1", name: "f", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id: "c1", name: "f", response: { time: "noon" }, parts: [{ inlineData: { mimeType: "image/png", data: PNG } }],
            },
          },
        ],
      },
      { role: "user", parts: [{ text: "next" }] },
    ],
  },
};

/** Places beside the messages. */
const BESIDE = {
  "openai-chat": [["tools", 0, "function"]],
  anthropic: [["system", 0]],
  gemini: [["systemInstruction"], ["systemInstruction", "parts", 0], ["tools", 0, "functionDeclarations", 0]],
};

/** Fields whose content is the caller's own value. */
const FREE = ["input", "args", "response"];

/** Returns every object of the messages, and the places beside them, by path. */
function places(target) {
  const found = [[], ["tools", 0], ...BESIDE[target]];
  const walk = (value, path) => {
    if (typeof value !== "object" || value === null || FREE.includes(path.at(-1))) return;
    if (!Array.isArray(value)) found.push(path);
    for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  SOUND[target][LISTS[target]].forEach((message, index) => walk(message, [LISTS[target], index]));
  return found.map((path) => path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)));
}

/**
 * Faults that make `sanitize` rewrite a message. Each fault makes the valid body need a repair at that message and nowhere else. Keyed by
 * the index of the message.
 */
const FAULTS = {
  "openai-chat": {
    0: ["its name is broken", (message) => { message.name = "a b"; }],
    1: ["its name is broken", (message) => { message.name = "a b"; }],
    2: ["its name is broken", (message) => { message.name = "a b"; }],
    3: ["the name of a call is broken", (message) => { message.tool_calls[0].function.name = "a b"; }],
    4: ["its name is broken", (message) => { message.name = "a b"; }],
    5: ["its name is broken", (message) => { message.name = "a b"; }],
    6: ["its name is broken", (message) => { message.name = "a b"; }],
  },
  anthropic: {
    0: ["the name of a call is broken", (message) => { message.content.at(-1).name = "a b"; }],
    1: ["one of its texts is empty", (message) => { message.content.push({ type: "text", text: "" }); }],
  },
  gemini: {
    0: ["one of its parts is empty", (content) => { content.parts.push({}); }],
    1: ["the arguments of a call are a list", (content) => { content.parts.at(-1).functionCall.args = []; }],
    2: ["a result has no name", (content) => { content.parts[0].functionResponse.name = ""; }],
    3: ["one of its parts is empty", (content) => { content.parts.push({}); }],
  },
};

/** The rules by which a field of a message or a block is refused that the format does not define, whatever the model. */
const REFUSED_BY = { anthropic: "AN0", gemini: "GE0" };
/** Blocks that are kept as they came. */
const VERBATIM = ["messages.1.content.4", "contents.1.parts.2"];

/** Returns the rule by which a field at this place is refused; undefined where it stays. */
function refusing(target, path) {
  const isPiece = typeof path.at(-1) === "number" && path[0] !== "tools" && !VERBATIM.includes(path.join("."));
  return isPiece ? REFUSED_BY[target] : undefined;
}

for (const target of Object.keys(SOUND)) {
  describe(`${target}: a vendor's field`, () => {
    for (const path of places(target)) {
      const name = path.join(".") || "the body";

      const rule = refusing(target, path);
      if (rule !== undefined) {
        test(`in ${name} is left out, for it is refused`, () => {
          const { body, repairs } = sanitize(target, marked(SOUND[target], path));
          assert.ok(!JSON.stringify(body).includes(JSON.stringify(VENDOR.vendor)), JSON.stringify(body));
          assert.ok(repairs.some((repair) => repair.code === "field-dropped" && repair.rule === rule), JSON.stringify(repairs));
          assert.deepEqual(validate(target, body), []);
        });
        continue;
      }

      test(`in ${name} keeps its place`, () => {
        const given = marked(SOUND[target], path);
        const { body, repairs } = sanitize(target, given);
        assert.deepEqual(repairs, []);
        assert.deepEqual(body, given);
      });

      const [what, break_] = (path[0] === LISTS[target] && FAULTS[target][path[1]]) || [];
      if (break_ === undefined) continue;
      test(`in ${name} is kept when the message is repaired because ${what}`, () => {
        const given = marked(SOUND[target], path);
        break_(given[LISTS[target]][path[1]]);
        const { body, repairs } = sanitize(target, given);
        assert.equal(repairs.length, 1, JSON.stringify(repairs));
        const holder = path.reduce((value, key) => value?.[key], body);
        assert.deepEqual(holder?.vendor, VENDOR.vendor, JSON.stringify(body[LISTS[target]][path[1]]));
      });
    }
  });

  test(`${target}: a repair of a message changes only the fault`, () => {
    for (const [index, [, break_]] of Object.entries(FAULTS[target])) {
      const given = structuredClone(SOUND[target]);
      break_(given[LISTS[target]][index]);
      const { body, repairs } = sanitize(target, given);
      assert.equal(repairs.length, 1, JSON.stringify(repairs));
      const others = (messages) => messages.filter((_, place) => place !== Number(index));
      assert.deepEqual(others(body[LISTS[target]]), others(given[LISTS[target]]));
      assert.deepEqual(Object.keys(body).sort(), Object.keys(given).sort());
    }
  });
}
