// Asks the oracles beside this repository whether a provider would accept a body. `npm test -- oracles` sets them up.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the oracles, if the checkout has them. */
export const oraclesFolder = fileURLToPath(new URL("../../../shared/oracles", import.meta.url));
/** Their Python environment. */
export const venvFolder = fileURLToPath(new URL("../../.tools/oracles/venv", import.meta.url));
/** The interpreter of that environment. */
export const venvPython = process.platform === "win32" ? join(venvFolder, "Scripts", "python.exe") : join(venvFolder, "bin", "python");

/**
 * Returns whether the oracles can judge a target, or the reason why not.
 *
 * @param {import("../support/targets.mjs").Target} target
 * @returns {{ available: true } | { available: false, reason: string }}
 */
export function oracleAvailable(target) {
  if (!existsSync(oraclesFolder)) return { available: false, reason: "../shared/oracles is not beside this repository" };
  if (!existsSync(venvPython)) return { available: false, reason: "its Python environment is missing: `npm test -- oracles` makes it" };
  if (!readFileSync(join(oraclesFolder, "batch.py"), "utf8").includes(`'${target}'`)) return { available: false, reason: `no oracle judges ${target}` };
  return { available: true };
}

/**
 * Judges request bodies.
 *
 * @param {import("../support/judges.mjs").Target} target
 * @param {object[]} bodies objects, or their JSON text
 * @returns {Promise<{ valid: number, total: number, output: string }>} `output` names the first reasons, by line (from 1)
 * @throws when the oracle itself cannot run
 */
export async function judge(target, bodies) {
  const folder = await mkdtemp(join(tmpdir(), "backscroll-oracle-"));
  try {
    const file = join(folder, "bodies.jsonl");
    await writeFile(file, bodies.map((body) => `${typeof body === "string" ? body : JSON.stringify(asKnown(target, body))}\n`).join(""));
    const output = await batch(target, file);
    const counts = /^(\d+)\/(\d+) valid$/m.exec(output);
    const [valid, total] = [Number(counts?.[1]), Number(counts?.[2])];
    if (total !== bodies.length) throw new Error(`the oracle did not judge ${bodies.length} bodies; it said:\n${output}`);
    return { valid, total, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Exit code 1 is a valid outcome (some bodies are invalid), and so is a crash of Python: the caller reads the counts. */
function batch(target, file) {
  // The folder of the oracles may be read-only.
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
  const options = { cwd: oraclesFolder, env, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    execFile(venvPython, ["batch.py", target, file], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve(stdout + stderr);
    });
  });
}

/** Converts a body to the form of its target's oracle. */
function asKnown(target, body) {
  if (target === "openai-responses") return withoutNullStatus(body);
  return target === "mistral" ? inMistralsWords(body) : body;
}

/** OpenAI accepts a call whose `status` is null; its oracle does not. */
function withoutNullStatus(body) {
  if (!Array.isArray(body.input)) return body;
  return { ...body, input: body.input.map(({ status, ...item }) => (status === undefined || status === null ? item : { ...item, status })) };
}

/** Fields that Mistral's API reads and its library does not know. */
const OF_THE_API = ["document_url", "file", "reference"];

/** Mistral's oracle expects thinking as a string, where the API has a list of texts. It knows no documents, and ignores `prefix`. */
function inMistralsWords(body) {
  const known = (chunk) => {
    if (OF_THE_API.includes(chunk.type)) return { type: "text", text: JSON.stringify(chunk) };
    return Array.isArray(chunk.thinking) ? { ...chunk, thinking: chunk.thinking.map(({ text = "" }) => text).join("") } : chunk;
  };
  const messages = body.messages.map((message) => (Array.isArray(message.content) ? { ...message, content: message.content.map(known) } : message));
  const isContinued = messages.at(-1)?.prefix === true;
  return { ...body, messages: isContinued ? [...messages, { role: "user", content: "Continue." }] : messages };
}
