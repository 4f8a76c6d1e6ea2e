// Installs the packages as a user would: `npm pack`, then `npm install` of the tarballs into a project of its own.
//
// Tests and programs of this repository say `import "backscroll"`. Links in node_modules lead the names of the packages to the installed
// tarballs, for ESM, CJS and TypeScript alike and without a hook; so they test the published packages, with their exports maps and file
// lists, and not the folders that they were packed from. `npm ci` removes the links; the next run creates them again.
//
// An offline installation leaves out the optional peers that it is not given. The project is below the root, so an entry of the package that
// needs such a peer finds it in the root's node_modules, as it would in a user's project.

import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isPackageFresh } from "./face.mjs";
import { checkPackage } from "./package-checks.mjs";
import { at, packageFolder, root, toolsFolder, vocabulariesFolder } from "./paths.mjs";
import { StepError, run } from "./run.mjs";
import { digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";
import { areVocabulariesFresh } from "./vocabularies.mjs";

/** The packages, each with the folder that it is packed from. */
const PACKAGES = { backscroll: packageFolder, "backscroll-vocabularies": vocabulariesFolder };
/** The names of the packages. */
export const packageNames = Object.keys(PACKAGES);

const project = join(toolsFolder, "consumer");
const installed = packageNames.map((name) => ({ folder: join(project, "node_modules", name), link: at("node_modules", name) }));
const folders = installed.map(({ folder }) => folder);
const stamp = join(project, "installed.sha256");

/** Packs the packages and installs them, unless the same packages are installed already. */
export async function installPackage() {
  if (!areBuilt()) throw new StepError("the built packages are not what the sources say", { advice: "run `npm run build` first" });
  const content = packagesDigest();
  if (!isFresh(stamp, content, folders)) {
    await step("install the packages from their tarballs", "10 s", async () => {
      rmSync(project, { recursive: true, force: true });
      mkdirSync(project, { recursive: true });
      writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
      const tarballs = await pack(project);
      for (const tarball of tarballs) {
        await checkPackage(tarball);
        await publishDry(tarball);
      }
      await installTarballs(project, tarballs);
      await smoke();
      writeStamp(stamp, content);
    });
  }
  for (const each of installed) layLink(each);
}

/** Throws when `import "backscroll"` would not load the package of the current sources. */
export function requireInstalled() {
  if (areBuilt() && installed.every(isLinked) && isFresh(stamp, packagesDigest(), folders)) return;
  throw new StepError("the packages that are installed for the tests are not what the sources say", {
    advice: "run the stages `build` and `pack` before this one, as `npm test -- build pack node`",
  });
}

const areBuilt = () => isPackageFresh() && areVocabulariesFresh();
const isLinked = ({ folder, link }) => existsSync(link) && realpathSync(link) === realpathSync(folder);

/** Returns a digest of the built packages. */
export function packagesDigest() {
  return digest(Object.values(PACKAGES));
}

/** Packs the packages into a folder. @returns {Promise<string[]>} the tarballs' paths */
export async function pack(folder) {
  const packed = Object.values(PACKAGES).map((from) => `./${relative(root, from)}`);
  await run("npm", ["pack", ...packed, "--ignore-scripts", "--pack-destination", relative(root, folder)]);
  return Object.values(PACKAGES).map((from) => {
    const { name, version } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    return join(folder, `${name}-${version}.tgz`);
  });
}

/** Publishes the tarball as a release would, with its provenance, but sends nothing. By `--force`, the version may be published already. */
async function publishDry(tarball) {
  await run("npm", ["publish", "--dry-run", "--force", "--ignore-scripts", `./${relative(root, tarball)}`], {
    advice: "see what npm says of its package.json, which is made from pkg-template",
  });
}

/** Installs the tarballs into a project, and asks no registry. */
export async function installTarballs(project, tarballs) {
  const paths = tarballs.map((tarball) => relative(project, tarball));
  await run("npm", ["install", "--no-save", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...paths], {
    cwd: project,
    advice: "the packages may need nothing from a registry: look at `dependencies` in pkg-template/package.json",
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

function layLink(each) {
  if (isLinked(each)) return;
  const { folder, link } = each;
  // A broken link does not "exist", but would still block the new link.
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true, force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(folder, link, "junction");
}
