// `npm run setup`: installs everything that the other commands need, on a machine that has cargo, Node and npm.
//
// Tools come only from the package registries of Rust and npm, and go into .tools and node_modules. Tools of the right version are kept,
// also the user's own. The other commands run this command, so nothing here may import an npm package: a fresh clone has none.

import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { at, environment, isCommand, toolsFolder } from "./lib/paths.mjs";
import { StepError, ask, command, run } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { WASM_PACK_VERSION, findTool, wasmBindgenVersion } from "./lib/tools.mjs";

const INSTALL_RUST = "install Rust with rustup (https://rustup.rs), open a new terminal, and run the command again";
const WASM_TARGET = "wasm32-unknown-unknown";
const reach = (registry) => `see whether this machine reaches ${registry}, and run the command again: it goes on where it stopped`;

/**
 * Installs what is missing.
 *
 * @param {{ lints?: boolean }} [options] `lints`: clippy and rustfmt too, which only tests need
 */
export async function setup({ lints = false } = {}) {
  requireNode();
  const cargo = await ask("cargo", ["--version"]);
  if (cargo === null) throw new StepError("cargo is not installed", { advice: INSTALL_RUST });

  const done = [await npmPackages(), await wasmTarget(), lints && (await lintComponents()), await wasmTools()];
  if (!done.some(Boolean)) console.log("▸ setup: everything is there");
}

function requireNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) return;
  throw new StepError(`this is Node ${process.versions.node}, and 20 or newer is needed`, { advice: "install a newer Node" });
}

/** Installs the npm packages, exactly as locked. npm writes the hidden lock file last, so an installation that was cut short lacks it. */
async function npmPackages() {
  const lock = at("package-lock.json");
  const installed = at("node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return false;
  const advice = `${reach("the npm registry")}; a lock file that is not in sync is mended by \`npm install\``;
  // No package here needs its install script. Without them the installation is safer, and no version of npm asks about them.
  await step("npm packages (npm ci)", "15 s", () => run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { advice }));
  return true;
}

async function wasmTarget() {
  const sysroot = await ask("rustc", ["--print", "sysroot"]);
  if (sysroot !== null && existsSync(join(sysroot, "lib", "rustlib", WASM_TARGET))) return false;
  await withRustup(`Rust target ${WASM_TARGET}`, ["target", "add", WASM_TARGET]);
  return true;
}

async function lintComponents() {
  const [clippy, rustfmt] = [await ask("cargo", ["clippy", "--version"]), await ask("cargo", ["fmt", "--version"])];
  if (clippy !== null && rustfmt !== null) return false;
  await withRustup("clippy and rustfmt", ["component", "add", "clippy", "rustfmt"]);
  return true;
}

async function withRustup(what, args) {
  if ((await ask("rustup", ["--version"])) === null) {
    throw new StepError(`${what} is missing, and rustup, which could add it, is not installed`, {
      advice: `install it where your Rust came from (a package manager?); or ${INSTALL_RUST}`,
    });
  }
  await step(what, "10 s", () => run("rustup", args, { advice: reach("the Rust release server") }));
}

/** wasm-bindgen must have exactly the version of the crate. Its own lock file does not build everywhere, so its dependencies are resolved anew. */
async function wasmTools() {
  const bindgen = wasmBindgenVersion();
  const missing = [];
  if ((await findTool("wasm-bindgen", bindgen)) === null) {
    const only = ["--no-default-features", "--bin", "wasm-bindgen"];
    missing.push(["wasm-bindgen", bindgen, ["wasm-bindgen-cli", "--version", bindgen, ...only]]);
  }
  if ((await findTool("wasm-pack", WASM_PACK_VERSION)) === null) {
    missing.push(["wasm-pack", WASM_PACK_VERSION, ["--locked", "wasm-pack", "--version", WASM_PACK_VERSION]]);
  }
  // Both tools share most dependencies, so they share a target folder, which is not the project's.
  const target = join(toolsFolder, "target");
  const env = { ...environment(), CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0" };
  for (const [name, version, args] of missing) {
    await step(`${name} ${version} (cargo install, into .tools)`, "1 to 2 min", () =>
      run("cargo", ["install", "--debug", "--force", ...args, "--root", toolsFolder], { env, advice: reach("the Rust package registry") }),
    );
  }
  rmSync(target, { recursive: true, force: true });
  return missing.length > 0;
}

if (isCommand(import.meta.url)) await command(() => setup({ lints: true }));
