// Unknown parts, items and fields: they go back unchanged to the format that they came from, and to no other. The order of fields stays, so
// they are compared as JSON text.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { LISTS, TARGETS, byTarget } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const WORDS = "hologram words";
const hologram = `{"type":"hologram","z":1,"a":{"text":"${WORDS}","n":[100]}}`;
const bare = `{"hologram":{"z":1,"a":"${WORDS}"}}`;

const chat = {
  user: `{"role":"user","content":[{"type":"text","text":"See."},${hologram}]}`,
  assistant: `{"role":"assistant","content":[{"type":"text","text":"So."},${hologram}]}`,
  answer: `{"model":"m","choices":[{"message":{"role":"assistant","content":[{"type":"text","text":"So."},${hologram}]}}]}`,
  part: hologram,
};

const FORMS = byTarget({
  "openai-chat": chat,
  anthropic: {
    user: `{"role":"user","content":[{"type":"text","text":"See."},${hologram}]}`,
    assistant: `{"role":"assistant","content":[{"type":"text","text":"So."},${hologram}]}`,
    answer: `{"model":"m","content":[{"type":"text","text":"So."},${hologram}]}`,
    part: hologram,
  },
  "openai-responses": {
    user: `{"role":"user","content":[{"type":"input_text","text":"See."},${hologram}]}`,
    assistant: hologram,
    answer: `{"model":"m","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"So."}]},${hologram}]}`,
    part: hologram,
  },
  gemini: {
    user: `{"role":"user","parts":[{"text":"See."},${bare}]}`,
    assistant: `{"role":"model","parts":[{"text":"So."},${bare}]}`,
    answer: `{"candidates":[{"content":{"role":"model","parts":[{"text":"So."},${bare}]}}]}`,
    part: bare,
  },
  bedrock: {
    user: `{"role":"user","content":[{"text":"See."},${bare}]}`,
    assistant: `{"role":"assistant","content":[{"text":"So."},${bare}]}`,
    answer: `{"output":{"message":{"role":"assistant","content":[{"text":"So."},${bare}]}}}`,
    part: bare,
  },
});

/** Returns the request as text, which keeps the order of fields. */
const textOf = (conversation, target) => new TextDecoder().decode(conversation.toRequestBytes(target, PARAMS[target]));

/** Conversations with the part: read from a body, or from an answer. */
function conversations(target, { user, assistant, answer }) {
  const word = target === "gemini" ? `{"role":"user","parts":[{"text":"Go."}]}` : target === "bedrock" ? `{"role":"user","content":[{"text":"Go."}]}` : `{"role":"user","content":"Go."}`;
  const body = (...messages) => `{"${LISTS[target]}":[${messages.join()}]}`;
  const read = (text) => ConversationManager.from(target, JSON.parse(text));
  const answered = new ConversationManager();
  answered.addMessage("user", "Go.");
  answered.addResponse(target, JSON.parse(answer));
  answered.addMessage("user", "Go on.");
  return [["the user's", read(body(user)), body(user)], ["the assistant's", read(body(word, assistant, word)), body(word, assistant, word)], ["an answer's", answered]];
}

describe("a part of an unknown type", () => {
  for (const target of TARGETS) {
    for (const [whose, conversation, body] of conversations(target, FORMS[target])) {
      test(`${target}, ${whose}: goes back unchanged, without a report`, () => {
        const text = textOf(conversation, target);
        assert.ok(text.includes(FORMS[target].part), text);
        assert.deepEqual(conversation.lastRepairs, []);
        if (body !== undefined) assert.deepEqual(sanitize(target, JSON.parse(body)).repairs, []);
      });

      for (const other of TARGETS.filter((each) => each !== target)) {
        test(`${target}, ${whose}: does not go to ${other}, and that is reported`, () => {
          const text = textOf(conversation, other);
          assert.ok(!text.includes(WORDS), text);
          assert.ok(conversation.lastRepairs.some(({ code, detail }) => code === "part-dropped" && detail.includes("hologram")), JSON.stringify(conversation.lastRepairs));
        });
      }
    }
  }
});

describe("an unknown field of a known part, call or result", () => {
  const field = `"novel":{"z":1,"a":"${WORDS}"}`;
  const KNOWN = {
    anthropic: [
      ["a text", `{"messages":[{"role":"user","content":[{"type":"text","text":"See.",${field}}]}]}`],
      ["a picture", `{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="},${field}}]}]}`],
      ["a call", `{"messages":[{"role":"user","content":"Go."},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{},${field}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}]}`],
      ["a result", `{"messages":[{"role":"user","content":"Go."},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"r",${field}}]}]}`],
    ],
    gemini: [
      ["a text", `{"contents":[{"role":"user","parts":[{"text":"See.",${field}}]}]}`],
      ["a picture", `{"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="},${field}}]}]}`],
      ["a call", `{"contents":[{"role":"user","parts":[{"text":"Go."}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}},${field}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}`],
    ],
    "openai-responses": [
      ["a message", `{"input":[{"role":"user","content":"See.",${field}}]}`],
      ["a text", `{"input":[{"role":"user","content":[{"type":"input_text","text":"See.",${field}}]}]}`],
      ["a call", `{"input":[{"role":"user","content":"Go."},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}",${field}},{"type":"function_call_output","call_id":"c1","output":"r"}]}`],
      ["a result", `{"input":[{"role":"user","content":"Go."},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"r",${field}}]}`],
    ],
  };
  for (const [target, cases] of Object.entries(KNOWN)) {
    for (const [what, body] of cases) {
      test(`${target}, ${what}: goes back unchanged, and to no other target`, () => {
        const conversation = ConversationManager.from(target, JSON.parse(body));
        const text = textOf(conversation, target);
        assert.ok(text.includes(field), text);
        assert.deepEqual(conversation.lastRepairs, []);
        for (const other of TARGETS.filter((each) => each !== target)) {
          assert.ok(!textOf(conversation, other).includes(WORDS), other);
          assert.ok(conversation.lastRepairs.some(({ code, detail }) => code === "field-dropped" && detail.includes("`novel`")), other);
        }
      });
    }
  }

  const ADDED = [
    ["anthropic", { model: "m", content: [{ type: "text", text: "So.", parsed: { a: 1 }, parsed_output: { a: 1 } }] }],
    ["openai-responses", { model: "m", output: [{ type: "function_call", call_id: "c1", name: "f", arguments: "{}", parsed_arguments: { a: 1 } }] }],
    ["openai-chat", { model: "m", choices: [{ message: { role: "assistant", content: "So.", parsed: { a: 1 } } }] }],
  ];
  for (const [target, answer] of ADDED) {
    test(`${target}: fields that the client's parser adds are dropped and reported`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Go.");
      conversation.addResponse(target, answer);
      conversation.addMessage("user", "Go on.");
      assert.ok(!textOf(conversation, target).includes("parsed"));
      assert.ok(conversation.lastRepairs.some(({ code, detail }) => code === "field-dropped" && detail.includes("parsed")));
    });
  }
});

test("an answer of Responses with an unknown part and no role gets the assistant's, which a request needs, with a report", () => {
  for (const role of ["", '"role":null,', '"role":"critic",']) {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Go.");
    conversation.addResponse("openai-responses", JSON.parse(`{"model":"m","output":[{"type":"message",${role}"content":[${hologram}]}]}`));
    assert.deepEqual(conversation.lastRepairs.map(({ code }) => code), ["role-corrected"]);
    conversation.addMessage("user", "Go on.");
    const text = textOf(conversation, "openai-responses");
    assert.ok(text.includes(`{"role":"assistant","type":"message","content":[${hologram}]}`), text);
    ConversationManager.from("openai-responses", JSON.parse(text)).dispose();
    conversation.dispose();
  }
});
