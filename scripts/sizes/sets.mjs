// Loads sets: the repository's own requests, the recordings beside the checkout, and folders that the user names.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { at } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";

/**
 * A request with the number of input tokens that its provider reported.
 *
 * @typedef {object} Row
 * @property {string} kind a format of backscroll; `vendor` for the vendors that speak chat completions
 * @property {string} class `text`, `tools`, `media`, `reasoning`, `long`; `unknowable` and `link` are in no total
 * @property {string} model
 * @property {number} input
 * @property {string} [uri] the address without `https://`; of vendors alone
 * @property {string} [id]
 * @property {object} request
 * @property {string} source
 */

/**
 * A conversation, with what the provider reported for each request: the messages in it, input, output and reasoning tokens.
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {string} source
 * @property {"anthropic" | "openai-responses"} format
 * @property {string} model
 * @property {object[]} messages in the provider's own form
 * @property {[number, number, number, number?][]} reported
 * @property {number[]} [unsure] reports of which the growth holds something that the messages do not
 * @property {number[]} [unexplained] reports of which the growth is not explained by the messages
 */

/** @typedef {{ name: string, rows: Row[], sessions: Session[] }} Measured */

export const OWN = "own";
export const SHARED = "shared";

/** The folder of the repository's own set. */
export const ownFolder = at("tests", "fixtures", "sizes");
const sharedFolder = at("..", "shared", "data", "counts");

/** Returns requests whose counts are published in the documentation of their providers. @returns {Measured} */
export const ownSet = () => readSet(ownFolder, OWN);

/** Returns recorded requests and sessions. @returns {{ set: Measured | null, absence: string | null }} */
export function sharedSet() {
  if (existsSync(sharedFolder)) return { set: readSet(sharedFolder, SHARED), absence: null };
  return { set: null, absence: "../shared/data/counts is not beside this repository" };
}

/**
 * Reads a folder with files `counts_*.jsonl` and `sessions_*.jsonl`, one row or session a line.
 *
 * @param {string} folder
 * @returns {Measured}
 * @throws {StepError} when it has no such file
 */
export function setIn(folder) {
  if (!existsSync(folder)) throw new StepError(`there is no folder ${folder}`);
  const set = readSet(folder, basename(resolve(folder)));
  if (set.rows.length + set.sessions.length > 0) return set;
  throw new StepError(`no file in ${folder} is named counts_*.jsonl or sessions_*.jsonl`, {
    advice: "see tests/fixtures/README.md for the form of a line",
  });
}

function readSet(folder, name) {
  const files = readdirSync(folder).sort();
  const lines = (start) =>
    files.filter((file) => file.startsWith(start) && file.endsWith(".jsonl")).flatMap((file) => readLines(join(folder, file)));
  return { name, rows: lines("counts_"), sessions: lines("sessions_") };
}

function readLines(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
