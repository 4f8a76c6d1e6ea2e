// The stages `types` and `types-old`: check the sources of the package, and programs that use its declarations, with every compiler and every
// module resolution.

import { availableParallelism } from "node:os";
import { requireInstalled } from "./consumer.mjs";
import { filesIn } from "./files.mjs";
import { at } from "./paths.mjs";
import { StepError, run } from "./run.mjs";

/** The compilers: the oldest that the declarations support, the one that writes them, and the newest. */
const [oldest, usual, newest] = [
  { name: "5.4", folder: "typescript-5.4" },
  { name: "6.0", folder: "typescript" },
  { name: "7.0", folder: "typescript-7" },
];

/** The module resolutions. Node's are for CommonJS programs, too; a bundler's is for modules only. */
const resolutions = [
  { name: "node16", flags: ["--module", "node16", "--moduleResolution", "node16"], endings: [".ts", ".mts", ".cts"] },
  { name: "nodenext", flags: ["--module", "nodenext", "--moduleResolution", "nodenext"], endings: [".ts", ".mts", ".cts"] },
  { name: "bundler", flags: ["--module", "esnext", "--moduleResolution", "bundler"], endings: [".ts", ".mts"] },
];

/**
 * The programs, grouped by the types that they need. The package needs no types of Node, so most programs get none: `--typeRoots` points to
 * a folder without types, because older compilers would otherwise load the types in the tree. Declarations of SDKs are large, and only the newest
 * compiler is fast with them. (The oldest takes 15 seconds for the Strands SDK, and finds no errors there either.) Declarations of some
 * clients have errors of their own, which are not checked here.
 */
const suites = [
  { folder: "tests/types", compilers: [oldest, usual, newest], flags: ["--typeRoots", "tests/types/none", "--skipLibCheck", "false"] },
  { folder: "tests/types/node", compilers: [oldest, newest], flags: ["--types", "node", "--lib", "es2022", "--skipLibCheck", "false"] },
  { folder: "tests/types/ai-sdk", compilers: [oldest, newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
  { folder: "tests/types/langchain", compilers: [oldest, newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
  { folder: "tests/types/strands", compilers: [oldest, newest], flags: ["--types", "node", "--skipLibCheck", "false"] },
  { folder: "tests/types/stores", compilers: [newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
  { folder: "tests/types/agents", compilers: [newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
  { folder: "tests/types/tools", compilers: [usual, newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
  { folder: "tests/types/clients", compilers: [newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
];

/** The clients' last major versions that declare support for Node 20, which the package supports, too; see `paths` in the file. */
const OLDER_CLIENTS = "tests/types/clients/older.json";

/** The folders of `pkg-template/src` that are checked with the declarations of an SDK, or of Node, which the package itself does not need. */
const ADAPTERS = [
  "ai-sdk",
  "ai-sdk-agent",
  "cli",
  "file-store",
  "langchain",
  "langchain-agent",
  "mastra",
  "openai-agents",
  "react",
  "strands",
];

/** Checks the sources, and the programs with the newest compiler. */
export async function types() {
  requireInstalled();
  const projects = ["pkg-template", ...ADAPTERS.map((adapter) => `pkg-template/src/${adapter}`)];
  const sources = projects.map((project) => () => tsc("typescript", ["--project", project]));
  await atOnce(availableParallelism(), [...sources, ...checksWith([newest])]);
  printPrograms([newest]);
}

/** Checks the programs with the older compilers, and those that use clients with the clients' older versions. */
export async function oldTypes() {
  requireInstalled();
  await atOnce(availableParallelism(), [() => tsc(newest.folder, ["--project", OLDER_CLIENTS]), ...checksWith([oldest, usual])]);
  printPrograms([oldest, usual]);
}

/** Returns the checks of all programs that have one of these compilers. */
function checksWith(wanted) {
  return suites.flatMap((suite) =>
    suite.compilers
      .filter((compiler) => wanted.includes(compiler))
      .flatMap((compiler) => resolutions.map((resolution) => check(suite, compiler, resolution))),
  );
}

function printPrograms(wanted) {
  for (const { folder, compilers } of suites) {
    const versions = compilers.filter((compiler) => wanted.includes(compiler)).map(({ name }) => name);
    if (versions.length === 0) continue;
    const count = filesIn(folder, resolutions[0].endings).length;
    console.log(
      `${folder}: ${count} programs, TypeScript ${versions.join(", ")}, found as by ${resolutions.map(({ name }) => name).join(", ")}`,
    );
  }
}

/**
 * Strict options, as users may have them. Where third-party declarations allow it, `skipLibCheck` is off, so that our declarations are
 * checked themselves.
 */
function check({ folder, flags }, compiler, resolution) {
  const strict = ["--noEmit", "--declaration", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--pretty", "false"];
  return async () => {
    try {
      await tsc(compiler.folder, [...strict, ...flags, ...resolution.flags, ...filesIn(folder, resolution.endings)]);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const { tail, advice } = error;
      throw new StepError(`${folder} fails with TypeScript ${compiler.name}, found as by ${resolution.name}`, { tail, advice });
    }
  };
}

async function tsc(folder, args) {
  await run(process.execPath, [at("node_modules", folder, "bin", "tsc"), ...args], { advice: "fix the program, or pkg-template/src" });
}

/** Runs tasks, several at a time. Fails when one of them fails. */
async function atOnce(count, tasks) {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: count }, worker));
}
