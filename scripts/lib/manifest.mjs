// The manifests of the packages: pkg-template/package.json, checked, and that of the vocabularies, with the address of the repository.
//
// On `"sideEffects"`: the entries of formats register their format. All other modules have no visible side effect: they add nothing to
// globals, and compile the wasm only at first use. A bundler may therefore drop a module if none of its exports is used. The flag applies
// to whole modules, so the entries only re-export names of other modules: see `bundleModules` in face.mjs.

import { readFileSync } from "node:fs";
import { pathOf, subEntries, tokenizers } from "./entries.mjs";
import { at } from "./paths.mjs";
import { StepError } from "./run.mjs";

/**
 * Returns the text of package.json. Throws when the versions of crate and package differ, so that a release cannot forget one of them.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function manifest(env = process.env) {
  const template = JSON.parse(readFileSync(at("pkg-template", "package.json"), "utf8"));
  const crate = crateVersion();
  if (template.version !== crate) {
    throw new StepError(`pkg-template/package.json has version ${template.version}, and Cargo.toml has ${crate}`, {
      advice: "give both the same version",
    });
  }
  return `${JSON.stringify({ ...template, ...entriesOf(template), ...repository(env) }, null, 2)}\n`;
}

/** The fields of the manifest that name entries: the template has those of `index`. */
function entriesOf({ exports, files }) {
  const { ".": index, ...others } = exports;
  const own = subEntries.map((entry) => [pathOf(entry), { ...forRuntimes(entry), ...conditions(entry.name) }]);
  const made = subEntries.flatMap(filesOf);
  const sideEffects = subEntries.filter(({ isFormat }) => isFormat).flatMap(({ name }) => [`./${name}.mjs`, `./${name}.cjs`]);
  return { sideEffects, exports: { ".": index, ...Object.fromEntries(own), ...others }, files: [...files, ...made] };
}

/**
 * Returns the text of the manifest of `backscroll-vocabularies`.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function vocabulariesManifest(env = process.env) {
  const template = JSON.parse(readFileSync(at("pkg-template", "vocabularies", "package.json"), "utf8"));
  const exports = Object.fromEntries(tokenizers.map(({ name }) => [`./${name}`, conditions(name)]));
  const files = [...template.files, ...tokenizers.flatMap(filesOf)];
  return `${JSON.stringify({ ...template, exports: { ...exports, ...template.exports }, files, ...repository(env) }, null, 2)}\n`;
}

/** The files of an entry that has one module and one CommonJS file. */
export const filesOf = ({ name }) => [".mjs", ".cjs", ".d.ts", ".d.cts"].map((ending) => `${name}${ending}`);

/** The conditions of an entry's variants for runtimes that compile no bytes. */
function forRuntimes({ name, wasm }) {
  if (wasm === undefined) return {};
  const variant = (runtime) => ({ types: `./${name}.d.ts`, default: `./${name}.${runtime}.mjs` });
  return { workerd: variant("workerd"), "edge-light": variant("edge-light") };
}

/** The conditions of an entry that has one module and one CommonJS file. */
function conditions(name) {
  const module = { types: `./${name}.d.ts`, default: `./${name}.mjs` };
  const script = { types: `./${name}.d.cts`, default: `./${name}.cjs` };
  return { bun: module, module, "module-sync": module, import: module, require: script, default: module };
}

/** The version in Cargo.toml. */
export function crateVersion() {
  const version = /^\[package\][^[]*?^version\s*=\s*"([^"]+)"/ms.exec(readFileSync(at("Cargo.toml"), "utf8"))?.[1];
  if (version === undefined)
    throw new StepError("Cargo.toml has no version", { advice: "give its [package] that of pkg-template/package.json" });
  return version;
}

/**
 * Returns the addresses of the GitHub or GitLab workflow that builds the package. npm refuses a provenance unless the package names the
 * same repository as the workflow. No file has this address, because a fork would forget to change it.
 */
function repository({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, CI_PROJECT_URL: project }) {
  const url = server && name ? `${server}/${name}` : project;
  if (!url) return {};
  const issues = project ? `${url}/-/issues` : `${url}/issues`;
  return { homepage: `${url}#readme`, bugs: { url: issues }, repository: { type: "git", url: `git+${url}.git` } };
}
