// Streams of Anthropic Messages.

import { Arguments } from "../../stream/arguments.js";
import {
  Assembler,
  type CallPart,
  type Fields,
  type ReasoningPart,
  type TextPart,
  UNFINISHED,
  UNTYPED,
  append,
  assignPresent,
  callArguments,
  fieldsOf,
  hasNoArguments,
  isFields,
  leaveCall,
  leaveReasoning,
  listOf,
  reasonOf,
  textOf,
} from "../../stream/assembler.js";
import { Indexed } from "../../stream/indexed.js";

/** A block as it grows. It is closed by an event of its own, and passed when the next one begins. */
type Block = {
  fields: Fields;
  part: TextPart | ReasoningPart | CallPart | null;
  json: Arguments | null;
  isClosed: boolean;
  isPassed: boolean;
};

/** The type of the block that a delta extends. Without a start, the delta begins it. */
const BLOCKS: Readonly<Record<string, string>> = {
  text_delta: "text",
  citations_delta: "text",
  thinking_delta: "thinking",
  signature_delta: "thinking",
  input_json_delta: "tool_use",
  compaction_delta: "compaction",
};

const EVENT = /^(message|content_block)_(start|delta|stop)$/;

export class AnthropicAssembler extends Assembler {
  static isEvent({ type, content }: Fields): boolean {
    return EVENT.test(textOf(type)) || (type === "message" && Array.isArray(content));
  }

  #message: Fields | null = null;
  #reason: string | null = null;
  readonly #blocks = new Indexed<Block>();

  protected take(event: Fields): void {
    const { type, index } = event;
    if (type === "message_start") this.#start(fieldsOf(event.message));
    else if (type === "message") this.#takeWhole(event);
    else if (type === "content_block_start") this.#begin(index, fieldsOf(event.content_block));
    else if (type === "content_block_delta") this.#extend(index, fieldsOf(event.delta));
    else if (type === "content_block_stop") this.#close(index);
    else if (type === "message_delta") this.#change(event);
    else if (type === "message_stop") this.isComplete = true;
  }

  #start(message: Fields): void {
    this.#message = { ...message };
    this.#report(message.usage);
  }

  /** Takes the response of a server that does not stream. */
  #takeWhole({ content, ...message }: Fields): void {
    this.#start(message);
    this.#addWhole(content);
    this.#end(message.stop_reason);
  }

  #addWhole(content: unknown): void {
    listOf(content).forEach((block, index) => {
      this.#begin(index, block);
      this.#close(index);
    });
  }

  #change({ type: _, delta, usage, ...rest }: Fields): void {
    const { usage: inner, ...changes } = fieldsOf(delta);
    Object.assign((this.#message ??= {}), rest, changes);
    this.#report(inner);
    this.#report(usage);
    this.#end(changes.stop_reason);
  }

  #end(reason: unknown): void {
    this.#reason = reasonOf(reason) ?? this.#reason;
    this.isComplete ||= this.#reason !== null;
  }

  /** A later report restates some of the counters. */
  #report(usage: unknown): void {
    if (!isFields(usage)) return;
    const merged = { ...this.usage };
    if (this.usage === null) Object.assign(merged, usage);
    else assignPresent(merged, usage);
    this.usage = merged;
  }

  #begin(index: unknown, given: Fields): void {
    const fields = { ...given };
    const begun = this.#blocks.at(index);
    // The start of a call may come behind its input.
    if (begun?.fields.name === undefined && begun?.part?.type === "call" && isCall(fields)) {
      Object.assign(begun.fields, fields);
      Object.assign(begun.part, { id: textOf(fields.id), name: textOf(fields.name) });
    } else this.#add(index, fields);
  }

  #add(index: unknown, fields: Fields): Block {
    const last = this.#blocks.all.at(-1);
    if (last !== undefined) last.isPassed = true;
    if (isCall(fields)) fields.input ??= {};
    // The list of the event is the caller's.
    if (Array.isArray(fields.citations)) fields.citations = [...(fields.citations as unknown[])];
    const part = this.#partOf(fields);
    return this.#blocks.add(index, {
      fields,
      part,
      json: isCall(fields) ? new Arguments(part?.type === "call" ? part : null) : null,
      isClosed: false,
      isPassed: false,
    });
  }

  #partOf(fields: Fields): Block["part"] {
    if (fields.type === "text") return this.add({ type: "text", text: textOf(fields.text) });
    if (fields.type === "thinking") {
      const signature = textOf(fields.signature);
      return this.add({ type: "reasoning", text: textOf(fields.thinking), ...(signature && { signature }) });
    }
    return fields.type === "tool_use" ? this.add({ type: "call", id: textOf(fields.id), name: textOf(fields.name), arguments: "" }) : null;
  }

  #extend(index: unknown, delta: Fields): void {
    const type = BLOCKS[textOf(delta.type)];
    if (type !== undefined) extend(this.#blockFor(index, type), delta);
  }

  #blockFor(index: unknown, type: string): Block {
    const begun = this.#blocks.at(index);
    if (begun !== undefined && (begun.fields.type === type || (type === "tool_use" && begun.json !== null))) return begun;
    // Some servers count the pieces of an input, and not the blocks.
    const newest = this.#blocks.all.at(-1);
    const isMore = type === "tool_use" && begun === undefined && newest?.isClosed === false && newest.json?.isWhole === false;
    return isMore ? newest : this.#add(index, { type });
  }

  #close(index: unknown): void {
    const block = this.#blocks.at(index);
    if (block !== undefined) block.isClosed = true;
  }

  finish(): Fields | null {
    if (this.#message === null && this.#blocks.all.length === 0) return null;
    const { content: whole, usage: _, ...message } = this.#message ?? {};
    const blocks = this.#blocks.all;
    const answered = new Set(blocks.map(({ fields }) => fields.tool_use_id));
    const written = blocks.map((block) => this.#write(block, answered)).filter((block) => block !== null);
    // Servers that only look as if they streamed may send the message in its start, and nothing else.
    const content = blocks.length === 0 ? listOf(whole) : written;
    return {
      type: "message",
      role: "assistant",
      ...message,
      ...("stop_reason" in message && { stop_reason: this.#reason }),
      content,
      ...(this.usage && { usage: this.usage }),
    };
  }

  /** Returns the block, or null when it is left out. */
  #write(block: Block, answered: Set<unknown>): Fields | null {
    const { fields, part, json, isClosed, isPassed } = block;
    const hasEnded = isClosed || isPassed || this.isComplete;
    if (part?.type === "text") return part.text === "" && !isClosed ? null : { ...fields, text: part.text };
    if (part?.type === "reasoning") {
      if (part.signature !== undefined || hasEnded)
        return { ...fields, thinking: part.text, ...(part.signature !== undefined && { signature: part.signature }) };
      leaveReasoning(this.leftOut, part.text);
      return null;
    }
    if (json === null) {
      const isTyped = textOf(fields.type) !== "";
      if (hasEnded && isTyped) return fields;
      this.leftOut.push({ type: "part", why: isTyped ? UNFINISHED : UNTYPED, content: fields });
      return null;
    }
    const [id, name, input] = [textOf(fields.id), textOf(fields.name), this.#inputOf(block, json.text)];
    // A tool that the provider runs has its result in the same message, unless the message pauses.
    const isOpen = part === null && !this.isComplete && !answered.has(fields.id);
    if (input !== undefined && name !== "" && !isOpen) return { ...fields, input };
    leaveCall(this.leftOut, { id, name, arguments: json.text || textOfInput(fields.input) });
    return null;
  }

  /** Returns the input of a call, or undefined when it is not whole. */
  #inputOf(block: Block, json: string): Fields | undefined {
    const { input } = block.fields;
    // A proxy may send the whole input in the first event.
    if (json === "" && textOfInput(input) !== "") return fieldsOf(input);
    const isLast = block === this.#blocks.all.at(-1);
    return callArguments(json, hasNoArguments(block.isClosed, isLast, this.isComplete, this.#reason));
  }
}

/** Reports whether a block is a call: of the host's tools, or of the provider's. */
const isCall = ({ type }: Fields): boolean => /(^|_)tool_use$/.test(textOf(type));

/** Returns an input as text; empty for one that is empty, because each call begins with such a one. */
const textOfInput = (input: unknown): string => (Object.keys(fieldsOf(input)).length > 0 ? JSON.stringify(input) : "");

function extend({ fields, part, json }: Block, delta: Fields): void {
  if (delta.type === "input_json_delta") json?.push(textOf(delta.partial_json));
  else if (delta.type === "citations_delta") append(fields, "citations", [delta.citation]);
  else if (delta.type === "compaction_delta") {
    // The delta holds the final values; null is a compaction that failed.
    fields.content = delta.content;
    if ("encrypted_content" in delta) fields.encrypted_content = delta.encrypted_content;
  } else if (part?.type === "text") part.text += textOf(delta.text);
  else if (part?.type === "reasoning") {
    part.text += textOf(delta.thinking);
    if (delta.type === "signature_delta") part.signature = textOf(delta.signature);
  }
}
