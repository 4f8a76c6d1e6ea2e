// Reads a transcript file and detects its format.

import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { StepError } from "../lib/run.mjs";

export const EXPECTED = `expected one of
    - OpenAI chat form: {"messages": [{"role": "user", "content": "..."}, ...]}, or the array alone
    - an Anthropic request body: {"system": "...", "messages": [...]}
    - JSONL with a message a line, or with one of these a line (the first one is used)`;
/** The largest body that the package accepts by default. */
const MOST_MEGABYTES = 32;
const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
/** Blocks that only Anthropic's messages have. */
const ANTHROPIC_BLOCKS = new Set(["tool_use", "tool_result", "redacted_thinking", "server_tool_use", "image", "document"]);
/** Fields that identify requests of other providers. */
const OTHER_FORMS = { contents: "Gemini", input: "OpenAI's Responses" };

/**
 * @typedef {object} Transcript
 * @property {string} title The name to show.
 * @property {"openai-chat" | "anthropic"} format
 * @property {{ messages: object[], system?: unknown, model?: string }} body The conversation in the file.
 * @property {string} text The file as text, for the tools that search it.
 * @property {string | null} note A note on how the file was read.
 */

/**
 * @param {string} path
 * @returns {Transcript}
 * @throws {StepError} when the file cannot be read or has another shape
 */
export function loadTranscript(path) {
  const text = textOf(path);
  const { value, note } = parsed(path, text);
  const given = Array.isArray(value) ? { messages: value } : value;
  requireMessages(path, given);
  const format = isAnthropic(given) ? "anthropic" : "openai-chat";
  const title = typeof given.title === "string" ? given.title : basename(path);
  return { title, format, body: conversationOf(given), text, note };
}

function textOf(path) {
  try {
    const { size } = statSync(path);
    if (size > MOST_MEGABYTES * 2 ** 20) throw new Error(`it has ${Math.ceil(size / 2 ** 20)} MB, and ${MOST_MEGABYTES} MB are the most`);
    // A byte order mark is not part of the JSON.
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[error.code] ?? error.message;
    throw new StepError(`cannot read ${path}: ${why}`, { advice: "give the path of a transcript: npm start -- transcript.json" });
  }
}

/** Parses the whole file as JSON; else its lines, if they are messages; else its first line. */
function parsed(path, text) {
  if (text.trim() === "") throw wrong(path, "it is empty");
  const whole = tryJson(text);
  if (whole.error === null) return { value: whole.value, note: null };

  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const first = tryJson(lines[0]);
  // The first line of JSON with line breaks is no JSON. The error of the whole file helps more then.
  if (first.error !== null || lines.length < 2) throw wrong(path, `it is not JSON (${whole.error})`);
  if (typeof first.value?.role !== "string") return { value: first.value, note: `JSONL with ${lines.length} lines; the first one is used` };

  const values = lines.map(tryJson);
  const broken = values.findIndex(({ error }) => error !== null);
  if (broken >= 0) throw wrong(path, `line ${broken + 1} of those that are not empty is not JSON (${values[broken].error})`);
  return { value: values.map(({ value }) => value), note: `JSONL with ${lines.length} lines, a message each` };
}

function requireMessages(path, given) {
  if (typeof given !== "object" || given === null) throw wrong(path, `it holds ${given === null ? "null" : `a ${typeof given}`}`);
  if (!Array.isArray(given.messages)) {
    const other = Object.keys(OTHER_FORMS).find((field) => field in given);
    if (other)
      throw wrong(
        path,
        `it looks like a request in ${OTHER_FORMS[other]} form (\`${other}\`); give it as a body of Chat Completions or Anthropic Messages`,
      );
    const fields = Object.keys(given).slice(0, 6).join(", ") || "none";
    throw wrong(path, `it has no array \`messages\` (its fields: ${fields})`);
  }
  if (given.messages.length === 0) throw wrong(path, "its `messages` are empty");
  const strange = given.messages.findIndex((message) => !ROLES.has(message?.role));
  if (strange >= 0) {
    const role = JSON.stringify(given.messages[strange]?.role) ?? "none";
    throw wrong(path, `messages[${strange}] has no role that a chat has (its role: ${role})`);
  }
}

function isAnthropic({ system, messages }) {
  if (system !== undefined) return true;
  return messages.some(({ content }) => Array.isArray(content) && content.some(isAnthropicBlock));
}

function isAnthropicBlock(block) {
  // Mistral also has `thinking` blocks, which hold a list.
  return ANTHROPIC_BLOCKS.has(block?.type) || (block?.type === "thinking" && typeof block.thinking === "string");
}

/** Returns the fields of the conversation that are present. */
function conversationOf(given) {
  return Object.fromEntries(["model", "system", "messages"].filter((name) => name in given).map((name) => [name, given[name]]));
}

function tryJson(text) {
  try {
    return { value: JSON.parse(text), error: null };
  } catch (error) {
    return { value: undefined, error: error.message };
  }
}

function wrong(path, why) {
  return new StepError(`${path} is not a transcript that can be read: ${why}`, { advice: EXPECTED });
}
