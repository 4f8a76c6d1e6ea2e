// The stage `types`: checks the sources of the package, and programs that use its declarations, with every compiler and every module resolution.

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
  { folder: "tests/types/clients", compilers: [newest], flags: ["--types", "node", "--skipLibCheck", "true"] },
];

/** The clients' last major versions that declare support for Node 20, which the package supports, too; see `paths` in the file. */
const OLDER_CLIENTS = "tests/types/clients/older.json";

/** The adapter for an SDK is checked with the SDK's own declarations, which name types of Node. */
export async function types() {
  await tsc(newest.folder, ["--project", OLDER_CLIENTS]);
  const checks = suites.flatMap((suite) => suite.compilers.flatMap((compiler) => resolutions.map((resolution) => check(suite, compiler, resolution))));
  await atOnce(availableParallelism(), checks);
  for (const { folder, compilers } of suites) {
    const [programs, versions] = [filesIn(folder, resolutions[0].endings).length, compilers.map(({ name }) => name).join(", ")];
    console.log(`${folder}: ${programs} programs, TypeScript ${versions}, found as by ${resolutions.map(({ name }) => name).join(", ")}`);
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
