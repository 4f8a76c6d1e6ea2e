// `npm run keep`: prints what a cut keeps of what the next steps need, by backscroll and by others, at equal budgets.
//
// Without a file, it measures planted cases, of which it is known what should stay, and the recall of the repository's own conversations, and
// of recordings beside the checkout where there are any. It fails when a figure of backscroll is worse than it was (tests/keep.json) or
// beyond its bound (scripts/keep/figures.mjs). `npm run keep -- runs.jsonl` measures the recall of files of yours: each line is one
// conversation, `{ "id": "...", "messages": [...] }`, with the messages of OpenAI's chat API. No model is asked. It takes a minute.
//
// --share 0.3   the share of what may go that is kept; default 0.2. Figures are held at the default only
// --alone       measures the default reduction alone, on planted and generated conversations, which is what the stage of `npm test` does
// --bless       writes the new figures
// show          prints one cut beside its conversation: of the planted case `--case 7`, or of the conversation of a file

import { parseArgs } from "node:util";
import { requireInstalled } from "./lib/consumer.mjs";
import { isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const OPTIONS = {
  share: { type: "string", default: "0.2" },
  case: { type: "string", default: "1" },
  alone: { type: "boolean", default: false },
  bless: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

const HELP = `npm run keep [-- [--share <0 to 1>] [--alone] [--bless] [file.jsonl ...]]
npm run keep -- show [--share <0 to 1>] [--case <number>] [file.jsonl]
Each line of a file is one conversation, { "id": "...", "messages": [...] }, with the messages of OpenAI's chat API.`;

/**
 * Prints the figures of the installed package.
 *
 * @param {Parameters<typeof import("./keep/measure.mjs").measure>[0]} [options]
 */
export async function keep(options = {}) {
  requireInstalled();
  // Imported late: it imports the package.
  await (await import("./keep/measure.mjs")).measure(options);
}

/** Prints one cut of a planted case, or at the end of a conversation of a file. */
async function show(files, { share, number }) {
  const { shownCut } = await import("./keep/show.mjs");
  const cuts = files.length === 0 ? (await import("./keep/planted/case.mjs")).plantedCases() : await endsOf(files[0]);
  if (!(number in cuts)) throw new StepError(`there are ${cuts.length} conversations`, { advice: HELP });
  console.log(await shownCut(cuts[number], share, { width: process.stdout.columns }));
}

async function endsOf(file) {
  const { sourceIn } = await import("./keep/load.mjs");
  const { cutOf } = await import("./keep/cut.mjs");
  return sourceIn(file).conversations.map(({ id, messages }) => cutOf(id, messages));
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (values.help) return console.log(HELP);
    const [share, number] = [Number(values.share), Number(values.case) - 1];
    if (!(share >= 0 && share <= 1) || !Number.isInteger(number)) throw new StepError("a number is wrong", { advice: HELP });
    await prepare();
    if (positionals[0] === "show") return show(positionals.slice(1), { share, number });
    await keep({ files: positionals, share, alone: values.alone, bless: values.bless });
  });
}
