// The tools of the server. Each runs the command of its name.

import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Arguments } from "../arguments.js";
import { BadInput } from "../bad-input.js";
import type { Run } from "../streams.js";
import { COMMANDS } from "../usage.js";
import type { Folder } from "./folder.js";

type ToolName = "check" | "explain" | "repair" | "fit" | "convert" | "stats";

/** The arguments of a call. */
interface Given {
  readonly text?: string;
  readonly file?: string;
  readonly saveTo?: string;
  readonly format?: string;
  readonly maxTokens?: number;
  readonly by?: "need" | "age";
  readonly to?: string;
  readonly form?: string;
}

interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly call: (given: Given, run: Run, folder: Folder) => Promise<CallToolResult>;
}

/** Characters of a text that an answer may hold. A longer one would fill the window of the agent that asked. */
const MOST_CHARACTERS = 50_000;

const text = z
  .string()
  .optional()
  .describe("The request, or the error, or both, in any form in which people copy it. Give this or `file`.");
const file = z.string().optional().describe("A file of the folder in which the server runs, such as request.json. Give this or `text`.");
const format = z.string().optional().describe("The format, such as anthropic or openai-chat. By default it is recognised.");
const maxTokens = z.number().int().positive().describe("The tokens that the request may take.");
const by = z.enum(["need", "age"]).optional().describe("What goes first: what the next steps need least (the default), or the oldest.");
const saveTo = z
  .string()
  .optional()
  .describe(`A new file for the result, in the same folder. Needed for a result of more than ${MOST_CHARACTERS} characters.`);

const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** The tools, with what beside the text and the file each takes. */
export const TOOLS: readonly Tool[] = [
  reader("check", "Check a request", { format }),
  reader("explain", "Explain a refusal", {}),
  writer("repair", "Repair a request", { format }),
  writer("fit", "Make a request fit", { format, maxTokens, by }),
  writer("convert", "Convert a request", {
    format,
    to: z.string().describe("The format to write, such as openai-chat, openai-responses, anthropic, gemini, bedrock, mistral or ai-sdk."),
    form: z.string().optional().describe("The form to write, for a format with several, such as ui for ai-sdk."),
  }),
  reader("stats", "Count tokens", { format, maxTokens: maxTokens.optional(), by }),
];

function reader(name: ToolName, title: string, more: z.ZodRawShape): Tool {
  return {
    ...described(name, title),
    inputSchema: z.object({ text, file, ...more }),
    annotations: { title, ...READS },
    call: called(name),
  };
}

function writer(name: ToolName, title: string, more: z.ZodRawShape): Tool {
  const inputSchema = z.object({ text, file, ...more, saveTo });
  return { ...described(name, title), inputSchema, annotations: { title, ...WRITES }, call: called(name) };
}

/** The purpose of the command, as a sentence. */
function described(name: ToolName, title: string) {
  const { what } = COMMANDS[name];
  const said = what.replace(" (--to)", "").replace("--max-tokens", "`maxTokens`").replace("; with `maxTokens`", ". With `maxTokens`");
  return { name, title, description: `${said[0]?.toUpperCase()}${said.slice(1)}.` };
}

function called(command: ToolName): Tool["call"] {
  return async (given, run, folder) => {
    try {
      return await outcomeOf(command, given, run, folder);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  };
}

/** The exit code of a command that could not run. */
const BAD = 2;

async function outcomeOf(command: ToolName, given: Given, run: Run, folder: Folder): Promise<CallToolResult> {
  const args = await argumentsOf(command, given, folder);
  const [written, reports]: [string[], string[]] = [[], []];
  const streams = {
    out: async (part: string) => void written.push(part),
    err: (part: string) => void reports.push(part),
    terminals: [{}, {}] as const,
  };
  const code = await run(args, streams);
  const [result, report] = [written.join("").trimEnd(), reports.join("").trimEnd()];
  const isWriter = command === "repair" || command === "fit" || command === "convert";
  const shown = isWriter ? await kept(result, given, folder) : shortened(result);
  const texts = [shortened(report), shown].filter((part) => part !== "");
  return {
    isError: code === BAD,
    content: (texts.length > 0 ? texts : [nothing(command)]).map((part) => ({ type: "text", text: part })),
  };
}

async function argumentsOf(command: ToolName, given: Given, folder: Folder): Promise<Arguments> {
  const { text: words, file: name, saveTo: _, ...options } = given;
  if ((words === undefined) === (name === undefined)) throw new BadInput("Give `text` or `file`, and not both.");
  return {
    command,
    files: [name === undefined ? "-" : await folder.file(name)],
    jsonl: false,
    json: false,
    quiet: false,
    noColor: true,
    ...(words !== undefined && { given: words }),
    ...options,
  };
}

/** Saves a result where the call says so; else returns it, if it is short enough. */
async function kept(result: string, { saveTo: name }: Given, folder: Folder): Promise<string> {
  if (name !== undefined && result !== "") {
    await folder.save(name, `${result}\n`);
    return `Saved as ${name}.`;
  }
  if (result.length <= MOST_CHARACTERS) return result;
  throw new BadInput(`The result has ${result.length} characters: give \`saveTo\`, the name of a new file for it.`);
}

/** A report, with the number of the lines that do not fit. */
function shortened(report: string): string {
  if (report.length <= MOST_CHARACTERS) return report;
  const head = report.slice(0, report.lastIndexOf("\n", MOST_CHARACTERS) + 1) || report.slice(0, MOST_CHARACTERS);
  const left = report.slice(head.length).split("\n").length;
  return `${head.trimEnd()}\n... and ${left} more lines: run \`npx backscroll\` on the file to see all of them.`;
}

const nothing = (command: ToolName): string => (command === "check" ? "Nothing was found." : "There is nothing to write.");
