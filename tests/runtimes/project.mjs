// A small project with the packed package in it, as a user would have it: `npm install` of what the runtime needs, then of the tarball.
//
// It lies in `.tools/runtimes/<name>`, and its files come from `tests/runtimes/projects/<name>`. What is there already is kept.

import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { at, packageFolder, toolsFolder } from "../../scripts/lib/paths.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";
import { breakStamp, digest, isFresh, writeStamp } from "../../scripts/lib/stamp.mjs";
import { step } from "../../scripts/lib/step.mjs";

const folder = join(toolsFolder, "runtimes");
const sources = at("tests", "runtimes", "projects");
const probeFile = at("tests", "runtimes", "probe.mjs");
const OFFLINE = "look at `dependencies` in pkg-template/package.json: the package may need nothing from a registry";
const ONLINE = "see whether this machine reaches the npm registry, and run the command again";

/** What lies in a project beside the files that are its own. No top-level await: a bundle in CommonJS has none. */
const PRINTER = `import { probe } from "./probe.mjs";\nprobe().then((answer) => console.log(answer));\n`;
const CJS_PRINTER = `require("./probe.cjs").probe().then((answer) => console.log(answer));\n`;
const SHOW = `export const show = (asked) => asked.then((answer) => (globalThis.answer = answer), (error) => (globalThis.trouble = String(error.stack ?? error)));\n`;
const PAGE = `import { probe } from "./probe.mjs";\nimport { show } from "./show.mjs";\nshow(probe());\n`;

/**
 * @typedef {object} Project
 * @property {string} folder where it lies
 * @property {(...names: string[]) => string} path a path inside it
 * @property {(name: string) => string} program what npm calls a bin
 * @property {(name: string) => string} version the version of a package that is installed in it
 */

/** Packs pkg/ once for all projects of a run. @returns {Promise<string>} the tarball's path */
export async function packedTarball() {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".tgz"))) rmSync(join(folder, name));
  await run("npm", ["pack", "./pkg", "--ignore-scripts", "--pack-destination", folder]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")));
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
  await installPackage(project, tarball);
  await layFiles(name, project);
  return project;
}

function aProject(folder) {
  const path = (...names) => join(folder, ...names);
  const manifest = (name) => JSON.parse(readFileSync(path("node_modules", ...name.split("/"), "package.json"), "utf8"));
  return { folder, path, program: (name) => path("node_modules", ".bin", name), version: (name) => manifest(name).version };
}

async function installDependencies(name, { folder, path }, scripts) {
  const files = ["package.json", "package-lock.json"].map((file) => join(sources, name, file));
  const [stamp, content] = [path("dependencies.sha256"), digest(files)];
  if (isFresh(stamp, content, [path("node_modules")])) return;
  await step(`packages of ${name} (npm install)`, "20 s", async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of files) copyFileSync(file, path(basename(file)));
    // Not `npm ci`: it refuses a lock file that lacks the programs of platforms which the registry it was written with does not have.
    const flags = ["--no-save", "--no-audit", "--no-fund", ...(scripts ? [] : ["--ignore-scripts"])];
    await run("npm", ["install", ...flags], { cwd: folder, advice: ONLINE });
    mkdirSync(path("node_modules"), { recursive: true });
    writeStamp(stamp, content);
  });
}

async function installPackage({ folder, path }, tarball) {
  const [stamp, content] = [path("package.sha256"), digest([packageFolder])];
  const installed = path("node_modules", "backscroll");
  if (isFresh(stamp, content, [installed])) return;
  breakStamp(stamp);
  rmSync(installed, { recursive: true, force: true });
  await run("npm", ["install", "--no-save", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball], { cwd: folder, advice: OFFLINE });
  // Without it, the name would lead to the installation above, and a runtime would be tried with another way of installing.
  if (!existsSync(installed)) throw new StepError(`npm installed no package at ${installed}`, { advice: OFFLINE });
  writeStamp(stamp, content);
}

/** The probe as ESM and CommonJS, what prints its answer or leaves it on a page, and the project's own files. */
async function layFiles(name, { folder, path }) {
  const { transformSync } = await import("esbuild");
  const probe = readFileSync(probeFile, "utf8");
  const files = {
    "probe.mjs": probe,
    "probe-slim.mjs": probe.replace('from "backscroll"', 'from "backscroll/slim"'),
    "probe.cjs": transformSync(probe, { format: "cjs", target: "node20" }).code,
    "print.mjs": PRINTER,
    "print.cjs": CJS_PRINTER,
    "show.mjs": SHOW,
    "page.mjs": PAGE,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path(file), text);
  const own = join(sources, name);
  for (const file of readdirSync(own).filter((file) => !file.startsWith("package"))) {
    cpSync(join(own, file), join(folder, file), { recursive: statSync(join(own, file)).isDirectory() });
  }
}
