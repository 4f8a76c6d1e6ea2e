// Text of every part in one format arrives in every other format: in a conversion, and in a request of a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert } from "backscroll";
import { FORMATS, TARGETS } from "../../support/formats/all.mjs";
import { WORD, WORD_IN_BASE64, cases } from "../../support/formats/one-word.mjs";

const TOOL = { toolSpec: { name: "f", inputSchema: { json: {} } } };
const PARAMS = { bedrock: { toolConfig: { tools: [TOOL] } }, gemini: {} };

function converted(body, from, to) {
  const { body: made, losses, repairs } = convert(from, to, body);
  return { made, reports: [...losses, ...repairs] };
}

function requested(body, from, target) {
  const conversation = ConversationManager.from("backscroll", convert(from, "backscroll", body).body);
  const { body: made, repairs } = conversation.toRequest(target, PARAMS[target] ?? { model: "m", max_tokens: 9 });
  return { made, reports: repairs };
}

for (const to of FORMATS) {
  describe(`text of every part arrives in ${to}`, () => {
    for (const [from, what, body] of cases()) {
      const ways = TARGETS.includes(to) ? { convert: converted, request: requested } : { convert: converted };
      for (const [way, run] of Object.entries(ways)) {
        test(`${from} ${what} (${way})`, () => {
          const { made, reports } = run(body, from, to);
          const text = JSON.stringify(made);
          const isThere = text.includes(WORD) || text.includes(WORD_IN_BASE64);
          // Reasoning goes only to the model that made it, and the report names the loss.
          const isReported = what.endsWith("reasoning") && reports.length > 0;
          assert.ok(isThere || isReported, `${text}\n${JSON.stringify(reports)}`);
        });
      }
    }
  });
}
