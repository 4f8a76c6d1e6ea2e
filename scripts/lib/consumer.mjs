// Installs the package as a user would: `npm pack`, then `npm install` of the tarball into a project of its own.
//
// Tests and programs of this repository say `import "backscroll"`. A link in node_modules leads that name to the installed
// tarball, for ESM, CJS and TypeScript alike and without a hook; so they test the published package, with its exports map and file list,
// and not the folder that it was packed from. `npm ci` removes the link; the next run creates it again.
//
// An offline installation leaves optional peers out. The project is below the root, so an entry of the package that needs an optional peer
// finds it in the root's node_modules, as it would in a user's project.

import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isPackageFresh } from "./face.mjs";
import { checkPackage } from "./package-checks.mjs";
import { at, packageFolder, root, toolsFolder } from "./paths.mjs";
import { StepError, run } from "./run.mjs";
import { digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";

const project = join(toolsFolder, "consumer");
const installed = join(project, "node_modules", "backscroll");
const link = at("node_modules", "backscroll");
const stamp = join(project, "installed.sha256");

/** Packs pkg/ and installs it, unless the same package is installed already. */
export async function installPackage() {
  if (!isPackageFresh()) throw new StepError("pkg/ is not what the sources say", { advice: "run `npm run build` first" });
  const content = digest([packageFolder]);
  if (!isFresh(stamp, content, [installed])) {
    await step("install the package from its tarball", "5 s", async () => {
      rmSync(project, { recursive: true, force: true });
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
      const tarball = await pack(project);
      await checkPackage(tarball);
      await publishDry(tarball);
      await installTarball(project, tarball);
      await smoke();
      writeStamp(stamp, content);
    });
  }
  layLink();
}

/** Throws when `import "backscroll"` would not load the package of the current sources. */
export function requireInstalled() {
  const isLinked = existsSync(link) && realpathSync(link) === realpathSync(installed);
  if (isPackageFresh() && isLinked && isFresh(stamp, digest([packageFolder]), [installed])) return;
  throw new StepError("the package that is installed for the tests is not what the sources say", {
    advice: "run the stages `build` and `pack` before this one, as `npm test -- build pack node`",
  });
}

/** Packs pkg/ into a folder. @returns {Promise<string>} the tarball's path */
export async function pack(folder) {
  await run("npm", ["pack", "./pkg", "--ignore-scripts", "--pack-destination", relative(root, folder)]);
  const { name, version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  return join(folder, `${name}-${version}.tgz`);
}

/** Publishes the tarball as a release would, with its provenance, but sends nothing. */
async function publishDry(tarball) {
  await run("npm", ["publish", "--dry-run", "--ignore-scripts", `./${relative(root, tarball)}`], {
    advice: "see what npm says of pkg-template/package.json",
  });
}

/** Installs the tarball into a project, and asks no registry. */
export async function installTarball(project, tarball) {
  await run("npm", ["install", "--no-save", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", relative(project, tarball)], {
    cwd: project,
    advice: "the package may need nothing from a registry: look at `dependencies` in pkg-template/package.json",
  });
}

/** Fails unless `import` and `require` both load, and export the same names. */
async function smoke() {
  const names = 'Object.keys(face).filter((name) => name !== "default" && name !== "module.exports").sort().join()';
  const asEsm = `import * as face from "backscroll"; console.log(${names})`;
  const asCjs = `const face = require("backscroll"); console.log(${names})`;
  const [esm, cjs] = [await evaluate("module", asEsm), await evaluate("commonjs", asCjs)];
  if (esm !== "" && esm === cjs) return;
  throw new StepError(`import gives the names \`${esm}\`, and require \`${cjs}\``, { advice: "see scripts/lib/entries.mjs" });
}

async function evaluate(kind, code) {
  return (await run(process.execPath, [`--input-type=${kind}`, "--eval", code], { cwd: project })).trim();
}

function layLink() {
  if (existsSync(link) && realpathSync(link) === realpathSync(installed)) return;
  // A broken link does not "exist", but would still block the new link.
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true, force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(installed, link, "junction");
}
