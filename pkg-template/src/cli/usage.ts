// The text of `--help`.

/** The commands, with what each is for. */
export const COMMANDS = {
  check: "says which rules of its provider a request breaks, and where",
  repair: "writes the request as its provider accepts it",
  fit: "writes the request small enough for --max-tokens",
  convert: "writes the request or the messages in another format (--to)",
  explain: "says the cause of a provider's refusal, and which rule it is about (the text, or a file)",
  cache: "compares each request with the one before it: why the provider's prompt cache is missed",
  stats: "counts messages, calls and tokens",
} as const;

export type CommandName = keyof typeof COMMANDS;

const list = Object.entries(COMMANDS)
  .map(([name, what]) => `  ${name.padEnd(9)}${what}`)
  .join("\n");

export const USAGE = `Usage: backscroll <command> [file ...] [options]

Commands:
${list}

Files hold JSON, or JSONL with one request a line (.jsonl, .ndjson, or --jsonl). Without a file, or for -, standard input is read.
cache also reads records of loggers: { "time": ..., "request": {...}, "response": {...} }.

Options:
  --format <name>      the format; by default it is recognised
  --field <name>       the field of each value that holds the request, such as request
  --jsonl              the input is JSONL, whatever its name
  --json               print results as JSON, one a line
  --max-tokens <n>     fit: tokens that the request may take; stats: says what such a cut keeps
  --by <need|age>      fit, stats: what goes first (fit: need; stats: both)
  --to <name>          convert: the format to write
  --form <name>        convert: the form to write, for a format with several
  --body <file>        explain: the request that was refused
  --elapsed <seconds>  cache: the time from one request to the next, where records have none
  --quiet              print no summary and no progress
  --help, --version

Exit codes:
  0  all is fine
  1  something was found: a broken rule (check), a repair, or a fault that is left to you (repair), a request that does not fit (fit), a loss (convert), no cause (explain), a cache that is missed (cache)
  2  bad usage or input
`;
