// `npm run approve`: shows a run that waits for a person's approval.
//
// The model calls two tools, one of which needs approval. The first process saves its state and ends. A second process receives a message
// meanwhile. A third resumes. A fourth resumes again and is refused. Then all of this runs once more, with a process that is killed while a
// tool runs. The clients are real. The provider is a strict server on loopback that refuses what the real providers refuse.
//
// With BACKSCROLL_SKIP_BUILD=1, the installed package is used as it is; the tests do this.

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStrictProvider } from "../pkg-template/src/strict-provider/entry.js";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";
import { outliveReader } from "./approve/reader.mjs";
import { FILES, REPLIES } from "./approve/script.mjs";
import { heading, row, table } from "./start/show.mjs";

outliveReader();

await command(async () => {
  const [given] = process.argv.slice(2);
  if (given !== undefined) throw new StepError(`there is no option ${given}`, { advice: "npm run approve" });
  if (process.env.BACKSCROLL_SKIP_BUILD !== "1") await prepare();
  // Imported late, because these modules import the package, which may just have been built.
  const [{ Processes }, { places }, { factsOf }] = await Promise.all([
    import("./approve/processes.mjs"),
    import("./approve/shared-state.mjs"),
    import("./approve/facts.mjs"),
  ]);

  const folder = await mkdtemp(join(tmpdir(), "backscroll-approve-"));
  const provider = await startStrictProvider({ script: REPLIES });
  try {
    const { files } = places(folder);
    await mkdir(files);
    for (const name of FILES) await writeFile(join(files, name), `the log of ${name}\n`);
    const processes = new Processes({ folder, url: provider.url, key: randomBytes(32) });
    await live(processes);
    const facts = factsOf(folder, provider.log, processes);
    const wrong = facts.filter(({ value, expected }) => value !== expected);
    heading("What happened");
    const outcome = wrong.length === 0 ? "all as it should be" : `NOT as it should be: ${wrong.map(({ name }) => name).join(", ")}`;
    table([
      ...facts.map(({ name, value, expected }) => [name, value === expected ? value : `${value} (should be: ${expected})`]),
      ["outcome", outcome],
    ]);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
  heading("Where to go next");
  table([
    ["scripts/approve/processes/", "ask.mjs, message.mjs, resume.mjs: the program, in three processes"],
    ["backscroll/store/file", "the ledger on disk is that of a store in files"],
  ]);
});

async function live(processes) {
  const first = { approval: "first" };
  heading("Process 1: a run stops for approval");
  await processes.send("ask", first);
  heading("Process 2: a message arrives meanwhile");
  await processes.send("message", first);
  heading("Process 3: the person has decided");
  await processes.send("resume", first);
  heading("Process 4: the same approval again, and one that was changed");
  await processes.send("again", first);

  const second = { approval: "second" };
  heading("Process 5: the next run stops for approval");
  await processes.send("ask", second);
  heading("Process 6: is killed while its second tool is at work");
  await processes.sendAndKill("resume", { ...second, getsStuck: true }, "delete_files");
  row("killed", "the first tool had run, and its result is in the ledger");
  heading("Process 7: takes over");
  await processes.send("resume", second);
}
