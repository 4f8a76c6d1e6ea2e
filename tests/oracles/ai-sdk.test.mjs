// The AI SDK's own checks of messages that are written for it: recorded conversations, and requests that providers answered with 200.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convertToModelMessages, modelMessageSchema, safeValidateUIMessages } from "ai";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import { TARGETS } from "../support/judges.mjs";
import { acceptedRequests, recordedConversations } from "../support/shared-data.mjs";

const { rows, absence } = recordedConversations();
const sources = [["recorded conversations", "openai-chat", { rows: rows.map(({ id, messages }) => ({ id, body: messages })), absence }]];
for (const target of TARGETS) {
  const { rows, absence } = acceptedRequests(target);
  sources.push([`requests to ${target}`, target, { rows: rows.map(({ id, request }) => ({ id, body: request })), absence }]);
}

for (const [what, format, { rows, absence }] of sources) {
  describe(`${rows.length || "no"} ${what}`, () => {
    test("are model messages", { skip: absence }, () => {
      for (const { id, body } of rows) {
        for (const message of convert(format, "ai-sdk", body).body) assert.equal(modelMessageSchema.safeParse(message).error, undefined, id);
      }
    });

    test("are UI messages, which the SDK converts to model messages", { skip: absence }, async () => {
      for (const { id, body } of rows) {
        const { body: messages } = convert(format, "ai-sdk", body, { form: "ui" });
        // The SDK accepts no empty list.
        if (messages.length === 0) continue;
        const { success, error } = await safeValidateUIMessages({ messages });
        assert.ok(success, `${id}: ${error?.message}`);
        // Version 6 accepts ids of OpenAI's files in place of URLs. Version 7, which is installed here, makes a URL of each.
        if (messages.some(({ parts }) => parts.some(({ type, url }) => type === "file" && url.startsWith("file-")))) continue;
        for (const message of await convertToModelMessages(messages)) assert.equal(modelMessageSchema.safeParse(message).error, undefined, id);
      }
    });

    test("survive a round trip", { skip: absence }, () => {
      for (const { id, body } of rows) {
        for (const form of ["model", "ui"]) {
          const { body: messages } = convert(format, "ai-sdk", body, { form });
          const again = convert("ai-sdk", "ai-sdk", messages, { form });
          assert.deepEqual(again, { body: messages, repairs: [], losses: [] }, id);
        }
      }
    });
  });
}
