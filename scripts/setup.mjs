// `npm run setup`: everything that the other commands need, on a machine that has cargo, Node and npm.
//
// Tools come only from the package registries of Rust and npm. They go into .tools and node_modules; what is there in the
// right version is left alone, a user's own tools of the right version are used. The other commands call this by themselves,
// so nothing here may import an npm package: on a fresh clone there is none.

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
 * Sets up what is missing.
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

/** npm packages, exactly as locked. npm writes the hidden lock file last, so it also tells whether an earlier run was cut short. */
async function npmPackages() {
  const lock = at("package-lock.json");
  const installed = at("node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return false;
  const advice = `${reach("the npm registry")}; a lock file that is not in sync is mended by \`npm install\``;
  // No package here needs its install script; leaving them out is safer, and some versions of npm ask about them.
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

/** wasm-bindgen must be exactly the version of the crate; its own lock file does not build everywhere, so it is resolved anew. */
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
  // Both share most of what they are built from; the target folder of the project stays clean of it.
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
