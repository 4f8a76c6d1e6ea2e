// The command `explain`: a refusal as text, as JSON, or in a file; with the request that was refused.

import type { Target, Violation } from "../index.js";
import { type Explanation, type ProviderRule, detectFormat, explain, likelyRepairs } from "../doctor/index.js";
import { isObject } from "../input/check.js";
import { TARGETS } from "../providers/names.js";
import { readPaste } from "../read/index.js";
import { existsSync } from "node:fs";
import type { Arguments } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { violationsOf } from "./bodies.js";
import { inputsOf, textOf } from "./inputs.js";
import type { Outcome } from "./values.js";

export async function explained(given: Arguments): Promise<Outcome> {
  const text = await refusalOf(given);
  const pasted = readPaste(text);
  const beside = pasted.requests.find(({ detected }) => detected !== null && isTarget(detected.format));
  const request =
    given.body !== undefined
      ? await requestIn(given.body, given)
      : beside === undefined
        ? null
        : requestOf(beside.detected?.format as Target, beside.value);
  const target = (given.format ?? request?.target) as Target | undefined;
  const words = pasted.requests.length > 0 ? (pasted.refusal ?? text) : text;
  const found = explain(parsed(words), {
    ...(target !== undefined && { target }),
    ...(request !== null && { violations: request.violations }),
  });
  const lines = [...explanationLines(found), ...likelyLines(request, found, words)];
  return {
    isFound: found.every(({ rule, cause }) => rule === null && cause === "unspecified"),
    lines: lines.length > 0 ? lines : ["This refusal names no cause, and no rule is like it."],
    data: { explanations: found },
  };
}

/** Says the explanations, for people. */
export function explanationLines(found: readonly Explanation[]): string[] {
  return found.flatMap(({ rule, about, cause, advice, words, path, likeness, violations }) => {
    if (about === "context-window")
      return ["The request was too long for the model's context window: `backscroll fit --max-tokens <n>` cuts it."];
    if (rule === null) return [`${cause}: ${advice}`, ...(path === null ? [] : [`    The refusal names ${path}.`])];
    return [
      `${rule.id} (${rule.target}${words !== null && likeness < 1 ? `, ${Math.round(likeness * 100)} % of its words` : ""}): ${rule.sentence}.`,
      ...(path === null ? [] : [`    The refusal names ${path}.`]),
      ...violations.map((violation) => `    In the request: ${violation.path}.`),
      ...remediesOf(rule, violations),
    ];
  });
}

/** Says what the words of a refusal call for, where the request breaks no rule. Nobody but the provider can check it. */
export function likelyLines(
  request: { readonly value: unknown; readonly violations: readonly Violation[] } | null,
  found: readonly Explanation[],
  words: string,
): string[] {
  if (request === null || request.violations.length > 0 || !isObject(request.value)) return [];
  return likelyRepairs(request.value, found, words).map(({ title, why }) => `Likely to help: ${title}. ${why}`);
}

const REPAIRED = "What `backscroll repair` does";
const HANDLED = { repaired: REPAIRED, refused: "It is refused here, too, with", left: "Left to you, because" };

/** The remedies of the parameters that break the rule; that of the rule if there are none. */
function remediesOf({ handling, remedy }: ProviderRule, violations: readonly Violation[]): string[] {
  const lines = violations
    .filter(({ isParameter }) => isParameter === true)
    .map((violation) => `    ${violation.repair === undefined ? "Left to you" : REPAIRED}: ${violation.remedy}.`);
  return lines.length > 0 ? [...new Set(lines)] : [`    ${HANDLED[handling]}: ${remedy}.`];
}

/** The words on the command line, or the text of a file. */
async function refusalOf({ files, given }: Arguments): Promise<string> {
  const [only] = files;
  if (files.length === 1 && only !== undefined && (only === "-" || existsSync(only))) return textOf(only, given);
  return files.join(" ");
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function requestIn(file: string, given: Arguments): Promise<Refused> {
  for await (const { place, value, fault } of inputsOf(file, given)) {
    if (fault !== null) throw new BadInput(`${place}: ${fault}`);
    const target = (given.format ?? detectFormat(value)?.format) as Target | undefined;
    if (target === undefined) throw new BadInput(`${place}: The format is not recognised: give --format.`);
    return requestOf(target, value);
  }
  throw new BadInput(`${file} is empty.`);
}

const isTarget = (format: string): format is Target => (TARGETS as readonly string[]).includes(format);

/** The request that was refused. */
interface Refused {
  readonly target: Target;
  readonly value: unknown;
  readonly violations: Violation[];
}

const requestOf = (target: Target, value: unknown): Refused => ({ target, value, violations: violationsOf(target, value) });
