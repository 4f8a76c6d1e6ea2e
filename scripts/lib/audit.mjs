// What is compiled in, or runs here: whether it may, and whether it is what was published.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { at, environment, toolsFolder } from "./paths.mjs";
import { StepError, ask, run } from "./run.mjs";
import { step } from "./step.mjs";
import { CARGO_DENY_VERSION, findTool } from "./tools.mjs";

/** Checks the crates by cargo-deny, as deny.toml says, and the lock file of npm. */
export async function audit() {
  checkLock(JSON.parse(readFileSync(at("package-lock.json"), "utf8")));
  const deny = await cargoDeny();
  const show = (...args) =>
    run(deny, ["--all-features", ...args], { show: true, env: environment(), advice: "see deny.toml, and what it says of each crate" });
  await show("check", "bans", "licenses", "sources");
  // The database of weaknesses is on a server of its own.
  if ((await ask(deny, ["--all-features", "fetch", "db"])) !== null) await show("check", "--disable-fetch", "advisories");
  else console.log("advisories not checked: their database cannot be reached from here");
}

/**
 * Throws if a package of npm is not from a registry, with the checksum of what was published.
 *
 * @param {{ packages: Record<string, { integrity?: string, resolved?: string, link?: boolean }> }} lock
 */
export function checkLock({ packages }) {
  const others = Object.entries(packages).filter(([path]) => path !== "");
  const isPublished = ({ integrity, resolved, link }) =>
    /^sha512-/.test(integrity ?? "") && link !== true && (resolved === undefined || /^https:\/\/\S+\.tgz$/.test(resolved));
  const wrong = others.filter(([, entry]) => !isPublished(entry)).map(([path]) => path);
  if (wrong.length === 0) return;
  throw new StepError(`package-lock.json has packages without the checksum of a registry: ${wrong.join(", ")}`, {
    advice: "take released versions, and write the lock file by `npm install`",
  });
}

/** Returns the path of cargo-deny, which is installed at first. */
async function cargoDeny() {
  const found = await findTool("cargo-deny", CARGO_DENY_VERSION);
  if (found !== null) return found;
  const args = ["install", "--debug", "--locked", "cargo-deny", "--version", CARGO_DENY_VERSION, "--no-default-features"];
  await step(`cargo-deny ${CARGO_DENY_VERSION} (cargo install, into .tools)`, "2 to 4 min", () =>
    run("cargo", [...args, "--root", toolsFolder], {
      env: { ...environment(), CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0" },
      advice: "see whether this machine reaches the Rust package registry",
    }),
  );
  return join(toolsFolder, "bin", "cargo-deny");
}
