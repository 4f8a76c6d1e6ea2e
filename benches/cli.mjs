// The time of the command on a file of many requests, beside `jq .`, which reads and writes it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../scripts/lib/paths.mjs";
import { which } from "../scripts/lib/which.mjs";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { spread, table, times } from "./lib/table.mjs";

const [LINES, ROUNDS] = isQuick ? [20, 1] : [2_000, 9];
const messages = agentMessages(24, 250).map((message) => message["openai-chat"]);
const folder = mkdtempSync(join(tmpdir(), "backscroll-cli-"));
const path = join(folder, "requests.jsonl");
const text = Array.from({ length: LINES }, () => JSON.stringify({ model: "gpt-5", messages })).join("\n");
writeFileSync(path, text);

const program = at("node_modules", "backscroll", "cli.mjs");
const jq = which("jq");
const ran = (file, args) => () => spawnSync(file, args, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 }).stdout.length;
const own = (command, ...more) => ran(process.execPath, [program, command, path, "--quiet", ...more]);

try {
  console.log(`The command on ${LINES.toLocaleString("en")} requests, ${(text.length / 1e6).toFixed(1)} MB, ${machine()}\n`);
  const works = {
    check: own("check"),
    repair: own("repair"),
    stats: own("stats"),
    fit: own("fit", "--max-tokens", "1000"),
    convert: own("convert", "--to", "anthropic"),
  };
  const taken = await measure({ ...(jq && { "jq .": ran(jq, [".", path]) }), ...works }, { rounds: ROUNDS });
  const rows = Object.entries(taken).map(([name, rounds]) => [
    name,
    jq ? times(ratio(taken["jq ."], rounds)) : "-",
    `${(text.length / (median(rounds) / 1e3)).toFixed(1)} MB/s`,
    spread(rounds),
  ]);
  console.log(table(["command", "faster than jq", "throughput", "time"], rows));
  if (!jq) console.log("\n`jq` is not installed.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
