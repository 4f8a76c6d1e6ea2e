// The package's manifest: that of pkg-template, checked, and told where it comes from.
//
// On `"sideEffects"`: the entries of formats register these. Of all others, what an import does is seen by nobody else. It adds nothing to globals, and the wasm is not even compiled
// before the first use. A bundler may therefore drop a module of which none of the exports is used. The flag speaks of whole modules, so
// the entries only export again what other modules hold: see `bundleModules` in face.mjs.

import { readFileSync } from "node:fs";
import { at } from "./paths.mjs";
import { StepError } from "./run.mjs";

/**
 * The text of package.json. One version for crate and package: a release that forgets one of them stops here.
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
  return `${JSON.stringify({ ...template, ...repository(env) }, null, 2)}\n`;
}

/** The version in Cargo.toml. */
export function crateVersion() {
  const version = /^\[package\][^[]*?^version\s*=\s*"([^"]+)"/ms.exec(readFileSync(at("Cargo.toml"), "utf8"))?.[1];
  if (version === undefined) throw new StepError("Cargo.toml has no version", { advice: "give its [package] that of pkg-template/package.json" });
  return version;
}

/**
 * The repository of the workflow of GitHub or GitLab that builds the package. Both attest that, and npm refuses a provenance whose package does not
 * name the very same repository; so it is not written into a file, which a fork would forget to change.
 */
function repository({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, CI_PROJECT_URL: project }) {
  const url = server && name ? `${server}/${name}` : project;
  return url ? { repository: { type: "git", url: `git+${url}.git` } } : {};
}
