// Streams, read with and without the type of a client's response.

import { type ConversationError, ConversationManager, type Message, type Repair } from "backscroll";
import { ConversationManager as SlimManager } from "backscroll/slim";
import { type AddedStream, type ConversationStream, type ConversationTarget, type LeftOut, type PartialPart, type PartialResponse, type ResponseStream, type StreamEnd, type StreamFormat, type StreamOptions, type StreamResult, type StreamSource, addStream, readStream } from "backscroll/stream";

declare const events: AsyncIterable<{ type: string }>;
declare const chunks: AsyncIterable<Uint8Array>;
declare const readable: { getReader(): unknown };
declare const response: { body: unknown; status: number };
declare const signal: AbortSignal;

const sources: StreamSource[] = [events, chunks, readable, response, [{ choices: [] }]];
const formats: StreamFormat[] = ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral", "ai-sdk"];
const options: StreamOptions = { signal, onUpdate: ({ text }) => text.length };
const streams: ResponseStream[] = sources.flatMap((source) => formats.map((format) => readStream(format, source, options)));

interface Completion {
  choices: { message: { content: string | null } }[];
}

export async function use(): Promise<string> {
  const stream = readStream<Completion>("openai-chat", events);
  for await (const partial of stream) {
    const { parts, usage }: PartialResponse = partial;
    for (const part of parts) show(part);
    if (usage !== null) break;
  }
  const result: StreamResult<Completion> = await stream.result();
  const end: StreamEnd = result.end;
  const error: ConversationError | null = result.error;
  const lost: LeftOut[] = result.leftOut;
  const conversation = new ConversationManager();
  if (result.response !== null && stream.format !== "ai-sdk") conversation.addResponse(stream.format, result.response);
  const untyped: Record<string, unknown> | null | undefined = (await streams[0]?.result())?.response;
  return `${result.response?.choices[0]?.message.content} ${end} ${error?.code} ${lost.length} ${untyped}`;
}

function show(part: PartialPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "reasoning":
      return part.text + (part.signature ?? "");
    case "call":
      return part.id + part.name + part.arguments;
  }
}

export async function add(): Promise<string> {
  class Own extends ConversationManager {}
  const targets: ConversationTarget[] = [new ConversationManager(), new SlimManager(), new Own()];
  const started: ConversationStream[] = targets.map((conversation) => addStream(conversation, "anthropic", events, { signal }));
  for (const stream of started) for await (const { text } of stream) text.length;
  const stream = addStream<Completion>(new ConversationManager(), "openai-chat", response, options);
  const { response: soFar, leftOut } = stream.soFar();
  const added: AddedStream<Completion> = await stream.result();
  const message: Message | null = added.message;
  const repairs: Repair[] = added.repairs;
  return `${message?.id} ${repairs.length} ${added.response?.choices.length} ${soFar?.choices.length} ${leftOut.length} ${added.end}`;
}

// @ts-expect-error no conversation
addStream({}, "gemini", events);
// @ts-expect-error a format without streams
addStream(new ConversationManager(), "langchain", events);
// @ts-expect-error a format without streams
readStream("langchain", events);
// @ts-expect-error a text is no stream
readStream("gemini", "data: {}");
// @ts-expect-error a promise has to be awaited
readStream("gemini", Promise.resolve(events));
// @ts-expect-error an option that does not exist
readStream("gemini", events, { onChunk: () => {} });
// @ts-expect-error the view is read only
readStream("gemini", events).partial.text = "";
