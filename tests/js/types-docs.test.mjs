// Every public name explains itself on hover: a sentence, and an example where a user writes the name.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import ts from "typescript";

const file = (name) => fileURLToPath(import.meta.resolve("backscroll")).replace(/index\.mjs$/, name);

/** Names by the file that declares them. */
const { index, slim, strands } = Object.fromEntries(["index", "slim", "strands"].map((name) => [name, publicNames(file(`${name}.d.ts`))]));

function publicNames(path) {
  const program = ts.createProgram([path], { noLib: true, types: [], module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
  const checker = program.getTypeChecker();
  const source = checker.getSymbolAtLocation(program.getSourceFile(path));
  return checker.getExportsOfModule(source).map((found) => {
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    return { name: found.name, ...told(symbol, checker), isCode: isCode(symbol), members: membersOf(symbol, checker) };
  });
}

function told(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === "example");
  return { text, examples: examples.map(({ text: parts }) => ts.displayPartsToString(parts).trim()) };
}

function isCode({ flags }) {
  return (flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) !== 0;
}

/** Methods and getters of classes: what a user calls. */
function membersOf(symbol, checker) {
  if (!(symbol.flags & ts.SymbolFlags.Class)) return [];
  const instance = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const statics = [...(symbol.exports?.values() ?? [])].filter(({ name }) => name !== "prototype");
  const own = [...instance, ...statics].filter(({ declarations = [] }) => declarations.some((each) => !ts.isPrivateIdentifier(each.name ?? each)));
  return own.map((member) => ({ name: `${symbol.name}.${member.name}`, ...told(member, checker) }));
}

/** A paragraph that begins as a sentence does, and ends as one; a table or a list may follow. */
const SENTENCE = /^[A-Z`"0-9][^\n]*(\n[^\n]+)*[.:!?)`](\n\n|$)/;

/** Written for the SDK: its base class has a private method of this name. */
const FOREIGN = new Set(["ConversationManager._compressionThreshold"]);

for (const [entry, names] of Object.entries({ index, slim, strands })) {
  test(`${entry}: every public name and every member of a class says what it is`, () => {
    const silent = names.flatMap((name) => [name, ...name.members]).filter(({ name, text }) => !FOREIGN.has(name) && !SENTENCE.test(text));
    assert.deepEqual(silent.map(({ name, text }) => `${name}: ${text}`), []);
  });

  test(`${entry}: functions and classes show an example`, () => {
    const without = names.filter(({ isCode, examples }) => isCode && !examples.some((example) => example !== ""));
    assert.deepEqual(without.map(({ name }) => name), []);
  });

  test(`${entry}: types that users write show an example`, () => {
    const without = names.filter(({ name, examples }) => isWritten(name) && !examples.some((example) => example !== ""));
    assert.deepEqual(without.map(({ name }) => name), []);
  });
}

/** Options, and what else a user gives rather than gets; `ReduceOptions` come from the SDK. */
function isWritten(name) {
  return name !== "ReduceOptions" && /Options$|Init$|^(Part|ToolCall|Capabilities|Reducer|ReduceCallback|Summarize|Estimator|Decision|Tool|CheckpointLedger)$/.test(name);
}

test("the index has the names that the table above is about", () => {
  const names = index.map(({ name }) => name);
  for (const name of ["ConversationManager", "sanitize", "ConversationOptions", "MessageInit", "RequestBody"]) assert.ok(names.includes(name), name);
});
