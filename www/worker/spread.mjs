// Spreads JSON that stands on one line over many, without a change but for white space.

import { createScanner, SyntaxKind } from "jsonc-parser";

/** A line above this number of characters is too long to read. */
const LONG = 400;

/** Nested deeper than this, a body is left on its line: white space would grow with the square of the depth. */
const DEEP = 128;

/** Returns the pasted text with its body on many lines; null when the body stands on many already, or cannot be moved. */
export function spread(text, { from, to, isInText }) {
  const json = text.slice(from, to);
  if (!isInText || json.length <= LONG || json.includes("\n")) return null;
  const lines = onLines(json);
  return lines === null ? null : text.slice(0, from) + lines + text.slice(to);
}

const { OpenBraceToken, CloseBraceToken, OpenBracketToken, CloseBracketToken, CommaToken, ColonToken, EOF } = SyntaxKind;

function onLines(json) {
  const scanner = createScanner(json, true);
  const parts = [];
  let depth = 0;
  let previous = null;
  const line = () => parts.push(`\n${"  ".repeat(depth)}`);
  for (let token = scanner.scan(); token !== EOF; token = scanner.scan()) {
    const isClosing = token === CloseBraceToken || token === CloseBracketToken;
    const isAfterOpening = previous === OpenBraceToken || previous === OpenBracketToken;
    if (isClosing) depth -= 1;
    if (isClosing ? !isAfterOpening : isAfterOpening || previous === CommaToken) line();
    parts.push(json.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()), token === ColonToken ? " " : "");
    if (token === OpenBraceToken || token === OpenBracketToken) depth += 1;
    if (depth > DEEP) return null;
    previous = token;
  }
  return parts.join("");
}
