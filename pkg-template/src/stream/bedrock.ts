// Streams of Bedrock's ConverseStream: each event is an object with one field, its name.

import { Assembler, type CallPart, type Fields, type ReasoningPart, type TextPart, UNFINISHED, append, callArguments, fieldsOf, isFields, leaveCall, leaveReasoning, textOf } from "./assembler.js";

/** A block as it grows. `start` is null where no event announced it, as for text and reasoning. */
type Block = { start: Fields | null; part: TextPart | ReasoningPart | CallPart | null; json: string; lists: Fields; redacted: unknown; isClosed: boolean };

export class BedrockAssembler extends Assembler {
  #role: unknown = undefined;
  #stop: Fields = {};
  #metadata: Fields = {};
  readonly #blocks: Block[] = [];

  push(event: Fields): void {
    for (const [name, value] of Object.entries(event)) {
      if (!isFields(value)) continue;
      const index = Number(value.contentBlockIndex ?? 0);
      if (name === "messageStart") this.#role = value.role;
      else if (name === "contentBlockStart") this.#begin(this.#block(index), fieldsOf(value.start));
      else if (name === "contentBlockDelta") this.#extend(this.#block(index), fieldsOf(value.delta));
      else if (name === "contentBlockStop") this.#block(index).isClosed = true;
      else if (name === "messageStop") {
        this.#stop = withoutPadding(value);
        this.isComplete = true;
      } else if (name === "metadata") {
        this.#metadata = withoutPadding(value);
        if (isFields(value.usage)) this.usage = value.usage;
      } else if (/Exception$/.test(name)) this.failure = { type: name, ...withoutPadding(value) };
    }
  }

  #block(index: number): Block {
    return (this.#blocks[index] ??= { start: null, part: null, json: "", lists: {}, redacted: undefined, isClosed: false });
  }

  #begin(block: Block, start: Fields): void {
    block.start = start;
    const { toolUse } = start;
    // A tool that the provider runs is no call for the host.
    if (isFields(toolUse) && toolUse.type !== "server_tool_use") block.part = this.add({ type: "call", id: textOf(toolUse.toolUseId), name: textOf(toolUse.name), arguments: "" });
  }

  #extend(block: Block, delta: Fields): void {
    if (typeof delta.text === "string") {
      block.part ??= this.add({ type: "text", text: "" });
      if (block.part.type === "text") block.part.text += delta.text;
    }
    if (isFields(delta.toolUse)) {
      block.json += textOf(delta.toolUse.input);
      if (block.part?.type === "call") block.part.arguments = block.json;
    }
    if (isFields(delta.reasoningContent)) this.#reason(block, delta.reasoningContent);
    for (const [name, value] of Object.entries({ citations: delta.citation && [delta.citation], toolResult: delta.toolResult })) {
      if (Array.isArray(value)) append(block.lists, name, value);
    }
    if (isFields(delta.image)) block.lists.image = { ...fieldsOf(block.lists.image), ...delta.image };
  }

  #reason(block: Block, { text, signature, redactedContent }: Fields): void {
    if (redactedContent !== undefined) block.redacted = redactedContent;
    else block.part ??= this.add({ type: "reasoning", text: "" });
    if (block.part?.type !== "reasoning") return;
    block.part.text += textOf(text);
    if (signature) block.part.signature = textOf(block.part.signature) + textOf(signature);
  }

  finish(): Fields | null {
    if (this.#role === undefined && this.#blocks.length === 0) return null;
    const blocks = this.#blocks.filter((block) => block !== undefined);
    const answered = new Set(blocks.map(({ start }) => fieldsOf(start?.toolResult).toolUseId));
    const content = blocks.map((block) => this.#write(block, answered)).filter((block) => block !== null);
    return { output: { message: { role: this.#role ?? "assistant", content } }, ...this.#stop, ...this.#metadata };
  }

  /** Returns the block, or null when it is left out. */
  #write({ start, part, json, lists, redacted, isClosed }: Block, answered: Set<unknown>): Fields | null {
    if (redacted !== undefined) return { reasoningContent: { redactedContent: redacted } };
    if (part?.type === "reasoning") {
      const { text, signature } = part;
      if (isClosed || signature !== undefined) return { reasoningContent: { reasoningText: { text, ...(signature !== undefined && { signature }) } } };
      leaveReasoning(this.leftOut, text);
      return null;
    }
    if (lists.citations !== undefined) return { citationsContent: { content: part?.type === "text" ? [{ text: part.text }] : [], citations: lists.citations } };
    if (part?.type === "text") return part.text === "" && !isClosed ? null : { text: part.text };
    return start === null ? null : this.#writeStarted(start, json, lists, isClosed, answered);
  }

  #writeStarted(start: Fields, json: string, lists: Fields, isClosed: boolean, answered: Set<unknown>): Fields | null {
    const { toolUse, toolResult } = start;
    if (isFields(toolUse)) {
      const input = callArguments(json, isClosed);
      const isOpen = toolUse.type === "server_tool_use" && !this.isComplete && !answered.has(toolUse.toolUseId);
      if (input !== undefined && !isOpen) return { toolUse: { ...toolUse, input } };
      leaveCall(this.leftOut, { id: textOf(toolUse.toolUseId), name: textOf(toolUse.name), arguments: json });
      return null;
    }
    const whole = isFields(toolResult) ? { toolResult: { ...toolResult, content: lists.toolResult ?? [] } } : isFields(start.image) ? { image: { ...start.image, ...fieldsOf(lists.image) } } : start;
    if (isClosed || isFields(toolResult)) return whole;
    this.leftOut.push({ type: "part", why: UNFINISHED, content: whole });
    return null;
  }
}

/** Events on the wire are padded, so that their length tells nothing. */
function withoutPadding({ p: _, ...rest }: Fields): Fields {
  return rest;
}
