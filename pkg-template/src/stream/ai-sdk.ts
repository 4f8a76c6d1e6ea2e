// The UI message stream of the AI SDK.

import {
  Assembler,
  type CallPart,
  type Fields,
  type ReasoningPart,
  type TextPart,
  UNFINISHED,
  callArguments,
  fieldsOf,
  isFields,
  lastWhere,
  leaveCall,
  listOf,
  textOf,
} from "./assembler.js";

/** A part of the message, and the part of the live view that holds its text. */
type Piece = { fields: Fields; part: TextPart | ReasoningPart | CallPart | null };

const EVENT = /^((start|finish|abort)(-step)?|(text|reasoning|tool-(in|out)put|data|source)-[\w-]+|message-metadata)$/;

export class UiMessageAssembler extends Assembler {
  static isEvent({ type }: Fields): boolean {
    return EVENT.test(textOf(type));
  }

  readonly #message: Fields = {};
  readonly #pieces: Piece[] = [];
  /** The newest call of each id. */
  readonly #calls = new Map<unknown, Piece>();
  /** Texts and reasoning that are open, by kind and id; ids of both may be equal. */
  readonly #open = new Map<string, Piece>();
  /** Results and approvals of calls of earlier messages. */
  readonly #foreign: Fields[] = [];
  #isEmpty = true;

  protected take(chunk: Fields): void {
    const type = textOf(chunk.type);
    if (type === "error") {
      this.failure = { message: chunk.errorText };
      return;
    }
    this.#isEmpty = false;
    if (type === "" && Array.isArray(chunk.parts)) this.#takeWhole(chunk);
    if (type === "abort") this.isAborted = true;
    else if (type === "finish") this.isComplete = true;
    if (chunk.messageMetadata !== undefined) this.#message.metadata = merged(this.#message.metadata, chunk.messageMetadata);
    if (type === "start") this.#message.id = chunk.messageId ?? this.#message.id;
    else if (type === "start-step") this.#pieces.push({ fields: { type: "step-start" }, part: null });
    else if (type === "reset-step") this.#resetStep();
    else if (/^(text|reasoning)-(start|delta|end)$/.test(type)) this.#takeText(type, chunk);
    else if (type.startsWith("tool-")) this.#takeTool(type, chunk);
    else if (type.startsWith("data-")) this.#takeData(chunk);
    else if (/^(file|reasoning-file|source-url|source-document|custom|steering-message)$/.test(type))
      this.#pieces.push({ fields: { ...chunk }, part: null });
  }

  /** Takes the message of a server that does not stream. */
  #takeWhole({ parts, ...message }: Fields): void {
    Object.assign(this.#message, message);
    for (const fields of listOf(parts)) this.#pieces.push({ fields, part: null });
  }

  /** The server tries the step again. */
  #resetStep(): void {
    const step = lastWhere(this.#pieces, ({ fields }) => fields.type === "step-start");
    const start = step === undefined ? -1 : this.#pieces.indexOf(step);
    for (const { fields, part } of this.#pieces.splice(start + 1)) {
      if (part !== null) this.parts.splice(this.parts.lastIndexOf(part), 1);
      this.#calls.delete(fields.toolCallId);
    }
    this.#open.clear();
  }

  #takeText(type: string, { id, delta, providerMetadata, citations }: Fields): void {
    const [kind = "", what] = type.split("-");
    const key = `${kind} ${String(id)}`;
    let piece = this.#open.get(key);
    if (what === "start" || piece === undefined) {
      const part = this.add({ type: kind as "text" | "reasoning", text: "" });
      piece = { fields: kind === "text" ? { type: kind } : { type: kind, id }, part };
      this.#pieces.push(piece);
      this.#open.set(key, piece);
    }
    if (piece.part?.type !== "call" && piece.part !== null) piece.part.text += textOf(delta);
    if (providerMetadata !== undefined) piece.fields.providerMetadata = providerMetadata;
    if (citations !== undefined) piece.fields.citations = citations;
    if (what === "end") this.#open.delete(key);
  }

  #takeTool(type: string, { type: _, toolCallId: id, ...chunk }: Fields): void {
    const isRequest = type !== "tool-approval-response";
    const named = isRequest
      ? this.#calls.get(id)
      : lastWhere(this.#pieces, ({ fields }) => fieldsOf(fields.approval).id === chunk.approvalId);
    const known = isOther(named, type, textOf(chunk.toolName)) ? undefined : named;
    if (known === undefined && !type.startsWith("tool-input-")) {
      this.#foreign.push({ type, toolCallId: id, ...chunk });
      return;
    }
    const piece = known ?? this.#beginTool(id, chunk);
    const { fields, part } = piece;
    if (type === "tool-input-delta" && part?.type === "call") part.arguments += textOf(chunk.inputTextDelta);
    for (const name of ["title", "toolMetadata", "providerExecuted"])
      if (chunk[name] !== undefined && chunk[name] !== null) fields[name] = chunk[name];
    const isResult = type === "tool-output-available" || type === "tool-output-error" || type === "tool-input-error";
    if (chunk.providerMetadata !== undefined) fields[isResult ? "resultProviderMetadata" : "callProviderMetadata"] = chunk.providerMetadata;
    const state = STATES[type];
    if (state !== undefined) fields.state = state;
    if ("input" in chunk) {
      fields.input = chunk.input;
      if (part?.type === "call") part.arguments = JSON.stringify(chunk.input) ?? "";
    }
    if (type.startsWith("tool-output") && type !== "tool-output-denied") fields.preliminary = chunk.preliminary;
    if ("output" in chunk) fields.output = chunk.output;
    if ("errorText" in chunk) fields.errorText = chunk.errorText;
    if (type === "tool-approval-request") fields.approval = approvalOf(chunk);
    if (type === "tool-approval-response")
      fields.approval = {
        ...fieldsOf(fields.approval),
        id: chunk.approvalId,
        approved: chunk.approved,
        ...(chunk.reason !== undefined && { reason: chunk.reason }),
      };
  }

  #beginTool(id: unknown, { toolName, dynamic }: Fields): Piece {
    const name = textOf(toolName);
    const part = this.add({ type: "call", id: textOf(id), name, arguments: "" } as CallPart);
    const kind = dynamic ? { type: "dynamic-tool", toolName } : { type: `tool-${name}` };
    const piece = { fields: { ...kind, toolCallId: textOf(id), state: "input-streaming" }, part };
    this.#pieces.push(piece);
    this.#calls.set(id, piece);
    return piece;
  }

  #takeData(chunk: Fields): void {
    if (chunk.transient) return;
    const known =
      chunk.id === undefined ? undefined : this.#pieces.find(({ fields }) => fields.type === chunk.type && fields.id === chunk.id);
    if (known === undefined) this.#pieces.push({ fields: { ...chunk }, part: null });
    else known.fields.data = chunk.data;
  }

  finish(): Fields | null {
    if (this.#isEmpty) return null;
    const parts = this.#pieces.map(({ fields, part }) => {
      if (part === null) return fields;
      if (part.type !== "call") return { ...fields, text: part.text, state: "done" };
      // A result says that the call ran, but not with which input.
      const input = "input" in fields ? fields : { ...fields, input: callArguments(part.arguments, false) };
      if (fields.state !== "input-streaming" && part.name !== "" && ("input" in fields || input.input !== undefined)) return input;
      leaveCall(this.leftOut, part);
      if ("output" in fields) this.leftOut.push({ type: "part", id: part.id, why: UNFINISHED, content: fields });
      return null;
    });
    for (const content of this.#foreign)
      this.leftOut.push({
        type: "part",
        ...(typeof content.toolCallId === "string" && { id: content.toolCallId }),
        why: OF_EARLIER,
        content,
      });
    return { id: "", ...this.#message, role: "assistant", parts: parts.filter((part) => part !== null) };
  }
}

/** Reports whether a chunk begins another call with a known id: the known call already has its input, or calls another tool. */
function isOther(known: Piece | undefined, type: string, name: string): boolean {
  if (known?.part?.type !== "call" || !type.startsWith("tool-input-")) return false;
  return (name !== "" && name !== known.part.name) || (type === "tool-input-start" && known.fields.state !== "input-streaming");
}

const OF_EARLIER = "its call is in an earlier message, and not in this stream";

/** The state of a call after a chunk. */
const STATES: Readonly<Record<string, string>> = {
  "tool-input-start": "input-streaming",
  "tool-input-available": "input-available",
  "tool-input-error": "output-error",
  "tool-approval-request": "approval-requested",
  "tool-approval-response": "approval-responded",
  "tool-output-available": "output-available",
  "tool-output-error": "output-error",
  "tool-output-denied": "output-denied",
};

function approvalOf({
  approvalId: id,
  approvalDescriptor: descriptor,
  reason: requestReason,
  isAutomatic,
  signature,
  ...rest
}: Fields): Fields {
  const inner = "inputSchemaInput" in rest ? { inputSchemaInput: rest.inputSchemaInput } : {};
  return {
    id,
    ...(descriptor !== undefined && { descriptor }),
    ...inner,
    ...(requestReason !== undefined && { requestReason }),
    ...(isAutomatic === true && { isAutomatic }),
    ...(signature !== undefined && { signature }),
  };
}

/** Merges objects field by field; for other values, the newer one stays. */
function merged(old: unknown, more: unknown): unknown {
  if (!isFields(old) || !isFields(more)) return more;
  const whole = { ...old };
  for (const [name, value] of Object.entries(more)) if (name !== "__proto__") whole[name] = merged(whole[name], value);
  return whole;
}
