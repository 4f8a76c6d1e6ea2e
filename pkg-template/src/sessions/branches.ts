// Trees of entries: the newest branch, and the others.

import type { Fields } from "./fields.js";

/** The links of entries in a program's sessions. */
export interface Links {
  idOf(line: Fields): unknown;
  parentOf(line: Fields): unknown;
}

/** A branch: its entries in order, and those that no earlier branch has. */
export interface Branch {
  readonly lines: readonly Fields[];
  readonly own: ReadonlySet<Fields>;
}

/**
 * Divides entries into branches, the newest first. `isMessage` says which entries make a branch worth its own; `completed` adds entries that
 * belong to a branch without being on its way from the root.
 */
export function branches(
  lines: readonly Fields[],
  { idOf, parentOf }: Links,
  isMessage: (line: Fields) => boolean,
  completed: (way: ReadonlySet<Fields>) => ReadonlySet<Fields> = (way) => way,
): Branch[] {
  const entries = new Map(lines.map((line) => [idOf(line), line] as const).filter(([id]) => typeof id === "string"));
  const parents = new Set(lines.map(parentOf));
  const loose = lines.filter((line) => typeof idOf(line) !== "string");
  const leaves = lines.filter((line) => typeof idOf(line) === "string" && !parents.has(idOf(line)));
  const taken = new Set<Fields>();
  const found: Branch[] = [];
  const add = (own: ReadonlySet<Fields>) => {
    const kept = lines.filter((line) => own.has(line));
    found.push({ lines: kept, own: new Set(kept.filter((line) => !taken.has(line))) });
    for (const line of kept) taken.add(line);
  };
  const wayFrom = (leaf: Fields, end: ReadonlySet<Fields>) => {
    const way = new Set<Fields>();
    let entry: Fields | undefined = leaf;
    while (entry !== undefined && !way.has(entry) && !end.has(entry)) {
      way.add(entry);
      entry = entries.get(parentOf(entry));
    }
    return way;
  };
  // Entries without an id stand in every branch's place: older sessions have none at all.
  if (leaves.length === 0) return loose.length === 0 ? [] : [{ lines: loose, own: new Set(loose) }];
  for (const leaf of leaves.reverse()) {
    // Notices and progress are leaves, too: most of them hang on a branch that was found.
    if (![...wayFrom(leaf, taken)].some(isMessage)) continue;
    const whole = completed(wayFrom(leaf, new Set()));
    add(found.length === 0 ? new Set([...whole, ...loose]) : whole);
  }
  return found;
}
