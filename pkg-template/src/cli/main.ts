// Runs a command over its inputs.

import { isOurs } from "../input/check.js";
import { type Arguments, argumentsOf } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { comparisonsIn } from "./cache.js";
import { explained } from "./explain.js";
import { inputsOf } from "./inputs.js";
import { Progress } from "./progress.js";
import { USAGE } from "./usage.js";
import { type Outcome, VALUES, isTooLarge } from "./values.js";

const [FINE, FOUND, BAD] = [0, 1, 2];

/** Runs the command, and returns its exit code. */
export async function main(given: readonly string[], version: string): Promise<number> {
  try {
    const args = argumentsOf(given);
    if (typeof args === "string") {
      process.stdout.write(args === "help" ? USAGE : `${version}\n`);
      return FINE;
    }
    if (args.command === "explain") return report(await explained(args), args);
    return args.command === "cache" ? await overPairs(args) : await overInputs(args);
  } catch (error) {
    if (!(error instanceof BadInput) && !isOurs(error)) throw error;
    process.stderr.write(`backscroll: ${(error as Error).message}\nSee \`backscroll --help\`.\n`);
    return BAD;
  }
}

function report(outcome: Outcome, { json }: Arguments): number {
  process.stdout.write(json ? `${JSON.stringify(outcome.data)}\n` : `${outcome.lines.join("\n")}\n`);
  return outcome.isFound ? FOUND : FINE;
}

async function overPairs(args: Arguments): Promise<number> {
  let found = 0;
  for await (const { place, outcome } of comparisonsIn(args)) {
    if (outcome.isFound) found += 1;
    await write(place, outcome, args);
  }
  return found > 0 ? FOUND : FINE;
}

async function overInputs(args: Arguments): Promise<number> {
  const command = VALUES[args.command as keyof typeof VALUES];
  const progress = new Progress(args.quiet);
  let [values, found, bad] = [0, 0, 0];
  for (const file of args.files) {
    for await (const { place, value, fault } of inputsOf(file, args)) {
      values += 1;
      progress.show(values);
      try {
        if (fault !== null) throw new BadInput(fault);
        const outcome = command(value, args);
        if (outcome.isFound) found += 1;
        await write(place, outcome, args);
      } catch (error) {
        if (!(error instanceof BadInput) && !isOurs(error)) throw error;
        if (isTooLarge(error)) found += 1;
        else bad += 1;
        progress.clear();
        process.stderr.write(`${place}: ${(error as Error).message}\n`);
        if (args.json) process.stdout.write(`${JSON.stringify({ place, error: (error as Error).message })}\n`);
      }
    }
  }
  progress.clear();
  if (values === 0) throw new BadInput("There is nothing to read.");
  if (!args.quiet && values > 1) process.stderr.write(`${values} values: ${found} with findings, ${bad} unreadable.\n`);
  return bad > 0 ? BAD : found > 0 ? FOUND : FINE;
}

/** Results go to standard output. If a value is written, reports about it go to standard error. */
async function write(place: string, { lines, written, data }: Outcome, { json, quiet }: Arguments): Promise<void> {
  const isWritten = written !== undefined;
  const out = json
    ? `${JSON.stringify({ place, ...data })}\n`
    : isWritten
      ? `${JSON.stringify(written)}\n`
      : lines.map((line) => `${place}: ${line}\n`).join("");
  if (out !== "" && !process.stdout.write(out)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  if (isWritten && !json && !quiet) process.stderr.write(lines.map((line) => `${place}: ${line}\n`).join(""));
}
