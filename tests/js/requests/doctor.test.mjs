// `backscroll/doctor`: the format of a value, and the rule behind a provider's refusal.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ConversationManager, convert, ruleSentence, sanitize, validate } from "backscroll";
import { RULES, detectFormat, explain, locateRepairs } from "backscroll/doctor";
import * as strict from "../../support/strict/index.mjs";
import { refusal } from "../../support/basics.mjs";
import { REFUSALS } from "../../../www/refusals.mjs";
import { ownBodies } from "../../support/histories.mjs";
import { brokenBodies } from "../../support/mutations/broken.mjs";
import { acceptedRequests } from "../../support/shared-data.mjs";
import { TARGETS } from "../../support/targets.mjs";
import "../../support/formats/all.mjs";

describe("the format of a value", () => {
  const history = new ConversationManager({ systemPrompt: "Be brief." });
  history.addMessage("user", "Look up order 7.");
  history.addMessage("assistant", null, { toolCalls: [{ id: "call_000001", name: "look", arguments: '{"order":7}' }] });
  history.addMessage("tool", "Found.", { toolCallId: "call_000001" });
  history.addMessage("assistant", "Order 7 is on its way.");

  const PROGRAMS = [["ai-sdk", "model"], ["ai-sdk", "ui"], ["langchain", "stored"], ["langchain", "serialized"], ["strands", "agent"], ["strands", "python"], ["cohere", "request"], ["ollama", "request"], ["gemini-interactions", "request"], ["mistral-conversations", "request"]];
  for (const [format, form] of PROGRAMS) {
    test(`data of ${format}, ${form}, are recognised`, () => {
      const { body } = convert("backscroll", format, history.messages, { form });
      const found = detectFormat(body);
      assert.ok(found !== null && [found.format, ...found.others].includes(format), JSON.stringify(found));
      assert.ok(found.why.length > 0 && found.why.every((sentence) => sentence.endsWith(".")));
      if (!["cohere", "ollama"].includes(format)) assert.equal(found.format, format, JSON.stringify(found));
    });
  }

  for (const target of TARGETS) {
    test(`own requests to ${target} are recognised`, () => {
      const wrong = ownBodies(target).map((body) => detectFormat(body)).filter((found) => found?.format !== target && !found?.others.includes(target));
      assert.deepEqual(wrong, []);
    });

    test(`recorded requests to ${target} are recognised`, (t) => {
      const { rows, absence } = acceptedRequests(target);
      if (rows.length === 0) return t.skip(absence ?? "no recordings are beside the checkout");
      const wrong = rows.map(({ request }) => detectFormat(request)).filter((found) => found?.format !== target);
      assert.ok(wrong.length <= rows.length / 100, `${wrong.length} of ${rows.length}: ${JSON.stringify(wrong[0])}`);
    });
  }

  test("a snapshot and a list of messages of this package are recognised", () => {
    assert.equal(detectFormat(history.toJSON()).format, "backscroll");
    assert.equal(detectFormat(history.messages).format, "backscroll");
  });

  test("a value that is right in several formats says so", () => {
    const { format, others } = detectFormat([{ role: "user", content: "Hi." }]);
    assert.equal(format, "openai-chat");
    assert.deepEqual(others.slice(0, 7), ["anthropic", "mistral", "openai-responses", "ai-sdk", "ollama", "cohere", "backscroll"]);
  });

  test("a value that has no format is null, and nothing is thrown", () => {
    const hostile = { get messages() { throw new Error("no"); } };
    for (const value of [null, undefined, 7, "messages", [], {}, [[]], { messages: "none" }, [null, 3], new Map()]) assert.equal(detectFormat(value), null, JSON.stringify(value));
    assert.throws(() => detectFormat(hostile), /no/);
  });
});

describe("the rules as data", () => {
  test("each has a target, a sentence and what is done", () => {
    assert.ok(RULES.length > 90);
    assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length);
    for (const { id, target, sentence, words, evidence, handling, remedy } of RULES) {
      assert.ok(TARGETS.includes(target), id);
      assert.equal(sentence, ruleSentence(id));
      assert.ok(words.length > 0 || evidence?.length > 0, id);
      assert.ok(["repaired", "refused", "left"].includes(handling) && remedy.length > 0, id);
    }
  });
});

describe("the rule behind a refusal", () => {
  /** The ids of the rules that a refusal is most like. */
  const best = (found) => found.filter(({ likeness }) => likeness >= found[0].likeness).map(({ rule }) => rule?.id);

  test("the provider's words of each rule find it", () => {
    for (const { id, target, words } of RULES) for (const text of words) assert.ok(best(explain(text, { target })).includes(id), `${id}: ${text}`);
  });

  test("the words are found in the error of a client, and in a response", async () => {
    const words = "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A. Each `tool_use` block must have a corresponding `tool_result` block in the next message.";
    const answer = { type: "error", error: { type: "invalid_request_error", message: `messages.3: ${words}` } };
    const error = Anthropic.APIError.generate(400, answer, undefined, new Headers());
    for (const given of [error, answer, JSON.stringify(answer), `400 ${JSON.stringify(answer)}`, new Error("The agent failed.", { cause: error }), { lastError: { responseBody: JSON.stringify(answer) } }]) {
      const [found] = explain(given);
      assert.equal(found.rule.id, "AN1");
      assert.equal(found.path, "messages[3]");
      assert.equal(found.likeness, 1);
    }
  });

  test("a request that is too long is told from a broken rule", () => {
    const body = { error: { message: "This model's maximum context length is 4000 tokens. However, your messages resulted in 4144 tokens.", type: "invalid_request_error", code: "context_length_exceeded" } };
    for (const given of [OpenAI.APIError.generate(400, body, undefined, new Headers()), body, body.error.message]) {
      const [found, ...others] = explain(given);
      assert.deepEqual([found.about, found.rule, others], ["context-window", null, []]);
    }
  });

  test("the violations of a request decide between rules with the same words", () => {
    const body = { model: "gpt-5", messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }] }, { role: "user", content: "So?" }] };
    const violations = validate("openai-chat", body);
    const [found] = explain("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a", { target: "openai-chat", violations });
    assert.equal(found.rule.id, "OC2");
    assert.deepEqual(found.violations, violations.filter(({ rule }) => rule === "OC2"));
    assert.ok(found.violations.length > 0);
  });

  test("a refusal that repeats a long request is read at both ends", () => {
    const long = `${"word ".repeat(400_000)} messages: text content blocks must be non-empty`;
    const copies = Array.from({ length: 50 }, (_, place) => `${place} ${long}`);
    assert.deepEqual(best(explain({ message: long, copies }, { target: "anthropic" })).slice(0, 1), ["AN8"]);
  });

  test("words of other texts find no rule", () => {
    for (const text of ["", "Hello.", null, undefined, 7, {}]) assert.deepEqual(explain(text), [], String(text));
    for (const text of ["Internal server error", "invalid x-api-key", "You exceeded your current quota, please check your plan and billing details."]) assert.deepEqual(explain(text).map(({ rule }) => rule), [null], text);
  });

  test("options are checked", async () => {
    for (const options of [{ target: "openai" }, { violations: {} }, { format: "anthropic" }]) await refusal(async () => explain("", options), "invalid-argument");
  });

  const FILES = { anthropic: "anthropic", openai: "openai-chat", "openai-responses": "openai-responses", gemini: "gemini", bedrock: "bedrock", mistral: "mistral" };
  for (const [file, target] of Object.entries(FILES)) {
    test(`most answers of the strict provider find their rule (${target})`, async () => {
      const cases = Object.values(await import(`../../support/strict/cases/${file}-refused.mjs`)).flat();
      const judged = cases.map(({ body, options }) => strict.judge(target, body, options)).filter((refused) => refused !== null && !/schema|context-window/.test(refused.rule));
      const missed = judged.filter(({ rule, message }) => !explain(message, { target }).some((found) => found.rule?.id === rule));
      assert.ok(judged.length > 10);
      assert.ok(missed.length <= judged.length / 4, `${missed.length} of ${judged.length}: ${missed.map(({ rule, message }) => `${rule} ${message}`).join("\n")}`);
    });
  }
});

describe("the places of repairs, in the body before and in the repaired one", () => {
  const PLACES = {
    "A tool call without its result": [["messages[1].content[1]", "messages[2].content[0]"]],
    "A message between call and result": [["messages[4]", "messages[3]"]],
    "Reasoning without its item": [["input[1]", null], ["input[1]", null]],
    "A call without its signature": [["contents[1]", "contents[1]"]],
    "An id of another provider": [["messages[1].tool_calls[0]", "messages[1].tool_calls[0]"], ["messages[3]", "messages[3]"]],
    "A result that went missing": [["messages[1].content[1].toolUse", "messages[2].content[1].toolResult"]],
    "An empty text": [["messages[1]", "messages[1]"]],
    "An id that is too long": [["input[1]", "input[1]"]],
    "Fewer results than calls": [["contents[1]", "contents[2]"]],
    "An output without its call": [["input[1]", null]],
  };
  for (const { title, format, body } of REFUSALS) {
    test(title, () => {
      const { body: repaired, repairs } = sanitize(format, body);
      assert.deepEqual(locateRepairs(repairs, body, repaired).map(({ before, after }) => [before, after]), PLACES[title]);
    });
  }

  test("two results of calls whose ids were mapped have places of their own", () => {
    const calls = ["call_1", "call_2"].map((id) => ({ id, type: "function", function: { name: "look", arguments: "{}" } }));
    const body = { model: "mistral-large-latest", messages: [{ role: "user", content: "Look." }, { role: "assistant", content: "", tool_calls: calls }] };
    const { body: repaired, repairs } = sanitize("mistral", body);
    const added = locateRepairs(repairs, body, repaired).filter(({ repair }) => repair.code === "missing-result-added");
    assert.deepEqual(added.map(({ after }) => after), ["messages[2]", "messages[3]"]);
  });

  test("what is no body, and no list of repairs, is refused", () => {
    const { body } = REFUSALS[1];
    refusal(() => locateRepairs([], { text: "Hi" }, body), "invalid-argument");
    refusal(() => locateRepairs("none", body, body), "invalid-argument");
    const cyclic = { messages: [{ role: "assistant", content: [] }] };
    cyclic.messages[0].content.push(cyclic);
    const throwing = new Proxy({}, { get() { throw new Error("no"); } });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const repair = { code: "missing-result-added", messageId: "m0", toolCallId: "c1" };
    for (const [repairs, before, after] of [
      [[null], body, body],
      [[5], body, body],
      [[undefined], body, body],
      [[throwing], body, body],
      [[{ ...repair, messageId: Symbol("m") }], body, body],
      [[repair], null, body],
      [[repair], body, undefined],
      [[repair], throwing, body],
      [[repair], body, throwing],
      [[repair], revoked.proxy, body],
      [[repair], cyclic, cyclic],
      [[repair], { messages: [throwing] }, body],
      [[repair], { messages: [revoked.proxy] }, body],
    ]) {
      refusal(() => locateRepairs(repairs, before, after), "invalid-argument");
    }
  });

  test("every place that is named exists in its body", () => {
    const valueAt = (value, path) => [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].reduce((at, [, index, name]) => at?.[index ?? name], value);
    let located = 0;
    for (const target of TARGETS) {
      for (const { body, options } of brokenBodies(target, ownBodies(target), 300)) {
        let outcome;
        try {
          outcome = sanitize(target, body, options);
        } catch {
          continue;
        }
        for (const { repair, before, after } of locateRepairs(outcome.repairs, body, outcome.body)) {
          if (before !== null) assert.notEqual(valueAt(body, before), undefined, `${target} ${repair.code} ${before}`);
          if (after === null) continue;
          located += 1;
          assert.notEqual(valueAt(outcome.body, after), undefined, `${target} ${repair.code} ${after}`);
        }
      }
    }
    assert.ok(located > 500, `${located} places`);
  });
});
