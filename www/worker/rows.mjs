// The messages of a conversation as rows: one for each that a person would look for, and one for each run of small steps.

/** A call with its result above this size has a row of its own. */
const SMALL = 600;
/** Characters of a text. */
const MOST = 160;

/**
 * @typedef {object} Row
 * @property {number} from the first message, by its place in the conversation
 * @property {number} to the last one
 * @property {"user" | "assistant" | "tool" | "system"} kind
 * @property {string} text the first words; for calls, what is called with
 * @property {string | null} tool the name of the tool; null for words
 * @property {number} steps of a run of small steps; 1 for others
 * @property {number} tokens
 */

/** @param {number[]} sizes of the messages @returns {Row[]} */
export function rowsOf(messages, sizes) {
  const rows = [];
  let place = 0;
  while (place < messages.length) {
    const { role, toolCalls = [], content } = messages[place];
    if (role === "assistant" && toolCalls.length > 0) {
      let end = place;
      while (messages[end + 1]?.role === "tool") end += 1;
      const tokens = sizes.slice(place, end + 1).reduce((sum, size) => sum + size, 0);
      rows.push({ from: place, to: end, kind: "tool", ...calledBy(toolCalls), steps: 1, tokens });
      place = end + 1;
      continue;
    }
    const kind = role === "tool" ? "tool" : role === "system" ? "system" : role === "assistant" ? "assistant" : "user";
    rows.push({ from: place, to: place, kind, text: wordsOf(content), tool: null, steps: 1, tokens: sizes[place] });
    place += 1;
  }
  return folded(rows);
}

/** Neighbouring small steps share a row. */
function folded(rows) {
  const out = [];
  for (const row of rows) {
    const last = out.at(-1);
    const isSmall = row.kind === "tool" && row.tokens < SMALL;
    if (isSmall && last?.isSmall) {
      last.to = row.to;
      last.tokens += row.tokens;
      last.steps += row.steps;
      if (row.tool !== null && !last.tools.includes(row.tool)) last.tools.push(row.tool);
    } else out.push({ ...row, isSmall, tools: row.tool === null ? [] : [row.tool] });
  }
  return out.map(({ isSmall: _, tools, ...row }) =>
    row.steps === 1
      ? row
      : { ...row, tool: null, text: `${row.steps} small steps: ${tools.slice(0, 4).join(", ")}${tools.length > 4 ? "…" : ""}` },
  );
}

function calledBy(calls) {
  const [{ name, arguments: given }] = calls;
  let args = given;
  try {
    args = typeof given === "string" ? JSON.parse(given) : given;
  } catch {
    // Text that is no JSON is shown as it is.
  }
  const first = typeof args === "object" && args !== null ? Object.values(args).find((value) => typeof value === "string") : args;
  const others = calls.length > 1 ? ` and ${calls.length - 1} more` : "";
  return { tool: name, text: `${String(first ?? "").slice(0, MOST)}${others}` };
}

function wordsOf(content) {
  const texts = typeof content === "string" ? [content] : (content ?? []).map(({ text, type }) => text ?? `[${type}]`);
  return texts.join(" ").trim().replaceAll(/\s+/g, " ").slice(0, MOST);
}
