// The words that sources name in their strings, their patterns and, in TypeScript, their names. A word counts wherever it stands, so a
// source that uses it for something else names it, too.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { at } from "../lib/paths.mjs";

/**
 * @typedef {object} Words
 * @property {Set<string>} whole texts and, in TypeScript, names of fields
 * @property {string[]} heads texts that a word is asked to begin with
 * @property {string[]} tails texts that a word is asked to end with
 * @property {RegExp[]} patterns patterns that a word is asked to match
 */

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm;
const STRINGS = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)+)'|`([^`$\\]*)/g;
const HEADS = /(?:starts_with|strip_prefix|startsWith)\((?:\w+, )?"([^"]+)"/g;
const TAILS = /(?:ends_with|strip_suffix|endsWith)\((?:\w+, )?"([^"]+)"/g;
/** Regular expressions of ends, such as `/_call$/`, that have a word in them. */
const PATTERNS = /\/((?:[^/\\\n]|\\.)*[a-z]{3}(?:[^/\\\n]|\\.)*\$)\//gi;
const NAMES = /[A-Za-z_]\w*/g;

/** Reads the words of these files and folders. @param {readonly string[]} paths from the root @returns {Words} */
export function wordsIn(paths) {
  const words = { whole: new Set(), heads: [], tails: [], patterns: [] };
  for (const file of paths.flatMap(filesBelow)) readWords(readFileSync(file, "utf8"), file.endsWith(".ts"), words);
  return words;
}

/** Reports whether the sources name a kind: as a whole, or by a pattern that begins or ends between two words. */
export function isNamed(kind, { whole, heads, tails, patterns }) {
  const isHead = (head) => /[_.-]$/.test(head) && kind.startsWith(head);
  const isTail = (tail) => /^[_.A-Z-]/.test(tail) && kind.endsWith(tail);
  return whole.has(kind) || heads.some(isHead) || tails.some(isTail) || patterns.some((pattern) => pattern.test(kind));
}

function filesBelow(path) {
  const full = at(path);
  if (statSync(full).isFile()) return [full];
  return readdirSync(full, { recursive: true })
    .filter((name) => /\.(rs|ts)$/.test(name))
    .map((name) => join(full, name));
}

function readWords(source, isTypeScript, { whole, heads, tails, patterns }) {
  const code = source.replace(COMMENTS, "").replace(/^#\[cfg\(test\)\][\s\S]*/m, "");
  for (const [, ...texts] of code.matchAll(STRINGS)) whole.add(texts.find((text) => text !== undefined));
  for (const [, head] of code.matchAll(HEADS)) heads.push(head);
  for (const [, tail] of code.matchAll(TAILS)) tails.push(tail);
  if (!isTypeScript) return;
  for (const [name] of code.matchAll(NAMES)) whole.add(name);
  for (const [, pattern] of code.matchAll(PATTERNS)) patterns.push(new RegExp(pattern));
}
