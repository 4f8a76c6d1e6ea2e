// The arguments of the command.

import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { BadInput } from "./bad-input.js";
import { COMMANDS, type CommandName } from "./usage.js";

export interface Arguments {
  /** `diagnose` is what runs without a command. */
  readonly command: CommandName | "diagnose";
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
  /** The id of a stored thread. */
  readonly thread?: string;
  readonly salvage?: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
  /** The text of standard input; if it is undefined, that of the process is read. */
  readonly given?: string;
}

/** A wish for a help: of a command, or of all. */
export interface HelpWanted {
  readonly help: CommandName | null;
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
  thread: { type: "string" },
  salvage: { type: "boolean" },
  quiet: { type: "boolean", default: false },
  "no-color": { type: "boolean", default: false },
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
  thread: ["verify"],
  salvage: ["verify"],
};

/** Reads the arguments. `isPiped` is true if standard input is no terminal. */
export function argumentsOf(given: readonly string[], isPiped: boolean): Arguments | HelpWanted | "version" {
  const { values, positionals } = parsed(given);
  if (values.version) return "version";
  const [first, ...rest] = positionals;
  const isCommand = first !== undefined && Object.hasOwn(COMMANDS, first);
  if (values.help) return { help: isCommand ? (first as CommandName) : null };
  if (first === "help" && !existsSync(first)) return { help: helpOn(rest[0]) };
  if (first === undefined && !isPiped) return { help: null };
  // Without a command, a file is looked at.
  const isFile = first === undefined || (!isCommand && (first === "-" || existsSync(first)));
  if (!isFile && !isCommand) throw new BadInput(`There is no command ${JSON.stringify(first)}, and no file of this name.`);
  const name = isCommand ? (first as CommandName) : "diagnose";
  const files = isCommand ? rest : positionals;
  for (const [option, owners] of Object.entries(OF_COMMANDS)) {
    if (values[option as keyof typeof values] !== undefined && !(owners as readonly string[]).includes(name))
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
    noColor: values["no-color"],
    ...(values.thread !== undefined && { thread: values.thread }),
    ...(values.salvage !== undefined && { salvage: values.salvage }),
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

function helpOn(name: string | undefined): CommandName | null {
  if (name === undefined) return null;
  if (!Object.hasOwn(COMMANDS, name)) throw new BadInput(`There is no command ${JSON.stringify(name)}.`);
  return name as CommandName;
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
