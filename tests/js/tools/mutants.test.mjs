// The mutants that `npm run mutants` writes into a source.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rustParser } from "../../../scripts/mutants/rust.mjs";
import { writeMutants } from "../../../scripts/mutants/schemata.mjs";

const on = (number) => `crate::mutants::on(${number})`;
const parser = await rustParser();

/** Writes a mutant of this genre over the stretch of the source that `old` is, in its first line. */
function written(source, mutants) {
  const list = mutants.map(([genre, old, replacement], index) => {
    const at = [...source.slice(0, source.indexOf(old))].length + 1;
    const span = { start: { line: 1, column: at }, end: { line: 1, column: at + [...old].length } };
    return { number: index + 1, name: old, file: "a.rs", genre, replacement, span };
  });
  return writeMutants(source, list, parser);
}

const CASES = [
  ["an operator", "fn f(a: u8) -> bool { a == 1 }", [["BinaryOperator", "==", "!="]], `fn f(a: u8) -> bool { (if ${on(1)} { a != 1 } else { a == 1 }) }`],
  ["two replacements of an operator", "fn f(a: u8) -> bool { a < 1 }", [["BinaryOperator", "<", "=="], ["BinaryOperator", "<", ">"]], `fn f(a: u8) -> bool { (if ${on(1)} { a == 1 } else if ${on(2)} { a > 1 } else { a < 1 }) }`],
  ["an operator inside another's side", "fn f() -> bool { g() && 1 < 2 }", [["BinaryOperator", "&&", "||"], ["BinaryOperator", "<", ">"]], `fn f() -> bool { (if ${on(1)} { g() || 1 < 2 } else { g() && (if ${on(2)} { 1 > 2 } else { 1 < 2 }) }) }`],
  ["an assignment", "fn f(mut a: u8) { a += 1; }", [["BinaryOperator", "+=", "-="]], `fn f(mut a: u8) { (if ${on(1)} { a -= 1 } else { a += 1 }); }`],
  ["a negation", "fn f(a: bool) -> bool { !a }", [["UnaryOperator", "!", ""]], `fn f(a: bool) -> bool { (if ${on(1)} { a } else { !a }) }`],
  ["a whole function", "fn f() -> u8 { g() }", [["FnValue", "g()", "0"]], `fn f() -> u8 { if ${on(1)} { return 0; }  g() }`],
  ["a guard", "fn f(a: u8) -> u8 { match a { 0 if g() => 1, _ => 2 } }", [["MatchArmGuard", "g()", "true"]], `fn f(a: u8) -> u8 { match a { 0 if (if ${on(1)} { true } else { g() }) => 1, _ => 2 } }`],
  ["a place behind characters of several bytes", 'fn f() -> bool { "äöü🙂" == g() }', [["BinaryOperator", "==", "!="]], `fn f() -> bool { (if ${on(1)} { "äöü🙂" != g() } else { "äöü🙂" == g() }) }`],
];

for (const [what, source, mutants, text] of CASES) {
  test(`becomes a branch: ${what}`, () => {
    const { text: found, branches, unwritten } = written(source, mutants);
    assert.equal(found, text);
    assert.deepEqual(unwritten, []);
    for (const { number, from, to } of branches) assert.ok(Buffer.from(text).subarray(from, to).toString().includes(on(number)));
    assert.deepEqual(branches.map(({ number }) => number).sort(), mutants.map((_, index) => index + 1));
  });
}

const UNWRITTEN = [
  ["a field of a struct", "fn f() -> A { A { b: 1, ..g() } }", ["StructField", "b: 1", ""]],
  ["a function that returns `impl Trait`", "fn f() -> impl Fn() { g() }", ["FnValue", "g()", "h()"]],
  ["a guard that binds a name", "fn f(a: u8) -> u8 { match a { 0 if let Some(b) = g() => b, _ => 2 } }", ["MatchArmGuard", "let Some(b) = g()", "true"]],
];

for (const [what, source, mutant] of UNWRITTEN) {
  test(`is unwritten, because no branch can hold it: ${what}`, () => {
    const { text, unwritten } = written(source, [mutant]);
    assert.equal(text, source);
    assert.deepEqual(unwritten.map(({ name }) => name), [mutant[1]]);
  });
}
