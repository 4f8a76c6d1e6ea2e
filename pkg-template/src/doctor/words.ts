// Compares a provider's refusal with the words of the rules, whatever ids, names and numbers stand in it.

/** A text in lower case, without what differs between requests: quoted values, numbers, ids and paths. */
export function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\\(["'`\\])/g, "$1")
    .replace(/[^\p{L}\p{N}_$.[\]-]+/gu, " ")
    .split(" ")
    .flatMap(pieces)
    .filter((word) => word !== "");
}

/** A word without its place in the request: `messages.3.content.0.tool_use.id` becomes `tool_use id`. */
function pieces(word: string): string[] {
  const trimmed = word.replace(/^[.\-[\]]+|[.\-[\]]+$/g, "");
  if (/^[\w$-]+([.[][\w$-]*\]?)+$/.test(trimmed)) return trimmed.split(/[.[\]]+/).filter((part) => part !== "" && !isValue(part));
  return isValue(trimmed) ? [] : [trimmed];
}

/** Reports whether a word is a value: a number, or an id, which has digits. */
function isValue(word: string): boolean {
  return /\d/.test(word) || word === "x" || /^call_|^toolu_|^fc_/.test(word);
}

/** The fewest words of a text that count as a part of a provider's words. */
const ENOUGH = 5;
/** The factor for a text that is only a part of the words: it is less certain than a text with all of them. */
const OF_PART = 0.9;

/**
 * The share of the words that a text has, in order (the longest common subsequence). For a text that was cut short, the share of the text
 * that the words have.
 */
export function likeness(words: readonly string[], text: readonly string[]): number {
  const common = commonLength(words, text);
  const ofText = text.length >= ENOUGH ? (OF_PART * common) / text.length : 0;
  return words.length === 0 ? 0 : Math.max(common / words.length, ofText);
}

function commonLength(words: readonly string[], text: readonly string[]): number {
  let above = new Array<number>(text.length + 1).fill(0);
  for (const word of words) {
    const row = [0];
    for (let place = 0; place < text.length; place += 1) {
      row.push(text[place] === word ? (above[place] as number) + 1 : Math.max(above[place + 1] as number, row[place] as number));
    }
    above = row;
  }
  return above[text.length] as number;
}
