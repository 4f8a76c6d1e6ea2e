// Recorded conversations of other programs: read, written for each target, judged, and repaired again.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, sanitize } from "backscroll";
import { unaccounted } from "../support/atoms/account.mjs";
import { atomsOf } from "../support/atoms/atoms.mjs";
import { LISTS, TARGETS, objection } from "../support/judges.mjs";
import { paramsFor } from "../support/request-params.mjs";
import { recordedConversations } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

/** The ids of each format's rules. */
const RULES = {
  "openai-chat": /^(OC\d+[a-c]?|I4)$/,
  anthropic: /^(AN\d+|I4)$/,
  "openai-responses": /^(OR\d+b?|I4)$/,
  gemini: /^(GE\d+|I4)$/,
  bedrock: /^((AN|BE)\d+|I4)$/,
  mistral: /^(MI\d+|I4)$/,
};
/** Fields that a vendor added to Chat Completions, and that another format defines. */
const DEFINED = { mistral: ["index", "prefix"] };

const { rows, absence } = recordedConversations();

for (const target of TARGETS) {
  describe(`${rows.length || "no"} recorded conversations, written for ${target}`, () => {
    const all = rows.map((row) => ({ ...row, ...written(target, row.messages) }));
    const requests = all.filter(({ body }) => body !== undefined);

    test("each has a request, except one with only results without calls", { skip: absence }, () => {
      const refused = all.filter(({ body }) => body === undefined);
      for (const { id, messages, code } of refused) {
        assert.equal(code, "nothing-to-send", id);
        assert.ok(messages.every(({ role }) => role === "tool"), id);
      }
      assert.ok(refused.length <= 1, `${refused.length} were refused`);
    });

    test("the strict provider accepts each", { skip: absence }, () => {
      for (const { id, body } of requests) assert.equal(objection(target, body), null, id);
    });

    test("the oracle accepts each", async (context) => {
      if (absence) return context.skip(absence);
      const oracle = oracleAvailable(target);
      if (!oracle.available) return context.skip(oracle.reason);
      const { valid, total, output } = await judge(target, requests.map(({ body }) => body));
      assert.equal(valid, total, output);
    });

    test("repairing a written body changes nothing", { skip: absence }, () => {
      for (const { id, body } of requests) {
        const again = sanitize(target, body);
        assert.deepEqual(again.repairs, [], id);
        assert.equal(JSON.stringify(again.body), JSON.stringify(body), id);
      }
    });

    test("each text, call, result and field is in the body or named by a repair, and so is each addition", { skip: absence }, () => {
      for (const { id, messages, body, repairs, ids } of requests) {
        assert.equal(ids.length, messages.length, id);
        const isOf = (index, messageId) => messageId === ids[index];
        assert.deepEqual(unaccounted(atomsOf("openai-chat", { messages }), atomsOf(target, body), repairs, isOf), [], id);
      }
    });

    test("vendors' fields are dropped, and reported by name", { skip: absence }, () => {
      const left = requests.flatMap(({ repairs }) => repairs.filter(({ code }) => code === "field-dropped").map(({ detail }) => detail));
      const foreign = ["index", "prefix"].filter((name) => !DEFINED[target]?.includes(name));
      for (const name of foreign) assert.ok(left.some((detail) => detail.includes(`\`${name}\``)), name);
      const isForeign = new RegExp(`"(${[...foreign, "reasoning", "reasoning_content"].join("|")})":`);
      for (const { id, body } of requests) assert.doesNotMatch(JSON.stringify(body[LISTS[target]]), isForeign, id);
    });

    test("a repair has a code, a rule, a sentence, and names a message of the history", { skip: absence }, () => {
      for (const { id, repairs, read, ids } of requests) {
        for (const repair of repairs) {
          const { code, rule, messageId, detail } = repair;
          // Repairs made while reading a conversation follow the rules of its source format.
          const served = read.includes(repair) ? "openai-chat" : target;
          assert.match(code, /^[a-z]+(-[a-z]+)+$/, id);
          if (rule !== undefined) assert.match(rule, RULES[served], id);
          assert.ok(detail.length > 15, id);
          if (messageId !== undefined) assert.ok(ids.includes(messageId), `${id}: ${messageId}`);
        }
      }
    });
  });
}

/** Returns the request for a conversation, with the ids under which its messages are reported; or the code of the error. */
function written(target, messages) {
  const conversation = ConversationManager.from("openai-chat", { messages });
  try {
    const read = conversation.lastRepairs;
    const { body, repairs } = conversation.toRequest(target, paramsFor(target, messages));
    return { body, read, repairs: [...read, ...repairs], ids: conversation.messages.map(({ id }) => id) };
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return { code: error.code };
  } finally {
    conversation.dispose();
  }
}
