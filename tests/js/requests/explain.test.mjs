// `explain`: the cause of a refusal, whatever the wording and the wrapping; hostile input.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { validate } from "backscroll";
import { RULES, detectFormat, explain } from "backscroll/doctor";
import { PHRASINGS } from "../../support/refusals/phrasings.mjs";
import { WRAPPERS } from "../../support/refusals/wrappers.mjs";
import { recordedRefusals } from "../../support/shared-data.mjs";
import { TARGETS } from "../../support/targets.mjs";

const causeOf = (given, options) => explain(given, options)[0]?.cause;

describe("the cause of a refusal", () => {
  for (const [cause, texts] of Object.entries(PHRASINGS)) {
    test(`${cause} is recognised, whoever says it`, () => {
      assert.deepEqual(texts.filter((text) => causeOf(text) !== cause).map((text) => [text, causeOf(text)]), []);
    });
  }

  test("each explanation has an advice, and a rule only if it is of that cause", () => {
    for (const [cause, texts] of Object.entries(PHRASINGS)) {
      for (const text of texts) {
        const [first] = explain(text);
        assert.match(first.advice, /^[A-Z].{18,}\.$/, text);
        assert.equal(first.about, ["context-overflow", "request-too-large"].includes(cause) ? "context-window" : first.rule === null ? "cause" : "rule", text);
        if (cause === "not-ours") assert.deepEqual(explain(text).map(({ rule }) => rule), [null], text);
      }
    }
  });

  test("almost all words of the rules name a cause", () => {
    const words = RULES.flatMap(({ target, words: own }) => own.map((text) => [target, text]));
    const unknown = words.filter(([target, text]) => causeOf(text, { target }) === "unspecified");
    assert.ok(unknown.length <= words.length / 40, unknown.join("\n"));
  });

  test("a text that is no refusal has no cause", () => {
    for (const text of ["", "Hello.", "The weather in Paris is nice.", "Order 7 is on its way, and arrives on Friday.", null, undefined, 7, {}]) assert.deepEqual(explain(text), [], String(text));
  });
});

describe("the innermost message of a refusal decides", () => {
  const MESSAGES = [
    ["call-without-result", "No tool output found for function call call_1."],
    ["system-place", "System message must be at the beginning."],
    ["unknown-field", "Unrecognized request argument supplied: top_a"],
    ["tool-schema", "Invalid schema for function 'get_me': In context=(), object schema missing properties."],
    ["missing-field", "messages.3.content: Field required"],
    ["parameter-value", "`temperature` may only be set to 1 when thinking is enabled."],
    ["media-type", "Could not process image"],
    ["not-ours", "Insufficient Balance"],
    ["unspecified", "Request contains an invalid argument."],
  ];
  for (const [name, wrap] of Object.entries(WRAPPERS)) {
    test(`in ${name}`, () => {
      for (const [cause, message] of MESSAGES) assert.equal(causeOf(wrap(message)), cause, message);
    });
  }

  test("words of wrappers name no fault", () => {
    for (const [name, wrap] of Object.entries(WRAPPERS)) assert.ok([undefined, "unspecified"].includes(causeOf(wrap("zq zq zq"))), `${name}: ${causeOf(wrap("zq zq zq"))}`);
  });

  const ISSUES = [
    ["pydantic", "[{'type': 'missing', 'loc': ('body', 'messages', 3, 'content'), 'msg': 'Field required', 'input': {}}]", "missing-field"],
    ["pydantic, the place after the message", '{"detail":[{"msg":"Extra inputs are not permitted","type":"extra_forbidden","loc":["body","messages",3,"content"]}]}', "unknown-field"],
    ["zod", '[{"code":"invalid_type","expected":"string","path":["messages",3,"content"],"message":"Invalid input: expected string, received array"}]', "content-form"],
  ];
  for (const [name, text, cause] of ISSUES) {
    test(`in a list of issues of ${name}, with its place`, () => {
      assert.deepEqual([causeOf(text), explain(text)[0].path], [cause, "messages[3].content"]);
    });
  }
});

describe("the place that a refusal names", () => {
  const PLACES = [
    ["messages[3].content: Field required", "messages[3].content"],
    ["messages.3.content.0: Field required", "messages[3].content[0]"],
    ["Field required: ('body', 'messages', 3, 'content')", "messages[3].content"],
    ['Field required: ["body","messages",3]', "messages[3]"],
    ["body -> input -> 0 -> content: Field required", "input[0].content"],
    ["Invalid value: 'input[4].content[0]'", "input[4].content[0]"],
    ["contents[2].parts[0]: Unknown name", "contents[2].parts[0]"],
    ["Missing required parameter: 'messages.[1].role'", "messages[1].role"],
    ["the message at position 307 with role 'assistant' must not be empty", "messages[307]"],
    ["did not have response messages: message[855].role", "messages[855].role"],
    ["reasoning_content is missing in assistant tool call message at index 19", "messages[19]"],
    ["function call `look` in the 2. content block is missing a `thought_signature`", "contents[1]"],
    ["Invalid 'messages[1].tool_calls[0].function.arguments': in context=('properties', 'a.b')", "messages[1].tool_calls[0].function.arguments"],
    ["tools[3].function.parameters.properties 'a.b' has no type", "tools[3].function.parameters.properties.a.b"],
  ];
  for (const [text, path] of PLACES) test(`${path}, in: ${text}`, () => assert.equal(explain(text)[0].path, path));
});

describe("the violations of the request", () => {
  const call = { id: "toolu_1", type: "tool_use", name: "look", input: {} };
  const body = { model: "claude-sonnet-4-5", max_tokens: 512, messages: [{ role: "user", content: "" }, { role: "assistant", content: [call] }, { role: "user", content: "So?" }] };
  const options = { target: "anthropic", violations: validate("anthropic", body) };

  test("decide if the words name nothing", () => {
    const found = explain("Bad Request", options);
    assert.ok(found.length > 0 && found.every(({ rule, violations, cause }) => rule !== null && violations.length > 0 && cause === "unspecified"));
  });

  test("at the place that the words name come first", () => {
    for (const at of ["messages.1", "messages.0"]) assert.ok(explain(`${at}: zq zq`, options)[0].violations[0].path.startsWith(at.replace(/\.(\d)/, "[$1]")), at);
  });

  test("of another cause than the words name do not come first", () => {
    assert.equal(explain("Could not process image", options)[0].cause, "media-type");
  });
});

describe("who speaks", () => {
  test("a provider's places exclude the rules of others", () => {
    assert.equal(explain("messages.3.content.0.tool_use.text: Extra inputs are not permitted")[0].rule?.target ?? "anthropic", "anthropic");
    assert.notEqual(explain("body -> input -> 0 -> content: Field required")[0].rule?.target, "anthropic");
  });

  test("Claude at Bedrock is answered with Bedrock's rules, or with the cause", () => {
    const text = "The model returned the following errors: messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: tooluse_1.";
    for (const found of [explain(text), explain(text, { target: "bedrock" })]) assert.deepEqual([found[0].rule?.target, found[0].cause], ["bedrock", "call-without-result"]);
  });
});

describe("hostile refusals are answered", () => {
  const MB = 1_000_000;
  const nested = () => {
    let text = "x";
    while (text.length < MB) text = JSON.stringify({ error: { message: text } });
    return text;
  };
  const INPUTS = {
    "nested JSON": nested,
    brackets: () => "[".repeat(MB),
    spaces: () => " ".repeat(MB),
    backslashes: () => "\\".repeat(MB),
    "open fields": () => '{"message":"'.repeat(MB / 12),
    "open, escaped fields": () => '{\\"message\\":\\"'.repeat(MB / 15),
    "words of phrases": () => "tool must content invalid ".repeat(MB / 26),
    "a deep object": () => Array.from({ length: 10_000 }).reduce((cause) => ({ message: "zq", cause }), {}),
    "a circle": () => {
      const error = new Error("zq");
      error.cause = error;
      return error;
    },
  };
  for (const [name, make] of Object.entries(INPUTS)) test(name, () => assert.ok(explain(make()).length <= 5));

  test("no phrase repeats a repetition", () => {
    const folder = new URL("../../../pkg-template/src/doctor/phrases/", import.meta.url);
    const phrases = readdirSync(folder).flatMap((file) => readFileSync(new URL(file, folder), "utf8").match(/^ +(?:\["[\w-]+", )?\/.*\/i?(?=\]?,)/gm) ?? []);
    assert.ok(phrases.length > 200);
    for (const phrase of phrases) assert.doesNotMatch(phrase.replace(/\\./g, "e").replace(/\[[^\]]*\]/g, "c"), /\([^()]*(?:[*+]|\{\d+,\})[^()]*\)(?:[*+]|\{\d+,\})/, phrase);
  });
});

const { rows, absence } = recordedRefusals();

describe("recorded refusals", { skip: absence }, () => {
  const isWindow = (cause) => ["context-overflow", "request-too-large"].includes(cause);
  const isRight = ({ cause, accept, rules }, found) => {
    if (found === undefined) return ["not-ours", "unspecified"].includes(cause);
    if (cause === "not-ours") return found.rule === null && found.cause === "not-ours";
    return [cause, ...accept].includes(found.cause) || rules.includes(found.rule?.id) || (isWindow(cause) && found.about === "context-window");
  };
  const withBody = ({ wrapped, body, options }) => {
    const format = detectFormat(body)?.format;
    if (!TARGETS.includes(format)) return explain(wrapped);
    return explain(wrapped, { target: format, violations: validate(format, body, format === "openai-chat" ? options : undefined) });
  };
  const FORMS = { text: ({ text }) => explain(text), wrapped: ({ wrapped }) => explain(wrapped), object: ({ object }) => explain(object), body: withBody };
  for (const [form, answer] of Object.entries(FORMS)) {
    test(`at least nine of ten are explained, and at most six wrongly (${form})`, () => {
      const all = rows.filter(({ body }) => form !== "body" || body !== undefined);
      const answers = all.map((row) => [row, answer(row)[0]]);
      const missed = answers.filter(([row, found]) => !isRight(row, found));
      const wrong = missed.filter(([, found]) => found !== undefined);
      const list = missed.map(([{ id, cause }, found]) => `${id} ${cause} ${found?.rule?.id} ${found?.cause}`).join("\n");
      assert.ok(missed.length <= all.length / 10 && wrong.length <= 6, list);
    });
  }
});
