// Opening a body: a list of messages, attributes, or a span with attributes.

import { type Fields, isFields, list, noun } from "../formats/fields.js";
import { at, invalid } from "../formats/read-error.js";
import { attributesOf } from "../sessions/attributes.js";
import type { ProviderResponse, TokenUsage } from "../types/index.js";
import { INPUT, NAME, OUTPUT, RESPONSE_ID, RESPONSE_MODEL, SYSTEM, USAGE } from "./names.js";

/** The conversation in a body. */
export interface Opened {
  readonly system: readonly unknown[] | null;
  readonly input: readonly unknown[];
  readonly output: readonly unknown[];
  /** True if the body is the list of messages. */
  readonly isList: boolean;
  /** The model, the response and the usage of the answer. */
  readonly about: { readonly model?: string; readonly response?: ProviderResponse; readonly tokens?: TokenUsage };
  /** The names of other attributes. */
  readonly beside: readonly string[];
}

const WANTED = `expected a list of messages, or attributes such as \`${INPUT}\``;

/** Opens a body. */
export function open(body: unknown): Opened {
  if (Array.isArray(body)) return { system: null, input: body, output: [], isList: true, about: {}, beside: [] };
  if (!isFields(body)) throw invalid(`${WANTED}, found ${noun(body)}`);
  const attributes = (hasMessages(body) ? body : attributesOf(body.attributes)) ?? {};
  if (!hasMessages(attributes)) throw invalid(WANTED);
  const [system, input, output] = [SYSTEM, INPUT, OUTPUT].map((name) => listIn(attributes, name));
  const answer = output?.length ? aboutAnswer(attributes) : {};
  const known = [SYSTEM, INPUT, OUTPUT, ...(output?.length ? [RESPONSE_ID, RESPONSE_MODEL, ...Object.values(USAGE)] : [])];
  return {
    system: system ?? null,
    input: input ?? [],
    output: output ?? [],
    isList: false,
    about: answer,
    beside: Object.keys(attributes).filter((name) => !known.includes(name)),
  };
}

function hasMessages(fields: Fields): boolean {
  return [SYSTEM, INPUT, OUTPUT].some((name) => fields[name] !== undefined && fields[name] !== null);
}

/** The list of an attribute: a value, or its JSON text, as spans have it. */
function listIn(attributes: Fields, name: string): readonly unknown[] | null {
  const value = attributes[name] ?? null;
  if (value === null) return null;
  return at(name, () => list(typeof value === "string" ? parsed(value) : value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(
      "the text is not JSON; if it breaks off, the SDK cut it: raise the limit of the length of attribute values (`OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT`)",
    );
  }
}

function aboutAnswer(attributes: Fields): Opened["about"] {
  const [id, model] = [attributes[RESPONSE_ID], attributes[RESPONSE_MODEL]];
  const counted = Object.entries(USAGE).flatMap(([name, attribute]) => {
    const count = Number(attributes[attribute] ?? Number.NaN);
    return Number.isFinite(count) ? [[name, Math.max(0, Math.round(count))]] : [];
  });
  return {
    ...(typeof model === "string" && model !== "" && { model }),
    ...(typeof id === "string" && id !== "" && { response: { id, format: NAME } }),
    ...(counted.length > 0 && { tokens: Object.fromEntries(counted) as TokenUsage }),
  };
}
