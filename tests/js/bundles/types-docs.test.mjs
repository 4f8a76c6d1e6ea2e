// Every public name has a sentence and an example in its documentation, and every member has a sentence.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import ts from "typescript";
import { index, subEntries } from "../../../scripts/lib/entries.mjs";

const file = (name) => fileURLToPath(import.meta.resolve("backscroll")).replace(/[\w.]+$/, name);

/** The documentation in the declarations of each entry. */
const entries = Object.fromEntries([index, ...subEntries].map(({ name }) => [name, read(file(`${name}.d.ts`))]));

/** Returns the names that an entry exports, and the members that its file declares. */
function read(path) {
  const program = ts.createProgram([path], { noLib: true, types: [], module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map((found) => {
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    return { name: found.name, ...told(symbol, checker) };
  });
  const inherited = names.flatMap(({ symbol }) => (symbol.flags & ts.SymbolFlags.Class ? inheritedBy(symbol, checker) : []));
  return { names, members: [...membersUnder(source, source, checker), ...inherited] };
}

function told(symbol, checker) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const examples = symbol.getJsDocTags(checker).filter(({ name }) => name === "example");
  return { symbol, text, examples: examples.map(({ text: parts }) => ts.displayPartsToString(parts).trim()) };
}

/** Returns fields and methods of classes, interfaces and object types, also inside unions, fields and parameters. */
function membersUnder(node, source, checker) {
  const below = [];
  ts.forEachChild(node, (child) => {
    below.push(...membersUnder(child, source, checker));
  });
  return isMember(node) ? [{ name: pathOf(node, source), ...told(checker.getSymbolAtLocation(node.name), checker) }, ...below] : below;
}

function isMember(node) {
  const isOfClass = ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node);
  if (isOfClass) return !ts.isPrivateIdentifier(node.name);
  // Skips fields of the type `never`, which only exclude other objects.
  return ts.isMethodSignature(node) || (ts.isPropertySignature(node) && node.type?.kind !== ts.SyntaxKind.NeverKeyword);
}

function pathOf(node, source) {
  const around = node.parent === undefined ? "" : pathOf(node.parent, source);
  const own = node.name?.getText(source);
  return [around, own].filter(Boolean).join(".");
}

/** Returns the members that a class inherits. */
function inheritedBy(symbol, checker) {
  const instance = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const named = instance.filter(({ declarations = [] }) => declarations.some((each) => !ts.isPrivateIdentifier(each.name ?? each)));
  return named.map((member) => ({ name: `${symbol.name}.${member.name}`, ...told(member, checker) }));
}

/** Matches a paragraph that begins and ends like a sentence; a table or a list may follow. */
const SENTENCE = /^[A-Z`"0-9][^\n]*(\n[^\n]+)*[.:!?)`](\n\n|$)/;

/** Names without documentation, and the reason. */
const SILENT = new Map([
  ["StrandsConversationManager._compressionThreshold", "a protected field of the SDK's base class, which says nothing of it"],
  ...["lc_serializable", "lc_kwargs", "toJSON", "toJSONNotImplemented"].map((name) => [`StoredChatHistory.${name}`, "a member of LangChain's base class, which says nothing of it"]),
]);

for (const [entry, { names, members }] of Object.entries(entries)) {
  test(`${entry}: every public name, and every member of what is declared, says what it is`, () => {
    const silent = [...names, ...members].filter(({ name, text }) => !SILENT.has(name) && !SENTENCE.test(text));
    assert.deepEqual(silent.map(({ name, text }) => `${name}: ${text}`), []);
  });

  test(`${entry}: every public name shows an example`, () => {
    const without = names.filter(({ name, examples }) => (examples.length === 0 || examples.includes("")));
    assert.deepEqual(without.map(({ name }) => name), []);
  });
}

test("every exception exists and is necessary", () => {
  const all = Object.values(entries).flatMap(({ names, members }) => [...names, ...members]);
  const called = (wanted) => all.filter(({ name }) => name === wanted);
  for (const name of SILENT.keys()) assert.ok(called(name).some(({ text }) => !SENTENCE.test(text)), name);
});

test("the checks cover names and members of every kind", () => {
  const { names, members } = entries.index;
  const [found, within] = [names, members].map((list) => new Set(list.map(({ name }) => name)));
  const exported = ["ConversationManager", "sanitize", "ConversationOptions", "MessageInit", "RequestBody", "Role", "PHANTOM_TOOL_NAMES"];
  for (const name of exported) assert.ok(found.has(name), name);
  const fields = ["MessageInit.role", "Part.fileId", "Message.isSummary", "Reduction.steps.name", "RequestHistory.mistral.messages"];
  const methods = ["ConversationManager.prepare", "ConversationManager.busy", "ConversationManager.messages", "HistoryDraft.remove"];
  const given = ["compactHistory.options.recentKeep", "ConversationManager.truncate.options.keepRecent", "Summarize.request.prompt"];
  for (const name of [...fields, ...methods, ...given, "Checkpoint.fromJSON", "Conversion.losses"]) assert.ok(within.has(name), name);
});
