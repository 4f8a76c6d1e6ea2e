// Runs without a command: says what a text is, and what is wrong with it.

import { describeViolations, explain } from "../doctor/index.js";
import { type Format, type Target, convert } from "../index.js";
import { TARGETS } from "../providers/names.js";
import { type Pasted, readPaste } from "../read/index.js";
import type { Arguments } from "./arguments.js";
import { violationsOf } from "./bodies.js";
import type { Paint } from "./colour.js";
import { explanationLines, likelyLines, parsed } from "./explain.js";
import { nameOf, textOf } from "./inputs.js";
import { verdictLine } from "./verdict.js";
import { type Outcome, violationLines } from "./values.js";
import { BadInput } from "./bad-input.js";

/** Requests of one text that are looked at. */
const MOST = 20;

/** Says what is in a file, or in standard input. */
export async function diagnosed(file: string, { format: given, given: input }: Arguments, paint: Paint): Promise<Outcome> {
  const text = await textOf(file, input);
  const pasted = readPaste(text);
  if (pasted.kind === "empty") throw new BadInput("There is nothing to read.");
  const lines = [`${paint("dim", `${nameOf(file, input)}:`)} ${pasted.taken}`];
  if (pasted.kind !== "request") {
    // Words that do not look like an error are one if they name a cause.
    const isText = pasted.kind === "refusal" || pasted.kind === "unknown" || pasted.kind === "broken";
    const explanations = isText ? explain(parsed(pasted.refusal ?? text)) : [];
    const advice = nextFor(explanations.length > 0 ? "refusal" : pasted.kind, file);
    return {
      isFound: pasted.kind !== "response" && pasted.kind !== "stream",
      lines: [...lines, ...explanationLines(explanations), ...(advice === null ? [] : ["", advice])],
      data: { kind: pasted.kind, taken: pasted.taken, explanations },
    };
  }
  const looks = pasted.requests
    .slice(0, MOST)
    .map((request) =>
      lookAt(
        request.value,
        given ?? request.detected?.format ?? null,
        pasted.requests.length > 1 ? request.refusal : pasted.refusal,
        paint,
      ),
    );
  const many = pasted.requests.length > 1;
  for (const [at, { verdict, details }] of looks.entries()) {
    const place = pasted.requests[at]?.place ?? "";
    lines.push("", `${many ? `${place}: ` : ""}${verdict}`, ...details);
  }
  if (pasted.requests.length > MOST) lines.push("", `${pasted.requests.length - MOST} more: \`backscroll check\` looks at all of them.`);
  if (looks.some(({ isRepairable }) => isRepairable))
    lines.push("", paint("dim", `Next: backscroll repair${file === "-" ? "" : ` ${file}`} writes the repaired request.`));
  return {
    isFound: looks.some(({ isFound }) => isFound),
    lines,
    data: { kind: pasted.kind, taken: pasted.taken, requests: looks.map(({ data }) => data) },
  };
}

interface Look {
  readonly verdict: string;
  readonly details: readonly string[];
  readonly isFound: boolean;
  readonly isRepairable: boolean;
  readonly data: object;
}

function lookAt(value: any, format: string | null, refusal: string | null, paint: Paint): Look {
  const none = { details: [], isFound: false, isRepairable: false, data: { format } };
  if (format === null) return { ...none, verdict: "Its format is not recognised: give --format", isFound: true };
  if (!(TARGETS as readonly string[]).includes(format)) return inAProgram(value, format, refusal);
  const target = format as Target;
  const violations = describeViolations(violationsOf(target, value));
  const explanations = refusal === null ? null : explain(parsed(refusal), { target, violations });
  const details = [
    ...violationLines(violations),
    ...(explanations === null ? [] : ["The provider's refusal:", ...explanationLines(explanations).map((line) => `    ${line}`)]),
    ...(explanations === null ? [] : likelyLines({ value, violations }, explanations, refusal ?? "")),
  ];
  return {
    verdict: `${target}: ${verdictLine({ target, violations, explanations }, paint)}`,
    details,
    isFound: violations.length > 0 || explanations !== null,
    isRepairable: violations.length > 0,
    data: { format, violations, ...(explanations !== null && { explanations }) },
  };
}

/** Data of a program is looked at as the request that it would become. */
function inAProgram(value: any, format: string, refusal: string | null): Look {
  const { repairs } = convert(format as Format, "openai-chat", value) as { repairs: { rule?: string; detail: string }[] };
  const broken = repairs.filter(({ rule }) => rule !== undefined);
  const explanations = refusal === null ? [] : explain(parsed(refusal));
  const verdict =
    broken.length > 0
      ? `${format}: a request that is made of it would need repairs`
      : `${format}: a request that is made of it needs no repair that we know`;
  return {
    verdict,
    details: [...broken.map(({ rule, detail }) => `${rule}: ${detail}`), ...explanationLines(explanations)],
    isFound: broken.length > 0 || refusal !== null,
    isRepairable: false,
    data: { format, repairs: broken, ...(refusal !== null && { explanations }) },
  };
}

function nextFor(kind: Pasted["kind"], file: string): string | null {
  if (kind === "refusal")
    return `Next: give the request, too, as with \`backscroll explain ${file === "-" ? "error.txt" : file} --body request.json\`, or both in one paste.`;
  if (kind === "response" || kind === "stream") return "An answer breaks no rule. Give the request that was sent, or the next one.";
  return null;
}
