// The `@example`s of the public types, as pieces of code to check. An example is a fragment: it may use what its entry and the main entry
// export, and the names of `assumed.ts`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { index, pathOf, subEntries } from "../../../scripts/lib/entries.mjs";
import { namesIn } from "./check.mjs";

const file = (name) => fileURLToPath(import.meta.resolve("backscroll")).replace(/[\w.]+$/, name);

/** @returns {import("./check.mjs").Piece[]} each example once, although several entries declare its type */
export function examplePieces() {
  const given = namesIn("comments.ts").map((name) => [name, "./comments.js"]);
  const exported = (entry) => [...exportsOf(entry.name)].map((name) => [name, entry === index ? "backscroll" : `backscroll/${pathOf(entry).slice(2)}`]);
  // `slim` declares again what the main entry does.
  const entries = [...subEntries.filter(({ name }) => name !== "slim"), index];
  const others = new Map([...given, ...entries.flatMap(exported)]);
  const pieces = entries.flatMap((entry) => {
    const names = new Map([...others, ...exported(entry)]);
    return examplesOf(entry.name).map((example) => pieceOf(example, names, entry.name));
  });
  return [...new Map(pieces.map((piece) => [`${piece.before}${piece.code}`, piece])).values()];
}

function exportsOf(entry) {
  const text = readFileSync(file(`${entry}.d.ts`), "utf8");
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) => names.split(","));
  return new Set(lists.map((name) => name.trim().split(" as ").at(-1)).filter(Boolean));
}

/** Returns the examples in the comments of an entry, each with what the comment belongs to. */
function examplesOf(entry) {
  const text = readFileSync(file(`${entry}.d.ts`), "utf8");
  return [...text.matchAll(/\/\*\*([^]*?)\*\/\s*([^\n]*)/g)].flatMap(([, comment, owner]) => {
    const lines = comment.replace(/^ *\* ?/gm, "");
    return [...lines.matchAll(/^@example\n([^]*?)(?=^@\w|$(?![^]))/gm)].map(([, code]) => ({ code: code.trimEnd(), owner: owner.trim().slice(0, 60) }));
  });
}

/** Returns the names that an example uses: no names of members, and none that it imports. */
function freeNames(source) {
  const [free, imported] = [new Set(), new Set()];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      for (const [, name] of node.getText().matchAll(/\b(\w+)\b/g)) imported.add(name);
      return;
    }
    const { parent } = node;
    const isMember = parent !== undefined && ((ts.isPropertyAccessExpression(parent) && parent.name === node) || (ts.isPropertyAssignment(parent) && parent.name === node) || (ts.isBindingElement(parent) && parent.propertyName === node));
    if (ts.isIdentifier(node) && !isMember) free.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const name of imported) free.delete(name);
  return free;
}

/** A function's body may use `await`, and may declare again what the names in front already are. */
function pieceOf({ code, owner }, names, entry) {
  const source = ts.createSourceFile("example.tsx", code, ts.ScriptTarget.ES2022, true);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const imported = imports.map((node) => node.getText()).join(" ");
  const free = freeNames(source);
  const used = [...names].filter(([name]) => free.has(name));
  const given = used.map(([name, from]) => `import { ${name} } from "${from}";`).join(" ");
  const body = imports.reduceRight((text, node) => `${text.slice(0, node.getStart())}${text.slice(node.getEnd())}`, code);
  return { where: `backscroll/${entry}, ${owner}`, before: `${given} ${imported} async function example() { `, code: body.replace(/^export (?:default )?/gm, ""), after: "} void example; export {};" };
}
