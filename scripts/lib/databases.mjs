// The databases on which the stores are tested: servers from Debian's packages, and npm packages that only these tests need.

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installDebian } from "./debian.mjs";
import { at, toolsFolder } from "./paths.mjs";
import { StepError, run } from "./run.mjs";
import { digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";
import { which } from "./which.mjs";

/** The folder of npm packages that only the tests of stores need. */
export const storePackages = join(toolsFolder, "stores");
const manifest = at("tests", "stores", "package.json");

/**
 * Installs what is missing. What cannot be installed is printed, and the tests of its store say that they were skipped.
 */
export async function databases() {
  const missing = [...(postgresPrograms() === null ? ["postgresql"] : []), ...(redisProgram() === null ? ["redis-server"] : [])];
  if (missing.length > 0) {
    await orSkipped(() => installDebian(missing.join(" and "), missing, `as root on Debian: apt-get install ${missing.join(" ")}`));
  }
  await orSkipped(packages);
}

/** Returns the path of a Node that has `node:sqlite`; null where it could not be installed. */
export function laterNode() {
  const path = join(storePackages, "node_modules", "node-24", "bin", "node");
  return existsSync(path) ? path : null;
}

const DEBIAN = "/usr/lib/postgresql";

/** Returns the folder of PostgreSQL's programs, the newest version of Debian's first; null where there is none. */
export function postgresPrograms() {
  const versions = readable(DEBIAN).sort((one, other) => Number(other) - Number(one));
  const folders = [...versions.map((version) => join(DEBIAN, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => which("initdb", [folder]) !== null && which("postgres", [folder]) !== null) ?? null;
}

/** Returns the path of Redis; null where there is none. */
export function redisProgram() {
  return which("redis-server");
}

function readable(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** better-sqlite3 is compiled here, for the Node that runs this. */
async function packages() {
  const [stamp, content] = [join(storePackages, "packages.sha256"), digest([manifest], [process.version])];
  if (isFresh(stamp, content, [join(storePackages, "node_modules")])) return;
  await step("better-sqlite3, miniflare, agents and Node 24 (npm install)", "2 min", async () => {
    rmSync(storePackages, { recursive: true, force: true });
    mkdirSync(storePackages, { recursive: true });
    copyFileSync(manifest, join(storePackages, "package.json"));
    await run("npm", ["install", "--no-package-lock", "--no-save", "--no-audit", "--no-fund"], {
      cwd: storePackages,
      advice: "see whether this machine reaches the npm registry and has a compiler for C++",
    });
    writeStamp(stamp, content);
  });
}

async function orSkipped(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log(`  not installed: ${error.message}. ${error.advice}`);
  }
}
