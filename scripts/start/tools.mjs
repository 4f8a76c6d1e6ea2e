// Two real tools that work on any transcript: they search the given file, and read from it.

const MATCHES = 12;
const MATCH_CHARACTERS = 240;

/** The declarations of both tools, for every provider. */
export const TOOLS = [
  {
    name: "search_transcript",
    description: "Finds the lines of the original transcript that contain a text.",
    schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
  {
    name: "read_transcript",
    description: "Reads a stretch of the original transcript, from a character position on.",
    schema: {
      type: "object",
      properties: { from: { type: "integer" }, characters: { type: "integer" } },
      required: ["from", "characters"],
    },
  },
];

/**
 * @param {string} text The transcript.
 * @returns {(call: import("backscroll").ToolCall) => string} Runs a call of the model. Throws when the tool is unknown or an argument is
 * wrong; the caller makes that an error result.
 */
export function toolsOver(text) {
  const tools = {
    search_transcript: ({ query }) => search(text, query),
    read_transcript: ({ from, characters }) => text.slice(from, from + characters),
  };
  return ({ name, arguments: given }) => {
    if (!Object.hasOwn(tools, name)) throw new Error(`there is no tool ${name}`);
    return tools[name](typeof given === "string" ? JSON.parse(given) : given);
  };
}

function search(text, query) {
  const lines = text.split(/\n|\\n/);
  const found = lines.flatMap((line, place) => (line.includes(query) ? [`${place + 1}: ${line.trim().slice(0, MATCH_CHARACTERS)}`] : []));
  if (found.length === 0) return `No line contains ${JSON.stringify(query)}.`;
  const more = found.length > MATCHES ? [`... and ${found.length - MATCHES} more lines`] : [];
  return [...found.slice(0, MATCHES), ...more].join("\n");
}
