// Prints a cut for the eye: beside each message what the request holds of it.

import { budgetOf } from "./cut.mjs";
import { hitsOf } from "./judge.mjs";
import { sizeOf } from "./tokens.mjs";
import { byNeed } from "./ways/ours.mjs";
import { textsOf } from "./words.mjs";

/** Lines of a message that are printed; of a longer one the first and the last. */
const MOST_LINES = 10;
/** Characters of a piece that is known as a part of a line. */
const RECOGNIZED = 12;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/**
 * Returns a cut as text: on the left the conversation, with "-" before lines that went and "~" before lines of which a part went, on the
 * right the request. Of a planted case, it begins with what is lost.
 *
 * @param {import("./cut.mjs").Cut} cut
 * @param {number} share the share of the rest that is kept
 * @param {{ way?: import("./ways/way.mjs").Way, width?: number }} [options] `width` in columns of the terminal
 */
export async function shownCut(cut, share, { way = byNeed, width = 160 } = {}) {
  const budget = budgetOf(cut, share);
  const kept = await way.keep(cut, budget);
  if (kept === null) return `${cut.id}: no request fits into ${budget} tokens`;
  const size = cut.requiredTokens + cut.restTokens;
  const head = `${cut.id}: ${size} tokens, of which ${cut.requiredTokens} must stay; ${sizeOf(kept)} of ${budget} are left, by ${way.name}`;
  const half = Math.floor((width - 3) / 2);
  const lines = rowsOf(cut.history, kept).flatMap(([before, after]) => besides(linesBefore(before, after), linesAfter(after), half));
  return [head, ...lostOf(cut, kept), "", besides(["  CONVERSATION"], ["REQUEST"], half)[0], ...lines].join("\n");
}

/** Lists the planted things that the request lacks. */
function lostOf(cut, kept) {
  const wanted = (cut.items ?? []).filter(({ figure }) => figure !== "injected" && figure !== "beside");
  const lost = wanted.filter((item) => Object.values(hitsOf({ ...cut, items: [item] }, kept))[0][0] === 0);
  return lost.map(({ figure, parts }) => `lost: ${figure}: ${parts.join(" · ").replaceAll("\n", ": ")}`);
}

/** Pairs each message with its rest. A note stands beside the first message in whose place it is. */
function rowsOf(history, kept) {
  const ids = new Set(history.map(({ id }) => id));
  const left = [...kept];
  const nextNotes = () =>
    left.splice(
      0,
      left.findIndex(({ id }) => ids.has(id)),
    );
  const rows = [];
  for (const message of history) {
    const notes = left.length > 0 && !ids.has(left[0].id) ? nextNotes() : [];
    const rest = left[0]?.id === message.id ? left.shift() : notes.pop();
    rows.push(...notes.map((note) => [null, note]), [message, rest ?? null]);
  }
  return [...rows, ...left.map((note) => [null, note])];
}

function linesBefore(message, rest) {
  if (message === null) return [];
  const after = rest?.id === message.id ? textOf(rest) : null;
  return shortened(
    textOf(message)
      .split("\n")
      .map((line) => `${markOf(line, after)} ${line}`),
  );
}

const linesAfter = (message) => (message === null ? [] : shortened(textOf(message).split("\n")));

/** @param {string} line @param {string | null} after the text that is left of its message */
function markOf(line, after) {
  if (after === null) return "-";
  if (after.includes(line.trim())) return " ";
  const pieces = after.split(/\n|\[…\]/).map((piece) => piece.trim());
  return pieces.some((piece) => piece.length >= RECOGNIZED && line.includes(piece)) ? "~" : "-";
}

function textOf({ role, content, toolCalls = [] }) {
  const calls = toolCalls.map((call) => `${call.name}(${textsOf({ toolCalls: [call] }).join(", ")})`);
  const texts = textsOf({ content }).filter((text) => text !== "");
  return `${role.toUpperCase()} ${[...texts, ...calls].join("\n")}`;
}

function shortened(lines) {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 3), `  (${lines.length - MOST_LINES + 1} more lines)`, ...lines.slice(-2)];
}

/** Returns two texts beside each other, and an empty line after them. */
function besides(left, right, half) {
  const [before, after] = [left, right].map((lines) => lines.flatMap((line) => wrapped(line, half)));
  const count = Math.max(before.length, after.length);
  return [...Array.from({ length: count }, (_, row) => `${padded(before[row] ?? "", half)} │ ${after[row] ?? ""}`.trimEnd()), ""];
}

/** Splits a line, between words where it can; the parts after the first begin with its mark. */
function wrapped(line, width) {
  const parts = [""];
  for (const piece of line.split(/(?<=\s)/).flatMap((word) => (columnsOf(word) < width / 2 ? word : [...word]))) {
    if (columnsOf(parts.at(-1) + piece.trimEnd()) > width) parts.push(/^[-~] /.test(line) ? line.slice(0, 2) : "  ");
    parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trimEnd());
}

const padded = (text, width) => text + " ".repeat(width - columnsOf(text));

/** Characters of Chinese, Japanese and Korean take two columns. */
function columnsOf(text) {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}
