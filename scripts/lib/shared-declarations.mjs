// Declarations of an entry that another entry has, too: they are published once, in the other entry's file.

import ts from "typescript";

/**
 * Returns the declarations of an entry without those that another entry exports with the same text. They are exported from there.
 *
 * @param {string} text the declarations of the entry
 * @param {{ text: string, path: string, own: readonly string[] }} other the declarations of the other entry, the path to import, and the names
 * that differ though their text does not; whatever refers to them differs, too
 */
export function withoutShared(text, { text: other, path, own }) {
  const [entry, holder] = [read(text), read(other)];
  const isSame = (name) => entry.texts.get(name) === holder.texts.get(name);
  const refersTo = (name, names) => names.has(name) || [...entry.uses.get(name)].some((used) => names.has(used));
  const all = [...entry.texts.keys()];

  // First the names that differ, then the names that they use and that cannot be imported.
  const kept = new Set([...own, ...all.filter((name) => !isSame(name))]);
  grow(kept, () => all.filter((name) => refersTo(name, kept)));
  const used = () => new Set([...kept].flatMap((name) => [...entry.uses.get(name)]));
  grow(kept, () => [...used()].filter((name) => !holder.exported.has(name)));

  const exportsOf = (isKept, from) =>
    [true, false].map((isType) => {
      const names = [...entry.exported].filter(([name, type]) => type === isType && kept.has(name) === isKept).map(([name]) => name);
      return names.length === 0 ? "" : `export ${isType ? "type " : ""}{ ${names.join(", ")} }${from};\n`;
    });
  const imported = [...used()].filter((name) => !kept.has(name));
  return [
    `import type { ${imported.join(", ")} } from "${path}";\n`,
    ...exportsOf(false, ` from "${path}"`),
    ...all.filter((name) => kept.has(name)).map((name) => entry.texts.get(name)),
    "\n\n",
    ...exportsOf(true, ""),
  ].join("");
}

/** Adds names to a set, until there are no more to add. */
function grow(names, more) {
  for (let size = -1; size !== names.size; ) {
    size = names.size;
    for (const name of more()) names.add(name);
  }
}

/**
 * Reads a file of declarations: the text of each name, with its comments; the other names that it uses; and the exported names, each with true
 * if it is exported as a type only.
 */
function read(text) {
  const file = ts.createSourceFile("declarations.d.ts", text, ts.ScriptTarget.Latest, true);
  const [texts, uses, exported] = [new Map(), new Map(), new Map()];
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      for (const { name } of statement.exportClause.elements) exported.set(name.text, statement.isTypeOnly);
      continue;
    }
    for (const name of namesOf(statement)) {
      texts.set(name, (texts.get(name) ?? "") + statement.getFullText().replace(REFERENCE, ""));
      uses.set(name, identifiersIn(statement, uses.get(name)));
    }
  }
  for (const [name, used] of uses) uses.set(name, new Set([...used].filter((each) => each !== name && texts.has(each))));
  return { texts, uses, exported };
}

/** The line before the first declaration of a published file. */
const REFERENCE = /^\/\/\/ <reference .*\n/;

function namesOf(statement) {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations.map(({ name }) => name.text) : [statement.name.text];
}

/** Adds the names that a statement uses. The names that it gives, such as those of fields, are none. */
function identifiersIn(node, found = new Set()) {
  if (ts.isIdentifier(node) && node.parent.name !== node) found.add(node.text);
  ts.forEachChild(node, (child) => void identifiersIn(child, found));
  return found;
}
