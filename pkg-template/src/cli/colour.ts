// Colours, on a terminal only.

/** A kind of text, with its code. */
const CODES = { bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36 } as const;

export type Paint = (kind: keyof typeof CODES, text: string) => string;

/** Returns a function that colours text for a stream, or leaves it as it is. */
export function painter(stream: { readonly isTTY?: boolean }, isOff: boolean): Paint {
  return hasColours(stream, isOff) ? (kind, text) => `\x1b[${CODES[kind]}m${text}\x1b[0m` : (_, text) => text;
}

function hasColours({ isTTY }: { readonly isTTY?: boolean }, isOff: boolean): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = process.env;
  if (isOff || (no !== undefined && no !== "")) return false;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTTY === true && term !== "dumb";
}
