// Prints new values as the text around them is spelled.

import { isArray, isObject } from "../input/check.js";
import { type Node, type Style, entriesOf } from "./node.js";
import { encodeIn, closingOf } from "./strings.js";

/** The spelling of new values. */
export interface Dialect {
  readonly quote: string;
  readonly language: "json" | "javascript" | "python" | "ruby" | "php";
  readonly hasBareKeys: boolean;
  /** Between a key and its value. */
  readonly colon: string;
  /** Between entries on one line. */
  readonly comma: string;
  /** The indentation of one level; empty if the text is on one line. */
  readonly unit: string;
  readonly lineBreak: string;
}

/** Returns the spelling of a text, of which a value is the root. */
export function dialectOf(text: string, root: Node, style: Style): Dialect {
  const quotes = Object.entries(style.quotes).sort(([, one], [, other]) => other - one);
  const main = quotes[0]?.[0] ?? '"';
  const isPython =
    style.pythonWords > 0 ||
    (style.namedArguments > 0 && style.jsonWords === 0) ||
    (main === "'" && style.bareKeys + style.jsonWords + style.arrows === 0);
  const language =
    style.arrows > 0
      ? text[root.from] === "["
        ? "php"
        : "ruby"
      : isPython
        ? "python"
        : style.bareKeys > 0 || main === "'"
          ? "javascript"
          : "json";
  const quote = main === "`" || main.length > 1 || ((language === "ruby" || language === "php") && main === "'") ? '"' : main;
  const [colon, comma] = separatorsIn(text, root);
  const isWide = language !== "json" || /\n/.test(text.slice(root.from, root.to));
  return {
    quote,
    language,
    hasBareKeys: language === "javascript" && style.bareKeys > 0,
    colon: colon ?? (language === "ruby" || language === "php" ? " => " : isWide ? ": " : ":"),
    comma: comma ?? (isWide ? ", " : ","),
    unit: unitOf(text.slice(root.from, root.to)),
    lineBreak: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** The first indentation of a text; that of its second level where the first is of another kind, as of Python's printer. */
const unitOf = (text: string): string => /\n([ \t\u00a0]+)[^\s]/.exec(text)?.[1] ?? "";

/** The first separator of a key and that of two entries on one line. */
function separatorsIn(text: string, root: Node): [string | undefined, string | undefined] {
  let [colon, comma]: [string | undefined, string | undefined] = [undefined, undefined];
  const waiting = [root];
  for (let seen = 0; waiting.length > 0 && seen < 200 && (colon === undefined || comma === undefined); seen += 1) {
    const { entries, opening } = waiting.shift() as Node;
    for (const [place, { name, keyTo, node, to }] of entries.entries()) {
      if ((opening === "{" || opening === "[") && name !== null && colon === undefined) {
        const between = text.slice(keyTo, node.from);
        if (/^\s*(?::|=>) ?$/.test(between)) colon = between;
      }
      const next = entries[place + 1];
      if (next !== undefined && comma === undefined && /^, ?$/.test(text.slice(to, next.from))) comma = text.slice(to, next.from);
      waiting.push(node);
    }
  }
  return [colon, comma];
}

const CONSTANTS = { json: "null", javascript: "null", python: "None", ruby: "nil", php: "null" } as const;

/** Prints a value; in lines with an indentation if `indent` is not null. */
export function printed(value: unknown, dialect: Dialect, indent: string | null): string {
  const { language, comma, unit, lineBreak } = dialect;
  if (typeof value === "string") return quoted(value, dialect);
  if (typeof value === "boolean") return language === "python" ? (value ? "True" : "False") : String(value);
  if (typeof value !== "object" || value === null) return value === null || value === undefined ? CONSTANTS[language] : String(value);
  const inner = indent === null ? null : indent + unit;
  const items = isArray(value)
    ? value.map((item) => printed(item ?? null, dialect, inner))
    : Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => keyOf(name, dialect) + dialect.colon + printed(field, dialect, inner));
  const [opens, closes] = isArray(value) || language === "php" ? "[]" : "{}";
  if (items.length === 0) return `${opens}${closes}`;
  if (inner === null) {
    const pad = language === "javascript" && isObject(value) && !isArray(value) ? " " : "";
    return `${opens}${pad}${items.join(comma)}${pad}${closes}`;
  }
  return `${opens}${lineBreak}${inner}${items.join(`,${lineBreak}${inner}`)}${lineBreak}${indent}${closes}`;
}

export function quoted(text: string, { quote, language }: Dialect): string {
  const own = language === "python" && quote === "'" && text.includes("'") && !text.includes('"') ? '"' : quote;
  // Ruby reads `#{` in double quotes.
  const spelled = encodeIn(own)(text);
  const safe = language === "ruby" ? spelled.replaceAll("#{", "\\u0023{") : language === "php" ? spelled.replaceAll("$", "\\$") : spelled;
  return own + safe + closingOf(own);
}

export const keyOf = (name: string, dialect: Dialect): string =>
  dialect.hasBareKeys && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name, dialect);

/** Reports whether a value is in lines of its own. */
export const isInLines = (text: string, node: Node): boolean => entriesOf(node).length > 0 && text.slice(node.from, node.to).includes("\n");
