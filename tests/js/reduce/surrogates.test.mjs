// Halves of surrogate pairs in bodies that are repaired or made to fit: no exception, U+FFFD in their place, a report, and whole characters at cuts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fit, sanitize, trim } from "backscroll";
import { readStream } from "backscroll/stream";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { chunk, streamOf } from "../../support/stream/recorded.mjs";

const [HIGH, LOW, PAIR, REPLACED] = ["\ud83d", "\ude00", "\u{1f600}", "\ufffd"];

/** Stands in the bodies where the test puts something else. It is allowed in names, too. */
const MARK = "QQ";

/** A body of each target with the mark in texts, in the name of a tool, and in keys and values of arguments. */
function bodyOf(target) {
  const conversation = new ConversationManager({ systemPrompt: `Be brief. ${MARK}` });
  for (let turn = 0; turn < 3; turn += 1) {
    conversation.addMessage("user", `${MARK} question ${turn} ${MARK.repeat(300)} ${"word ".repeat(200)}`);
    conversation.addMessage("assistant", `Look ${MARK}.`, { toolCalls: [{ id: `call00${turn}x1`, name: `look${MARK}`, arguments: { [`key${MARK}`]: `value ${MARK}` } }] });
    conversation.addMessage("tool", `${"a".repeat(150)}${MARK.repeat(2_000)}`, { toolCallId: `call00${turn}x1` });
    conversation.addMessage("assistant", `So ${MARK}. ${MARK.repeat(300)}`);
  }
  conversation.addMessage("user", `And now ${MARK}?`);
  return conversation.toRequest(target, PARAMS[target]).body;
}

/** Returns a value with something in place of each mark, in keys too. */
function marked(value, text) {
  if (typeof value === "string") return value.replaceAll(MARK, text);
  if (Array.isArray(value)) return value.map((item) => marked(item, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replaceAll(MARK, text), marked(inner, text)]));
}

/** All strings of a value, keys too. Texts of arguments count as what their JSON holds. */
function stringsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value !== "object" || value === null ? [] : Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}

const WAYS = {
  sanitize: (target, body) => sanitize(target, body),
  "trim that cuts": (target, body) => trim(target, body, { maxTokens: 700 }),
  "trim with room": (target, body) => trim(target, body, { maxTokens: 1e6 }),
  "fit that cuts": (target, body) => fit(target, body, { maxTokens: 700 }),
  "fit that cuts by age": (target, body) => fit(target, body, { maxTokens: 1_500, by: "age" }),
  "fit with room": (target, body) => fit(target, body, { maxTokens: 1e6 }),
};

/** Each way with a body in which something stands for the marks. */
function outcomeOf(target, way, text) {
  const given = marked(bodyOf(target), text);
  const before = JSON.stringify(given);
  const { body, repairs, reduction } = WAYS[way](target, given);
  assert.equal(JSON.stringify(given), before, "the input was changed");
  const strings = stringsIn(body);
  assert.deepEqual(strings.filter((each) => !each.isWellFormed()), []);
  assert.equal(objection(target, body), null);
  return { body, strings, given, told: [...(repairs ?? []), ...(reduction?.repairs ?? [])].filter(({ code }) => code === "lone-surrogate-replaced") };
}

for (const target of TARGETS) {
  describe(target, () => {
    for (const way of Object.keys(WAYS)) {
      for (const [name, half] of Object.entries({ HIGH, LOW, "a high half and a letter": `${HIGH}a`, "the halves in the wrong order": `${LOW}${HIGH}x` })) {
        test(`${way}: ${name}`, () => {
          const { body, strings, told } = outcomeOf(target, way, half);
          assert.ok(strings.some((each) => each.includes(REPLACED)));
          assert.ok(told.length > 0, "nothing was reported");
          assert.match(told[0].detail, /^\d+ lone surrogates? became U\+FFFD/);
          assert.deepEqual(sanitize(target, body).repairs, []);
        });
      }

      test(`${way}: pairs stay whole, and nothing is reported`, () => {
        const { strings, told } = outcomeOf(target, way, PAIR);
        assert.deepEqual(told, []);
        assert.deepEqual(strings.filter((each) => each.includes(REPLACED)), []);
        assert.ok(strings.some((each) => each.includes(PAIR)));
      });

      test(`${way}: halves beside pairs, each replaced by itself`, () => {
        const { strings, given, told } = outcomeOf(target, way, `${HIGH}${PAIR}${LOW}`);
        assert.ok(told.length > 0);
        const count = (list, letter) => list.join("\n").split(letter).length - 1;
        assert.ok(count(strings, PAIR) <= count(stringsIn(given), PAIR));
        // What stays of a text is what it was: two replacements around a pair, but at cuts and ends.
        for (const each of strings.filter((text) => text.includes(PAIR))) assert.ok(Math.abs(count([each], REPLACED) - 2 * count([each], PAIR)) <= 4, each.slice(0, 100));
      });
    }
  });
}

test("a pair that a stream divides is whole", async () => {
  const { response } = await readStream("openai-chat", streamOf([chunk({ role: "assistant", content: `Hi ${HIGH}` }), chunk({ content: `${LOW}!` }), chunk({}, { finish_reason: "stop" })])).result();
  assert.equal(response.choices[0].message.content, `Hi ${PAIR}!`);
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Hello.");
  conversation.addResponse("openai-chat", response);
  assert.deepEqual(conversation.lastRepairs, []);
});
