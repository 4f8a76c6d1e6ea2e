// `npm start`: sets up, builds, and shows the package at work.
//
//   npm start                        with the project's own transcript
//   npm start -- transcript.json     with yours
//
// Loads a long agent transcript and continues it through the real clients of two providers. The provider is a strict server on loopback
// that refuses what the real ones refuse. Its context window is smaller than the conversation's `tokenLimit`, so it answers with an
// overflow error, and the callback in start/reduce.mjs makes the history smaller.
//
// With BACKSCROLL_SKIP_BUILD=1, the installed package is used as it is; the tests do this.

import { relative, resolve } from "node:path";
import { startStrictProvider } from "../pkg-template/src/strict-provider/entry.js";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";
import { sendUnrepaired } from "./start/control.mjs";
import { EXPECTED, loadTranscript } from "./start/load.mjs";
import { reduce } from "./start/reduce.mjs";
import { Reporter } from "./start/reporter.mjs";
import { round } from "./start/rounds.mjs";
import { QUESTIONS, scriptFor } from "./start/script.mjs";
import { count, heading, number, row, short, table } from "./start/show.mjs";
import { Tally } from "./start/tally.mjs";
import { anthropicTarget, openaiTarget, providerText } from "./start/targets.mjs";
import { toolsOver } from "./start/tools.mjs";
import { windowFor } from "./start/window.mjs";

const OWN_TRANSCRIPT = at("tests", "fixtures", "agent-transcript.json");
const USAGE = "npm start [-- transcript.json]";

// `npm start | head` closes the pipe early; nothing reads the output any more.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));

await command(async () => {
  const path = chosenPath(process.argv.slice(2));
  // Read before the build, so that a wrong path does not cost two minutes.
  const transcript = loadTranscript(path);
  if (process.env.BACKSCROLL_SKIP_BUILD !== "1") await prepare();
  const { ConversationManager } = await import("backscroll");

  const size = windowFor(transcript.body);
  const tally = new Tally();
  const reporter = new Reporter({ tally, window: size.window });
  const options = { tokenLimit: size.tokenLimit, reduce, onReduce: (reduction) => reporter.reduced(reduction) };
  const conversation = read(() => ConversationManager.from(transcript.format, transcript.body, options), path);
  const provider = await startProvider(transcript, size);
  let outcome = "each question was answered";
  try {
    showTranscript(path, transcript);
    showSizes(conversation, size);
    row("provider", `${provider.url}, with the rules of the real ones; what its model says is a script`);
    await sendUnrepaired(transcript);
    reporter.loaded(conversation.lastRepairs);
    await talk(conversation, { provider, reporter, runTool: toolsOver(transcript.text) });
  } catch (error) {
    outcome = `STOPPED: ${reasonOf(error)}`;
    process.exitCode = 1;
  } finally {
    conversation.dispose();
    await provider.close();
  }
  heading("What happened");
  tally.print({ messages: transcript.body.messages.length, outcome });
  heading("Where to go next");
  table([
    ["README.md", "the package in a short example, and what its documentation has"],
    ["docs/fitting.md", "the callback's contract"],
    ["scripts/start/", "this program: rounds.mjs is the loop, reduce.mjs the callback"],
    ["npm start -- FILE", "the same with a transcript of yours"],
  ]);
});

/** The main job: two rounds at each provider, with one conversation. */
async function talk(conversation, { provider, reporter, runTool }) {
  const targets = { openai: await openaiTarget(provider.url), anthropic: await anthropicTarget(provider.url) };
  for (const [name, questions] of Object.entries(QUESTIONS)) {
    for (const question of questions) {
      heading(`${targets[name].client}: "${question}"`);
      await round(conversation, targets[name], question, { runTool, reporter });
    }
  }
}

/**
 * This provider binds the thinking that it signs to the conversation before it, as the newest models do. It cannot verify signatures of
 * others, so it accepts the thinking of a transcript.
 */
function startProvider({ format }, size) {
  const signatures = format === "anthropic" ? "any" : "bound";
  return startStrictProvider({ contextWindow: size.window, script: scriptFor(size), anthropic: { signatures } });
}

function chosenPath(given) {
  if (given.length > 1) throw new StepError("more than one transcript was given", { advice: USAGE });
  if (given[0]?.startsWith("-")) throw new StepError(`there is no option ${given[0]}`, { advice: USAGE });
  if (given.length === 0) return OWN_TRANSCRIPT;
  // npm runs scripts in the root of the repository, so paths are resolved from the folder in which npm was called.
  const { npm_lifecycle_event: event, INIT_CWD: calledIn } = process.env;
  return event === "start" && calledIn !== undefined ? resolve(calledIn, given[0]) : resolve(given[0]);
}

/** Reads a file by `load`. An error with a code is a fault of the file. */
function read(load, path) {
  try {
    return load();
  } catch (error) {
    if (error.code === undefined) throw error;
    throw new StepError(`${path} cannot be read: ${error.message} (${error.code})`, { advice: EXPECTED });
  }
}

/** Errors of the clients have a `status`, those of the package a `code`. Any other error is a fault of this program. */
function reasonOf(error) {
  if (error.status !== undefined) return `the provider refused a request for good: ${error.status} ${short(providerText(error), 300)}`;
  if (error.code !== undefined) return `${error.message} (${error.code})`;
  throw error;
}

function showTranscript(path, { title, format, body, note }) {
  const shown = relative(process.cwd(), path);
  heading(`Transcript: ${short(title, 80)}`);
  row("file", `${shown.startsWith("..") ? path : shown}: ${count(body.messages.length, "message")}, ${format}`);
  if (note !== null) row("note", note);
}

function showSizes({ contextTokens, tokenLimit }, { window, tokens, isTiny }) {
  row("size", `${number(contextTokens)} tokens by our estimate; ${number(tokens)} as this provider counts, 4 bytes a token`);
  row("window", `${number(tokenLimit)} tokens, as the conversation was told; the provider really has ${number(window)}`);
  if (isTiny) row("", "the transcript is tiny: it fits, so no overflow will be seen");
}
