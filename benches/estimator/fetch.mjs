/**
 * Brings the packages of sources.mjs into the git-ignored folder .tools/estimator
 * with the registries' own clients: npm, pip, cargo and apt-get.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FAKER, PEERS, SOURCES, TEACHERS } from "./sources.mjs";

/** The folder that holds everything fetched. */
export const STORE = fileURLToPath(new URL("../../.tools/estimator/", import.meta.url));

/** @param {import("./sources.mjs").Source} source @returns {string} Its extracted folder. */
export const folderOf = (source) => path.join(STORE, source.registry, source.name);

const run = (command, args, cwd) => {
  try {
    return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(
      `"${command} ${args.join(" ")}" failed; the corpora need npm, pip, cargo and (on Debian) apt-get with network access.\n${error.stderr ?? error.message}`,
    );
  }
};

const onlyFile = (folder, suffix) => {
  const found = readdirSync(folder).filter((name) => name.endsWith(suffix));
  if (found.length !== 1)
    throw new Error(`expected one ${suffix} file in ${folder}, found ${found.length}; remove the folder and run again`);
  return path.join(folder, found[0]);
};

let isListFresh = false;

/**
 * Runs a download of apt-get, and runs it again with a new package list if it fails: on a fresh machine there is no list, and an old list
 * names files that the mirror has replaced. The list is brought once a run.
 */
const withFreshList = (download) => {
  try {
    download();
  } catch (error) {
    if (isListFresh) throw error;
    isListFresh = true;
    process.stderr.write("updating the list of Debian packages\n");
    run("apt-get", ["update", "--quiet"]);
    download();
  }
};

const unpack = {
  npm(source, scratch, target) {
    run("npm", ["pack", "--silent", `${source.name}@${source.version}`], scratch);
    run("tar", ["xzf", onlyFile(scratch, ".tgz")], scratch);
    const folder = readdirSync(scratch, { withFileTypes: true }).find((entry) => entry.isDirectory());
    renameSync(path.join(scratch, folder.name), target);
  },
  pypi(source, scratch, target) {
    run(
      "python3",
      ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", ".", `${source.name}==${source.version}`],
      scratch,
    );
    run("python3", ["-m", "zipfile", "-e", onlyFile(scratch, ".whl"), target], scratch);
  },
  debian(source, scratch, target) {
    withFreshList(() => run("apt-get", ["download", "--quiet", source.name], scratch));
    run("dpkg-deb", ["-x", onlyFile(scratch, ".deb"), target], scratch);
  },
};

/** Cargo fetches all crates at once: `cargo vendor` needs a project, so one is written for it. */
const vendorCrates = (sources) => {
  const project = path.join(STORE, "crates-project");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(path.join(project, "src"), { recursive: true });
  writeFileSync(path.join(project, "src", "lib.rs"), "");
  const wanted = sources.map((source) => `${source.name} = { version = "=${source.version}", default-features = false }`);
  writeFileSync(
    path.join(project, "Cargo.toml"),
    `[package]\nname = "corpora"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n${wanted.join("\n")}\n\n[workspace]\n`,
  );
  run("cargo", ["vendor", "--quiet", path.join(STORE, "crates")], project);
};

/** Fetches what is missing; a second call does nothing. */
export const fetchSources = () => fetchMissing([FAKER, ...Object.values(PEERS), ...SOURCES]);

/** Fetches the peers alone, which needs npm and nothing else. */
export const fetchPeers = () => fetchMissing(Object.values(PEERS));

const fetchMissing = (sources) => {
  const missing = sources.filter((source) => !existsSync(folderOf(source)));
  const crates = missing.filter((source) => source.registry === "crates");
  if (crates.length > 0) vendorCrates(SOURCES.filter((source) => source.registry === "crates"));
  for (const source of missing) {
    if (source.registry === "crates") continue;
    const scratch = path.join(STORE, "scratch");
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true });
    mkdirSync(path.dirname(folderOf(source)), { recursive: true });
    process.stderr.write(`fetching ${source.registry} ${source.name}\n`);
    unpack[source.registry](source, scratch, folderOf(source));
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** Finds a Python that the teachers run on. */
const newPython = () => {
  const fits = (command) => spawnSync(command, ["-c", "import sys; sys.exit(sys.version_info < (3, 12))"]).status === 0;
  const found = [process.env.PYTHON, "python3", "python3.14", "python3.13", "python3.12"].find(
    (command) => command !== undefined && fits(command),
  );
  if (found === undefined) throw new Error("found no Python 3.12 or later, which the reference tokenizers need; set PYTHON to one");
  return found;
};

/** Installs the teachers where they are missing. @returns {string} Their Python. */
export const fetchTeachers = () => {
  const folder = path.join(STORE, "teachers");
  const python = path.join(folder, "bin", "python");
  const done = path.join(folder, TEACHERS.map(({ name, version }) => `${name}-${version}`).join("-"));
  if (existsSync(done)) return python;
  process.stderr.write("installing the reference tokenizers\n");
  run(newPython(), ["-m", "venv", "--clear", folder]);
  run(python, ["-m", "pip", "install", "--quiet", ...TEACHERS.map(({ name, version }) => `${name}==${version}`)]);
  writeFileSync(done, "");
  return python;
};
