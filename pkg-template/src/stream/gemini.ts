// Streams of Gemini's streamGenerateContent.

import { Assembler, type Fields, type GrowingPart, INCOMPLETE_CALL, assignPresent, fieldsOf, isFields, listOf, textOf } from "./assembler.js";

/** A candidate as it grows. */
type Candidate = { fields: Fields; role: unknown; pieces: Piece[] };
/** A part of the content, and the part of the live view that holds its text. */
type Piece = { fields: Fields; part: GrowingPart | null };

export class GeminiAssembler extends Assembler {
  readonly #head: Fields = {};
  readonly #candidates = new Map<unknown, Candidate>();
  #isEmpty = true;

  push(chunk: Fields): void {
    if (chunk.error !== undefined && chunk.error !== null) this.failure = chunk.error;
    // The client adds the answer of HTTP.
    const { candidates, usageMetadata, error: _, sdkHttpResponse: __, ...rest } = chunk;
    if (Object.keys(rest).length > 0 || candidates !== undefined) this.#isEmpty = false;
    assignPresent(this.#head, rest);
    if (isFields(usageMetadata)) {
      this.usage = { ...this.usage };
      assignPresent(this.usage, usageMetadata);
    }
    for (const { content, ...fields } of listOf(candidates)) this.#take(fields, fieldsOf(content));
    const blocked = fieldsOf(this.#head.promptFeedback).blockReason;
    this.isComplete = (this.#candidates.get(0)?.fields.finishReason ?? blocked ?? null) !== null;
  }

  #take(fields: Fields, content: Fields): void {
    const index = fields.index ?? 0;
    const candidate = this.#candidates.get(index) ?? { fields: {}, role: "model", pieces: [] };
    this.#candidates.set(index, candidate);
    assignPresent(candidate.fields, fields);
    candidate.role = content.role ?? candidate.role;
    for (const part of listOf(content.parts)) this.#takePart(candidate, part, index === 0 ? this.parts : []);
  }

  /** Joins texts that follow each other. A part with a signature stays as it came. */
  #takePart({ pieces }: Candidate, { text, ...rest }: Fields, view: GrowingPart[]): void {
    const last = pieces.at(-1);
    const isPlain = typeof text === "string" && Object.keys(rest).every((name) => name === "thought");
    const joins = isPlain && last?.part?.type === (rest.thought ? "reasoning" : "text") && last.fields.thoughtSignature === undefined;
    if (joins && last?.part && last.part.type !== "call") {
      last.part.text += text;
      return;
    }
    const part = partOf(text, rest);
    // An empty part with a signature is no text to show.
    if (part !== null && (part.type === "call" || part.text !== "" || isPlain)) view.push(part);
    pieces.push({ fields: rest, part });
  }

  finish(): Fields | null {
    if (this.#isEmpty) return null;
    const first = this.#candidates.get(0);
    for (const [index, candidate] of this.#candidates) {
      if (index !== 0) this.leftOut.push({ type: "choice", why: `a conversation goes on from one candidate, the first; this one is ${String(index)}`, content: this.#write(candidate) });
    }
    const candidates = first === undefined ? {} : { candidates: [this.#write(first)] };
    return { ...candidates, ...(this.usage && { usageMetadata: this.usage }), ...this.#head };
  }

  #write({ fields, role, pieces }: Candidate): Fields {
    const parts: Fields[] = [];
    for (const { fields: rest, part } of pieces) {
      const call = fieldsOf(rest.functionCall);
      // Arguments in pieces: each names its place in the arguments.
      if (call.partialArgs !== undefined || call.willContinue === true) this.leftOut.push({ type: "call", ...(call.id ? { id: textOf(call.id) } : {}), name: textOf(call.name), why: INCOMPLETE_CALL, content: call });
      else parts.push(part === null || part.type === "call" ? rest : { text: part.text, ...rest });
    }
    return { ...(parts.length > 0 && { content: { parts, role } }), ...fields };
  }
}

function partOf(text: unknown, { thought, thoughtSignature, functionCall }: Fields): GrowingPart | null {
  const signature = typeof thoughtSignature === "string" ? { signature: thoughtSignature } : {};
  if (typeof text === "string") return thought ? { type: "reasoning", text, ...signature } : { type: "text", text };
  if (!isFields(functionCall)) return null;
  return { type: "call", id: textOf(functionCall.id), name: textOf(functionCall.name), arguments: JSON.stringify(functionCall.args ?? {}) };
}
