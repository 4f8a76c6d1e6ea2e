// A small project with the packed package in it, as a user would have it: `npm install` of what the runtime needs, then of the tarball.
//
// It lies in `.tools/runtimes/<name>`, and its files come from `tests/runtimes/shared` and `tests/runtimes/projects/<name>`. Packages that
// are there already are kept.

import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installTarball, pack } from "../../scripts/lib/consumer.mjs";
import { at, packageFolder, toolsFolder } from "../../scripts/lib/paths.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "../../scripts/lib/stamp.mjs";
import { step } from "../../scripts/lib/step.mjs";

const folder = join(toolsFolder, "runtimes");
const sources = at("tests", "runtimes", "projects");
const shared = at("tests", "runtimes", "shared");
const probeFile = at("tests", "runtimes", "probe.mjs");
const ONLINE = "see whether this machine reaches the npm registry, and run the command again";

/** Files that outlive a run in a project. */
const KEPT = ["node_modules", "dependencies.sha256", "package.sha256", "package.json"];

/**
 * @typedef {object} Project
 * @property {string} folder where it lies
 * @property {(...names: string[]) => string} path a path inside it
 * @property {(name: string) => string} program what npm calls a bin
 * @property {(name: string) => string} version the version of a package that is installed in it
 */

/** Packs pkg/ once for all projects of a run. @returns {Promise<string>} the tarball's path */
export async function packed() {
  mkdirSync(folder, { recursive: true });
  return pack(folder);
}

/**
 * Makes the project, or takes the one that is there.
 *
 * @param {string} name a folder of `projects`
 * @param {string} tarball
 * @param {{ scripts?: boolean }} options whether packages may run scripts when they are installed: some fetch a program so
 * @returns {Promise<Project>}
 */
export async function projectOf(name, tarball, { scripts = false } = {}) {
  const project = aProject(join(folder, name));
  await installDependencies(name, project, scripts);
  await installOurs(project, tarball);
  await layFiles(name, project);
  return project;
}

function aProject(folder) {
  const path = (...names) => join(folder, ...names);
  const manifest = (name) => JSON.parse(readFileSync(path("node_modules", ...name.split("/"), "package.json"), "utf8"));
  return { folder, path, program: (name) => path("node_modules", ".bin", name), version: (name) => manifest(name).version };
}

async function installDependencies(name, { folder, path }, scripts) {
  const manifest = join(sources, name, "package.json");
  const [stamp, content] = [path("dependencies.sha256"), digest([manifest])];
  if (isFresh(stamp, content, [path("node_modules")])) return;
  await step(`packages of ${name} (npm install)`, "20 s", async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copyFileSync(manifest, path("package.json"));
    const flags = ["--no-package-lock", "--no-save", "--no-audit", "--no-fund", ...(scripts ? [] : ["--ignore-scripts"])];
    await run("npm", ["install", ...flags], { cwd: folder, advice: ONLINE });
    mkdirSync(path("node_modules"), { recursive: true });
    writeStamp(stamp, content);
  });
}

async function installOurs({ folder, path }, tarball) {
  const [stamp, content] = [path("package.sha256"), digest([packageFolder])];
  const installed = path("node_modules", "backscroll");
  if (isFresh(stamp, content, [installed])) return;
  breakStamp(stamp);
  rmSync(installed, { recursive: true, force: true });
  await installTarball(folder, tarball);
  // Without it, the name would lead to the installation above, and a runtime would be tried with another way of installing.
  if (!existsSync(installed)) throw new StepError(`npm installed no package at ${installed}`, { advice: "look at the tarball in .tools/runtimes" });
  writeStamp(stamp, content);
}

/** The probe as ESM and CommonJS, what prints its answer or leaves it on a page, and the project's own files; nothing of an earlier run. */
async function layFiles(name, { folder, path }) {
  for (const file of readdirSync(folder).filter((file) => !KEPT.includes(file))) rmSync(path(file), { recursive: true });
  const { transformSync } = await import("esbuild");
  const probe = readFileSync(probeFile, "utf8");
  writeFileSync(path("probe.mjs"), probe);
  writeFileSync(path("probe-slim.mjs"), probe.replace('from "backscroll"', 'from "backscroll/slim"'));
  writeFileSync(path("probe.cjs"), transformSync(probe, { format: "cjs", target: "node20" }).code);
  cpSync(shared, folder, { recursive: true });
  cpSync(join(sources, name), folder, { recursive: true });
}
