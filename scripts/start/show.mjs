// Prints what happens, in plain lines. Colour only where a person looks.

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const painted = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = painted(1);
export const dim = painted(2);
export const red = painted(31);
export const green = painted(32);
export const yellow = painted(33);

const WIDTH = 100;

/** A headline with air above it. */
export function heading(text) {
  console.log(`\n${bold(text)}`);
}

export function line(text = "") {
  console.log(text === "" ? "" : `  ${text}`);
}

/** 81412 -> "81,412" */
export function number(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** "1 message", "189 messages" */
export function count(value, noun) {
  return `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** One line: a long or broken text is cut, and says so by its ellipsis. */
export function short(text, width = WIDTH) {
  const flat = String(text).replace(/\s+/g, " ").trim();
  return flat.length <= width ? flat : `${flat.slice(0, width - 3)}...`;
}

/** "[########------------]": how much of `whole` is used. */
export function bar(part, whole, width = 20) {
  const filled = Math.max(0, Math.min(width, Math.round((part / whole) * width)));
  return `[${"#".repeat(filled)}${"-".repeat(width - filled)}]`;
}

/** Rows of cells, each column as wide as its widest cell. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) line(row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd());
}

/**
 * Repairs by code: how many, which rule, and one of them in words.
 *
 * @param {import("backscroll").Repair[]} repairs
 */
export function repairTable(repairs) {
  const groups = Map.groupBy ? Map.groupBy(repairs, keyOf) : groupBy(repairs, keyOf);
  for (const group of groups.values()) {
    const { code, rule, detail } = group[0];
    line(`  ${String(group.length).padStart(3)} x ${code} (${rule})  ${dim(short(detail, 110))}`);
  }
}

function keyOf({ code, rule }) {
  return `${code} ${rule}`;
}

function groupBy(values, key) {
  const groups = new Map();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
