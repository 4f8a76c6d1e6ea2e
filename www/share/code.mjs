// The body as code to paste into a program, and as a test.

export const codeOf = (format, body, openCalls) => `import { sanitize, validate } from "backscroll";
import { repairParameters } from "backscroll/doctor";

const request = ${body};

const sanitized = sanitize(${JSON.stringify(format)}, request${openCalls === "close" ? "" : `, { openCalls: "${openCalls}" }`});
for (const { code, detail } of sanitized.repairs) console.log(code, detail);
const { body, repairs, left } = repairParameters(sanitized.body, validate(${JSON.stringify(format)}, sanitized.body));
for (const { rule, detail } of repairs) console.log(rule, detail);
for (const { rule, path, remedy } of left) console.warn(rule, path, remedy);
// Send \`body\`.
`;

export const testOf = (format, body, rules, left = []) => `import assert from "node:assert/strict";
import test from "node:test";
import { sanitize, validate } from "backscroll";
import { repairParameters } from "backscroll/doctor";

const request = ${body};
const rulesOf = (violations) => [...new Set(violations.flatMap(({ rule }) => rule ?? []))].sort();

test("the request is repaired", () => {
  assert.deepEqual(rulesOf(validate(${JSON.stringify(format)}, request)), ${JSON.stringify([...rules].sort())});
  const { body } = sanitize(${JSON.stringify(format)}, request);
  const repaired = repairParameters(body, validate(${JSON.stringify(format)}, body)).body;
  assert.deepEqual(rulesOf(validate(${JSON.stringify(format)}, repaired)), ${JSON.stringify([...left].sort())});
});
`;
