// Checks a tarball with third-party tools: publint (files and fields of the manifest), and Are the types wrong (each way of resolving the
// package finds declarations that match the code).

import { readFileSync } from "node:fs";
import { StepError } from "./run.mjs";

const advice = "see `exports` and `files` in its package.json below pkg-template";

/**
 * Resolution without `exports` (`node10`) is ignored: the package needs Node 20, and `slim` and `strands` have no files for it.
 */
const IGNORED_RESOLUTIONS = ["node10"];

/** @param {string} tarball its path */
export async function checkPackage(tarball) {
  const bytes = readFileSync(tarball);
  await publint(bytes);
  await typesAreRight(bytes);
}

async function publint(bytes) {
  const [{ publint: lint }, { formatMessage }] = [await import("publint"), await import("publint/utils")];
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await lint({ strict: true, pack: { tarball } });
  refuse(
    "publint",
    messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`),
  );
}

async function typesAreRight(bytes) {
  const { checkPackage: check, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const analysis = await check(createPackageFromTarballData(bytes));
  if (analysis.types === false) throw new StepError("attw found no types in the package", { advice });
  const problems = analysis.problems.filter(
    (problem) => !IGNORED_RESOLUTIONS.includes(problem.resolutionKind) && !isOfRequiredWasm(problem),
  );
  refuse(
    "attw",
    problems.map((problem) => JSON.stringify(problem)),
  );
}

/** A wasm is never required: runtimes that can load one import it. (`require.resolve` asks for no types.) */
function isOfRequiredWasm({ kind, entrypoint }) {
  return kind === "CJSResolvesToESM" && entrypoint.endsWith(".wasm");
}

function refuse(who, messages) {
  if (messages.length > 0)
    throw new StepError(`${who} has ${messages.length} objections to the package`, { tail: messages.join("\n"), advice });
}
