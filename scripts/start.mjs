// `npm start`: sets up, builds, and does the main job before your eyes.
//
//   npm start                        with the project's own transcript
//   npm start -- transcript.json     with yours
//
// A long agent transcript is loaded and talked with, through the real clients of two providers, to a strict provider on
// loopback that refuses what the real ones refuse. Its context window is smaller than the conversation believes, so it
// answers an overflow, and the callback in start/reduce.mjs has to make the history shorter.
//
// With BACKSCROLL_SKIP_BUILD=1 the package is taken as it is installed, as the tests do.

import { relative, resolve } from "node:path";
import { startStrictProvider } from "../tests/support/strict/index.mjs";
import { at } from "./lib/paths.mjs";
import { command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";
import { tryUnrepaired } from "./start/control.mjs";
import { loadTranscript } from "./start/load.mjs";
import { reduce } from "./start/reduce.mjs";
import { Refused, Session } from "./start/rounds.mjs";
import { QUESTIONS, scriptFor } from "./start/script.mjs";
import { count, heading, line, number, repairTable, yellow } from "./start/show.mjs";
import { Tally } from "./start/tally.mjs";
import { anthropicTarget, openaiTarget } from "./start/targets.mjs";
import { windowFor } from "./start/window.mjs";

const OWN_TRANSCRIPT = at("tests", "fixtures", "agent-transcript.json");

await command(async () => {
  // Before the build: a wrong path should not cost two minutes.
  const [given] = process.argv.slice(2);
  const path = given === undefined ? OWN_TRANSCRIPT : resolve(given);
  const transcript = loadTranscript(path);

  if (process.env.BACKSCROLL_SKIP_BUILD !== "1") await prepare();
  const { ConversationManager, ConversationError } = await import("backscroll");

  const size = windowFor(transcript.body);
  const provider = await startProvider(transcript, size);
  const tally = new Tally();
  try {
    showTranscript(path, transcript);
    await tryUnrepaired(transcript);
    await talk(ConversationManager, transcript, { size, tally, url: provider.url });
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof ConversationError)) throw error;
    process.exitCode = 1;
    console.error(`\nSTOPPED: ${error.message}${error.code === undefined ? "" : ` (${error.code})`}`);
  } finally {
    await provider.close();
  }
  heading("What happened");
  tally.print({ messages: transcript.body.messages.length });
  heading("Where to go next");
  line("README.md          the package in a 20-line example, the callback's contract, all codes");
  line("scripts/start/     this program: rounds.mjs is the loop, reduce.mjs the callback");
  line("npm start -- FILE  the same with a transcript of yours; npm test runs everything");
});

/**
 * Thinking that this provider signs is bound to the conversation before it, as the newest models do. It cannot check
 * signatures of others, so a transcript that brings its own thinking is taken at its word.
 */
function startProvider({ format }, size) {
  const signatures = format === "anthropic" ? "any" : "bound";
  return startStrictProvider({ contextWindow: size.window, script: scriptFor(size), anthropic: { signatures } });
}

function showTranscript(path, { title, format, body, note }) {
  heading(`Transcript: ${title}`);
  const shown = relative(process.cwd(), path);
  line(`${shown.startsWith("..") ? path : shown}: ${count(body.messages.length, "message")} in the form ${format}`);
  if (note !== null) line(yellow(note));
}

/** The main job: load, then two rounds at each provider, with one conversation. */
async function talk(ConversationManager, { format, body, text }, { size, tally, url }) {
  const conversation = ConversationManager.from(format, body, { tokenLimit: size.tokenLimit, reduce });
  try {
    showLoaded(conversation, size, tally.addRepairs(conversation.lastRepairs));
    const session = new Session(conversation, { text, tally, window: size.window });
    const targets = { openai: await openaiTarget(url), anthropic: await anthropicTarget(url) };
    for (const [name, questions] of Object.entries(QUESTIONS)) {
      for (const question of questions) await session.round(targets[name], question);
    }
  } finally {
    conversation.dispose();
  }
}

function showLoaded({ messageCount, contextTokens, tokenLimit }, { window, isTiny }, repairs) {
  heading("Loaded");
  line(`${count(messageCount, "message")} (a tool result is one of its own), ${number(contextTokens)} tokens by our estimate`);
  if (repairs.length > 0) {
    line(yellow("mended in reading:"));
    repairTable(repairs);
  }
  line(`the conversation believes in a window of ${number(tokenLimit)} tokens; the provider's real one has ${number(window)}`);
  if (isTiny) line(yellow("the transcript is tiny: it fits, so no overflow will be seen"));
}
