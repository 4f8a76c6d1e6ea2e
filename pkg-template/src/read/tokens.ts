// The smallest parts of values, in the spelling of each language.

import { stringAt } from "./strings.js";

export const SPACE = /[\s\u200b\u2060\ufeff\u0000]+/y;
export const STRANGE = /[\u00a0\u200b\u2060\u2028\u2029]/;
export const COMMENT = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|#(?!\{)[^\n]*/y;
export const NUMBER = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?|Infinity\b|NaN\b)n?/y;
export const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*/uy;
export const KEY = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]*/uy;
/** Marks that `util.inspect` prints in place of a value, or before one. */
export const INSPECTED =
  /\[(?:Object|Array|Circular[^\]\n]{0,20}|(?:Async)?(?:Generator)?Function[^\]\n]{0,80}|class [^\]\n]{0,80}|(?:Getter|Setter)(?:\/Setter)?(?::[^\]\n]{0,80})?|\w+: null prototype)\]/y;
/** `['key' => value]` of PHP. */
export const PHP_ARRAY = /\[\s*(?:'[^'\n]{0,80}'|"[^"\n]{0,80}")\s*=>/y;
export const MORE = /\.\.\.\s?\d+ more (?:items?|characters?|properties|property)/y;
export const ANGLED = /<(?:ref \*\d+|[\p{L}_][^<>\n]{0,200})>/uy;
export const EXPRESSION_STOPS = /[,;\n)\]}([{"'`]|$/g;

export const WORDS: Readonly<Record<string, { readonly value: unknown; readonly of: "json" | "python" | "ruby" | "none" }>> = {
  true: { value: true, of: "json" },
  false: { value: false, of: "json" },
  null: { value: null, of: "json" },
  True: { value: true, of: "python" },
  False: { value: false, of: "python" },
  None: { value: null, of: "python" },
  nil: { value: null, of: "ruby" },
  undefined: { value: undefined, of: "json" },
  NaN: { value: null, of: "none" },
  Infinity: { value: null, of: "none" },
};

/** Returns the end of an expression: the next comma, or the bracket around it. */
export function expressionEnd(text: string, from: number, limit: number): number {
  let depth = 0;
  let at = from;
  while (at < limit) {
    EXPRESSION_STOPS.lastIndex = at;
    const found = EXPRESSION_STOPS.exec(text);
    if (found === null) break;
    at = Math.min(found.index, limit);
    const letter = found[0];
    if (letter === "" || at >= limit) break;
    if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (letter === "\n") {
      // A line break ends an expression in PowerShell; in other languages, only where the next line begins an entry.
      if (depth === 0 && /^\s*[\p{L}_"'][\p{L}\p{N}_"']*\s*[:=]/u.test(text.slice(at, at + 80))) break;
    } else if (depth === 0 && (letter === "," || letter === ";")) break;
    else if (letter === '"' || letter === "'" || letter === "`") {
      at = stringAt(text, at, letter, limit).end;
      continue;
    }
    at += 1;
  }
  return at;
}
