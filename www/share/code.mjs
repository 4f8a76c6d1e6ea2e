// The body as code to paste into a program, and as a test.

export const codeOf = (format, body, openCalls) => `import { sanitize } from "backscroll";

const request = ${body};

const { body, repairs } = sanitize(${JSON.stringify(format)}, request${openCalls === "close" ? "" : `, { openCalls: "${openCalls}" }`});
for (const { code, detail } of repairs) console.log(code, detail);
// Send \`body\`.
`;

export const testOf = (format, body, rules) => `import assert from "node:assert/strict";
import test from "node:test";
import { sanitize, validate } from "backscroll";

const request = ${body};

test("the request is repaired", () => {
  assert.deepEqual([...new Set(validate(${JSON.stringify(format)}, request).map(({ rule }) => rule))].sort(), ${JSON.stringify([...rules].sort())});
  assert.deepEqual(validate(${JSON.stringify(format)}, sanitize(${JSON.stringify(format)}, request).body), []);
});
`;
