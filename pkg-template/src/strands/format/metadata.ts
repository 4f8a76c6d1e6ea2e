// The metadata of a message, which is never sent.

import { type Fields, fieldsOf, others } from "../../formats/fields.js";
import { FORMATS } from "../../providers/names.js";
import type { NeutralMessage } from "../../types/program-format.js";
import { isSameUsage } from "../../formats/usage.js";
import type { Origin, TokenUsage } from "../../types/index.js";
import { asField, filled } from "./rest.js";

/** Marks a summary, in an agent's own messages, too. */
export const SUMMARY = "backscrollSummary";

/** Names the maker of reasoning, which blocks do not name. */
const ORIGIN = "backscrollOrigin";

/** Metadata that was read. */
export interface Metadata {
  usage: TokenUsage | undefined;
  /** The usage as it was reported; undefined when it was not understood. */
  reported: unknown;
  isSummary: boolean;
  origin: Origin | undefined;
  /** The fields that are not modelled. */
  rest: Fields;
}

/** Reads the metadata of a message. */
export function readMetadata(value: unknown): Metadata {
  const fields = fieldsOf(value);
  const custom = fieldsOf(fields.custom);
  const usage = readUsage(fields.usage);
  const rest = {
    ...filled(fields, usage === undefined ? ["custom"] : ["usage", "custom"]),
    ...asField("custom", filled(custom, [SUMMARY, ORIGIN])),
  };
  return { usage, reported: usage && fields.usage, isSummary: custom[SUMMARY] === true, origin: readOrigin(custom[ORIGIN]), rest };
}

function readOrigin(value: unknown): Origin | undefined {
  const { format, model } = fieldsOf(value);
  const maker = FORMATS.find((name) => name === format);
  if (maker === undefined) return undefined;
  if (model === undefined || model === null) return { format: maker };
  return typeof model === "string" ? { format: maker, model } : undefined;
}

/**
 * Reads usage. Some providers count cached input in, others beside, as Bedrock and Anthropic. The total tells, but for Anthropic's, which
 * the SDK makes itself without what was cached. There it shows when more was cached than is counted.
 */
function readUsage(value: unknown): TokenUsage | undefined {
  const fields = fieldsOf(value);
  const [input, output] = [count(fields.inputTokens), count(fields.outputTokens)];
  const [cached, written] = [count(fields.cacheReadInputTokens), count(fields.cacheWriteInputTokens)];
  if (input === undefined || output === undefined) return undefined;
  const beside = (cached ?? 0) + (written ?? 0);
  const total = count(fields.totalTokens);
  const isWhole = (total === undefined || total === input + output) && beside <= input;
  return {
    input: isWhole ? input : input + beside,
    output,
    ...(cached !== undefined && { cachedInput: cached }),
    ...(written !== undefined && { cacheWrite: written }),
  };
}

/** A number of tokens: rounded, and none below zero. */
function count(value: unknown): number | undefined {
  return typeof value === "number" ? Math.max(0, Math.round(value)) : undefined;
}

/** The metadata of a message; undefined when there is nothing to say. `reported` is what the provider reported. */
export function metadataOf({ isSummary, tokens, content, extras }: NeutralMessage, reported: unknown): Fields | undefined {
  const rest = fieldsOf(extras?.metadata);
  const origin = Array.isArray(content) ? content.find((part) => part.type === "reasoning" && part.origin !== undefined) : undefined;
  const { format, model } = (origin?.origin ?? {}) as Partial<Origin>;
  const custom = {
    ...fieldsOf(rest.custom),
    ...(isSummary === true && { [SUMMARY]: true }),
    ...(format !== undefined && { [ORIGIN]: { format, ...(model !== undefined && { model }) } }),
  };
  const usage = tokens === undefined ? {} : { usage: isSameUsage(readUsage(reported), tokens) ? reported : usageOf(tokens) };
  const metadata = { ...others(rest, ["custom"]), ...usage, ...asField("custom", custom) };
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

function usageOf({ input = 0, output = 0, cachedInput, cacheWrite }: TokenUsage): Fields {
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: input + output,
    ...(cachedInput !== undefined && { cacheReadInputTokens: cachedInput }),
    ...(cacheWrite !== undefined && { cacheWriteInputTokens: cacheWrite }),
  };
}
