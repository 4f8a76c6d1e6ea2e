// The licences of what is compiled into the package: crates in the wasm, and npm packages in its scripts.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { at, environment, root } from "./paths.mjs";
import { StepError } from "./run.mjs";

/** Licences whose terms the package can meet by this notice. Of several that a crate offers, the first of this list is taken. */
const TAKEN = ["MIT", "Apache-2.0", "Unicode-3.0", "Zlib", "BSD-3-Clause", "ISC"];

/**
 * Something that is compiled in.
 *
 * @typedef {object} Part
 * @property {"cargo" | "npm"} from its registry
 * @property {string} name
 * @property {string} version
 * @property {string} licence as the part says it
 * @property {string} folder
 * @property {string | null} sha256 the checksum of the crate; null for a package of npm
 */

/** Returns what is compiled in. @param {string[]} names of the npm packages that are bundled @returns {Part[]} */
export function partsOf(names) {
  return [...crates(), ...npmPackages(names)];
}

/** Returns the crates of others that the wasm is made of, without those that run only while it is compiled. @returns {Part[]} */
function crates() {
  const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown"];
  const { packages, resolve } = JSON.parse(
    execFileSync("cargo", args, { cwd: root, env: environment(), encoding: "utf8", maxBuffer: 1 << 28 }),
  );
  const byId = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((each) => [each.id, each]));
  const isMacro = (id) => byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro"));
  const found = new Set();
  const add = (id) => {
    if (found.has(id) || isMacro(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) if (kinds.some(({ kind }) => kind === null)) add(pkg);
  };
  add(resolve.root);
  // The crates of this repository have no source.
  const others = [...found].map((id) => byId.get(id)).filter(({ source }) => source !== null);
  const lock = readFileSync(at("Cargo.lock"), "utf8");
  const checksumOf = (name, version) =>
    new RegExp(`name = "${name}"\nversion = "${version.replaceAll("+", "\\+")}"\n.*\nchecksum = "([\\da-f]{64})"`).exec(lock)?.[1] ?? null;
  return others.map(({ name, version, license, manifest_path: path }) => ({
    from: "cargo",
    name,
    version,
    licence: license,
    folder: dirname(path),
    sha256: checksumOf(name, version),
  }));
}

/** @param {string[]} names of npm packages @returns {Part[]} */
function npmPackages(names) {
  return names.map((name) => {
    const folder = at("node_modules", ...name.split("/"));
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { from: "npm", name, version, licence: license, folder, sha256: null };
  });
}

/** The licence that is taken of those that a part offers. */
export function takenOf({ name, licence }) {
  const offered = String(licence)
    .split(/ OR |\//)
    .map((each) => each.replaceAll(/[()]/g, "").trim());
  // Of licences that hold together, each is in the file that is quoted.
  const found = TAKEN.find((each) => offered.some((offer) => offer.split(" AND ").includes(each)));
  if (found !== undefined) return found;
  throw new StepError(`${name} has the licence ${licence}`, {
    advice: "see whether the package may hold it, and add it to scripts/lib/licences.mjs",
  });
}

/** The text of the licence that is taken, as the part brings it. */
function textOf(part) {
  const taken = takenOf(part);
  const files = readdirSync(part.folder)
    .filter((name) => /^(licen[cs]e|copying)/i.test(name))
    .sort();
  const file =
    files.find((name) => name.toLowerCase().includes(taken.split("-")[0].toLowerCase())) ??
    files.find((name) => !/apache|unlicense/i.test(name)) ??
    files[0];
  return { taken, text: file === undefined ? null : readFileSync(join(part.folder, file), "utf8").replaceAll("\r\n", "\n").trim() };
}

/** Returns the notice. Texts that are the same are there once. @param {Part[]} parts */
export function notice(parts) {
  const texts = new Map();
  for (const part of parts) {
    const { taken, text } = textOf(part);
    const key = text ?? `${taken}: see https://spdx.org/licenses/${taken}.html`;
    texts.set(key, [...(texts.get(key) ?? []), `${part.name} ${part.version} (${taken})`]);
  }
  const blocks = [...texts].map(([text, parts]) => `${parts.sort().join("\n")}\n\n${text}\n`).sort();
  const head =
    "What is compiled into this package, and its licences. The standard library of Rust is compiled in, too; its licence is MIT or Apache-2.0.\n";
  return [head, ...blocks].join(`\n${"-".repeat(80)}\n\n`);
}
