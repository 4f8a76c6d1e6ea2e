// Reads telling words from messages: ids, paths, names and amounts, which show that a step needs something that was said before. It shares
// no code with the package, whose choice it measures.

/** @typedef {import("backscroll").MessageInit} MessageInit */

/** A run of letters, digits and the marks that ids, paths and addresses are written with. */
const RUN = /[\p{L}\p{M}\p{N}_/@.-]+/gu;
/** Marks at the edges of a run that belong to the sentence. */
const EDGES = /^[.-]+|[.-]+$/g;
/** A digit, `_`, `/`, `@`, an inner dot or an inner capital. */
const TELLING = /[\p{N}_/@]|[^.]\.[^.]|\p{Ll}\p{Lu}/u;
/** A run without one of these is punctuation. */
const READABLE = /[\p{L}\p{N}]/u;
/** Shorter words occur everywhere by chance. In UTF-16 units. */
const SHORTEST = 3;

/**
 * Returns the telling words of a text, each once. A telling word has at least 3 characters, and among them a digit, `_`, `/`, `@`, an
 * inner dot or an inner capital.
 *
 * @param {string} text
 * @returns {Set<string>}
 */
export function tellingWords(text) {
  const words = new Set();
  for (const [run] of text.matchAll(RUN)) {
    const word = run.replace(EDGES, "");
    if (word.length >= SHORTEST && TELLING.test(word) && READABLE.test(word)) words.add(word);
  }
  return words;
}

/** @type {WeakMap<object, Set<string>>} */
const known = new WeakMap();

/**
 * Returns the telling words of a message: of its text, and of the arguments of its calls. The names of calls do not count, because each
 * request declares its tools. Messages of backscroll and of OpenAI's chat API are read. A message must not change after it was read.
 *
 * @param {MessageInit | object} message
 * @returns {Set<string>}
 */
export function wordsOf(message) {
  if (!known.has(message)) known.set(message, tellingWords(textsOf(message).join("\n")));
  return known.get(message);
}

/** Returns the telling words of messages. @returns {Set<string>} */
export function wordsIn(messages) {
  const all = new Set();
  for (const message of messages) {
    for (const word of wordsOf(message)) all.add(word);
  }
  return all;
}

/**
 * Returns the texts of a message: contents, and the values of its calls' arguments. Arguments in JSON are parsed first, because a raw
 * `\nEOF` reads as the word `nEOF`.
 *
 * @returns {string[]}
 */
export function textsOf({ content, toolCalls, tool_calls: calls }) {
  const parts = typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text ?? "");
  return [...parts, ...(toolCalls ?? calls ?? []).flatMap(textsOfCall)];
}

function textsOfCall({ function: called, arguments: given = called.arguments }) {
  return leaves(typeof given === "string" ? parsed(given) : given);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns all texts and numbers in a value. Keys are names of parameters, which tools fix. */
function leaves(value) {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
