// Streams of Anthropic Messages.

import { Assembler, type CallPart, type Fields, type ReasoningPart, type TextPart, UNFINISHED, assignPresent, callArguments, fieldsOf, isFields, leaveCall, leaveReasoning, textOf } from "./assembler.js";

/** A block as it grows. */
type Block = { fields: Fields; part: TextPart | ReasoningPart | CallPart | null; json: string; isClosed: boolean };

export class AnthropicAssembler extends Assembler {
  #message: Fields | null = null;
  readonly #blocks: Block[] = [];

  push(event: Fields): void {
    switch (event.type) {
      case "message_start":
        this.#message = { ...fieldsOf(event.message) };
        this.#report(this.#message.usage);
        break;
      case "content_block_start":
        this.#blocks[Number(event.index)] = this.#begin({ ...fieldsOf(event.content_block) });
        break;
      case "content_block_delta": {
        const block = this.#blocks[Number(event.index)];
        if (block !== undefined) extend(block, fieldsOf(event.delta));
        break;
      }
      case "content_block_stop": {
        const block = this.#blocks[Number(event.index)];
        if (block !== undefined) block.isClosed = true;
        break;
      }
      case "message_delta": {
        const { type: _, delta, usage, ...rest } = event;
        Object.assign((this.#message ??= {}), rest, delta);
        this.#report(usage);
        this.isComplete ||= typeof this.#message.stop_reason === "string";
        break;
      }
      case "message_stop":
        this.isComplete = true;
        break;
      case "error":
        this.failure = event.error;
    }
  }

  /** A later report restates some of the counters. */
  #report(usage: unknown): void {
    if (!isFields(usage)) return;
    const merged = { ...this.usage };
    if (this.usage === null) Object.assign(merged, usage);
    else assignPresent(merged, usage);
    this.usage = merged;
  }

  #begin(fields: Fields): Block {
    const block = (part: Block["part"]): Block => ({ fields, part, json: "", isClosed: false });
    if (fields.type === "text") return block(this.add({ type: "text", text: textOf(fields.text) }));
    if (fields.type === "thinking") {
      const signature = textOf(fields.signature);
      return block(this.add({ type: "reasoning", text: textOf(fields.thinking), ...(signature && { signature }) }));
    }
    if (fields.type === "tool_use") return block(this.add({ type: "call", id: textOf(fields.id), name: textOf(fields.name), arguments: "" }));
    return block(null);
  }

  finish(): Fields | null {
    if (this.#message === null && this.#blocks.length === 0) return null;
    const blocks = this.#blocks.filter((block) => block !== undefined);
    const answered = new Set(blocks.map(({ fields }) => fields.tool_use_id));
    const content = blocks.map((block) => this.#write(block, answered)).filter((block) => block !== null);
    return { type: "message", role: "assistant", ...this.#message, content, ...(this.usage && { usage: this.usage }) };
  }

  /** Returns the block, or null when it is left out. */
  #write({ fields, part, json, isClosed }: Block, answered: Set<unknown>): Fields | null {
    if (part?.type === "text") return part.text === "" && !isClosed ? null : { ...fields, text: part.text };
    if (part?.type === "reasoning") {
      if (part.signature !== undefined || isClosed) return { ...fields, thinking: part.text, ...(part.signature !== undefined && { signature: part.signature }) };
      leaveReasoning(this.leftOut, part.text);
      return null;
    }
    if (!("input" in fields)) {
      if (isClosed || this.isComplete || part !== null) return fields;
      this.leftOut.push({ type: "part", why: UNFINISHED, content: fields });
      return null;
    }
    // A proxy may send the whole input in the first event.
    const input = json === "" && isClosed ? fieldsOf(fields.input) : callArguments(json, isClosed);
    // A tool that the provider runs has its result in the same message, unless the message pauses.
    const isOpen = part === null && !this.isComplete && !answered.has(fields.id);
    if (input !== undefined && !isOpen) return { ...fields, input };
    leaveCall(this.leftOut, { id: textOf(fields.id), name: textOf(fields.name), arguments: json });
    return null;
  }
}

function extend(block: Block, delta: Fields): void {
  const { part, fields } = block;
  switch (delta.type) {
    case "text_delta":
      if (part?.type === "text") part.text += textOf(delta.text);
      break;
    case "thinking_delta":
      if (part?.type === "reasoning") part.text += textOf(delta.thinking);
      break;
    case "signature_delta":
      if (part?.type === "reasoning") part.signature = textOf(delta.signature);
      break;
    case "input_json_delta":
      block.json += textOf(delta.partial_json);
      if (part?.type === "call") part.arguments = block.json;
      break;
    case "citations_delta":
      fields.citations = [...((fields.citations as unknown[] | null | undefined) ?? []), delta.citation];
      break;
    case "compaction_delta":
      // The delta holds the final values; null is a compaction that failed.
      fields.content = delta.content;
      if ("encrypted_content" in delta) fields.encrypted_content = delta.encrypted_content;
  }
}
