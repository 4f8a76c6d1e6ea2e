// The commands, for one value each.

import {
  type Breakdown,
  ConversationManager,
  type Format,
  type Message,
  type Repair,
  type Target,
  type Violation,
  breakdown,
  convert,
  fit,
  sanitize,
  validate,
} from "../index.js";
import {
  type DescribedViolation,
  type ParameterRepair,
  carryParams,
  describeViolations,
  detectFormat,
  repairParameters,
} from "../doctor/index.js";
import { TARGETS } from "../providers/names.js";
import { isOurs } from "../input/check.js";
import type { Arguments } from "./arguments.js";
import { BadInput } from "./bad-input.js";
import { asBody, listIn, repairOptions, violationsOf } from "./bodies.js";
import { cutsOf, linesOfCuts, messagesOf } from "./cuts.js";

/** The outcome of a command for one value. */
export interface Outcome {
  /** True if something was found. */
  readonly isFound: boolean;
  /** Lines for people. */
  readonly lines: readonly string[];
  /** The value that is written; undefined when the command writes none. */
  readonly written?: unknown;
  /** The result as data. */
  readonly data: object;
}

/** The format of a value: as given, or as recognised. */
export function formatOf(value: unknown, { format }: Arguments): string {
  if (format !== undefined) return format;
  const detected = detectFormat(value);
  if (detected === null) throw new BadInput("The format is not recognised: give --format.");
  return detected.format;
}

export function targetOf(value: unknown, given: Arguments): Target {
  const format = formatOf(value, given);
  if ((TARGETS as readonly string[]).includes(format)) return format as Target;
  throw new BadInput(`${format} is no format of requests that a provider would refuse. Convert it first, as with --to openai-chat.`);
}

type Values = {
  readonly [name in Exclude<Arguments["command"], "cache" | "explain" | "diagnose" | "mcp" | "verify">]: (
    value: any,
    given: Arguments,
  ) => Outcome;
};

export const VALUES: Values = {
  check(value, given) {
    const format = targetOf(value, given);
    const violations = describeViolations(violationsOf(format, value));
    return { isFound: violations.length > 0, lines: violationLines(violations), data: { format, violations } };
  },
  repair(value, given) {
    const format = targetOf(value, given);
    const { body: sanitized, repairs } = sanitize(format, asBody(format, value), repairOptions(format, value));
    const {
      body,
      repairs: parameters,
      left,
    } = Array.isArray(value)
      ? { body: listIn(format, sanitized), repairs: [], left: [] }
      : repairParameters(sanitized, validate(format, sanitized));
    const lines = [...repairLines(repairs), ...parameterLines(parameters), ...left.map(leftLine)];
    return { isFound: left.length > 0, lines, written: body, data: { format, repairs, parameters, left, body } };
  },
  fit(value, given) {
    const format = formatOf(value, given);
    const fitted = fit(format as Format, value, {
      maxTokens: given.maxTokens as number,
      ...(given.by !== undefined && { by: given.by }),
    }) as {
      body?: unknown;
      messages?: unknown;
      tokens: number;
      reduction: { removed: unknown[]; shortened: unknown[] } | null;
      repairs: Repair[];
    };
    const written = fitted.body ?? fitted.messages;
    const { tokens, reduction, repairs } = fitted;
    const lines = [
      reduction === null
        ? `It fits: ${tokens} tokens.`
        : `It takes ${tokens} tokens now: ${reduction.removed.length} messages were removed, ${reduction.shortened.length} shortened.`,
      ...repairLines(repairs),
    ];
    return { isFound: false, lines, written, data: { format, tokens, reduction, repairs, result: written } };
  },
  convert(value, given) {
    const format = formatOf(value, given);
    const {
      body: messages,
      losses,
      repairs,
    } = convert(
      format as Format,
      given.to as Format,
      value as object,
      given.form === undefined ? undefined : ({ form: given.form } as never),
    ) as { body: object; losses: Repair[]; repairs: Repair[] };
    const whole = wholeRequest(format, given.to as string, value);
    const body = whole?.body ?? messages;
    // Of a whole request, the fields beside the messages have their own report.
    const own = losses.filter(({ code, messageId }) => whole === null || code !== "field-dropped" || messageId !== undefined);
    const lines = [...own.map(({ code, detail }) => `${code}: ${detail}`), ...repairLines(repairs), ...(whole?.lines ?? [])];
    // Fields beside the messages say nothing.
    return {
      isFound: losses.some(({ messageId }) => messageId !== undefined),
      lines,
      written: body,
      data: { format, to: given.to, losses, repairs, body },
    };
  },
  stats(value, given) {
    const format = formatOf(value, given);
    const messages = messagesOf(format as Format, value);
    const size = sizeOf(format as Format, value, messages);
    const roles: Record<string, number> = {};
    for (const { role } of messages) roles[role] = (roles[role] ?? 0) + 1;
    const calls = messages.reduce((sum, { toolCalls }) => sum + (toolCalls?.length ?? 0), 0);
    const { tokens, parts, largest, certainty, row, window } = size;
    const cuts =
      given.maxTokens === undefined
        ? null
        : cutsOf(value, { format: format as Format, messages, total: tokens, maxTokens: given.maxTokens, by: given.by });
    const data = { format, messages: messages.length, roles, calls, ...size, ...(cuts !== null && { cuts }) };
    const counts = Object.entries(roles).map(([role, count]) => `${count} ${role}`);
    const made = Object.entries(parts)
      .filter(([, part]) => part > 0)
      .sort(([, one], [, other]) => other - one);
    const lines = [
      `${format}: ${messages.length} messages (${counts.join(", ")}), ${calls} calls, about ${tokens} tokens`,
      ...made.map(([name, part]) => `${name}: ${part} tokens`),
      ...largest.slice(0, 3).map(({ id, role, tokens: own }) => `largest: ${id} (${role}), ${own} tokens`),
      `counted by the row "${row}", which is ${certainty}${window === null ? "" : `; the window of the model has ${window} tokens`}`,
      ...(cuts === null ? [] : linesOfCuts(cuts)),
    ];
    return { isFound: false, lines, data };
  },
};

/** A request of one provider as that of another, with its params and its tools; null for other formats and for lists. */
function wholeRequest(from: string, to: string, value: any): { body: object; lines: string[] } | null {
  const isTarget = (format: string): format is Target => (TARGETS as readonly string[]).includes(format);
  if (!isTarget(from) || !isTarget(to) || from === to || Array.isArray(value)) return null;
  const { params, left } = carryParams(from, to, value);
  const conversation = ConversationManager.from(from, value as never);
  try {
    const { body, repairs } = conversation.toRequest(to, params);
    const ofTools = repairs.filter(({ detail }) => detail.startsWith("the tools were given"));
    const fields = left.map((path) => `field-dropped: \`${path}\` has no counterpart`);
    return {
      body,
      lines: [...fields, ...repairLines(ofTools), `${to === "bedrock" ? "`modelId`" : "`model`"}: name one of ${to} in the result`],
    };
  } finally {
    conversation.dispose();
  }
}

/** The size of the whole request; if it could not be sent, of its messages. */
function sizeOf(format: Format, value: any, messages: readonly Message[]): Breakdown {
  try {
    return breakdown(format, value);
  } catch (error) {
    if (!isOurs(error)) throw error;
    return breakdown("backscroll", messages as never);
  }
}

/** Says the broken rules, for people. */
export function violationLines(violations: readonly DescribedViolation[]): string[] {
  return violations.map(
    ({ rule, path, message, providerError }) =>
      `${rule ?? "-"} ${path === "" ? "(the body)" : path}: ${message}${providerError === undefined ? "" : `\n    The provider answers: ${providerError}`}`,
  );
}

function repairLines(repairs: readonly Repair[]): string[] {
  return repairs.map(({ code, detail }) => `${code}: ${detail}`);
}

function parameterLines(repairs: readonly ParameterRepair[]): string[] {
  return repairs.map(({ rule, detail }) => `${rule}: ${detail}`);
}

function leftLine({ rule = "-", path, message, remedy }: Violation): string {
  return `left to you: ${rule} ${path === "" ? "(the body)" : path}: ${remedy === undefined ? message : `${remedy}.`}`;
}

/** True for an error of the value, and not of the command. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === "cannot-fit";
}
