// The first entry at which two requests differ, and the cause.

import { stretchAt } from "./alignment.js";
import { changingValueOf } from "./changing-value.js";
import { type Difference, differenceOf } from "./difference.js";
import type { Found } from "./found.js";
import { identityOf } from "./identity.js";
import { isReasoning, isWithoutReasoning, resultAt, shorterResult, textIn } from "./results.js";
import { type Entry, type Section, toolName } from "./sections.js";
import type { CacheMissCause } from "./types.js";

/** Returns the first difference of the prompts; null if the second only goes on where the first ends, or ends before it. */
export function contentChange(before: readonly Entry[], after: readonly Entry[]): Found | null {
  for (const section of ["tools", "system", "messages"] as const) {
    const of = (entries: readonly Entry[]) => entries.filter((entry) => entry.section === section);
    const start = after.findIndex((entry) => entry.section === section);
    const found = inSection(section, of(before), of(after));
    if (found === null) continue;
    const earlier = after.filter((entry) => ORDER[entry.section] < ORDER[section]).length;
    return { ...found, at: found.at + (start === -1 ? earlier : start) };
  }
  return null;
}

const ORDER: Readonly<Record<Section, number>> = { tools: 0, system: 1, messages: 2 };

function inSection(section: Section, before: readonly Entry[], after: readonly Entry[]): Found | null {
  const most = Math.max(before.length, after.length);
  for (let at = 0; at < most; at += 1) {
    const [one, other] = [before[at], after[at]];
    if (section === "messages" && (one === undefined || other === undefined)) return null;
    const difference = one === undefined || other === undefined ? null : differenceOf(one.value, other.value, other.path);
    if (one !== undefined && other !== undefined && difference === null) continue;
    if (section === "messages" && at === before.length - 1 && hasGrown(difference as Difference, other as Entry)) return null;
    const place = { before, after, at, difference };
    return section === "tools" ? toolChange(place) : section === "system" ? systemChange(place) : messageChange(place);
  }
  return null;
}

/** True if a message only has more parts at its end, as targets write consecutive messages of one role. */
function hasGrown({ before, path }: Difference, { path: message }: Entry): boolean {
  return before === undefined && /^\.(content|parts)\[\d+\]$/.test(path.slice(message.length));
}

interface Place {
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  readonly at: number;
  /** Null if one list has ended. */
  readonly difference: Difference | null;
}

function toolChange({ before, after, at, difference }: Place): Found {
  const [names, newNames] = [before, after].map((list) => list.map(({ value }) => toolName(value))) as [string[], string[]];
  const [name = "", newName = ""] = [names[at], newNames[at]];
  if (difference !== null && name === newName)
    return leafChange(at, difference, "tool-changed", `the tool ${quoted(name)} is declared otherwise`);
  const [gone, added] = [names.filter((one) => !newNames.includes(one)), newNames.filter((one) => !names.includes(one))];
  const isGone = gone.includes(name) && !added.includes(newName);
  const isAdded = added.includes(newName) && !gone.includes(name);
  if (gone.length === 0 && added.length === 0 && names.length === newNames.length)
    return entryChange(at, before, after, "tools-reordered", `the tool ${quoted(newName)} stands where ${quoted(name)} stood`);
  if (isAdded || (!isGone && gone.length === 0)) return entryChange(at, before, after, "tools-added", `new tools: ${listed(added)}`);
  return entryChange(at, before, after, "tools-removed", `tools that are gone: ${listed(gone)}`, isGone);
}

function systemChange({ before, after, at, difference }: Place): Found {
  if (difference !== null) return leafChange(at, difference, "system-changed", "the system prompt has other words");
  const detail = at < after.length ? "the system prompt has a new part" : "a part of the system prompt is gone";
  return entryChange(at, before, after, "system-changed", detail);
}

function messageChange({ before, after, at, difference }: Place): Found {
  const [one, other] = [before[at] as Entry, after[at] as Entry];
  const found = difference as Difference;
  if (isWithoutReasoning(one.value, other.value))
    return { ...entryChange(at, before, after, "reasoning-left-out", "the message lacks reasoning that it had"), path: other.path };
  if (found.isOrder) return leafChange(at, found, "message-edited", "");
  const gone = messagesGone({ before, after, at, difference }, found);
  if (gone !== null) return gone;
  const result = resultAt(other.value, found.path.slice(other.path.length));
  if (result !== null) {
    const [whole, rest] = [one, other].map(({ value }) => textIn(inner(value, result))) as [string, string];
    const cause = shorterResult(whole, rest);
    if (cause !== null) {
      const detail = `a result has ${rest.length} characters, in place of ${whole.length}`;
      return { cause, at, path: `${other.path}${result}`, pathIn: "after", detail };
    }
  }
  return leafChange(at, found, "message-edited", "an earlier message has other words");
}

/** Messages that were inserted, removed or replaced by one; null if the message at the place was changed itself. */
function messagesGone({ before, after, at }: Place, { path, before: had }: Difference): Found | null {
  const [one, other] = [before, after].map((list) => list.map(({ value }) => identityOf(value))) as [string[], string[]];
  // A note on what is gone may stand in the message before it, as one more part.
  const isLonger = had === undefined && path.endsWith("]");
  const noted = (count: number): Found => ({
    cause: "message-removed",
    at,
    path,
    pathIn: "after",
    detail: `${counted(count)} gone, for a note here`,
  });
  if (one[at] === other[at]) {
    const behind = isLonger ? stretchAt(one, other, at + 1) : null;
    return behind !== null && behind.removed > 0 && behind.inserted === 0 ? noted(behind.removed) : null;
  }
  const stretch = stretchAt(one, other, at);
  if (stretch === null) return null;
  const { removed, inserted } = stretch;
  if (removed === 0) return entryChange(at, before, after, "message-inserted", `${counted(inserted)} new here`);
  if (inserted > 0 && removed === 1) return null;
  if (inserted === 0 && before.slice(at, at + removed).every(({ value }) => isReasoning(value)))
    return entryChange(at, before, after, "reasoning-left-out", "an item of reasoning is gone", true);
  if (inserted > 0 && isLonger) return noted(removed - 1);
  return entryChange(at, before, after, "message-removed", `${counted(removed)} gone`, true);
}

/** The change of a part inside an entry that both requests have. */
function leafChange(
  at: number,
  { path, isMissing, before, after, isOrder, key }: Difference,
  cause: CacheMissCause,
  detail: string,
): Found {
  const place = { at, path, pathIn: isMissing ? ("before" as const) : ("after" as const) };
  if (isOrder) return { ...place, cause: "key-order-changed", detail: "the same values stand in another order" };
  const value = changingValueOf(before, after, key);
  if (value === null) return { ...place, cause, detail };
  return { ...place, cause: "changing-value", detail: `${quoted(value.after)} stands where ${quoted(value.before)} stood`, value };
}

/** The change of a whole entry. The place is in the first request if the entry is gone. */
function entryChange(
  at: number,
  before: readonly Entry[],
  after: readonly Entry[],
  cause: CacheMissCause,
  detail: string,
  isGone = at >= after.length,
): Found {
  const entry = (isGone ? before[at] : after[at]) as Entry;
  return { cause, at, path: entry.path, pathIn: isGone ? "before" : "after", detail };
}

function inner(value: unknown, path: string): unknown {
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].reduce<any>((held, [, name, index]) => held?.[name ?? Number(index)], value);
}

const counted = (count: number) => (count === 1 ? "a message is" : `${count} messages are`);
const quoted = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
const listed = (names: readonly string[]) => [...new Set(names)].slice(0, 5).map(quoted).join(", ");
