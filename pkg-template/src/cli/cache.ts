// The command `cache`: each request beside the one before it.

import type { Target } from "../index.js";
import { type CacheComparison, compareRequests } from "../cache/index.js";
import { detectFormat } from "../doctor/index.js";
import { isObject } from "../input/check.js";
import type { Arguments } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { nameOf, recordsOf } from "./inputs.js";
import { type LoggedRequest, type Reported, loggedRequest, reportedBy } from "./records.js";
import { transcriptsOf } from "./sessions.js";
import { type Outcome, targetOf } from "./values.js";

/** A request of the input. */
interface Request extends LoggedRequest {
  readonly place: string;
  readonly target: Target;
  readonly body: object;
  /** The cache as the program recorded it. */
  readonly recorded?: Reported;
}

/** Compares each request of all files with the one before it. */
export async function* comparisonsIn(args: Arguments): AsyncGenerator<{ readonly place: string; readonly outcome: Outcome }> {
  let [last, count]: [Request | null, number] = [null, 0];
  const { field, ...whole } = args;
  for (const file of args.files) {
    const transcripts = field === undefined && args.format === undefined ? await transcriptsOf(file) : null;
    for (const [at, { kind, requests }] of (transcripts ?? []).entries()) {
      last = null;
      for (const [number, { format: target, body, answer }] of requests().entries()) {
        const place = `${nameOf(file)} ${at === 0 ? "" : `${kind} ${at} `}answer ${number + 1}`;
        const cachedTokens = answer.tokens?.cachedInput;
        const recorded = cachedTokens === undefined ? {} : { cachedTokens };
        const request: Request = { place, target, body, recorded, ...(answer.at !== null && { at: answer.at }) };
        if (last !== null) yield { place, outcome: outcomeOf(last, request, args) };
        [last, count] = [request, count + 1];
      }
    }
    if (transcripts !== null) continue;
    for await (const { place, value, fault } of recordsOf(file, whole)) {
      if (fault !== null) throw new BadInput(`${place}: ${fault}`);
      const request = requestOf(place, loggedRequest(value, field), args);
      if (last !== null) yield { place, outcome: outcomeOf(last, request, args) };
      [last, count] = [request, count + 1];
    }
  }
  if (count < 2) throw new BadInput("cache needs two requests: two files, or a file with one request a line.");
}

function requestOf(place: string, logged: LoggedRequest, args: Arguments): Request {
  const { body } = logged;
  if (args.field !== undefined && body === undefined) throw new BadInput(`${place}: There is no field ${JSON.stringify(args.field)}.`);
  if (!isObject(body)) throw new BadInput(`${place}: There is no request: give a body, or a record with one in \`request\` or \`body\`.`);
  if (args.format === undefined && detectFormat(body)?.format === "backscroll")
    throw new BadInput(
      `${place}: This is a snapshot of a conversation, or its messages, and holds no requests: give the bodies that were sent, one a line, or watch them in your program with \`watchCache\` of backscroll/cache.`,
    );
  try {
    return { ...logged, place, target: targetOf(body, args), body };
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(`${place}: ${error.message}`) : error;
  }
}

function outcomeOf(one: Request, other: Request, { elapsedMs }: Arguments): Outcome {
  if (one.target !== other.target)
    throw new BadInput(`${other.place}: The request is one of ${other.target}, and the one before it of ${one.target}.`);
  const passed = one.at === undefined || other.at === undefined ? elapsedMs : Math.max(0, Math.round(other.at - one.at));
  const reported = other.recorded ?? reportedBy(other.target, other.response);
  const { notice, cachedTokens } = reported;
  const comparison = compareRequests(other.target, one.body, other.body, {
    ...(passed !== undefined && { elapsedMs: passed }),
    ...(notice !== undefined && { notice }),
  });
  const data = {
    format: other.target,
    ...comparison,
    ...(passed !== undefined && { elapsedMs: passed }),
    ...(cachedTokens !== undefined && { reportedTokens: cachedTokens }),
  };
  return { isFound: comparison.isLost, lines: [lineOf(comparison) + reportOf(comparison, reported)], data };
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

/** The words of the provider. */
function reportOf({ misses, provider }: CacheComparison, { cachedTokens }: Reported): string {
  const counted = cachedTokens === undefined ? "" : ` The provider read ${cachedTokens} tokens from its cache.`;
  const named =
    provider === undefined ? "" : ` It names ${AGREEMENT[String(provider.agrees) as keyof typeof AGREEMENT]}: ${provider.reason}.`;
  // Remedies end with a full stop, the line without a miss does not.
  return misses.length === 0 && counted + named !== "" ? `.${counted}${named}` : counted + named;
}

const AGREEMENT = { true: "the same cause", false: "another cause", null: "no cause" };
