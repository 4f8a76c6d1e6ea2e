// Judges what a cut of a planted case keeps.

import { sizeOf } from "./tokens.mjs";
import { textsOf } from "./words.mjs";

/** @typedef {import("./planted/planting.mjs").Item} Item */

/** A gap in a text, and a note in the place of messages. */
const [GAP, NOTE] = [/\[…\]/g, /^\[\d+ messages? left out/];
const WRITES = /write|edit/;
/** Characters of a line that says something, so that finding it twice is a waste. */
const LONG_LINE = 40;

/**
 * Returns the hits of a case by figure, each from 0 to 1.
 *
 * @param {import("./planted/case.mjs").Case} planted
 * @param {object[]} kept messages in neutral form; none if the way made no request
 * @returns {Record<string, number | number[] | null>}
 */
export function hitsOf({ items, waste, required }, kept) {
  const texts = kept.map((message) => textsOf(message).join("\n").toLowerCase());
  const deeds = texts.filter((_, index) => isNote(kept[index]) || (kept[index].toolCalls ?? []).some(({ name }) => WRITES.test(name)));
  const hits = {};
  for (const item of items) {
    for (const [figure, hit] of Object.entries(hitsOn(item, item.figure === "written" ? deeds : texts)))
      (hits[figure] ??= []).push(Number(hit));
  }
  return {
    ...hits,
    ...costsOf(
      waste,
      kept.filter((message) => !isOneOf(required, message)),
    ),
    pairs: Number(arePairsWhole(kept)),
  };
}

/** @param {Item} item @param {string[]} texts */
function hitsOn({ figure, parts, least = 1, old, also = [] }, texts) {
  const isThere = isHeld(parts, least, texts);
  if (old === undefined) return Object.fromEntries([figure, ...also].map((name) => [name, isThere]));
  const isOldThere = isHeld(old, 1, texts);
  return { fact: isThere, clean: isThere && !isOldThere, "stale only": isOldThere && !isThere };
}

/** Returns true if one text holds enough of the parts. */
function isHeld(parts, least, texts) {
  const patterns = parts.map(wholeWords);
  return texts.some((text) => patterns.filter((pattern) => pattern.test(text)).length >= least * parts.length);
}

/** Returns a pattern for a part that does not match inside a longer word or number: 12 is not in 120. */
function wholeWords(part) {
  const escaped = part.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`);
}

/** Returns the costs of what a cut chose: waste, repetition and marks. Null where there is nothing to measure. */
function costsOf(waste, chosen) {
  const size = sizeOf(chosen);
  if (size === 0) return { waste: null, twice: null, gaps: null, notes: null };
  const isWaste = ({ toolCallId, toolCalls = [] }) =>
    waste.results.includes(toolCallId) || toolCalls.some(({ id }) => waste.calls.includes(id));
  const gaps = chosen.flatMap((message) => textsOf(message).flatMap((text) => text.match(GAP) ?? []));
  const thousands = size / 1_000;
  return {
    waste: sizeOf(chosen.filter(isWaste)) / size,
    twice: shareSaidTwice(chosen),
    gaps: gaps.length / thousands,
    notes: chosen.filter(isNote).length / thousands,
  };
}

/** Returns the share of the long lines of results, by characters, that stand in an earlier one, too. */
function shareSaidTwice(messages) {
  const seen = new Set();
  let [all, twice] = [0, 0];
  for (const line of messages.filter(({ role }) => role === "tool").flatMap((message) => textsOf(message).join("\n").split("\n"))) {
    const text = line.trim();
    if (text.length < LONG_LINE) continue;
    all += text.length;
    if (seen.has(text)) twice += text.length;
    seen.add(text);
  }
  return all === 0 ? 0 : twice / all;
}

/** Returns true if each result follows its call, and each call has its result. */
function arePairsWhole(messages) {
  const open = new Set();
  for (const { toolCallId, toolCalls = [], role } of messages) {
    if (role === "tool" && !open.delete(toolCallId)) return false;
    for (const { id } of toolCalls) open.add(id);
  }
  return open.size === 0;
}

export function isNote(message) {
  return NOTE.test(textsOf(message).join("\n"));
}

/** Ways may copy messages, so a required message is known by its texts. */
function isOneOf(required, message) {
  const text = textsOf(message).join("\n");
  return [...required].flat().some((other) => other.role === message.role && textsOf(other).join("\n") === text);
}
