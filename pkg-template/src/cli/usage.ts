// The texts of `--help`.

/** A command, with its help. */
interface Help {
  /** Its purpose. */
  readonly what: string;
  readonly usage: string;
  readonly options: readonly (keyof typeof OPTIONS)[];
  readonly examples: readonly string[];
  readonly exits: readonly [fine: string, found: string];
}

const OPTIONS = {
  format: ["--format <name>", "the format; by default it is recognised"],
  field: ["--field <name>", "the field of each value that holds the request, such as request"],
  jsonl: ["--jsonl", "the input is JSONL, whatever its name"],
  json: ["--json", "print results as JSON, one a line"],
  maxTokens: ["--max-tokens <n>", "the tokens that the request may take"],
  by: ["--by <need|age>", "what goes first"],
  to: ["--to <name>", "the format to write"],
  form: ["--form <name>", "the form to write, for a format with several"],
  body: ["--body <file>", "the request that was refused"],
  elapsed: ["--elapsed <seconds>", "the time from one request to the next, where records have none"],
  thread: ["--thread <id>", "one thread of the store"],
  salvage: ["--salvage", "print what is whole of the thread, as JSON"],
  quiet: ["--quiet", "print no summary and no progress"],
  noColor: ["--no-color", "print no colours; so does NO_COLOR"],
} as const;

const READING = ["format", "field", "jsonl", "json", "quiet", "noColor"] as const;

/** The commands. */
export const COMMANDS = {
  check: {
    what: "says which rules of its provider a request breaks, and where",
    usage: "check [file ...]",
    options: READING,
    examples: ["backscroll check request.json", "pbpaste | backscroll check", "backscroll check batch.jsonl --json"],
    exits: ["no request breaks a rule that is checked", "a broken rule, or a refusal"],
  },
  repair: {
    what: "writes the request without the faults that can be repaired",
    usage: "repair [file ...]",
    options: READING,
    examples: ["backscroll repair request.json > repaired.json && curl -d @repaired.json ...", "pbpaste | backscroll repair | pbcopy"],
    exits: ["nothing is left to repair", "a fault that is left to you"],
  },
  fit: {
    what: "writes the request small enough for --max-tokens",
    usage: "fit [file ...] --max-tokens <n>",
    options: ["maxTokens", "by", ...READING],
    examples: ["backscroll fit request.json --max-tokens 100000 > fitted.json"],
    exits: ["each request fits", "a request that cannot fit"],
  },
  convert: {
    what: "writes the request or the messages in another format (--to)",
    usage: "convert [file ...] --to <name>",
    options: ["to", "form", ...READING],
    examples: ["backscroll convert request.json --to anthropic", "backscroll convert chat.json --to ai-sdk --form ui"],
    exits: ["nothing that was said is lost", "a loss of what was said"],
  },
  explain: {
    what: "says the cause of a provider's refusal, and which rule it is about (the text, or a file)",
    usage: "explain <words or file>",
    options: ["body", "format", "field", "jsonl", "json", "noColor"],
    examples: [
      "backscroll explain error.txt --body request.json",
      'backscroll explain "messages: roles must alternate"',
      "pbpaste | backscroll explain",
    ],
    exits: ["a cause is known", "no cause is known"],
  },
  cache: {
    what: "compares each request with the one before it: why the provider's prompt cache is missed",
    usage: "cache <file ...>",
    options: ["elapsed", ...READING],
    examples: ["backscroll cache requests.jsonl", "backscroll cache before.json after.json --elapsed 400"],
    exits: ["nothing is lost", "a cache that is missed"],
  },
  stats: {
    what: "counts messages, calls and tokens; with --max-tokens, says what such a cut keeps",
    usage: "stats [file ...]",
    options: ["maxTokens", "by", ...READING],
    examples: ["backscroll stats request.json", "backscroll stats request.json --max-tokens 20000"],
    exits: ["each value is read", "not used"],
  },
  verify: {
    what: "says which threads of a store are damaged, and where (a folder of files, or a file of SQLite)",
    usage: "verify <folder or file>",
    options: ["thread", "salvage", "json", "quiet"],
    examples: ["backscroll verify ./chats", "backscroll verify chats.db --thread t-42 --salvage > t-42.json"],
    exits: ["each thread is whole", "a damaged thread"],
  },
  mcp: {
    what: "serves check, explain, repair, fit, convert and stats to coding agents, by the Model Context Protocol over standard input",
    usage: "mcp",
    options: [],
    examples: ["claude mcp add backscroll -- npx backscroll mcp"],
    exits: ["the client has closed the connection", "not used"],
  },
} as const satisfies Readonly<Record<string, Help>>;

export type CommandName = keyof typeof COMMANDS;

const INPUT = `Files hold a request in any form in which people copy it: JSON, JSONL with one request a line, a curl command, code, a log, a HAR file, a
session. Without a file, or for -, standard input is read.`;

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, what]) => `  ${name.padEnd(width)}${what}`).join("\n");
};

/** The help of all commands. */
export const USAGE = `Usage: backscroll <command> [file ...] [options]
       backscroll [file]    says what is in the file, or in standard input, and what is wrong with it

Commands:
${columns(Object.entries(COMMANDS).map(([name, { what }]) => [name, what]))}

${INPUT}

  backscroll help <command>   the options and the exit codes of a command
  backscroll --version

Exit codes:
  0  all is fine
  1  something was found, or is left to you
  2  bad usage or input
`;

/** The help of one command. */
export function usageOf(name: CommandName): string {
  const { what, usage, options, examples, exits }: Help = COMMANDS[name];
  const input = ["explain", "verify", "mcp"].includes(name) ? "" : `\n${INPUT}\n`;
  const records =
    name === "cache"
      ? '\nRecords of loggers are read, too: { "time": ..., "request": {...}, "response": {...} }; so are sessions of Claude Code, Codex, Gemini CLI and pi.\n'
      : "";
  const codes: (readonly [string, string])[] = [
    ["0", exits[0]],
    ...(exits[1] === "not used" ? [] : [["1", exits[1]] as const]),
    ["2", "bad usage or input"],
  ];
  return `Usage: backscroll ${usage}${options.length === 0 ? "" : " [options]"}

${what[0]?.toUpperCase()}${what.slice(1)}.
${input}${records}${options.length === 0 ? "" : `\nOptions:\n${columns(options.map((option) => OPTIONS[option]))}\n`}
Examples:
${examples.map((example) => `  ${example}`).join("\n")}

Exit codes:
${columns(codes)}
`;
}
