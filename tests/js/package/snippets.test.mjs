// All code of the documents is strict TypeScript, whether a test runs it or not. Its fences, marks and assumed names are in
// `tests/support/snippets`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { at } from "../../../scripts/lib/paths.mjs";
import { ASSUMED, EVERYWHERE, OLDER_AI_SDK, WORKERS, errorsOf, namesIn } from "../../support/snippets/check.mjs";
import { examplePieces } from "../../support/snippets/doc-comments.mjs";
import { EXAMPLES } from "../../support/snippets/examples.mjs";
import { allFences } from "../../support/snippets/fences.mjs";

const support = (name) => at("tests", "support", "snippets", name);
const fences = allFences();
const isTyped = ({ language }) => ["ts", "tsx"].includes(language);
const typed = fences.filter(isTyped);

/** Code for Workers is checked with their types. */
const isForWorkers = ({ code }) => /"cloudflare:workers"|"backscroll\/store\/cloudflare"/.test(code);

/** Code for version 5 of the AI SDK is checked with its types. Version 7 calls this name deprecated. */
const isForOlderAiSdk = ({ code }) => /\bstepCountIs\(/.test(code);

/** The programs of examples/ for Node and browsers; the one for Workers is checked with their types. */
const examples = EXAMPLES.map((name) => ({ page: name, line: 1, language: "tsx", code: readFileSync(at(name), "utf8"), assumes: [] }));
const checked = [...typed, ...examples];

const pieceOf = ({ page, line, file, code, assumes }) => ({
  file,
  where: `${page}:${line}`,
  before: assumes.length === 0 ? "" : `import { ${assumes.join(", ")} } from "${ASSUMED}"; `,
  code,
  after: "export {};",
});

test("no fence of the documents is JavaScript without types", () => {
  const others = fences.filter(({ language }) => /^(js|mjs|cjs|jsx|javascript|typescript)$/.test(language));
  assert.deepEqual(others.map(({ page, line }) => `${page}:${line}`), []);
  assert.ok(typed.length > 80, `${typed.length}`);
});

test("each name that a fence assumes is in assumed.ts, and the fence uses it", () => {
  const known = new Set(namesIn("assumed.ts"));
  const wrong = typed.flatMap(({ page, line, code, assumes }) => assumes.filter((name) => !known.has(name) || !new RegExp(`\\b${name}\\b`).test(code)).map((name) => `${page}:${line}: ${name}`));
  assert.deepEqual(wrong, []);
  const used = new Set(typed.flatMap(({ assumes }) => assumes));
  assert.deepEqual([...known].filter((name) => !used.has(name)), []);
});

describe("the examples of doc comments are strict TypeScript", () => {
  const pieces = examplePieces();
  // Types are imported like values, because an import is made for each name.
  const errors = errorsOf(pieces, { ...EVERYWHERE, verbatimModuleSyntax: false }, [support("ambient.d.ts"), support("comments.ts")]);

  test("there are hundreds", () => assert.ok(pieces.length > 300, `${pieces.length}`));
  test("all compile", () => assert.deepEqual(errors.flat(), []));
  test("each assumed name is used by one of them", () => {
    const text = pieces.map(({ before, code }) => before + code).join("\n");
    assert.deepEqual(namesIn("comments.ts").filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
  });
});

describe("is strict TypeScript", () => {
  const suites = [
    { options: EVERYWHERE, pieces: checked.filter((fence) => !isForWorkers(fence) && !isForOlderAiSdk(fence)), files: [support("ambient.d.ts"), support("assumed.ts")] },
    { options: OLDER_AI_SDK, pieces: checked.filter(isForOlderAiSdk), files: [] },
    { options: WORKERS, pieces: checked.filter(isForWorkers), files: [support("workers.d.ts")] },
  ];
  for (const { options, pieces, files } of suites) {
    const errors = errorsOf(pieces.map(pieceOf), options, files);
    pieces.forEach(({ page, line }, index) => test(`${page}:${line}`, () => assert.deepEqual(errors[index], [])));
    test(`the files that belong to the program with the types of ${[...options.types, ...Object.keys(options.paths ?? {})].join()}`, () => assert.deepEqual(errors.at(-1), []));
  }
});
