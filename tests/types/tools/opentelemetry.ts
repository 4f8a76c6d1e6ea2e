// Messages of OpenTelemetry, and the events of a conversation.

import type { BasicTracerProvider, ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { ConversationManager, type ProgramFormat, convert } from "backscroll";
import {
  type HistorySpan,
  type HistoryTracer,
  type OpenTelemetryAttributes,
  type OpenTelemetryMessage,
  type OpenTelemetryPart,
  type OpenTelemetryTool,
  type SpanParams,
  type SpanReading,
  type TracedConversation,
  opentelemetry,
  readSpans,
  toolDefinitions,
  traceHistory,
} from "backscroll/opentelemetry";

type Tracer = ReturnType<BasicTracerProvider["getTracer"]>;
type Span = ReturnType<Tracer["startSpan"]>;

export function recorded(span: Span, messages: object): OpenTelemetryMessage[] {
  span.setAttributes(convert("openai-chat", opentelemetry, messages, { form: "span" }).body);
  const attributes: OpenTelemetryAttributes = convert("openai-chat", "opentelemetry", messages).body;
  const part: OpenTelemetryPart | undefined = attributes["gen_ai.system_instructions"]?.[0];
  const list: OpenTelemetryMessage[] = convert(opentelemetry, opentelemetry, attributes, { form: "list" }).body;
  return part === undefined ? list : [{ role: "system", parts: [part] }, ...list];
}

export async function replayed(spans: ReadableSpan[]): Promise<number> {
  const [first]: SpanReading[] = readSpans(spans);
  const params: SpanParams = first?.params ?? {};
  const tools: OpenTelemetryTool[] = toolDefinitions(params.tools ?? []);
  const request = await ConversationManager.from(opentelemetry, first?.body ?? []).prepare("openai-chat", params);
  return request.tokens + tools.length;
}

export function traced(tracer: Tracer, active: () => Span | undefined): (() => void)[] {
  const conversation: TracedConversation = new ConversationManager();
  const structural: [HistoryTracer, HistorySpan] = [tracer, tracer.startSpan("a")];
  return [traceHistory(conversation, tracer), traceHistory(conversation, active), ...structural.map((one) => traceHistory(conversation, one))];
}

export const format: ProgramFormat = opentelemetry;

// @ts-expect-error: a form of another format
convert("openai-chat", opentelemetry, [], { form: "stored" });
// @ts-expect-error: a conversation
traceHistory({}, () => undefined);
// @ts-expect-error: a tracer, and not its provider
traceHistory(new ConversationManager(), {} as BasicTracerProvider);
// @ts-expect-error: a list
toolDefinitions({ name: "weather" });
