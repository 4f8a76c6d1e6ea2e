// `npm run recall`: prints how much of what the next steps need is left after a cut, by backscroll and by others, at equal budgets.
//
// Without a file, it measures the repository's own conversations, and recordings beside the checkout where there are any.
// `npm run recall -- runs.jsonl` measures files of yours: each line is one conversation, `{ "id": "...", "messages": [...] }`, with the
// messages of OpenAI's chat API. No model is asked. It takes half a minute.
//
// --side-by-side 10   prints ten cuts for the eye in place of the tables: each unit with its fate
// --share 0.5         the share that these cuts keep; default 0.25

import { parseArgs } from "node:util";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const OPTIONS = {
  "side-by-side": { type: "string" },
  share: { type: "string", default: "0.25" },
  help: { type: "boolean", default: false },
};

const HELP = `npm run recall [-- [--side-by-side <count> [--share <0 to 1>]] [file.jsonl ...]]
Each line of a file is one conversation, { "id": "...", "messages": [...] }, with the messages of OpenAI's chat API.`;

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const [count, share] = [Number(values["side-by-side"] ?? 0), Number(values.share)];
  if (!Number.isInteger(count) || !(share >= 0 && share <= 1)) throw new StepError("a number is wrong", { advice: HELP });
  await prepare();
  const { ownSources, sourceIn } = await import("./recall/load.mjs");
  const { sources, absences } = positionals.length === 0 ? ownSources() : { sources: positionals.map(sourceIn), absences: [] };
  for (const absence of absences) console.log(`Left out: ${absence}.`);
  if (count > 0) await (await import("./recall/side-by-side.mjs")).printCuts(sources, count, share);
  else await (await import("./recall/report.mjs")).printTables(sources);
});
