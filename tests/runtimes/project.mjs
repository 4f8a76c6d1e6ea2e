// A small project with the packed packages, as a user would have them: `npm install` of the runtime's packages, then of the tarballs.
//
// The project is in `.tools/runtimes/<name>`. Its files come from `tests/runtimes/shared` and `tests/runtimes/projects/<name>`. Installed
// packages are kept.

import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installTarballs, pack, packageNames, packagesDigest } from "../../scripts/lib/consumer.mjs";
import { at, toolsFolder } from "../../scripts/lib/paths.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "../../scripts/lib/stamp.mjs";
import { step } from "../../scripts/lib/step.mjs";

const folder = join(toolsFolder, "runtimes");
const sources = at("tests", "runtimes", "projects");
const shared = at("tests", "runtimes", "shared");
const probeFile = at("tests", "runtimes", "probe.mjs");
const ONLINE = "see whether this machine reaches the npm registry, and run the command again";

/** The files of a project that a new run keeps. */
const KEPT = ["node_modules", "dependencies.sha256", "package.sha256", "package.json"];

/**
 * @typedef {object} Project
 * @property {string} folder the folder of the project
 * @property {(...names: string[]) => string} path a path inside it
 * @property {(name: string) => string} program the path of a program, which npm calls a bin
 * @property {(name: string) => string} version the version of a package that is installed in it
 */

/** Packs the packages once for all projects of a run. @returns {Promise<string[]>} the tarballs' paths */
export async function packed() {
  mkdirSync(folder, { recursive: true });
  return pack(folder);
}

/**
 * Creates the project, or reuses an existing one.
 *
 * @param {string} name a folder of `projects`
 * @param {string[]} tarballs
 * @param {{ scripts?: boolean }} options true if packages may run install scripts: some download a program
 * @returns {Promise<Project>}
 */
export async function projectOf(name, tarballs, { scripts = false } = {}) {
  const project = aProject(join(folder, name));
  await installDependencies(name, project, scripts);
  await installOurs(project, tarballs);
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

async function installOurs({ folder, path }, tarballs) {
  const [stamp, content] = [path("package.sha256"), packagesDigest()];
  const installed = packageNames.map((name) => path("node_modules", name));
  if (isFresh(stamp, content, installed)) return;
  breakStamp(stamp);
  for (const each of installed) rmSync(each, { recursive: true, force: true });
  await installTarballs(folder, tarballs);
  // Without this, the name would resolve to the installation in a folder above, and the runtime would be tested with that one.
  const missing = installed.find((each) => !existsSync(each));
  if (missing !== undefined) throw new StepError(`npm installed no package at ${missing}`, { advice: "look at the tarballs in .tools/runtimes" });
  writeStamp(stamp, content);
}

/**
 * Writes the probe as ESM and CommonJS, the programs that print its answer or put it on a page, and the project's own files. Removes the
 * files of an earlier run.
 */
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
