// The command `backscroll`.

import { readFileSync } from "node:fs";
// The formats of programs.
import "../ag-ui/index.js";
import "../ai-sdk/index.js";
import "../langchain/index.js";
import "../opentelemetry/index.js";
import "../providers/registry/programs.js";
import "../strands/format/index.js";
import { main } from "./main.js";

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as { version: string };

// A reader that has enough, such as `head`, ends the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));
process.exitCode = await main(process.argv.slice(2), version);
