// I10, no harm: `validate` and `sanitize` find nothing in a request that was answered with 200, however the host names model and vendor.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { acceptedSets, modelInAddress } from "../../support/shared-data.mjs";

/** The number of recorded requests. A file that is cut short, or not read, is no proof. */
const ROWS = 1_437;

/** A body without the name of its model. */
const nameless = ({ model, modelId, ...rest }) => rest;

/** The ways in which a host gives a request: a name, the body and the options. */
const WAYS = {
  "as it is": ({ request }) => [request],
  "without a model": ({ request }) => [nameless(request)],
  "with the model of the row or of its address as an option": ({ request, uri }) => {
    const model = request.model ?? request.modelId ?? modelInAddress({ uri });
    return model === undefined ? null : [request, { capabilities: { model } }];
  },
  "with the model in its address alone": ({ request, uri }) => {
    const model = modelInAddress({ uri });
    return model === undefined ? null : [nameless(request), { capabilities: { model } }];
  },
  "with its address in full": ({ request, uri }, { target, isVendors }) => (isVendors || target === "openai-chat" ? [request, { baseURL: `https://${uri}` }] : null),
  "with its address": ({ request, uri }, { target, isVendors }) => (isVendors || target === "openai-chat" ? [request, { baseURL: uri }] : null),
};

const SETS = acceptedSets();

for (const set of SETS) {
  const { name, target, rows, absence } = set;
  describe(`${name}: ${rows.length || "no"} recorded requests that were answered with 200`, () => {
    for (const [way, given] of Object.entries(WAYS)) {
      test(`${way}, each is sound and stays exactly as it is`, { skip: absence }, () => {
        for (const row of rows) {
          const args = given(row, set);
          if (args === null) continue;
          const before = JSON.stringify(args[0]);
          assert.deepEqual(validate(target, ...args), [], row.id);
          const { body, repairs } = sanitize(target, ...args);
          assert.deepEqual(repairs, [], row.id);
          assert.equal(JSON.stringify(body), before, row.id);
          assert.equal(JSON.stringify(args[0]), before, row.id);
        }
      });
    }
  });
}

test("all recordings are read", { skip: SETS.find(({ absence }) => absence)?.absence ?? false }, () => {
  assert.equal(SETS.reduce((sum, { rows }) => sum + rows.length, 0), ROWS);
});
