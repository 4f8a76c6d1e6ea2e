// `npm run size`: prepares the package, prints what each of its parts costs, and compares that with the last figures, which are in
// tests/size.json. `npm run size -- --bless` puts today's in their place.

import { readFileSync, writeFileSync } from "node:fs";
import { kilobytes, table } from "../benches/lib/table.mjs";
import { requireInstalled } from "./lib/consumer.mjs";
import { at, isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const figures = at("tests", "size.json");

/** A part may grow by so much: a compiler does that when something else changes. */
const [SHARE, BYTES] = [0.01, 200];

const GROUPS = {
  wasm: "module of the wasm",
  face: "folder of the face, minified",
  bundles: "bundle for a browser, minified",
  names: "name alone, minified, without the wasm",
};

/** Prints the size of every part of the package that is installed. @throws {StepError} when one is larger than it was. */
export async function size({ bless = false } = {}) {
  requireInstalled();
  // Imported when asked for: it imports npm packages, which setup brings.
  const { measureSizes } = await import("./lib/sizes.mjs");
  const sizes = await measureSizes();
  for (const [group, title] of Object.entries(GROUPS)) {
    const parts = Object.entries(sizes[group]).sort(([, a], [, b]) => b.bytes - a.bytes);
    console.log(`\n${table([title, "brotli", "bytes"], parts.map(([name, { bytes, brotli }]) => [name, kilobytes(brotli), bytes]))}`);
  }
  if (bless) return writeFileSync(figures, `${JSON.stringify(onlyBytes(sizes), null, 2)}\n`);
  const grown = growth(JSON.parse(readFileSync(figures, "utf8")), onlyBytes(sizes));
  if (grown.length === 0) return;
  throw new StepError(`${grown.length} parts are larger than they were`, { tail: grown.join("\n"), advice: "if this is meant, run `npm run size -- --bless`" });
}

/** The parts that have grown, in words. A part without a figure has grown from nothing. */
export function growth(before, now) {
  return Object.entries(now).flatMap(([group, parts]) =>
    Object.entries(parts)
      .map(([name, bytes]) => ({ name, bytes, last: before[group]?.[name] ?? 0 }))
      .filter(({ bytes, last }) => bytes > last * (1 + SHARE) + BYTES)
      .map(({ name, bytes, last }) => `${group}: ${name} grew from ${last} to ${bytes} bytes`),
  );
}

/** Brotli is for people: its figure for a part moves with all other parts. */
function onlyBytes(sizes) {
  const bytesOf = (parts) => Object.fromEntries(Object.entries(parts).map(([name, { bytes }]) => [name, bytes]).sort());
  return Object.fromEntries(Object.entries(sizes).map(([group, parts]) => [group, bytesOf(parts)]));
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    await prepare();
    await size({ bless: process.argv.includes("--bless") });
  });
}
