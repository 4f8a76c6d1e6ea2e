/** Files as the tools of agents return them: with the numbers of lines, as the matches of a search, and as a difference. */
import { randomFrom } from "./random.mjs";

const LONGEST = 400;

/** A part of a file, as long as tools return at most. */
const partOf = (lines, random) => {
  const from = lines.length > LONGEST ? random.integer(0, lines.length - LONGEST) : 0;
  return { from, part: lines.slice(from, from + LONGEST) };
};

const numbered = (lines, random) => {
  const { from, part } = partOf(lines, random);
  const mark = random.pick(["\t", "→"]);
  return part.map((line, index) => `${String(from + index + 1).padStart(6)}${mark}${line}`).join("\n");
};

/** Lines that a search found, with their file and number; every other search shows the lines around them. */
const matches = (lines, name, random) => {
  const path =
    random.next() < 0.25 ? `src\\${name.replaceAll("/", "\\")}` : `${random.pick(["", "./", "src/", "/home/dev/project/"])}${name}`;
  const around = random.pick([0, 0, 2]);
  const found = lines.flatMap((line, index) => (line.trim() !== "" && random.next() < 0.15 ? [index] : []));
  return found
    .flatMap((at) =>
      Array.from({ length: 2 * around + 1 }, (_, offset) => at - around + offset)
        .filter((index) => index >= 0 && index < lines.length)
        .map((index) => (index === at ? `${path}:${index + 1}:${lines[index]}` : `${path}-${index + 1}-${lines[index]}`)),
    )
    .slice(0, LONGEST)
    .join("\n");
};

/** Replaces some lines by lines of the same file, and adds and removes others. */
const difference = (lines, name, random) => {
  const hunks = [`diff --git a/${name} b/${name}`, `index ${random.hex(7)}..${random.hex(7)} 100644`, `--- a/${name}`, `+++ b/${name}`];
  let moved = 0;
  for (let at = random.integer(0, 12); at < lines.length; at += random.integer(12, 60)) {
    const before = lines.slice(Math.max(0, at - 3), at);
    const removed = lines.slice(at, at + random.integer(0, 4));
    const after = lines.slice(at + removed.length, at + removed.length + 3);
    const start = random.integer(0, Math.max(0, lines.length - 6));
    const added =
      random.next() < 0.5
        ? removed.map((line) => line.replace(/\w{4,}/, (word) => `${word}${random.pick(["s", "Id", "_count", "New"])}`))
        : lines.slice(start, start + random.integer(1, 6));
    const size = before.length + after.length;
    hunks.push(
      `@@ -${at - before.length + 1},${size + removed.length} +${at - before.length + 1 + moved},${size + added.length} @@ ${random.next() < 0.6 ? lines[Math.max(0, at - 9)].trim() : ""}`.trimEnd(),
    );
    hunks.push(
      ...before.map((line) => ` ${line}`),
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      ...after.map((line) => ` ${line}`),
    );
    moved += added.length - removed.length;
  }
  return hunks.slice(0, LONGEST).join("\n");
};

/** @param {string} text @param {string} name Of the file. @returns {string[]} */
export const asResults = (text, name) => {
  const lines = text.split("\n");
  const random = randomFrom(`results ${name}`);
  return [numbered(lines, random), matches(lines, name, random), difference(lines, name, random)];
};
