// `npm run size`: prepares the package, prints the size of each part, and compares it with the last figures, which are in tests/size.json.
// `npm run size -- --bless` writes the new figures.

import { readFileSync, writeFileSync } from "node:fs";
import { kilobytes, table } from "../benches/lib/table.mjs";
import { requireInstalled } from "./lib/consumer.mjs";
import { at, isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const figures = at("tests", "size.json");

/** The share by which a part may grow, because a compiler's output varies when other parts change. */
const [SHARE, BYTES] = [0.01, 200];

const GROUPS = {
  wasm: "module of the wasm",
  face: "folder of the face, minified",
  bundles: "bundle for a browser, minified",
  names: "name alone, minified, without the wasm",
};

/** Prints the size of every part of the installed package. @throws {StepError} when a part has grown. */
export async function size({ bless = false } = {}) {
  requireInstalled();
  // Imported late: it imports npm packages, which setup installs.
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

/** Describes the parts that have grown. A new part has grown from nothing. */
export function growth(before, now) {
  return Object.entries(now).flatMap(([group, parts]) =>
    Object.entries(parts)
      .map(([name, bytes]) => ({ name, bytes, last: before[group]?.[name] ?? 0 }))
      .filter(({ bytes, last }) => bytes > last * (1 + SHARE) + BYTES)
      .map(({ name, bytes, last }) => `${group}: ${name} grew from ${last} to ${bytes} bytes`),
  );
}

/** Brotli figures are for people, and not compared: the figure of a part changes with all other parts. */
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
