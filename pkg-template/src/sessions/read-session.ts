// Reading a session as a whole.

import type { Cost, CostOptions } from "../index.js";
import { costOf } from "../cost/cost.js";
import { isArray, isObject, picked, string, unlike } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import type { Session, SessionAnswer, SessionFormat, SessionRequest, SessionTranscript } from "./session-types.js";
import { type Part, SOURCES, type Source } from "./sources.js";

/**
 * Reads a session of Claude Code, Codex, Gemini CLI or pi: the text of its file. Returns null for a text of none of them. Lines that are no
 * JSON, such as a last line that breaks off, are counted in `left`.
 *
 * The answers of a transcript are those of its own: what a branch shares with an earlier transcript is counted once.
 *
 * @throws ConversationError `invalid-argument` if the text is no string.
 * @example
 * const session = readSession(await readFile(path, "utf8"));
 * for (const { kind, format, body, answers } of session?.transcripts ?? []) {
 *   const { messages } = ConversationManager.from(format, body);
 *   console.log(kind, messages.length, answers.at(-1)?.tokens?.cachedInput);
 * }
 */
export function readSession(text: string): Session | null {
  const { lines, broken } = linesOf(string("text", text));
  const source = SOURCES.find((one) => one.isOne(lines));
  if (source === undefined) return null;
  const parts = source.parts(lines).filter((part) => source.read(part.lines) !== undefined);
  const { id, directory, version } = source.about(lines);
  return {
    program: source.program,
    id: textOf(id),
    directory: textOf(directory),
    version: typeof version === "number" ? String(version) : textOf(version),
    transcripts: parts.map((part) => transcriptOf(source, part)),
    left: leftOf(source, lines, broken),
  };
}

/**
 * Returns the bill of a session in US dollars: the usage of all answers, at list prices or at `prices` of your own. Answers without usage
 * are not in it.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const { usd, unpriced } = sessionCost(session);
 */
export function sessionCost(session: Session, options?: CostOptions): Cost {
  if (!isObject(session) || !isArray(session.transcripts)) throw unlike("session", "what `readSession` returned", session);
  const given = options === undefined ? undefined : (picked("options", options, ["prices", "at"]) as CostOptions);
  const rows = session.transcripts.flatMap(({ answers }) =>
    answers.flatMap(({ model, tokens }) =>
      // Each answer is a row of its own, whose size decides on the band of the price.
      tokens === null ? [] : [{ ...(model !== null && { model }), above: Math.max(0, (tokens.input ?? 0) - 1), answers: 1, tokens }],
    ),
  );
  return costOf(rows, given);
}

/** The JSON values of the lines, or the value that the text is. */
function linesOf(text: string): { lines: Fields[]; broken: number } {
  const whole = parsed(text);
  if (isRecord(whole)) return { lines: [whole], broken: 0 };
  const given = text.split("\n").filter((line) => line.trim() !== "");
  const values = given.map((line) => parsed(line.replace(/^\ufeff/, "")));
  const lines = values.filter(isRecord);
  return { lines, broken: given.length - lines.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An answer, its newest line, and the place where it begins. */
interface Placed {
  readonly answer: SessionAnswer;
  readonly line: Fields;
  readonly place: number;
}

function transcriptOf(source: Source, { kind, lines, own: entries }: Part): SessionTranscript {
  const { value, format } = source.read(lines) as { value: unknown; format: string };
  const placed = answersOf(source, lines);
  const own = placed.filter(({ line }) => entries.has(line));
  return {
    kind,
    format: format as SessionFormat,
    body: value as object,
    model:
      placed
        .map(({ answer }) => answer.model)
        .filter((model) => model !== null)
        .at(-1) ?? textOf((value as Fields).model),
    answers: own.map(({ answer }) => answer),
    requests: () =>
      own.flatMap(({ answer, place }): SessionRequest[] => {
        const made = source.read(lines.slice(0, place));
        if (made === undefined) return [];
        const { model } = answer;
        const body = isArray(made.value) ? { messages: made.value } : (made.value as object);
        return [{ format: made.format as SessionFormat, body: { ...body, ...(model !== null && { model }) }, answer }];
      }),
  };
}

/** The answers among lines. The newest line of an answer has its usage, the first one its place. */
function answersOf(source: Source, lines: readonly Fields[]): Placed[] {
  const found = new Map<unknown, Placed>();
  for (const [place, line] of lines.entries()) {
    const answer = source.answer(line, lines, place);
    if (answer === null) continue;
    const { key = place, model, tokens, usd } = answer;
    const before = found.get(key);
    const recordedUsd = typeof usd === "number" ? usd : null;
    found.set(key, {
      line,
      place: before?.place ?? source.begins?.(lines, place) ?? place,
      answer: { at: before?.answer.at ?? timeOf(line), model: textOf(model), tokens, recordedUsd },
    });
  }
  return [...found.values()];
}

/** The time of a line: a text, or milliseconds. */
function timeOf({ timestamp }: Fields): number | null {
  const time = typeof timestamp === "string" ? Date.parse(timestamp) : timestamp;
  return typeof time === "number" && Number.isFinite(time) ? time : null;
}

/** Counts what is in no transcript, by kind. */
function leftOf(source: Source, lines: readonly Fields[], broken: number): Session["left"] {
  const counts = new Map<string, number>(broken === 0 ? [] : [["lines that are no JSON", broken]]);
  for (const what of (source.entries?.(lines) ?? lines).flatMap((line) => source.left(line))) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => ({ what, count }));
}
