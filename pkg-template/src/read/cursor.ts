// The place in a text that is parsed, its spelling so far, and its faults.

import { type Node, type ParseFault, type Parsed, newStyle } from "./node.js";
import { COMMENT, SPACE, STRANGE, expressionEnd } from "./tokens.js";

export class Cursor {
  protected readonly text: string;
  protected readonly limit: number;
  protected at = 0;
  protected depth = 0;
  protected fault: ParseFault | null = null;
  protected slip: ParseFault | null = null;
  protected readonly style = newStyle();

  constructor(text: string, limit: number) {
    this.text = text;
    this.limit = limit;
  }

  protected result(node: Node): Parsed {
    return { node, end: this.at, fault: this.fault, slip: this.slip, style: this.style };
  }

  /** Ends the parsing. What was read stays. */
  protected fail(what: string, offset = this.at): void {
    if (this.fault !== null) return;
    const isTruncated = this.limit === this.text.length && this.at >= this.limit;
    this.fault = { offset: Math.min(offset, this.limit), what: isTruncated ? `the text breaks off ${what}` : what, isTruncated };
  }

  protected note(what: string): void {
    this.slip ??= { offset: this.at, what, isTruncated: false };
  }

  protected cut(from: number, what: string, isInspected: boolean): Node {
    this.style.cuts.push({ offset: from, what, isInspected });
    return { kind: "cut", from, to: this.at, value: undefined, entries: [], opening: "" };
  }

  protected is(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    return found === null || this.at + found[0].length > this.limit ? null : found[0];
  }

  protected space(): void {
    for (;;) {
      SPACE.lastIndex = this.at;
      const space = SPACE.exec(this.text)?.[0];
      if (space !== undefined) {
        if (STRANGE.test(space)) this.style.strangeSpaces += 1;
        this.at = Math.min(this.limit, this.at + space.length);
      }
      const letter = this.text[this.at];
      if (letter !== "/" && letter !== "#") return;
      COMMENT.lastIndex = this.at;
      const comment = COMMENT.exec(this.text)?.[0];
      if (comment === undefined || this.at >= this.limit) return;
      this.style.comments += 1;
      this.at = Math.min(this.limit, this.at + comment.length);
    }
  }

  /** An expression, which the text names but does not hold the value of: up to the next comma or the bracket around it. */
  protected expression(from: number): Node {
    this.at = expressionEnd(this.text, this.at, this.limit);
    if (this.at >= this.limit) this.fail("in an expression");
    const text = this.text.slice(from, this.at).trim();
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return this.cut(from, `the text does not hold the value of \`${shown}\``, false);
  }

  protected nothing(from: number): Node {
    return { kind: "word", from, to: from, value: undefined, entries: [], opening: "" };
  }

  protected back(node: Node, end: number): Node {
    this.at = end;
    return node;
  }
}
