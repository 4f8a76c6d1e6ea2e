// Sixty likely mistakes of new users in TypeScript. The compiler refuses nearly all of them, and says so in a few lines; the package
// refuses the others when they run. Each program without its mistake compiles, so none is refused for another reason, such as a name that
// is not imported.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { refusal } from "../../support/basics.mjs";
import { AT_RUN_TIME } from "../../support/mistakes/at-run-time.mjs";
import { CONVERSATION } from "../../support/mistakes/conversation.mjs";
import { ENTRIES } from "../../support/mistakes/entries.mjs";
import { FUNCTIONS } from "../../support/mistakes/functions.mjs";

/** The most lines of a message that a person reads to the end, and the fewest of the sixty mistakes that the compiler refuses. */
const [LINES, REFUSED] = [5, 55];

/** The programs are only in memory. Their names lie in this folder, so that imports are found from here. */
const folder = fileURLToPath(new URL("./", import.meta.url)).replaceAll("\\", "/");
/** The text of each program, by its path. */
const texts = new Map();
const add = (text) => {
  const path = `${folder}program-${texts.size}.mts`;
  texts.set(path, text);
  return path;
};
const rowsOf = (groups) => groups.flatMap(({ before, rows }) => {
  const added = (text) => add(`${before}\n${text}\n`);
  return rows.map(([name, wrong, right, code]) => ({ name, before, wrong: added(wrong), right: added(right), code }));
});
const [compiled, run] = [rowsOf([...CONVERSATION, ...FUNCTIONS, ...ENTRIES]), rowsOf(AT_RUN_TIME)];

/** All programs are compiled at once, because the declarations of the SDKs take most of the time. Some of these have errors of their own. */
const options = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};
const host = ts.createCompilerHost(options);
const { readFile, fileExists, getSourceFile } = host;
host.readFile = (path) => texts.get(path) ?? readFile(path);
host.fileExists = (path) => texts.has(path) || fileExists(path);
host.getSourceFile = (path, ...more) => (texts.has(path) ? ts.createSourceFile(path, texts.get(path), more[0], true) : getSourceFile(path, ...more));
const program = ts.createProgram([...texts.keys()], options, host);

/** Returns the errors of a program, as text and place. */
function errorsOf(path) {
  const file = program.getSourceFile(path);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map(({ messageText, start }) => ({ text: ts.flattenDiagnosticMessageText(messageText, "\n"), start }));
}

const compiles = (path) => assert.deepEqual(errorsOf(path), [], texts.get(path));

/** Runs a program. A module of a data URL finds no packages, so its imports get the files of the entries. */
function start(path) {
  const { outputText } = ts.transpileModule(texts.get(path), { compilerOptions: { target: options.target, module: ts.ModuleKind.ESNext } });
  const code = outputText.replace(/ from "(backscroll[^"]*)"/g, (_, name) => ` from ${JSON.stringify(import.meta.resolve(name))}`);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

describe(`the compiler refuses a mistake in at most ${LINES} lines`, () => {
  for (const { name, before, wrong, right } of compiled) {
    test(name, () => {
      compiles(right);
      const [first] = errorsOf(wrong);
      assert.ok(first !== undefined, `this compiles:\n${texts.get(wrong)}`);
      assert.ok(first.start > before.length, `the error is not at the mistake: ${first.text}`);
      assert.ok(first.text.split("\n").length <= LINES, `the message is long:\n${first.text}`);
    });
  }
});

describe("the package refuses a mistake that the compiler accepts, with a code", () => {
  for (const { name, wrong, right, code } of run) {
    test(name, async () => {
      compiles(right);
      compiles(wrong);
      await start(right);
      await refusal(() => start(wrong), code);
    });
  }
});

test("there are more than sixty mistakes, each with its own name", () => {
  const names = [...compiled, ...run].map(({ name }) => name);
  assert.ok(names.length > 60);
  assert.equal(new Set(names).size, names.length);
  assert.ok(compiled.length >= REFUSED, `the compiler refuses ${compiled.length}`);
});

test("a program has at most eight lines after its imports", () => {
  const lines = ({ before, wrong }) => texts.get(wrong).slice(before.lastIndexOf("import")).trim().split("\n").length - 1;
  for (const row of [...compiled, ...run]) assert.ok(lines(row) <= 8, row.name);
});

/** Entries that are called as another entry is. */
const ALIKE = ["slim", "strands", "ollama", "gemini-interactions", "mistral-conversations", "cl100k", "mastra"];

test("every entry has a mistake, unless another entry is called alike", () => {
  const { exports } = JSON.parse(readFileSync(new URL("../../../node_modules/backscroll/package.json", import.meta.url), "utf8"));
  const entries = Object.keys(exports).filter((name) => !/\.(wasm|json)$/.test(name)).map((name) => `backscroll${name.slice(1)}`);
  const used = [...texts.values()].flatMap((text) => [...text.matchAll(/"(backscroll[^"]*)"/g)].map(([, name]) => name));
  assert.deepEqual(entries.filter((name) => !used.includes(name)).sort(), ALIKE.map((name) => `backscroll/${name}`).sort());
});
