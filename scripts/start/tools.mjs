// Two tools that really work on any transcript: the model may search the file that was given, and read in it.

const MATCHES = 12;
const MATCH_CHARACTERS = 240;

/** What both tools look like to a model, whichever provider it is at. */
export const TOOLS = [
  {
    name: "search_transcript",
    description: "Finds the lines of the original transcript that contain a text.",
    schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
  {
    name: "read_transcript",
    description: "Reads a stretch of the original transcript, from a character position on.",
    schema: { type: "object", properties: { from: { type: "integer" }, characters: { type: "integer" } }, required: ["from", "characters"] },
  },
];

/**
 * Runs a call of the model.
 *
 * @param {string} text The transcript.
 * @param {{ name: string, arguments: string | object }} call
 * @returns {string}
 * @throws {Error} when there is no such tool or an argument is wrong: the caller hands that to the model as an error result
 */
export function runTool(text, call) {
  const given = typeof call.arguments === "string" ? JSON.parse(call.arguments) : call.arguments;
  if (call.name === "search_transcript") return search(text, given.query);
  if (call.name === "read_transcript") return text.slice(given.from, given.from + given.characters);
  throw new Error(`there is no tool ${call.name}`);
}

function search(text, query) {
  const lines = text.split(/\n|\\n/);
  const found = lines.flatMap((line, place) => (line.includes(query) ? [`${place + 1}: ${line.trim().slice(0, MATCH_CHARACTERS)}`] : []));
  if (found.length === 0) return `No line contains ${JSON.stringify(query)}.`;
  const more = found.length > MATCHES ? [`... and ${found.length - MATCHES} more lines`] : [];
  return [...found.slice(0, MATCHES), ...more].join("\n");
}
