// Transcripts of streams: put together as the response that the provider would have given without streaming.

import type { StreamFormat } from "../stream/types.js";
import { assemblerOf, formatOf } from "../stream/detect.js";
import { SseFraming } from "../stream/sse.js";
import { isRecord } from "./shape.js";
import type { PastedAnswer } from "./types.js";

const LINE = /^(?:data|event|id|retry):|^:/;

/** Reports whether a text is server-sent events. */
export function isTranscript(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const events = lines.filter((line) => LINE.test(line)).length;
  return events >= 1 && lines.some((line) => /^data:\s*[{[]/.test(line)) && events >= lines.length / 2;
}

/** The events of a transcript. Those that are not JSON, as where the transcript was cut, are left out. */
export function eventsIn(text: string): Record<string, unknown>[] {
  const events: unknown[] = [];
  let block: string[] = [];
  const end = () => {
    try {
      if (block.length > 0) new SseFraming().push(`${block.join("\n")}\n\n`, events);
    } catch {
      // The transcript was cut here.
    }
    block = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    // Loggers leave the empty lines out.
    if (trimmed === "" || trimmed.startsWith("event:") || (trimmed.startsWith("data:") && block.some((other) => other.startsWith("data:"))))
      end();
    if (trimmed !== "") block.push(trimmed);
  }
  end();
  return events.filter(isRecord) as Record<string, unknown>[];
}

/** Puts events together; null if they are of no known stream. */
export function answerOf(events: readonly Record<string, unknown>[]): PastedAnswer | null {
  const format = events.map(formatOf).find((found) => found !== null) as StreamFormat | undefined;
  const Assembler = format === undefined ? undefined : assemblerOf(format);
  if (format === undefined || Assembler === undefined) return null;
  const assembler = new Assembler();
  try {
    for (const event of events) assembler.push(event);
    const value = assembler.finish();
    return value === null ? null : { value, format };
  } catch {
    return null;
  }
}
