// I10, no harm: requests that a provider answered with 200 are still accepted after being read and rewritten. `tests/js/requests/no-harm.test.mjs` repairs them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize } from "backscroll";
import { withoutVendors } from "../support/formats/answered.mjs";
import { fromBoundary } from "../support/atoms/boundary.mjs";
import { rewritten } from "../support/histories.mjs";
import { LISTS, objection, objectionOfVendor } from "../support/judges.mjs";
import { normalForm } from "../support/atoms/normal-form.mjs";
import { acceptedSets, isBlanked } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

for (const { name, target, isVendors, rows, absence } of acceptedSets()) {
  const refusal = isVendors ? objectionOfVendor : objection;

  describe(`${name}: ${rows.length || "no"} recorded requests that were answered with 200`, () => {
    test("are equal after being rewritten, except for the spelling and for what no model reads", { skip: absence }, () => {
      for (const { id, request } of rows.filter((row) => !isSilent(row) && !hasEmptyText(row) && !endsInWords(row) && !hasPictureInResult(row) && !(isVendors && hasDeveloper(row)))) {
        const read = (body) => normalForm(target, { ...body, [LISTS[target]]: fromBoundary(body[LISTS[target]]) });
        assert.deepEqual(read(rewritten(target, request)), read(request), id);
      }
    });

    test("are accepted by the strict provider after being rewritten, and need no further repair", { skip: absence }, () => {
      for (const { id, request } of rows.filter((row) => !isSilent(row))) {
        const body = rewritten(target, request);
        assert.equal(refusal(target, body), null, id);
        const again = sanitize(target, body);
        assert.deepEqual(again.repairs, [], id);
        assert.deepEqual(again.body, body, id);
      }
    });

    test("are accepted by the oracle after being rewritten", async (context) => {
      if (absence) return context.skip(absence);
      const oracle = oracleAvailable(target);
      if (!oracle.available) return context.skip(oracle.reason);
      const whole = rows.filter((row) => !isBlanked(row.request) && !isSilent(row));
      assert.ok(whole.length > rows.length * 0.95);
      // The oracle refuses a few requests that the provider accepted.
      const judged = (body) => (isVendors ? withoutVendors(body) : body);
      const known = await judge(target, whole.map(({ request }) => judged(request)));
      const { valid, output } = await judge(target, whole.map(({ request }) => judged(rewritten(target, request))));
      assert.ok(valid >= known.valid && valid > whole.length * 0.97, output);
    });
  });
}

/** Returns true if the model, which the body does not name, continues an assistant message. */
function endsInWords({ request: { model, messages } }) {
  return model === undefined && messages?.at(-1).role === "assistant";
}

/** Returns true if instructions are the developer's: of a vendor that is not named, a request that is written does not know that it takes the role. */
function hasDeveloper({ request: { messages } }) {
  return messages?.some(({ role }) => role === "developer") ?? false;
}

/** Returns true if a result holds a picture: vendors accept it, and a rewritten request has it behind the result. */
function hasPictureInResult({ request: { messages } }) {
  return messages?.some(({ role, content }) => role === "tool" && Array.isArray(content) && content.some(({ type }) => type === "image_url")) ?? false;
}

/** Returns true if all texts are empty: Gemini accepts that on some hosts, and a rewritten request leaves it out (GE6). */
function isSilent({ request: { contents } }) {
  return contents?.every(({ parts }) => parts.every(({ text }) => text === "")) ?? false;
}

/** Returns true if one of the contents holds the empty text, which a rewritten request leaves out, too (GE6). */
function hasEmptyText({ request: { contents } }) {
  return contents?.some(({ parts }) => parts.some(({ text }) => text === "")) ?? false;
}
