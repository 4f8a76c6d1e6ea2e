// The tree of a parsed text: its values with their places, and how the text spells them.

/** A value in a text. */
export interface Node {
  readonly kind: "record" | "list" | "text" | "word" | "cut";
  from: number;
  to: number;
  /** The value; undefined for what is cut out. */
  value: unknown;
  /** The entries of a record, the items of a list. */
  readonly entries: Entry[];
  /** The quote of a text; the bracket of a record or a list; empty for lines that are a list together. */
  readonly opening: string;
  /** A field of the value that the text does not spell, but its class implies. */
  readonly implied?: string;
}

/** An entry of a record, or an item of a list. */
export interface Entry {
  readonly from: number;
  readonly to: number;
  /** The key; null for an item, and for an argument without a name. */
  readonly name: string | null;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly node: Node;
}

/** The spelling of a text. */
export interface Style {
  /** Strings by their quote. */
  readonly quotes: Record<string, number>;
  bareKeys: number;
  /** Keys with `=`, as arguments of Python have. */
  namedArguments: number;
  /** `=>` between key and value. */
  arrows: number;
  symbols: number;
  /** `None`, `True`, `False`. */
  pythonWords: number;
  /** `null`, `true`, `false`, `undefined`. */
  jsonWords: number;
  nils: number;
  comments: number;
  trailingCommas: number;
  strangeSpaces: number;
  /** Names of calls and classes. */
  readonly calls: string[];
  /** Values that the text does not hold, such as `[Object]` and variables. */
  readonly cuts: { readonly offset: number; readonly what: string; readonly isInspected: boolean }[];
}

export interface ParseFault {
  readonly offset: number;
  readonly what: string;
  readonly isTruncated: boolean;
}

export interface Parsed {
  readonly node: Node;
  readonly end: number;
  /** The fault that ended the parsing. */
  readonly fault: ParseFault | null;
  /** A fault that JSON does not allow, but that leaves no doubt about the value. */
  readonly slip: ParseFault | null;
  readonly style: Style;
}

export const newStyle = (): Style => ({
  quotes: {},
  bareKeys: 0,
  namedArguments: 0,
  arrows: 0,
  symbols: 0,
  pythonWords: 0,
  jsonWords: 0,
  nils: 0,
  comments: 0,
  trailingCommas: 0,
  strangeSpaces: 0,
  calls: [],
  cuts: [],
});

/** Sets a field, also one of a name that objects have. */
export function setField(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

/** The entries that are in the value of a node: the last of each name, without what is cut out. */
export function entriesOf({ kind, entries }: Node): Entry[] {
  const held = entries.filter(({ node }) => node.value !== undefined);
  if (kind !== "record") return held;
  const named = held.filter(({ name }) => name !== null);
  const last = new Map(named.map((entry) => [entry.name, entry]));
  return last.size === named.length ? named : named.filter((entry) => last.get(entry.name) === entry);
}

/** Returns the entry of a key or a place; undefined if there is none. */
export function entryAt(node: Node, step: string | number): Entry | undefined {
  if (typeof step === "number") return node.kind === "list" ? entriesOf(node)[step] : undefined;
  return node.kind === "record" ? entriesOf(node).find(({ name }) => name === step) : undefined;
}
