// Data beside a checkout that is not part of the repository: recorded conversations and recorded requests.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/**
 * @typedef {object} Recording
 * @property {any[]} rows one value a line; none where the file is absent
 * @property {string | false} absence why there are no rows, for the option `skip` of a test; false when there are some
 */

/**
 * Returns conversations in OpenAI's form: `{ source, id, messages }`.
 *
 * @returns {Recording}
 */
export const recordedConversations = () => recording("dev.jsonl");

/**
 * Returns runs of a coding agent in OpenAI's form: `{ source, id, messages }`.
 *
 * @returns {Recording}
 */
export const recordedCodingRuns = () => recording("coding_pi.jsonl");

/**
 * Returns requests that the provider answered with 200: `{ source, id, uri, status, request }`.
 *
 * @param {import("./judges.mjs").Target} target
 * @returns {Recording}
 */
export const acceptedRequests = (target) => recording(`wire_accepted_dev_${target.replace("-", "_")}.jsonl`);

/**
 * Returns what providers answered to requests that they refused: `{ id, text, target, body }`; some have no body.
 *
 * @returns {Recording}
 */
export const recordedRefusals = () => recording("refusals.jsonl");

/**
 * Returns forms in which people have a request: `{ name, text }`.
 *
 * @returns {Recording}
 */
export const recordedForms = () => recording("forms.jsonl");

/** The targets of each provider's recordings. For vendors, the address identifies the target. */
const OF_PROVIDERS = {
  anthropic: "anthropic",
  bedrock: "bedrock",
  gemini: "gemini",
  mistral: "mistral",
  openai_chat: "openai-chat",
  openai_responses: "openai-responses",
};

/**
 * @typedef {object} RecordedSet recordings of one origin, in one dialect
 * @property {string} name
 * @property {import("./judges.mjs").Target} target
 * @property {boolean} isVendors true if vendors other than the provider answered
 * @property {any[]} rows
 * @property {string | false} absence
 */

/**
 * Returns all requests that a provider or a vendor answered with 200, by origin and dialect: `{ source, id, uri, status, request }`.
 *
 * @returns {RecordedSet[]}
 */
export const acceptedSets = () => [
  ...Object.keys(OF_PROVIDERS).filter((name) => name !== "mistral").flatMap((name) => recordedSets(`wire_accepted_dev_${name}`, name)),
  ...[...Object.keys(OF_PROVIDERS), "vendors"].flatMap((name) => recordedSets(`wire_accepted_rubyllm_${name}`, name)),
];

/**
 * Returns all requests with their answers: `{ source, id, uri, request, response }`.
 *
 * @returns {RecordedSet[]}
 */
export const answeredSets = () => [...Object.keys(OF_PROVIDERS), "vendors"].flatMap((name) => recordedSets(`pairs_rubyllm_${name}`, name));

/**
 * Returns all streamed answers, by origin and dialect: `{ source, id, uri, request, response_text }`, and `response_base64` in place of the
 * text of Bedrock's.
 *
 * @returns {RecordedSet[]}
 */
export const streamedSets = () => [...Object.keys(OF_PROVIDERS), "vendors"].flatMap((name) => recordedSets(`streams_rubyllm_${name}`, name));

/** Returns the sets of one file. Vendors use Chat Completions or Responses. @returns {RecordedSet[]} */
function recordedSets(file, name) {
  const { rows, absence } = recording(`${file}.jsonl`);
  if (name !== "vendors") return [{ name: file, target: OF_PROVIDERS[name], isVendors: false, rows, absence }];
  const speaks = ({ uri }) => (uri.endsWith("/responses") ? "openai-responses" : "openai-chat");
  const targets = absence ? ["openai-chat"] : [...new Set(rows.map(speaks))];
  return targets.map((target) => ({ name: `${file}, ${target}`, target, isVendors: true, rows: rows.filter((row) => speaks(row) === target), absence }));
}

/**
 * Returns the model of a request to Bedrock or Gemini, where only the address names it.
 *
 * @param {{ uri: string }} row
 * @returns {string | undefined}
 */
export function modelInAddress({ uri }) {
  const model = /\/models?\/(.+?)(?:\/converse|:\w*generateContent)$/i.exec(uri)?.[1];
  return model && decodeURIComponent(model);
}

/**
 * Returns requests with the provider's answers: `{ source, id, uri, request, response }`.
 *
 * @param {import("./judges.mjs").Target} target
 * @returns {Recording}
 */
export const recordedPairs = (target) => recording(`pairs_rubyllm_${target.replace("-", "_")}.jsonl`);

/**
 * Returns true if the recorder removed bytes of a request that looked like a key, so that the rest is no base64.
 *
 * @param {unknown} value the request, or a value in it
 * @param {string} [name] the key of the value
 * @returns {boolean}
 */
export function isBlanked(value, name) {
  if (typeof value === "string") return name === "data" && /REDACTED=*$/.test(value);
  return typeof value === "object" && value !== null && Object.entries(value).some(([key, inner]) => isBlanked(inner, key));
}

/** @returns {Recording} */
function recording(name) {
  const file = folder + name;
  if (!existsSync(file)) return { rows: [], absence: `../shared/data/${name} is not beside this repository` };
  const lines = readFileSync(file, "utf8").split("\n").filter((line) => line !== "");
  return { rows: lines.map((line) => JSON.parse(line)), absence: false };
}
