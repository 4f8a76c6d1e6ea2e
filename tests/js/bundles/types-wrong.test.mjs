// The wrong programs of tests/types are refused for the right reason: each marked line has an error of its own, and none is a misspelt or
// missing name, which the mark would hide.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import ts from "typescript";

const folder = fileURLToPath(new URL("../../types/", import.meta.url));

/**
 * Folders of programs by the types that they need, as in the stage `types`: the package needs none, declarations of SDKs need those of
 * Node, and some have errors of their own. `fewest`: the minimum number of wrong uses.
 */
const SUITES = [
  { name: "tests/types", inside: "", needs: { types: [] }, fewest: 70 },
  { name: "tests/types/node", inside: "node/", needs: { types: ["node"], lib: ["lib.es2022.d.ts"] }, fewest: 1 },
  { name: "tests/types/ai-sdk", inside: "ai-sdk/", needs: { types: ["node"], skipLibCheck: true }, fewest: 1 },
  { name: "tests/types/langchain", inside: "langchain/", needs: { types: ["node"], skipLibCheck: true }, fewest: 1 },
  { name: "tests/types/strands", inside: "strands/", needs: { types: ["node"], skipLibCheck: true }, fewest: 3 },
  { name: "tests/types/agents", inside: "agents/", needs: { types: ["node"], skipLibCheck: true }, fewest: 4 },
  { name: "tests/types/stores", inside: "stores/", needs: { types: ["node"], skipLibCheck: true }, fewest: 4 },
  { name: "tests/types/clients", inside: "clients/", needs: { types: ["node"], skipLibCheck: true }, fewest: 4 },
  { name: "tests/types/tools", inside: "tools/", needs: { types: ["node"], skipLibCheck: true }, fewest: 6 },
];

const MARK = "// @ts-expect-error";

/** Errors that say nothing about the declarations: a missing name, export or module. */
const VAIN = new Set([2304, 2305, 2307, 2503, 2552, 2724, 1005, 1109, 1128]);

function filesIn(inside) {
  const names = readdirSync(folder + inside).filter((name) => /\.[cm]?ts$/.test(name));
  return names.map((name) => folder + inside + name);
}

/** Returns the errors of the programs without the marks. */
function errorsByFile(files, needs) {
  const options = {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    ...needs,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  const unmarked = (text) => text.replaceAll(MARK, "// ".padEnd(MARK.length, "-"));
  host.readFile = (path) => (files.includes(path) ? unmarked(readFile(path)) : readFile(path));
  host.getSourceFile = (path, ...more) => (files.includes(path) ? ts.createSourceFile(path, host.readFile(path), ...more.slice(0, 1), true) : getSourceFile(path, ...more));
  const found = ts.getPreEmitDiagnostics(ts.createProgram(files, options, host));
  const groups = {};
  for (const each of found) (groups[each.file?.fileName ?? ""] ??= []).push(each);
  return groups;
}

for (const { name, inside, needs, fewest } of SUITES) {
  test(`${name}: every marked line is refused, for its own reason`, () => {
    const files = filesIn(inside);
    const errors = errorsByFile(files, needs);
    assert.deepEqual(Object.keys(errors).filter((path) => !files.includes(path)), []);
    let count = 0;
    for (const path of files) {
      const lines = readFileSync(path, "utf8").split("\n");
      const marked = lines.flatMap((line, index) => (line.trimStart().startsWith(MARK) ? [index + 2] : []));
      const told = (errors[path] ?? []).map(({ file, start, code }) => ({ line: file.getLineAndCharacterOfPosition(start).line + 1, code }));
      assert.deepEqual(new Set(told.map(({ line }) => line)), new Set(marked), path);
      assert.deepEqual(told.filter(({ code }) => VAIN.has(code)), [], path);
      count += marked.length;
    }
    assert.ok(count >= fewest, `${count} wrong uses`);
    console.log(`${name}: ${count} wrong uses are refused.`);
  });
}

test("every folder of programs is checked", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(new Set(folders.map(({ name }) => `${name}/`)), new Set(SUITES.map(({ inside }) => inside).filter(Boolean)));
});
