// Prints plain lines that fit into a narrow terminal, in colour where the terminal supports it.

/** `hasColors` knows NO_COLOR and terminals without colour. */
const isColoured = process.stdout.isTTY === true && process.stdout.hasColors();
const painted = (code) => (text) => (isColoured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = painted(1);
export const dim = painted(2);
export const red = painted(31);
export const green = painted(32);
export const yellow = painted(33);

export const WIDTH = Math.max(60, Math.min(100, process.stdout.columns ?? 100));
const INDENT = 2;
const LABEL = 10;

/** Prints a headline with an empty line above. */
export function heading(text) {
  console.log(`\n${bold(text)}`);
}

export function line(text) {
  console.log(`${" ".repeat(INDENT)}${text}`);
}

/**
 * Prints a label and a text beside it. A long text continues below itself.
 *
 * @param {string} label may contain colour codes
 * @param {string} text without colour codes, so that its width is known
 * @param {(text: string) => string} [paint] of the text
 */
export function row(label, text, paint = (plain) => plain, labelWidth = LABEL) {
  const room = WIDTH - INDENT - labelWidth;
  const gap = " ".repeat(Math.max(0, labelWidth - unpainted(label).length));
  const [first, ...rest] = wrapped(text, room);
  line(`${label}${gap}${paint(first)}`);
  for (const next of rest) line(`${" ".repeat(labelWidth)}${paint(next)}`);
}

/** Prints rows of a name and a value. */
export function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  for (const [name, value] of rows) row(name, value, undefined, width);
}

/** 81412 -> "81,412" */
export function number(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** "1 message", "189 messages" */
export function count(value, noun) {
  return `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Returns one line of at most `width` characters, without control characters. A cut ends in an ellipsis. */
export function short(text, width) {
  const flat = [
    ...String(text)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  if (flat.length <= width) return flat.join("");
  // Cuts between words if there is a space near the end.
  return `${flat
    .slice(0, width - 1)
    .join("")
    .replace(/\s+\S{0,12}$/, "")}…`;
}

/** Returns a bar for the used share of `whole`, with an arrow when it is more than 100 %. */
export function bar(part, whole, width = 20) {
  if (part > whole) return `${"█".repeat(width)}▶`;
  const filled = Math.round((part / whole) * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} `;
}

/** Wraps a text between words. Spaces inside a line stay. */
function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(/(?<= )(?=[^ ])/)) {
    const longer = lines.at(-1) + word;
    if (longer.trimEnd().length <= width || lines.at(-1) === "") lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((each) => each.trimEnd());
}

function unpainted(text) {
  return text.replace(/\u001b\[\d+m/g, "");
}
