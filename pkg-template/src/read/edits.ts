// Writes a changed value into the text that it came from. Everything unchanged stays as it is, to the last space.

import { isArray, isObject } from "../input/check.js";
import { type Entry, type Node, entriesOf } from "./node.js";
import { type Dialect, isInLines, keyOf, printed } from "./print.js";
import { aligned, isSame } from "./same.js";
import type { TextEdit } from "./types.js";

/**
 * Applies edits to a text.
 *
 * @example
 * const edits = request.editsTo(repaired);
 * const edited = edits === null ? text : editedText(text, edits);
 */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to, insert } of edits) {
    pieces.push(text.slice(done, from), insert);
    done = to;
  }
  pieces.push(text.slice(done));
  return pieces.join("");
}

/** Returns the edits of a text that make the value of a node another one, in order; null if the text cannot hold it. */
export function editsOf(text: string, root: Node, dialect: Dialect, after: unknown): TextEdit[] | null {
  const changes = new Changes(text, dialect);
  changes.value(root, after);
  return changes.isPossible ? changes.edits : null;
}

/** An item of the new list: an entry that stays, or a new one. */
interface Planned {
  readonly old: number | null;
  /** Changes the old entry, or prints the new one. */
  readonly change: (entry: Entry) => void;
  readonly print: (indent: string | null) => string;
}

class Changes {
  readonly edits: TextEdit[] = [];
  isPossible = true;
  readonly #text: string;
  readonly #dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  value(node: Node, after: unknown): void {
    const { value: before } = node;
    if (isSame(before, after)) return;
    const entries = entriesOf(node);
    if (node.kind === "list" && isArray(after) && entries.length > 0 && after.length > 0) {
      const pairs = aligned(before as unknown[], after);
      return this.#items(
        node,
        entries,
        pairs.map(([old, now]) => ({
          old,
          change: (entry) => this.value(entry.node, after[now]),
          print: (indent) => printed(after[now], this.#dialect, indent),
        })),
      );
    }
    if (node.kind === "record" && isObject(after) && !isArray(after) && entries.length > 0 && Object.keys(after).length > 0)
      return this.#record(node, entries, after);
    // Lines of a list have no brackets that could hold another value.
    if (node.opening === "" && node.kind === "list") this.isPossible = false;
    this.#edit(node.from, node.to, printed(after, this.#dialect, isInLines(this.#text, node) ? this.#indentAt(node.from) : null));
  }

  #record(node: Node, entries: readonly Entry[], after: Record<string, unknown>): void {
    const names = entries.map(({ name }) => name as string);
    const isCall = node.opening === "(";
    const { implied } = node;
    if (implied !== undefined && after[implied] !== (node.value as Record<string, unknown>)[implied]) this.isPossible = false;
    const wanted = Object.keys(after).filter((name) => after[name] !== undefined && name !== implied);
    const places = wanted.map((name) => names.indexOf(name)).filter((old) => old >= 0);
    // New keys are where the new value has them, such as in place of a key that got another name; at the end if the order is another one.
    const isOrdered = places.every((old, at) => at === 0 || old > (places[at - 1] as number));
    const ordered = isOrdered
      ? wanted
      : [...names.filter((name) => wanted.includes(name)), ...wanted.filter((name) => !names.includes(name))];
    if (isCall && wanted.some((name) => !/^[A-Za-z_]\w*$/.test(name))) this.isPossible = false;
    this.#items(
      node,
      entries,
      ordered.map((name) => ({
        old: names.includes(name) ? names.indexOf(name) : null,
        change: (entry) => this.value(entry.node, after[name]),
        print: (indent) =>
          (isCall ? `${name}=` : keyOf(name, this.#dialect) + this.#dialect.colon) + printed(after[name], this.#dialect, indent),
      })),
    );
  }

  /** Changes the entries of a record or a list. Between two that stay, the others are removed, and the new ones written. */
  #items(node: Node, entries: readonly Entry[], planned: readonly Planned[]): void {
    const { separator, indent } = this.#spacing(node, entries);
    let last = -1;
    let added: Planned[] = [];
    for (const plan of planned) {
      if (plan.old === null) {
        added.push(plan);
        continue;
      }
      this.#between(entries, { last, next: plan.old, texts: added.map(({ print }) => print(indent)), separator });
      plan.change(entries[plan.old] as Entry);
      [last, added] = [plan.old, []];
    }
    this.#between(entries, { last, next: entries.length, texts: added.map(({ print }) => print(indent)), separator });
  }

  /** Changes what is between two entries that stay. */
  #between(
    entries: readonly Entry[],
    { last, next, texts, separator }: { last: number; next: number; texts: readonly string[]; separator: string },
  ): void {
    const isRemoved = next - last > 1;
    const [before, after] = [entries[last], entries[next]];
    const joined = texts.join(separator);
    if (!isRemoved && texts.length === 0) return;
    if (isRemoved && texts.length > 0) return this.#edit((entries[last + 1] as Entry).from, (entries[next - 1] as Entry).to, joined);
    if (isRemoved) {
      if (after !== undefined) return this.#edit((entries[last + 1] as Entry).from, after.from, "");
      return this.#edit((before ?? (entries[0] as Entry)).to, (entries[next - 1] as Entry).to, "");
    }
    if (before !== undefined) return this.#edit(before.to, before.to, separator + joined);
    if (after !== undefined) this.#edit(after.from, after.from, joined + separator);
  }

  /** The text between two entries, and the indentation of new ones; null for those on one line. */
  #spacing(node: Node, entries: readonly Entry[]): { separator: string; indent: string | null } {
    const [first, second] = entries as [Entry, Entry | undefined];
    const between = second === undefined ? "" : this.#text.slice(first.to, second.from);
    const opened = this.#text.slice(node.from, first.from);
    const isLines = node.opening === "";
    const lead = /\n[ \t\u00a0]*$/.exec(opened)?.[0];
    const separator =
      /^\s*,\s*$/.test(between) || (isLines && second !== undefined && /^\s+$/.test(between)) || /^\s*\n\s*$/.test(between)
        ? between
        : isLines
          ? this.#dialect.lineBreak
          : lead !== undefined
            ? `,${this.#dialect.lineBreak}${lead.slice(1)}`
            : this.#dialect.comma;
    const others = entries.filter(({ node: { kind } }) => kind === "record" || kind === "list");
    const isWide = others.length > 0 ? others.some(({ node: other }) => isInLines(this.#text, other)) : separator.includes("\n");
    return { separator, indent: isWide && !isLines && this.#dialect.unit !== "" ? this.#indentAt(first.from) : null };
  }

  /** The spaces before the first character of a line. */
  #indentAt(offset: number): string {
    const start = this.#text.lastIndexOf("\n", offset - 1) + 1;
    return /^[ \t\u00a0]*/.exec(this.#text.slice(start, offset))?.[0] ?? "";
  }

  #edit(from: number, to: number, insert: string): void {
    this.edits.push({ from, to, insert });
  }
}
