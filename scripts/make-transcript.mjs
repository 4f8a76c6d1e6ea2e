// Writes two transcripts with the faults that real logs have:
// tests/fixtures/agent-transcript.json, one night of an operations agent, in OpenAI's chat form, and
// tests/fixtures/anthropic-transcript.json, a short talk about it the next morning, as an Anthropic request body.
//
//   node scripts/make-transcript.mjs            writes the files
//   node scripts/make-transcript.mjs --check    fails when a file is not what would be written
//
// The dialogue is written by hand (scripts/transcript/acts); logs, metrics and test output come from a seeded generator, so
// that each run writes the same bytes. The faults of the night: a result that arrives after the next user message, a call that
// is never answered, a result that is delivered twice, a result without its call, an empty assistant message, a tool name with
// a dot and a space, an id of more than 64 characters, and what vendors add (`reasoning_content`, `index`, `cache_control`).

import { readFileSync, writeFileSync } from "node:fs";
import { at, isCommand } from "./lib/paths.mjs";
import { triage } from "./transcript/acts/1-triage.mjs";
import { mitigate } from "./transcript/acts/2-mitigation.mjs";
import { fix } from "./transcript/acts/3-fix.mjs";
import { rollOut } from "./transcript/acts/4-rollout.mjs";
import { closeDown } from "./transcript/acts/5-aftermath.mjs";
import { nextMorning } from "./transcript/next-morning.mjs";
import { Random } from "./transcript/random.mjs";
import { Recorder } from "./transcript/recorder.mjs";

const SEED = 4127;

/** Each file with its text. */
export function transcripts() {
  return [
    { path: at("tests", "fixtures", "agent-transcript.json"), text: json(night()) },
    { path: at("tests", "fixtures", "anthropic-transcript.json"), text: json(nextMorning(new Random(SEED + 1))) },
  ];
}

function night() {
  const random = new Random(SEED);
  const log = new Recorder(random);
  for (const act of [triage, mitigate, fix, rollOut, closeDown]) act(log, random);
  return { title: "INC-4127: quotes time out in eu-north", messages: log.messages };
}

function json(value) {
  return `${JSON.stringify(value, null, 1)}\n`;
}

if (isCommand(import.meta.url)) {
  for (const { path, text } of transcripts()) {
    if (!process.argv.includes("--check")) {
      writeFileSync(path, text);
      console.log(`Wrote ${path} (${Buffer.byteLength(text)} bytes).`);
    } else if (readFileSync(path, "utf8") !== text) {
      console.error(`${path} is not what this script writes; run \`node scripts/make-transcript.mjs\`.`);
      process.exitCode = 1;
    }
  }
}
