// Reading spans: as the SDK has them, as OTLP writes them, and as records of attributes.

import { isArray, isObject, unlike } from "../input/check.js";
import { attributesOf, parsed } from "../sessions/attributes.js";
import { type Fields, isRecord } from "../sessions/fields.js";
import { answersOf, eventsOf, numbered } from "../sessions/older-spans.js";
import { INPUT, OUTPUT, RESPONSE_ID, RESPONSE_MODEL, SYSTEM, USAGE } from "./names.js";
import { messageOf } from "./older.js";
import type { OpenTelemetryAttributes, OpenTelemetryMessage, OpenTelemetryTool, SpanParams, SpanReading } from "./types.js";

const TOOLS = "gen_ai.tool.definitions";
const PROVIDERS = ["gen_ai.provider.name", "gen_ai.system", "llm.provider"];
const MODELS = ["gen_ai.request.model", "llm.model_name"];
const STOP = "gen_ai.request.stop_sequences";

/** The attributes of numbers, by the names of parameters. */
const NUMBERS = {
  max_tokens: "gen_ai.request.max_tokens",
  temperature: "gen_ai.request.temperature",
  top_p: "gen_ai.request.top_p",
  top_k: "gen_ai.request.top_k",
  frequency_penalty: "gen_ai.request.frequency_penalty",
  presence_penalty: "gen_ai.request.presence_penalty",
  n: "gen_ai.request.choice.count",
  seed: "gen_ai.request.seed",
} as const;

/** The attributes that the body holds. The conventions before 1.27 and those of OpenInference have other names for usage. */
const BODY = [SYSTEM, INPUT, OUTPUT, RESPONSE_ID, RESPONSE_MODEL, ...Object.values(USAGE)];
const FORMER = {
  "gen_ai.usage.prompt_tokens": USAGE.input,
  "gen_ai.usage.completion_tokens": USAGE.output,
  "llm.token_count.prompt": USAGE.input,
  "llm.token_count.completion": USAGE.output,
  "llm.token_count.prompt_details.cache_read": USAGE.cachedInput,
  "llm.token_count.prompt_details.cache_write": USAGE.cacheWrite,
  "llm.token_count.completion_details.reasoning": USAGE.reasoning,
} as const;

/** The event that holds the messages where they are not attributes of the span. */
const DETAILS = "gen_ai.client.inference.operation.details";

/** Attributes whose content the reading holds, or of which it needs nothing. */
const KNOWN = [...BODY, ...Object.keys(FORMER), ...PROVIDERS, ...MODELS, ...Object.values(NUMBERS), STOP, TOOLS, "gen_ai.operation.name"];

/** Attributes with a message of older conventions. */
const OLDER = /^(?:gen_ai\.(?:prompt|completion)|llm\.(?:input|output)_messages)(?:\.|$)/;

/**
 * Reads the requests that spans record: a span of the SDK (`ReadableSpan`), a list of spans, an export of OTLP in JSON with spans or log
 * records, or a record of attributes. Messages are read from `gen_ai.input.messages` and `gen_ai.output.messages`, in attributes or in the
 * event `gen_ai.client.inference.operation.details`, as values or as JSON texts; also the texts, calls and results of older conventions, of
 * OpenLLMetry and of OpenInference. Spans without messages are left out.
 *
 * @throws ConversationError `invalid-argument` if the value is no object.
 * @example
 * for (const { body, params } of readSpans(exporter.getFinishedSpans())) {
 *   const conversation = ConversationManager.from(opentelemetry, body);
 *   const request = await conversation.prepare("openai-chat", params);
 * }
 */
export function readSpans(spans: object): SpanReading[] {
  if (!isObject(spans) && !isArray(spans)) throw unlike("spans", "a span, a list of spans, or an export", spans);
  return spansIn(spans).flatMap((span) => readSpan(span));
}

/** The lists that lead to spans and log records in an export. */
const LISTS = ["resourceSpans", "scopeSpans", "spans", "resourceLogs", "scopeLogs", "logRecords", "data"];

/** The spans, records of logs and records of attributes in a value. */
function spansIn(value: unknown): Fields[] {
  if (isArray(value)) return value.flatMap(spansIn);
  if (!isRecord(value)) return [];
  const lists = LISTS.filter((name) => isArray(value[name]));
  return lists.length === 0 ? [value] : lists.flatMap((name) => spansIn(value[name]));
}

function readSpan(span: Fields): SpanReading[] {
  const isSpan = span.attributes !== undefined;
  const events: Fields[] = isSpan && isArray(span.events) ? span.events.filter(isRecord) : [];
  const details = events.filter(({ name }) => name === DETAILS).map(({ attributes }) => attributesOf(attributes) ?? {});
  const attributes: Fields = Object.assign({}, isSpan ? attributesOf(span.attributes) : span, ...details);
  const body = bodyOf(attributes, events);
  if (body === null) return [];
  const isOlder = (name: unknown) => /^gen_ai\.(?:\w+\.message|choice)$/.test(String(name)) && !(INPUT in attributes);
  const left = [
    ...Object.keys(attributes).filter(
      (name) => /^(?:gen_ai|llm)\./.test(name) && !KNOWN.includes(name) && !(OLDER.test(name) && !(INPUT in attributes)),
    ),
    ...events.map(({ name }) => String(name)).filter((name) => name.startsWith("gen_ai.") && name !== DETAILS && !isOlder(name)),
  ];
  const provider = PROVIDERS.map((name) => attributes[name]).find((name) => typeof name === "string");
  return [
    {
      name: textOf(span.name ?? span.eventName),
      spanId: isSpan ? idOf(span) : null,
      provider: textOf(provider),
      body,
      params: paramsOf(attributes),
      left: [...new Set(left)],
    },
  ];
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The id of a span: the SDK has it behind a method. */
function idOf(span: Fields): string | null {
  const context: unknown = typeof span.spanContext === "function" ? span.spanContext() : span.context;
  return textOf(isRecord(context) ? (context.spanId ?? context.span_id) : (span.spanId ?? span.span_id));
}

/** The conversation; null if the span holds none. */
function bodyOf(attributes: Fields, events: readonly Fields[]): OpenTelemetryAttributes | null {
  const given = Object.fromEntries(
    BODY.filter((name) => attributes[name] !== undefined).map((name) => [name, bodyValue(attributes, name)]),
  );
  for (const [former, name] of Object.entries(FORMER)) {
    if (attributes[former] !== undefined) given[name] ??= Number(attributes[former]);
  }
  if ([INPUT, OUTPUT].some((name) => given[name] !== undefined)) return given;
  const prompt = listIn(attributes["gen_ai.prompt"]) ?? numbered(attributes) ?? eventsOf(events);
  const answers = listIn(attributes["gen_ai.completion"]) ?? numbered(attributes, "output") ?? answersOf(events);
  if (prompt === null && answers === null) return null;
  const written = (list: readonly Fields[] | null): OpenTelemetryMessage[] => (list ?? []).map(messageOf);
  return { ...given, [INPUT]: written(prompt), ...(answers !== null && { [OUTPUT]: written(answers) }) };
}

function bodyValue(attributes: Fields, name: string): unknown {
  const value: unknown = attributes[name];
  if (Object.values<string>(USAGE).includes(name)) return Number(value);
  if (![SYSTEM, INPUT, OUTPUT].includes(name)) return value;
  const given = parsed(value) ?? value;
  // Some instrumentations write the bare text. One that breaks off begins like JSON.
  if (name === SYSTEM && typeof given === "string" && !/^\s*[[{"]/.test(given)) return [{ type: "text", content: given }];
  return name !== SYSTEM && isArray(given) ? given.map((message) => (isRecord(message) ? messageOf(message) : message)) : given;
}

/** The messages of an attribute of JSON text: a list, or an object with a list. */
function listIn(value: unknown): Fields[] | null {
  const found = parsed(value);
  const list: unknown = isRecord(found) ? found.messages : found;
  return isArray(list) ? list.filter(isRecord) : null;
}

function paramsOf(attributes: Fields): SpanParams {
  const model: unknown = MODELS.map((name) => attributes[name]).find((name) => typeof name === "string");
  // OTLP writes whole numbers as texts.
  const numbers = Object.entries(NUMBERS).map(([name, attribute]) => [name, Number(attributes[attribute] ?? Number.NaN)] as const);
  const stop = attributes[STOP];
  const tools = listIn(attributes[TOOLS]) ?? definitions(attributes[TOOLS]);
  return {
    ...(typeof model === "string" && { model }),
    ...Object.fromEntries(numbers.filter(([, value]) => Number.isFinite(value))),
    ...(isArray(stop) && { stop: stop.filter((one): one is string => typeof one === "string") }),
    ...(tools !== null && { tools: tools.map(toolOf) }),
  };
}

/** A definition. The AI SDK calls the schema `inputSchema`. */
function toolOf({ inputSchema, ...tool }: Fields): OpenTelemetryTool {
  const parameters: unknown = tool.parameters ?? inputSchema;
  return { ...tool, ...(isRecord(parameters) && { parameters }) } as OpenTelemetryTool;
}

/** Definitions of which each is a JSON text. */
function definitions(value: unknown): Fields[] | null {
  if (!isArray(value)) return null;
  const list = value.map(parsed).filter(isRecord);
  return list.length === 0 ? null : list;
}
