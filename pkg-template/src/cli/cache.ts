// The command `cache`: each request beside the one before it.

import type { Target } from "../index.js";
import { type CacheComparison, compareRequests } from "../cache/index.js";
import type { Arguments } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { inputsOf } from "./inputs.js";
import { type Outcome, targetOf } from "./values.js";

/** A request of the input. */
interface Request {
  readonly place: string;
  readonly target: Target;
  readonly body: object;
}

/** Compares each request of all files with the one before it. */
export async function* comparisonsIn(args: Arguments): AsyncGenerator<{ readonly place: string; readonly outcome: Outcome }> {
  let [last, count]: [Request | null, number] = [null, 0];
  for (const file of args.files) {
    for await (const { place, value, fault } of inputsOf(file, args)) {
      if (fault !== null) throw new BadInput(`${place}: ${fault}`);
      const request: Request = { place, target: targetOf(value, args), body: value as object };
      if (last !== null) yield { place, outcome: outcomeOf(last, request) };
      [last, count] = [request, count + 1];
    }
  }
  if (count < 2) throw new BadInput("cache needs two requests: two files, or a file with one request a line.");
}

function outcomeOf(one: Request, other: Request): Outcome {
  if (one.target !== other.target)
    throw new BadInput(`${other.place}: The request is one of ${other.target}, and the one before it of ${one.target}.`);
  const comparison = compareRequests(other.target, one.body, other.body);
  return { isFound: comparison.isLost, lines: [lineOf(comparison)], data: { format: other.target, ...comparison } };
}

function lineOf({ misses, keptTokens, lostTokens, lostUsd }: CacheComparison): string {
  const [miss, ...others] = misses;
  if (miss === undefined) return `nothing is lost; ${keptTokens} tokens can be read from the cache`;
  const { cause, path, pathIn, detail, remedy } = miss;
  const at = path === "" ? "" : ` at ${path}${pathIn === "before" ? " of the request before" : ""}`;
  const also = others.length === 0 ? "" : ` Also: ${others.map((other) => other.cause).join(", ")}.`;
  const usd = lostUsd === null ? "" : `, ${lostUsd.toFixed(6)} US dollars`;
  return `${cause}${at}: ${detail}; ${lostTokens} of ${keptTokens + lostTokens} tokens are lost${usd}. ${remedy}${also}`;
}
