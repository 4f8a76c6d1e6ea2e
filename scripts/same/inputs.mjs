// The bodies that two builds process: bodies of the tests, recordings beside the checkout, and both of these with seeded damage.

import { readFileSync, readdirSync } from "node:fs";
import { at } from "../lib/paths.mjs";
import { brokenBodies } from "../../tests/support/mutations/broken.mjs";
import { LISTS, TARGETS } from "../../tests/support/judges.mjs";
import { random } from "../../tests/support/random.mjs";
import { paramsFor } from "../../tests/support/request-params.mjs";
import { ruleFiles } from "../../tests/support/rule-files.mjs";
import { acceptedSets, answeredSets, recordedConversations } from "../../tests/support/shared-data.mjs";
import { transcript } from "../../tests/support/transcripts/transcript.mjs";
import { damaged } from "./damage.mjs";
import { FORMATS, attempt } from "./operations.mjs";

/**
 * @typedef {object} Input
 * @property {string} name
 * @property {string} format the format of the body, or `snapshot`
 * @property {unknown} body
 * @property {object} [options] FormatOptions
 * @property {object} [response] an answer to the body
 * @property {string} [answered] the format of the answer, where the body is only the history before it
 */

/** A body that gets an answer. */
const GREETING = [{ id: "greeting", role: "user", content: "Hi" }];
const BROKEN = 220;
const DAMAGED = 100;
const TRANSCRIPTS = 30;
/** The maximum size of a body that is damaged, in characters. */
const SHORT = 6_000;

const json = (...names) => JSON.parse(readFileSync(at("tests", ...names), "utf8"));
const filesIn = (...names) =>
  readdirSync(at("tests", ...names))
    .filter((name) => name.endsWith(".json"))
    .sort();

/**
 * Yields all bodies, always the same and in the same order.
 *
 * @param {typeof import("backscroll")} build writes transcripts in each format
 * @returns {Iterable<Input>}
 */
export function* inputsOf(build) {
  yield* corpus();
  yield* snapshots();
  yield* collected();
  const bases = Object.fromEntries(FORMATS.map((format) => [format, ownBodies(build, format)]));
  for (const format of FORMATS) yield* bases[format].map((body, index) => ({ name: `${format} transcript ${index}`, format, body }));
  const short = Object.fromEntries(FORMATS.map((format) => [format, bases[format].filter((body) => JSON.stringify(body).length < SHORT)]));
  for (const target of TARGETS) {
    for (const { seed, what, body, options } of brokenBodies(target, short[target], BROKEN)) {
      yield { name: `${target} seed ${seed}: ${what}`, format: target, body, options };
    }
  }
  // The older build may not know a format.
  for (const format of FORMATS.filter((name) => short[name].length > 0)) {
    for (let seed = 0; seed < DAMAGED; seed += 1) {
      const chance = random(seed);
      yield { name: `${format} damage ${seed}`, format, body: damaged(chance.pick(short[format]), chance) };
    }
  }
  yield* recorded();
}

/** @returns {Generator<Input>} */
function* corpus() {
  for (const target of TARGETS) {
    for (const { name: file, cases } of ruleFiles(target)) {
      for (const { name, given, options } of cases) yield { name: `${target}/${file}: ${name}`, format: target, body: given, options };
    }
  }
}

/** @returns {Generator<Input>} */
function* snapshots() {
  const names = filesIn("fixtures", "snapshots");
  for (const name of names) {
    const body = json("fixtures", "snapshots", name);
    yield { name, format: "snapshot", body };
    for (let seed = 0; seed < DAMAGED; seed += 1)
      yield { name: `${name} damage ${seed}`, format: "snapshot", body: damaged(body, random(seed)) };
  }
}

/** Bodies and answers that tests passed to the engine, one a line. @returns {Generator<Input>} */
function* collected() {
  const lines = readFileSync(at("tests", "fixtures", "given.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  for (const [index, line] of lines.entries()) {
    const name = `given.jsonl:${index + 1}`;
    const { format, body, options, response } = JSON.parse(line);
    yield body === undefined ? { name, format: "backscroll", body: GREETING, response, answered: format } : { name, format, body, options };
  }
}

/** @returns {Generator<Input>} */
function* recorded() {
  for (const { name, target, rows } of acceptedSets()) {
    for (const { id, request } of rows) yield { name: `${name} ${id}`, format: target, body: request };
  }
  for (const { name, target, rows } of answeredSets()) {
    for (const { id, request, response } of rows) yield { name: `${name} ${id}`, format: target, body: request, response };
  }
  for (const { id, messages } of recordedConversations().rows) yield { name: `dev ${id}`, format: "openai-chat", body: { messages } };
}

/** The repository's transcripts and random ones, as bodies of a format. */
function ownBodies(build, format) {
  const random = Array.from({ length: TRANSCRIPTS }, (_, seed) => transcript(seed).messages).filter((messages) => messages.length < 60);
  const agent = json("fixtures", "agent-transcript.json").messages;
  const neutral = [...random, ...turnsOf(build.convert(agent, "openai-chat", "backscroll").body)];
  const own =
    {
      anthropic: [json("fixtures", "anthropic-transcript.json")],
      "openai-responses": json("fixtures", "responses-transcript.json"),
      "openai-chat": [{ messages: agent }],
    }[format] ?? [];
  return [...neutral.map((messages) => written(build, format, messages)).filter((body) => body !== undefined), ...own];
}

/** Returns each turn by itself, behind the system prompt. A turn is a user message and the messages up to the next one. */
function turnsOf(messages) {
  const starts = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  return starts.map((start, turn) => [messages[0], ...messages.slice(start, starts[turn + 1])]);
}

function written(build, format, messages) {
  const { body } = attempt(() => build.convert(messages, "backscroll", format));
  if (body === undefined || !TARGETS.includes(format)) return body;
  const openai = build.convert(messages, "backscroll", "openai-chat").body.messages;
  return { ...paramsFor(format, openai), [LISTS[format]]: [], ...body };
}
