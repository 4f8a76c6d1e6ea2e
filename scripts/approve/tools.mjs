// Two real tools on files in a folder: one may always run, the other needs a person's approval.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Longer than the time until the process is killed. */
const FOR_EVER_MS = 60_000;

/** The declarations of both tools. */
export const TOOLS = [
  { name: "list_files", description: "Lists the files.", schema: { type: "object", properties: {} } },
  {
    name: "delete_files",
    description: "Deletes files.",
    schema: { type: "object", properties: { files: { type: "array", items: { type: "string" } } }, required: ["files"] },
  },
];

export const needsApproval = ({ name }) => name === "delete_files";

/**
 * Returns the tools for one folder. Each tool logs its begin and its end; the log is counted afterwards.
 *
 * @param {string} folder
 * @param {string} log a file that grows
 * @param {{ getsStuck?: boolean }} [options] `getsStuck`: deleting begins and does not end
 * @returns {Record<string, import("backscroll").Tool>}
 */
export function toolsOver(folder, log, { getsStuck = false } = {}) {
  const logged = (tool, run) => async (args) => {
    const note = (event) => appendFileSync(log, `${JSON.stringify({ pid: process.pid, tool, event, args })}\n`);
    note("begun");
    const result = await run(args);
    note("ended");
    return result;
  };
  return {
    list_files: logged("list_files", async () => (await readdir(folder)).sort().join(", ")),
    delete_files: logged("delete_files", async ({ files }) => {
      if (getsStuck) await setTimeout(FOR_EVER_MS);
      for (const name of files) await rm(join(folder, name));
      return `Deleted ${files.join(", ")}.`;
    }),
  };
}

/** @returns {{ pid: number, tool: string, event: "begun" | "ended", args: object }[]} */
export function readLog(log) {
  if (!existsSync(log)) return [];
  // A process may be writing its line just now.
  return readFileSync(log, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
