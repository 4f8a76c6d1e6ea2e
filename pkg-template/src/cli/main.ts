// Runs a command over its inputs.

import { isOurs } from "../input/check.js";
import { type TextEdit, editedText } from "../read/index.js";
import { type Arguments, argumentsOf } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { comparisonsIn } from "./cache.js";
import { type Paint, painter } from "./colour.js";
import { diagnosed } from "./diagnose.js";
import { explained, explanationLines, parsed } from "./explain.js";
import { type Input, type Source, inputsOf } from "./inputs.js";
import { Progress } from "./progress.js";
import { PROCESS, type Streams } from "./streams.js";
import { USAGE, usageOf } from "./usage.js";
import { type Outcome, VALUES, isTooLarge } from "./values.js";
import { verdictLine } from "./verdict.js";
import { threadsIn } from "./verify.js";
import { type DescribedViolation, explain } from "../doctor/index.js";

const [FINE, FOUND, BAD] = [0, 1, 2];

/** Runs the command, and returns its exit code. */
export async function main(given: readonly string[], version: string): Promise<number> {
  try {
    const args = argumentsOf(given, process.stdin.isTTY !== true);
    if (args === "version") process.stdout.write(`${version}\n`);
    else if ("help" in args) process.stdout.write(args.help === null ? USAGE : usageOf(args.help));
    else if (args.command === "mcp") await served(version);
    else return await replied(args, PROCESS);
    return FINE;
  } catch (error) {
    return refused(error, PROCESS);
  }
}

/** Runs a command, and returns its exit code. */
async function replied(args: Arguments, streams: Streams): Promise<number> {
  try {
    return await run(args, streams);
  } catch (error) {
    return refused(error, streams);
  }
}

function refused(error: unknown, streams: Streams): number {
  if (!(error instanceof BadInput) && !isOurs(error)) throw error;
  streams.err(`backscroll: ${(error as Error).message}\n${streams === PROCESS ? "See `backscroll --help`.\n" : ""}`);
  return BAD;
}

/** Serves the commands to coding agents. A file of its own, because it brings a library. */
async function served(version: string): Promise<void> {
  const { serve } = (await import(new URL("./mcp.mjs", import.meta.url).href)) as typeof import("./mcp/index.js");
  await serve(replied, version);
}

async function run(args: Arguments, streams: Streams): Promise<number> {
  if (args.command === "explain") return report([await explained(args)], args, streams);
  if (args.command === "cache") return overOutcomes(comparisonsIn(args), args, streams);
  if (args.command === "verify") return overOutcomes(threadsIn(args), args, streams);
  if (args.command !== "diagnose") return overInputs(args, streams);
  const paint = painter(streams.terminals[0], args.noColor);
  const outcomes: Outcome[] = [];
  for (const file of args.files) outcomes.push(await diagnosed(file, args, paint));
  return report(outcomes, args, streams);
}

async function report(outcomes: readonly Outcome[], { json }: Arguments, { out }: Streams): Promise<number> {
  for (const { lines, data } of outcomes) await out(json ? `${JSON.stringify(data)}\n` : `${lines.join("\n")}\n`);
  return outcomes.some(({ isFound }) => isFound) ? FOUND : FINE;
}

type Placed = { readonly place: string; readonly outcome: Outcome };

async function overOutcomes(outcomes: AsyncIterable<Placed>, args: Arguments, streams: Streams): Promise<number> {
  let found = 0;
  const out = new Output(args, streams);
  for await (const { place, outcome } of outcomes) {
    if (outcome.isFound) found += 1;
    await out.write({ place, source: null }, outcome);
  }
  return found > 0 ? FOUND : FINE;
}

async function overInputs(args: Arguments, streams: Streams): Promise<number> {
  const command = VALUES[args.command as keyof typeof VALUES];
  const progress = new Progress(args.quiet);
  const out = new Output(args, streams);
  let [values, found, bad] = [0, 0, 0];
  for (const file of args.files) {
    for await (const input of inputsOf(file, args)) {
      values += 1;
      progress.show(values);
      try {
        if (input.fault !== null) throw new BadInput(input.fault);
        const outcome = command(input.value, args);
        const reported = args.command === "check" ? withVerdict(input, outcome, args) : outcome;
        if (reported.isFound) found += 1;
        if (reported.lines.length > 0) progress.clear();
        await out.write(input, reported);
      } catch (error) {
        if (!(error instanceof BadInput) && !isOurs(error)) throw error;
        if (isTooLarge(error)) found += 1;
        else bad += 1;
        progress.clear();
        streams.err(`${input.place}: ${(error as Error).message}\n`);
        if (args.json) await streams.out(`${JSON.stringify({ place: input.place, error: (error as Error).message })}\n`);
      }
    }
    await out.end();
  }
  progress.clear();
  if (values === 0) throw new BadInput("There is nothing to read.");
  if (!args.quiet && values > 1) streams.err(`${values} values: ${found} with findings, ${bad} unreadable.\n`);
  return bad > 0 ? BAD : found > 0 ? FOUND : FINE;
}

/** Adds the explanation of the refusal in the same text, and what a request without findings means. Lines of JSONL have no verdict. */
function withVerdict({ source, refusal }: Input, outcome: Outcome, { quiet }: Arguments): Outcome {
  const { format, violations } = outcome.data as { format: "anthropic"; violations: DescribedViolation[] };
  const explanations = refusal === null ? null : explain(parsed(refusal), { target: format, violations });
  const isSilent = source?.isLine === true || quiet;
  const verdict =
    violations.length > 0 || (isSilent && explanations === null)
      ? []
      : [uncapitalised(verdictLine({ target: format, violations, explanations }, plain))];
  return {
    ...outcome,
    isFound: outcome.isFound || explanations !== null,
    lines: [...outcome.lines, ...verdict, ...(explanations === null ? [] : explanationLines(explanations))],
    data: { ...outcome.data, ...(explanations !== null && { explanations }) },
  };
}

const plain: Paint = (_, text) => text;
const uncapitalised = (text: string): string => `${text[0]?.toLowerCase()}${text.slice(1)}`;

/** Writes outcomes. Results go to standard output; if a value is written, reports about it go to standard error. */
class Output {
  readonly #args: Arguments;
  readonly #streams: Streams;
  readonly #paint: Paint;
  readonly #paintReport: Paint;
  /** A text whose requests are written back into it, when all are known. */
  #text: { readonly text: string; readonly edits: TextEdit[] } | null = null;

  constructor(args: Arguments, streams: Streams) {
    [this.#args, this.#streams] = [args, streams];
    [this.#paint, this.#paintReport] = streams.terminals.map((terminal) => painter(terminal, args.noColor)) as [Paint, Paint];
  }

  async write({ place, source }: Pick<Input, "place" | "source">, { lines, written, data }: Outcome): Promise<void> {
    const { json, quiet } = this.#args;
    if (json) return this.#streams.out(`${JSON.stringify({ place, ...data })}\n`);
    if (written === undefined) return this.#streams.out(lines.map((line) => reported(place, line, this.#paint)).join(""));
    if (!this.#isHeld(written, source)) await this.#streams.out(`${textOf(written, source, this.#args)}\n`);
    if (!quiet) this.#streams.err(lines.map((line) => reported(place, line, this.#paintReport)).join(""));
  }

  /** Writes the text of a file whose requests were changed. */
  async end(): Promise<void> {
    if (this.#text === null) return;
    const { text, edits } = this.#text;
    this.#text = null;
    const written = editedText(
      text,
      [...edits].sort((one, other) => one.from - other.from || one.to - other.to),
    );
    await this.#streams.out(written.endsWith("\n") ? written : `${written}\n`);
  }

  /** Keeps the edits of a request for the end of its text. */
  #isHeld(written: unknown, source: Source | null): boolean {
    if (source === null || source.isLine || !isInForm(this.#args) || !source.request.isInText) return false;
    const edits = source.request.editsTo(written);
    if (edits === null) return false;
    this.#text ??= { text: source.text, edits: [] };
    this.#text.edits.push(...edits);
    return true;
  }
}

/** Reports whether a command writes a request in the form of its text. */
const isInForm = ({ command }: Arguments): boolean => command === "repair" || command === "fit";

/** A value as text: a line in its own form, JSON in lines if the input has some. */
function textOf(written: unknown, source: Source | null, args: Arguments): string {
  if (source === null) return JSON.stringify(written);
  const edits = isInForm(args) && source.request.isInText ? source.request.editsTo(written) : null;
  if (edits !== null) return editedText(source.text, edits);
  return source.isLine || !source.text.trim().includes("\n") ? JSON.stringify(written) : JSON.stringify(written, null, 2);
}

function reported(place: string, line: string, paint: Paint): string {
  return `${paint("dim", `${place}:`)} ${line.replace(/^[A-Z]{2}\d+(?= )/, (rule) => paint("red", rule))}\n`;
}
