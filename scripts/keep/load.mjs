// Loads conversations: the repository's own, recorded ones beside the checkout, and files that the user names.

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { ConversationManager } from "backscroll";
import { recordedCodingRuns, recordedConversations } from "../../tests/support/shared-data.mjs";
import { at } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";
import { codingRun } from "./generated/coding.mjs";
import { serviceCall } from "./generated/service.mjs";

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {{ id: string, messages: Message[] }[]} conversations in neutral form
 */

/** The generated conversations of each kind. */
const GENERATED = 10;
const SHAPE = 'each line is one conversation, `{ "id": "...", "messages": [...] }`, with the messages of OpenAI\'s chat API';

/** Returns the repository's own conversations. @returns {Source[]} */
export function ownSources() {
  const { title, messages } = JSON.parse(readFileSync(at("tests", "fixtures", "agent-transcript.json"), "utf8"));
  return [
    sourceOf("own operations agent", [{ id: title, messages }]),
    sourceOf("generated coding agent", seeds().map(codingRun)),
    sourceOf("generated service", seeds().map(serviceCall)),
  ];
}

/** Returns the recordings beside the checkout; `absences` says which ones are missing. @returns {{ sources: Source[], absences: string[] }} */
export function recordedSources() {
  const recorded = [
    ["dev.jsonl", recordedConversations()],
    ["coding_pi.jsonl", recordedCodingRuns()],
  ];
  return {
    sources: recorded.filter(([, { absence }]) => !absence).map(([name, { rows }]) => sourceOf(name, rows)),
    absences: recorded.flatMap(([, { absence }]) => absence || []),
  };
}

const seeds = () => Array.from({ length: GENERATED }, (_, seed) => seed);

/**
 * Reads a file in JSON Lines: each line is an object with `messages` of OpenAI's chat API, and an `id` if you like.
 *
 * @param {string} file
 * @returns {Source}
 * @throws {StepError} when the file is absent, or a line is no conversation
 */
export function sourceIn(file) {
  if (!existsSync(file)) throw new StepError(`there is no file ${file}`);
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return sourceOf(
    basename(file),
    lines.map((line, index) => rowOf(line, `${file}, line ${index + 1}`)),
  );
}

function rowOf(line, place) {
  try {
    const row = JSON.parse(line);
    if (Array.isArray(row?.messages)) return row;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StepError(`${place} is no conversation`, { advice: SHAPE });
}

/** @returns {Source} */
function sourceOf(name, rows) {
  return { name, conversations: rows.map(({ id, messages }, index) => ({ id: String(id ?? index + 1), messages: neutral(messages) })) };
}

/** Reads messages of the chat API as they are: nothing is repaired before it is measured. */
export function neutral(messages) {
  const conversation = ConversationManager.from("openai-chat", { messages });
  try {
    return conversation.messages;
  } finally {
    conversation.dispose();
  }
}
