// Streams of Gemini's streamGenerateContent.

import {
  Assembler,
  type CallPart,
  type Fields,
  type GrowingPart,
  assignPresent,
  fieldsOf,
  isFields,
  leaveCall,
  listOf,
  reasonOf,
  textOf,
} from "../../stream/assembler.js";
import { firstOf, nameOf } from "../../stream/indexed.js";
import { addPartialArgs } from "./partial-args.js";

/** A candidate as it grows. `open` is the call whose arguments are arriving in pieces. */
type Candidate = { fields: Fields; role: unknown; pieces: Piece[]; open: OpenCall | null };
/** A part of the content, and the part of the live view that holds its text. `isOpen` where a call said that more of it will come. */
type Piece = { fields: Fields; part: GrowingPart | null; isOpen?: boolean };
/** A call whose arguments arrive in pieces. */
type OpenCall = Piece & { call: Fields; args: Fields };

/** Reports whether a value is a reason to stop: a name or a number of an enum, whose first member is none. */
const isReason = (value: unknown): boolean =>
  typeof value === "number" ? Number.isInteger(value) && value > 0 : reasonOf(value) !== null && !/_UNSPECIFIED$/.test(String(value));

/** Fields of chunks that no other format has. */
const CHUNK = ["candidates", "usageMetadata", "promptFeedback"];

export class GeminiAssembler extends Assembler {
  static isEvent(event: Fields): boolean {
    return CHUNK.some((name) => name in event);
  }

  readonly #head: Fields = {};
  readonly #candidates = new Map<string, Candidate>();
  #isEmpty = true;

  protected take(chunk: Fields): void {
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
    this.isComplete = isReason(firstOf(this.#candidates)?.[1].fields.finishReason ?? blocked);
  }

  #take({ finishReason, ...fields }: Fields, content: Fields): void {
    const name = nameOf(fields.index) || "0";
    const candidate = this.#candidates.get(name) ?? { fields: {}, role: "model", pieces: [], open: null };
    this.#candidates.set(name, candidate);
    if (isReason(finishReason)) candidate.fields.finishReason = finishReason;
    assignPresent(candidate.fields, fields);
    candidate.role = content.role ?? candidate.role;
    for (const part of listOf(content.parts)) this.#takePart(candidate, part, name === "0" ? this.parts : []);
  }

  /** Joins texts that follow each other. A part with a signature stays as it came. */
  #takePart(candidate: Candidate, { text, ...rest }: Fields, view: GrowingPart[]): void {
    const { pieces } = candidate;
    if (isFields(rest.functionCall) && this.#takePieces(candidate, rest, rest.functionCall, view)) return;
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

  /** Takes a call, or more of one, whose arguments arrive in pieces. Returns false for a whole call. An empty one ends those before it. */
  #takePieces(
    candidate: Candidate,
    { functionCall: _, ...rest }: Fields,
    { partialArgs, willContinue, args, ...call }: Fields,
    view: GrowingPart[],
  ): boolean {
    let { open } = candidate;
    // Only the first piece has the name.
    const isMore = open !== null && (!call.name || (call.id !== undefined && call.id === open.call.id));
    if (!isMore) {
      if (!willContinue && partialArgs === undefined) {
        candidate.open = null;
        return call.name === undefined && args === undefined;
      }
      const begun: Fields = {};
      const part: CallPart = {
        type: "call",
        id: textOf(call.id),
        name: textOf(call.name),
        get arguments() {
          return JSON.stringify(begun);
        },
      };
      open = { fields: { functionCall: { ...call, args: begun } }, part, call, args: begun };
      candidate.pieces.push(open);
      view.push(part);
    }
    if (open === null) return false;
    assignPresent(open.fields, rest);
    assignPresent(open.args, fieldsOf(args));
    addPartialArgs(open.args, partialArgs);
    open.isOpen = Boolean(willContinue);
    candidate.open = open.isOpen ? open : null;
    return true;
  }

  finish(): Fields | null {
    if (this.#isEmpty) return null;
    const [first, candidate] = firstOf(this.#candidates) ?? [];
    for (const [name, other] of this.#candidates) {
      if (name !== first)
        this.leftOut.push({
          type: "choice",
          why: `a conversation goes on from one candidate, the first; this one is ${name}`,
          content: this.#write(other),
        });
    }
    const candidates = candidate === undefined ? {} : { candidates: [this.#write(candidate)] };
    return { ...candidates, ...(this.usage && { usageMetadata: this.usage }), ...this.#head };
  }

  #write({ fields, role, pieces }: Candidate): Fields {
    const parts: Fields[] = [];
    const isNatural = fields.finishReason === "STOP" || fields.finishReason === 1;
    for (const { fields: rest, part, isOpen = false } of pieces) {
      if (part?.type === "call" && (part.name === "" || (isOpen && !isNatural))) leaveCall(this.leftOut, part);
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
