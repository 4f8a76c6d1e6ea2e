// Data that lies beside a checkout and is no part of the repository: recorded conversations and recorded requests.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/**
 * @typedef {object} Recording
 * @property {any[]} rows one value a line; none where the file is absent
 * @property {string | false} absence why there are none; false when there are some. It is what the option `skip` of a test takes.
 */

/**
 * Conversations in OpenAI's form: `{ source, id, messages }`.
 *
 * @returns {Recording}
 */
export const recordedConversations = () => recording("dev.jsonl");

/**
 * Requests that the provider answered with 200: `{ source, id, uri, status, request }`.
 *
 * @param {import("./judges.mjs").Target} target
 * @returns {Recording}
 */
export const acceptedRequests = (target) => recording(`wire_accepted_dev_${target.replace("-", "_")}.jsonl`);

/**
 * Requests with what the provider answered: `{ source, id, uri, request, response }`.
 *
 * @param {import("./judges.mjs").Target} target
 * @returns {Recording}
 */
export const recordedPairs = (target) => recording(`pairs_rubyllm_${target.replace("-", "_")}.jsonl`);

/**
 * Whether bytes were taken out of a request by those who recorded it, because they looked like a key: what is left is no base64.
 *
 * @param {unknown} value the request, or a value in it
 * @param {string} [name] under which it stands
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
