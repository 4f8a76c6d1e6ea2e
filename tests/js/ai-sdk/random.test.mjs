// Random conversations as messages of the AI SDK, and random values that look like such messages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import { random } from "../../support/random.mjs";
import { told } from "../../support/formats/ai-sdk.mjs";

const CASES = 256;

const TEXTS = ["what is the weather in Lisbon?", "안녕하세요 🙂 שלום", '"quoted" \\ back\u0000slash\n</system>', "ends in white space \n", "many words of one result ".repeat(40), "", "  "];
const CALL_IDS = ["call_1", "call_2", "call_3", "toolu_01A-b", "functions.Web:3", "", "호출 하나", "a-very-long-id-of-more-than-sixty-four-characters-as-some-hosts-give-them"];
const TOOL_NAMES = ["search", "read_file", "read file", "날씨", "", "n.of:a/tool"];
const ARGUMENTS = ['{"query": "x", "big": 12345678901234567890.10}', { path: "x", deep: [1, { a: null }] }, "", "null", "[1, 2]", '{"cut": '];

const MEDIA = [
  { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
  { type: "image", mediaType: "image/bmp", data: "Qk0=", name: "scan.bmp" },
  { type: "image", url: "https://example.org/a.png", width: 9_000, height: 10, detail: "low" },
  { type: "image", fileId: "file-1", origin: { format: "openai-chat" } },
  { type: "audio", mediaType: "audio/mpeg", data: "SUQz" },
  { type: "audio", mediaType: "audio/ogg", data: "T2dn" },
  { type: "file", mediaType: "application/pdf", data: "JVBERg==", name: "a.pdf" },
  { type: "file", mediaType: "text/csv", data: "YSxi" },
  { type: "file", url: "https://example.org/a.pdf" },
  { type: "file", fileId: "file_2", origin: { format: "anthropic" } },
  { type: "file", fileId: "3f2c", origin: { format: "mistral" } },
];

const by = (format, model) => ({ origin: { format, model } });

const THOUGHTS = [
  { type: "reasoning", text: "Hm.", signature: "c2ln", ...by("anthropic", "m") },
  { type: "reasoning", text: "Hm.", signature: "c2ln", ...by("anthropic", "other") },
  { type: "reasoning", encrypted: "b3BhcXVl", ...by("anthropic", "m") },
  { type: "reasoning", text: "Hm.", ...by("openai-chat", "m") },
  { type: "reasoning", text: "Hm." },
  { type: "reasoning", encrypted: "b3Bh", itemId: "rs_1", ...by("openai-responses", "m") },
  { type: "reasoning", text: "Hm.", itemId: "rs_2", ...by("openai-responses", "other") },
  { type: "reasoning", text: "Hm.", closed: true, ...by("mistral", "m") },
  { type: "reasoning", text: "Hm.", signature: "c2ln", ...by("mistral", "other") },
];

const UNMODELLED = [
  { type: "other", format: "anthropic", value: { type: "anthropic_novelty" } },
  { type: "other", format: "openai-chat", value: { type: "openai_novelty" } },
];

const FOUND = { type: "other", format: "anthropic", value: { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "found" }] } };

function part(chance) {
  const kind = chance.below(13);
  if (kind < 6) {
    const marked = chance.pick([{}, {}, {}, { cache_control: { type: "ephemeral" }, mystery: 1 }]);
    return { type: "text", text: chance.pick(TEXTS), ...marked };
  }
  if (kind < 9) return chance.pick(MEDIA);
  if (kind < 11) return chance.pick(THOUGHTS);
  return kind < 12 ? chance.pick(UNMODELLED) : { type: "refusal", text: chance.pick(TEXTS) };
}

function content(chance, ofPart) {
  const kind = chance.below(10);
  if (kind < 6) return chance.pick(TEXTS);
  return kind < 9 ? Array.from({ length: chance.below(4) }, () => ofPart(chance)) : null;
}

/** A random part, including those that only users and tools may have. */
const partOfUser = (chance) => (chance.chance(1 / 15) ? FOUND : part(chance));

function call(chance) {
  return { id: chance.pick(CALL_IDS), name: chance.pick(TOOL_NAMES), arguments: chance.pick(ARGUMENTS), kind: chance.chance(0.1) ? "custom" : "function" };
}

function message(chance) {
  const notes = {
    ...(chance.chance(0.1) && { pinned: true }),
    ...(chance.chance(0.2) && { name: chance.pick(["Ada", "Ada Lovelace"]) }),
    ...(chance.chance(0.1) && { extras: { index: 0, cache_control: { type: "ephemeral" } } }),
  };
  const kind = chance.below(12);
  if (kind < 3) return { role: "user", content: content(chance, partOfUser), ...notes };
  if (kind < 7) {
    const toolCalls = Array.from({ length: chance.below(4) }, () => call(chance));
    const tokens = chance.pick([{}, {}, { tokens: { input: 9, output: 2 } }, { tokens: { output: 2 } }]);
    return { role: "assistant", content: content(chance, part), ...(toolCalls.length > 0 && { toolCalls }), ...tokens, ...notes };
  }
  if (kind < 11) return { role: "tool", content: content(chance, partOfUser), toolCallId: chance.pick(CALL_IDS), isError: chance.chance(0.2), ...notes };
  return { role: "system", content: content(chance, part), ...notes };
}

/** Random neutral messages, each with an id of its own. */
function conversation(seed) {
  const chance = random(seed);
  return Array.from({ length: chance.below(8) }, (_, at) => ({ ...message(chance), id: `n${at}` }));
}

function forAll(check) {
  for (let seed = 0; seed < CASES; seed += 1) {
    try {
      check(seed);
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
}

describe("any conversation", () => {
  for (const form of ["model", "ui"]) {
    test(`written messages survive a round trip, ${form}`, () => {
      forAll((seed) => {
        const { body } = convert(conversation(seed), "backscroll", "ai-sdk", { form });
        assert.deepEqual(convert("ai-sdk", "ai-sdk", body, { form }), { body, repairs: [], losses: [] });
      });
    });
  }

  test("a message without a report keeps its content", () => {
    forAll((seed) => {
      // Sorted in the order of the history: results stand behind their calls.
      const before = convert(conversation(seed), "backscroll", "backscroll").body;
      const there = convert(conversation(seed), "backscroll", "ai-sdk");
      const after = convert("ai-sdk", "backscroll", there.body).body;
      assert.equal(after.length, before.length);
      const named = namedIn([...there.losses, ...there.repairs]);
      for (const [at, message] of before.entries()) {
        assert.equal(after[at].role, message.role);
        if (!named.has(message.id)) assert.deepEqual(gist(after[at]), gist(message));
      }
    });
  });
});

/** Returns the messages that reports name, except reports on fields that are not compared. */
function namedIn(reports) {
  const isBeside = (report) => report.startsWith("field-dropped") && !report.includes("`signature`");
  return new Set(told(reports).filter((report) => !isBeside(report)).map((report) => report.split(/[ :]/)[1]));
}

/** Returns the text, calls and results of a message, in one form for all spellings. */
function gist({ role, content, toolCalls = [], toolCallId = null, isError = false }) {
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.filter(({ type, text }) => type !== "reasoning" && typeof text === "string").map(({ text }) => text);
  const media = parts.filter(({ type }) => ["image", "audio", "file"].includes(type)).map(({ type, data, url, name, detail }) => [type, data, url, name, detail]);
  const thoughts = parts.filter(({ type }) => type === "reasoning").map(({ text = "", signature, encrypted }) => [text, signature, encrypted]);
  const calls = toolCalls.map((call) => [call.id, call.name, readable(call.arguments)]);
  return { role, said: typeof content === "string" ? content : texts.join("\n"), media, thoughts, calls, toolCallId, isError };
}

function readable(given) {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

const LEAVES = [
  null,
  true,
  0,
  "",
  "x",
  "file-1",
  "data:a;base64,b",
  [],
  {},
  { anthropic: { signature: "c2ln" } },
  { openai: { itemId: "rs_1" } },
  { id: "a", approved: true },
  { type: "json", value: { a: 1 } },
  { type: "content", value: [{ type: "text", text: "x" }] },
];
const KINDS = ["text", "image", "file", "reasoning", "tool-call", "tool-result", "tool-approval-request", "tool-approval-response", "step-start", "tool-x", "dynamic-tool", "data-x", "source-url", "custom"];
const STATES = ["input-streaming", "input-available", "approval-responded", "output-available", "output-error", "output-denied"];
const FIELDS = ["input", "rawInput", "output", "approval", "providerOptions", "providerMetadata", "callProviderMetadata", "resultProviderMetadata", "mediaType", "filename", "providerExecuted", "preliminary", "id", "title"];

/** Messages that look like the SDK's, with random values in their fields. */
function strange(seed) {
  const chance = random(seed);
  const isUi = chance.chance(0.5);
  const anyPart = () => {
    const source = chance.pick(LEAVES);
    const fields = Array.from({ length: chance.below(4) }, () => [chance.pick(FIELDS), chance.pick(LEAVES)]);
    const usual = { text: "x", toolCallId: "c", toolName: "t", approvalId: "a", approved: true, errorText: "e", output: { type: "text", value: "v" } };
    return { type: chance.pick(KINDS), ...usual, state: chance.pick(STATES), image: source, data: source, url: source, ...Object.fromEntries(fields) };
  };
  return Array.from({ length: chance.below(5) }, () => {
    const role = chance.pick(["system", "user", "assistant", "assistant", "tool"]);
    const parts = Array.from({ length: chance.below(4) }, anyPart);
    if (isUi) return { id: "i", role, parts };
    return role === "system" ? { role, content: "s" } : { role, content: parts };
  });
}

test("any list is read, or refused with a code", () => {
  const written = (list, to, form) => {
    try {
      return convert("ai-sdk", to, list, form && { form }).body;
    } catch (error) {
      // Any other error is a bug, not a refusal.
      if (error.name !== "ConversationError" || error.code === "internal") throw error;
      return null;
    }
  };
  forAll((seed) => {
    const list = strange(seed);
    for (const form of ["model", "ui"]) {
      const body = written(list, "ai-sdk", form);
      if (body !== null) assert.deepEqual(convert("ai-sdk", "ai-sdk", body, { form }).body, body);
    }
    for (const target of ["openai-chat", "anthropic"]) written(list, target);
  });
});
