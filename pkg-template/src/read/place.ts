// Places of values in the pasted text, found when they are needed.

import { segmentsOf } from "../doctor/segments.js";
import { editsOf } from "./edits.js";
import { Layer } from "./layer.js";
import { type Node, type ParseFault, type Style, entryAt, newStyle } from "./node.js";
import { parseAt } from "./parse.js";
import { dialectOf } from "./print.js";
import { stringLayer } from "./strings.js";
import type { PastedRange, TextEdit } from "./types.js";

/** A value in a layer, with its tree. */
interface Located {
  readonly layer: Layer;
  readonly node: Node;
  readonly style: Style;
  readonly fault: ParseFault | null;
}

const IN_PIECES: ParseFault = { offset: 0, what: "the string is in pieces", isTruncated: false };

/** The place of a value. */
export class Place {
  readonly #find: () => Located;
  #found: Located | null = null;

  constructor(find: () => Located) {
    this.#find = find;
  }

  /** The place of the value at an offset of a layer. */
  static at(layer: Layer, from = 0, limit = layer.text.length): Place {
    return new Place(() => ({ layer, ...parseAt(layer.text, from, limit) }));
  }

  /** The place of a value that is printed. */
  static printed(value: unknown): Place {
    return new Place(() => {
      const layer = new Layer(JSON.stringify(value, null, 2) ?? "null");
      return { layer, ...parseAt(layer.text, 0) };
    });
  }

  get located(): Located {
    return (this.#found ??= this.#find());
  }

  /** The place of a field or an item. */
  child(step: string | number): Place {
    return new Place(() => {
      const { layer, node, style, fault } = this.located;
      return { layer, node: entryAt(node, step)?.node ?? node, style, fault };
    });
  }

  /** The place of the value that a string spells. */
  decoded(): Place {
    return new Place(() => {
      const layer = this.stringLayer();
      // A string in pieces has no text of its own.
      return layer === null ? { ...this.located, fault: IN_PIECES } : { layer, ...parseAt(layer.text, 0) };
    });
  }

  /** The text of a string; null if the value is no string in quotes. */
  stringLayer(): Layer | null {
    const { layer, node } = this.located;
    if (node.kind !== "text") return null;
    // Python's prefixes stand before the quote.
    const opens = layer.text.indexOf(node.opening, node.from);
    return stringLayer(layer, opens, node.opening, node.to);
  }

  rangeOf(path: string): PastedRange {
    const { layer, node } = this.located;
    let [found, keyFrom, keyTo]: [Node, number | null, number | null] = [node, null, null];
    for (const step of segmentsOf(path)) {
      const entry = entryAt(found, step);
      if (entry === undefined) break;
      found = entry.node;
      [keyFrom, keyTo] = entry.name === null ? [null, null] : [layer.at(entry.keyFrom), layer.at(entry.keyTo)];
    }
    return { from: layer.at(found.from), to: layer.at(found.to), keyFrom, keyTo };
  }

  editsTo(after: unknown): TextEdit[] | null {
    const { layer, node, style, fault } = this.located;
    // Of what could not be parsed, the tree has nothing.
    if (fault !== null && !fault.isTruncated) return null;
    try {
      const edits = editsOf(layer.text, node, dialectOf(layer.text, node, style), JSON.parse(JSON.stringify(after)));
      // PowerShell's tables have other words and marks.
      if (edits !== null && edits.length > 0 && /@[{(]/.test(layer.text.slice(Math.max(0, node.from - 1), node.from + 1))) return null;
      return (
        edits?.map(({ from, to, insert }) => ({ from: layer.at(from), to: layer.at(to), insert: layer.written(insert, from) })) ?? null
      );
    } catch {
      // Values nested deeper than the stack cannot be compared.
      return null;
    }
  }
}

/** The place of lines that are the items of a list together. */
export function linesPlace(layer: Layer, ranges: readonly { readonly from: number; readonly to: number }[]): Place {
  return new Place(() => {
    const parsed = ranges.map(({ from, to }) => parseAt(layer.text, from, to));
    const entries = parsed.map(({ node }) => ({ from: node.from, to: node.to, name: null, keyFrom: node.from, keyTo: node.from, node }));
    const [first, last] = [entries[0], entries.at(-1)];
    const value = entries.map(({ node }) => node.value);
    const node: Node = { kind: "list", from: first?.from ?? 0, to: last?.to ?? 0, value, entries, opening: "" };
    return { layer, node, style: parsed[0]?.style ?? newStyle(), fault: parsed.find(({ fault }) => fault !== null)?.fault ?? null };
  });
}
