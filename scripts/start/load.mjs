// Reads a transcript that a person gives, and finds out which form it has.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { StepError } from "../lib/run.mjs";

const EXPECTED = `expected one of
    - OpenAI chat form: {"messages": [{"role": "user", "content": "..."}, ...]}, or the array alone
    - an Anthropic request body: {"system": "...", "messages": [...]}
    - JSONL with one of these a line (the first one is used)`;
const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
/** Blocks that only Anthropic's messages have. */
const ANTHROPIC_BLOCKS = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use"]);

/**
 * @typedef {object} Transcript
 * @property {string} title What to call it.
 * @property {"openai-chat" | "anthropic"} format
 * @property {{ messages: object[], system?: unknown, model?: string }} body The part of the file that is the conversation.
 * @property {string} text The file as text, for the tools that search it.
 * @property {string | null} note What the reader should know about how it was read.
 */

/**
 * @param {string} path
 * @returns {Transcript}
 * @throws {StepError} when the file cannot be read or has another shape
 */
export function loadTranscript(path) {
  const text = read(path);
  const { value, note } = parse(path, text);
  const given = Array.isArray(value) ? { messages: value } : value;
  requireMessages(path, given);
  const format = isAnthropic(given) ? "anthropic" : "openai-chat";
  const { model, system, messages } = given;
  const body = format === "anthropic" ? { model, system, messages } : { model, messages };
  const title = typeof given.title === "string" ? given.title : basename(path);
  return { title, format, body, text, note };
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[error.code] ?? error.message;
    throw new StepError(`cannot read ${path}: ${why}`, { advice: "give the path of a transcript: npm start -- transcript.json" });
  }
}

/** The whole file as JSON, else its first line. */
function parse(path, text) {
  const whole = tryJson(text);
  if (whole.error === null) return { value: whole.value, note: null };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const first = tryJson(lines[0] ?? "");
  // A file that is spread over lines begins with a line that is no JSON; the error of the whole is the one that helps.
  if (first.error !== null || lines.length < 2) throw wrong(path, `it is not JSON (${whole.error})`);
  return { value: first.value, note: `The file is JSONL with ${lines.length} lines; the first one is used.` };
}

function requireMessages(path, given) {
  if (typeof given !== "object" || given === null) throw wrong(path, `it holds ${given === null ? "null" : `a ${typeof given}`}`);
  if (!Array.isArray(given.messages)) {
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
  return messages.some(({ content }) => Array.isArray(content) && content.some((block) => ANTHROPIC_BLOCKS.has(block?.type)));
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
