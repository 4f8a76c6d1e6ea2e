// Recorded conversations of other programs, converted from Chat Completions to every format and back: the result equals the original,
// except for reported differences.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert, validate } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";
import { unaccounted } from "../support/atoms/account.mjs";
import { atomsOf } from "../support/atoms/atoms.mjs";
import { TARGETS, objection } from "../support/judges.mjs";
import { paramsFor } from "../support/request-params.mjs";
import { recordedConversations } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

/** The options of a conversation that goes on: nothing is added at the end. */
const UNENDED = { openCalls: "keep", capabilities: { prefill: true } };

/** The formats of programs, and their forms. */
const OTHERS = [
  ["backscroll", {}],
  ["ai-sdk", { form: "model" }],
  ["ai-sdk", { form: "ui" }],
  ["langchain", { form: "stored" }],
  ["langchain", { form: "serialized" }],
  ["strands", { form: "agent" }],
  ["strands", { form: "python" }],
];

const { rows: all, absence } = recordedConversations();
/** One conversation holds only results without calls, so there is nothing to send. */
const rows = all.filter(({ messages }) => messages.some(({ role }) => role !== "tool"));

for (const target of TARGETS) {
  describe(`${rows.length || "no"} recorded conversations, converted to ${target} and back`, () => {
    const there = rows.map(({ id, messages }) => ({ id, messages, ...convert("openai-chat", target, messages) }));

    test("the strict provider accepts each, without repairs", { skip: absence }, () => {
      for (const { id, messages, body } of there) {
        const whole = { ...paramsFor(target, messages), ...body };
        assert.equal(objection(target, whole), null, id);
        assert.deepEqual(validate(target, whole), [], id);
      }
    });

    test("the oracle accepts each", async (context) => {
      if (absence) return context.skip(absence);
      const oracle = oracleAvailable(target);
      if (!oracle.available) return context.skip(oracle.reason);
      const { valid, total, output } = await judge(target, there.map(({ messages, body }) => ({ ...paramsFor(target, messages), ...body })));
      assert.equal(valid, total, output);
    });

    test("every piece is kept or reported, in both directions", { skip: absence }, () => {
      for (const { id, messages, body, repairs, losses } of there) {
        assert.deepEqual(unaccounted(atomsOf("openai-chat", { messages }), atomsOf(target, body), [...repairs, ...losses], isOf), [], id);
        const back = convert(target, "openai-chat", body);
        assert.deepEqual(unaccounted(atomsOf(target, body), atomsOf("openai-chat", back.body), [...back.repairs, ...back.losses], isOf), [], id);
      }
    });

    test("without reports, the result equals the original", { skip: absence }, () => {
      let equal = 0;
      for (const { id, messages } of rows) {
        const { body, repairs, losses } = convert("openai-chat", target, messages, UNENDED);
        const back = convert(target, "openai-chat", body, UNENDED);
        if ([...repairs, ...losses, ...back.repairs, ...back.losses].some(({ code }) => code !== "call-id-mapped")) continue;
        equal += 1;
        assert.deepEqual(plain(back.body.messages), plain(messages), id);
      }
      // Repeated ids are renamed on the way back to chat, and Mistral gets a reply between a result and the user.
      assert.ok(equal > rows.length * 0.45, `only ${equal} were equal`);
    });
  });
}

for (const [format, options] of OTHERS) {
  describe(`${rows.length || "no"} recorded conversations, kept as ${format} ${options.form ?? ""} and read again`, () => {
    test("without reports, the result equals the original, and few have reports", { skip: absence }, () => {
      let equal = 0;
      for (const { id, messages } of rows) {
        const there = convert("openai-chat", format, messages, options);
        const back = convert(format, "openai-chat", there.body, { ...UNENDED, capabilities: { reasoningContent: true } });
        if ([...there.repairs, ...there.losses, ...back.repairs, ...back.losses].length > 0) continue;
        equal += 1;
        assert.deepEqual(plain(back.body.messages), plain(messages), id);
      }
      assert.ok(equal > rows.length * 0.6, `only ${equal} were equal`);
    });
  });
}

/**
 * Returns true if a report is about the message with this index. The report names the place of the message, and the piece, where one
 * message becomes several.
 */
function isOf(index, messageId) {
  return messageId === (index === -1 ? "system" : `m${index}`) || messageId.startsWith(`m${index}.`);
}

/**
 * Normalises equivalent spellings: neighbouring user or system messages are one message, a single text part is that text, nothing is null,
 * arguments are values, a call has its place instead of its id, and a result has its call but no tool name. Only the vendor's own format
 * keeps which of its two names reasoning had.
 */
function plain(messages) {
  const ids = messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id));
  const place = (id) => (ids.includes(id) ? ids.indexOf(id) : id);
  return joined(messages).map(({ role, content, tool_calls: calls, tool_call_id: answered, name, reasoning, reasoning_content: thought = reasoning, ...rest }) => ({
    ...rest,
    ...(thought !== undefined && { reasoning_content: thought }),
    role,
    content: plainContent(content),
    ...(role !== "tool" && name !== undefined && { name }),
    ...(answered !== undefined && { tool_call_id: place(answered) }),
    ...(calls !== undefined && { tool_calls: calls.map(plainCall) }),
  }));

  function plainCall({ id, function: { name, arguments: args, ...inner }, ...call }) {
    return { ...call, id: place(id), function: { ...inner, name, arguments: valueOf(args) } };
  }
}

/** Some providers join neighbours, so neighbours are written as one message for them. */
function joined(messages) {
  const all = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === message.role && ["user", "system"].includes(message.role)) last.content = [...parts(last), ...parts(message)];
    else all.push({ ...message });
  }
  return all;
}

function parts({ content }) {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function plainContent(content) {
  if (content === undefined || content === "" || content?.length === 0) return null;
  const isText = Array.isArray(content) && content.length === 1 && content[0].type === "text" && Object.keys(content[0]).length === 2;
  return isText ? content[0].text || null : content;
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
