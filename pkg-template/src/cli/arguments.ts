// The arguments of the command.

import { parseArgs } from "node:util";
import { BadInput } from "./bad-input.js";
import { COMMANDS, type CommandName } from "./usage.js";

export interface Arguments {
  readonly command: CommandName;
  /** Paths, and `-` for standard input. For `explain`, also words of the refusal. */
  readonly files: readonly string[];
  readonly format?: string;
  readonly field?: string;
  readonly jsonl: boolean;
  readonly json: boolean;
  readonly maxTokens?: number;
  readonly by?: "need" | "age";
  readonly to?: string;
  readonly form?: string;
  readonly body?: string;
  /** The time between two requests without times. */
  readonly elapsedMs?: number;
  readonly quiet: boolean;
}

const OPTIONS = {
  format: { type: "string" },
  field: { type: "string" },
  jsonl: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "max-tokens": { type: "string" },
  by: { type: "string" },
  to: { type: "string" },
  form: { type: "string" },
  body: { type: "string" },
  elapsed: { type: "string" },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

/** Options that not every command takes. */
const OF_COMMANDS: Readonly<Record<string, readonly CommandName[]>> = {
  "max-tokens": ["fit", "stats"],
  to: ["convert"],
  form: ["convert"],
  body: ["explain"],
  elapsed: ["cache"],
};

/** Reads the arguments. `"help"` and `"version"` ask for these. */
export function argumentsOf(given: readonly string[]): Arguments | "help" | "version" {
  const { values, positionals } = parsed(given);
  if (values.help) return "help";
  if (values.version) return "version";
  const [command, ...files] = positionals;
  if (command === undefined) throw new BadInput("There is no command.");
  if (!Object.hasOwn(COMMANDS, command)) throw new BadInput(`There is no command ${JSON.stringify(command)}.`);
  const name = command as CommandName;
  for (const [option, owners] of Object.entries(OF_COMMANDS)) {
    if (values[option as keyof typeof values] !== undefined && !owners.includes(name))
      throw new BadInput(`--${option} is an option of ${owners.join(" and ")}.`);
  }
  const { format, field, to, form, body, by, jsonl, json, quiet } = values;
  if (by !== undefined && by !== "need" && by !== "age") throw new BadInput("--by is need or age.");
  if (name === "fit" && values["max-tokens"] === undefined) throw new BadInput("fit needs --max-tokens.");
  if (name === "convert" && to === undefined) throw new BadInput("convert needs --to.");
  return {
    command: name,
    files: files.length === 0 ? ["-"] : files,
    jsonl,
    json,
    quiet,
    ...(format !== undefined && { format }),
    ...(field !== undefined && { field }),
    ...(by !== undefined && { by }),
    ...(to !== undefined && { to }),
    ...(form !== undefined && { form }),
    ...(body !== undefined && { body }),
    ...(values["max-tokens"] !== undefined && { maxTokens: whole(values["max-tokens"]) }),
    ...(values.elapsed !== undefined && { elapsedMs: milliseconds(values.elapsed) }),
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

function whole(text: string): number {
  if (/^\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new BadInput(`--max-tokens is a whole number above 0, not ${JSON.stringify(text)}.`);
}

function milliseconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  throw new BadInput(`--elapsed is a number of seconds, not ${JSON.stringify(text)}.`);
}
