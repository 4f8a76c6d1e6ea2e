// Formats JSON for people: a value that fits into a line stays on one line.

const WIDTH = 72;

/**
 * @param {unknown} value a JSON value
 * @returns {{ depth: number, text: string }[]} its lines; joined by line breaks, they are JSON
 */
export function jsonLines(value) {
  return linesOf(value, 0, "", "");
}

function linesOf(value, depth, before, after) {
  const short = `${before}${inline(value)}${after}`;
  const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isLeaf || short.length + 2 * depth <= WIDTH) return [{ depth, text: short }];

  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value) ? value.map((item) => ["", item]) : namedEntries(value);
  const inside = entries.flatMap(([name, item], index) => linesOf(item, depth + 1, name, index < entries.length - 1 ? "," : ""));
  return [{ depth, text: before + open }, ...inside, { depth, text: close + after }];
}

function inline(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  const fields = namedEntries(value).map(([name, item]) => name + inline(item));
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function namedEntries(value) {
  return Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item]);
}

/**
 * Splits a line into pieces that the page can colour.
 *
 * @param {string} text
 * @returns {{ kind: "key" | "string" | "literal" | "plain", text: string }[]}
 */
export function jsonPieces(text) {
  const pieces = [];
  let end = 0;
  const add = (kind, piece) => piece !== "" && pieces.push({ kind, text: piece });
  for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(?=(:)?)|(?<![\w"])(?:-?\d[\d.eE+-]*|true|false|null)/g)) {
    add("plain", text.slice(end, match.index));
    add(match[2] ? "key" : match[1] ? "string" : "literal", match[0]);
    end = match.index + match[0].length;
  }
  add("plain", text.slice(end));
  return pieces;
}
