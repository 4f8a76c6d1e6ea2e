// Streams of Bedrock's ConverseStream: each event is an object with one field, its name.

import { Arguments } from "../../stream/arguments.js";
import {
  Assembler,
  type CallPart,
  type Fields,
  type ReasoningPart,
  type TextPart,
  UNFINISHED,
  append,
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

/**
 * A block as it grows. `kind` is the field of its start, or of its deltas where no event announced it, as for text and reasoning; empty for
 * a start that says nothing. It is closed by an event of its own, and passed when the next one begins.
 */
type Block = {
  kind: string;
  start: Fields;
  part: TextPart | ReasoningPart | CallPart | null;
  json: Arguments | null;
  lists: Fields;
  isClosed: boolean;
  isPassed: boolean;
};

const EVENTS = ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];

export class BedrockAssembler extends Assembler {
  static isEvent(event: Fields): boolean {
    return (isFields(event.output) && "message" in event.output) || EVENTS.some((name) => name in event);
  }

  #role: unknown = undefined;
  #reason: string | null = null;
  readonly #stop: Fields = {};
  readonly #metadata: Fields = {};
  readonly #blocks = new Indexed<Block>();

  protected take(event: Fields): void {
    for (const [name, value] of Object.entries(event)) {
      if (!isFields(value)) continue;
      const index = value.contentBlockIndex;
      if (name === "messageStart") this.#role = value.role;
      else if (name === "contentBlockStart") this.#begin(index, fieldsOf(value.start));
      else if (name === "contentBlockDelta") this.#extend(index, fieldsOf(value.delta));
      else if (name === "contentBlockStop") this.#close(index);
      else if (name === "messageStop") this.#end(withoutPadding(value));
      else if (name === "metadata") this.#report(withoutPadding(value));
      else if (name === "output") this.#takeWhole(event, fieldsOf(value.message));
      else if (/Exception$/.test(name)) this.failure = { type: name, ...withoutPadding(value) };
    }
  }

  /** Takes the response of a server that does not stream. */
  #takeWhole({ output: _, stopReason, ...metadata }: Fields, { role, content }: Fields): void {
    this.#role = role;
    listOf(content).forEach((block, index) => {
      const { toolUse, text, reasoningContent } = block;
      if (isFields(toolUse)) {
        const { input, ...start } = toolUse;
        this.#begin(index, { toolUse: start });
        this.#extend(index, { toolUse: { input: JSON.stringify(input) } });
      } else if (isFields(reasoningContent))
        this.#extend(index, { reasoningContent: { ...reasoningContent, ...fieldsOf(reasoningContent.reasoningText) } });
      else if (typeof text === "string") this.#extend(index, { text });
      else this.#begin(index, block);
      this.#close(index);
    });
    this.#end({ stopReason });
    this.#report(metadata);
  }

  #end({ stopReason, ...more }: Fields): void {
    this.#reason = reasonOf(stopReason) ?? this.#reason;
    Object.assign(this.#stop, more, this.#reason !== null && { stopReason: this.#reason });
    this.isComplete ||= this.#reason !== null;
  }

  #report({ usage, ...metadata }: Fields): void {
    Object.assign(this.#metadata, metadata);
    if (isFields(usage)) this.usage = usage;
  }

  #begin(index: unknown, start: Fields): void {
    const [kind = ""] = Object.keys(start);
    const begun = this.#blocks.at(index);
    // The start of a call may come behind its input.
    if (kind === "toolUse" && begun?.kind === kind && !(kind in begun.start) && begun.part !== null) {
      begun.start = start;
      Object.assign(begun.part, namesOf(start));
    } else this.#add(index, kind, start);
  }

  #add(index: unknown, kind: string, start: Fields): Block {
    const last = this.#blocks.all.at(-1);
    if (last !== undefined) last.isPassed = true;
    // A tool that the provider runs is no call for the host.
    const isCall = kind === "toolUse" && fieldsOf(start.toolUse).type !== "server_tool_use";
    const part = isCall ? this.add<CallPart>({ type: "call", ...namesOf(start), arguments: "" }) : null;
    return this.#blocks.add(index, {
      kind,
      start,
      part,
      json: kind === "toolUse" ? new Arguments(part) : null,
      lists: {},
      isClosed: false,
      isPassed: false,
    });
  }

  /** Finds the block of a delta, or begins it. */
  #blockFor(index: unknown, kind: string): Block {
    const begun = this.#blocks.at(index);
    if (begun?.kind === "" && kind !== "toolUse") begun.kind = kind;
    if (begun?.kind === kind) return begun;
    // Some servers count the pieces of an input, and not the blocks.
    const newest = this.#blocks.all.at(-1);
    const isMore = kind === "toolUse" && begun === undefined && newest?.isClosed === false && newest.json?.isWhole === false;
    return isMore ? newest : this.#add(index, kind, {});
  }

  #close(index: unknown): void {
    const block = this.#blocks.at(index);
    if (block !== undefined) block.isClosed = true;
  }

  #extend(index: unknown, { text, citation, toolUse, toolResult, image, reasoningContent }: Fields): void {
    if (typeof text === "string") this.#textOf(this.#blockFor(index, "text"), "text").text += text;
    if (isFields(citation)) append(this.#blockFor(index, "text").lists, "citations", [citation]);
    if (isFields(toolUse)) this.#blockFor(index, "toolUse").json?.push(textOf(toolUse.input));
    if (Array.isArray(toolResult)) append(this.#blockFor(index, "toolResult").lists, "toolResult", toolResult);
    if (isFields(image)) Object.assign((this.#blockFor(index, "image").lists.image ??= {}), image);
    if (isFields(reasoningContent)) this.#extendReasoning(index, reasoningContent);
  }

  #extendReasoning(index: unknown, { text, signature, redactedContent }: Fields): void {
    if (redactedContent !== undefined) {
      // Encrypted content is no text that could go on.
      this.#add(index, "redacted", { reasoningContent: { redactedContent } });
      return;
    }
    const part = this.#textOf(this.#blockFor(index, "reasoning"), "reasoning");
    part.text += textOf(text);
    if (part.type === "reasoning" && signature) part.signature = textOf(part.signature) + textOf(signature);
  }

  /** Returns the part of the live view that shows the text of a block. */
  #textOf(block: Block, type: "text" | "reasoning"): TextPart | ReasoningPart {
    const { part } = block;
    if (part !== null && part.type !== "call") return part;
    return (block.part = this.add<TextPart | ReasoningPart>({ type, text: "" }));
  }

  finish(): Fields | null {
    const blocks = this.#blocks.all;
    if (this.#role === undefined && blocks.length === 0) return null;
    const answered = new Set(blocks.map(({ start }) => fieldsOf(start.toolResult).toolUseId));
    const content = blocks.map((block) => this.#write(block, answered)).filter((block) => block !== null);
    return {
      output: { message: { role: this.#role ?? "assistant", content } },
      ...this.#stop,
      ...(this.usage && { usage: this.usage }),
      ...this.#metadata,
    };
  }

  /** Returns the block, or null when it is left out. */
  #write(block: Block, answered: Set<unknown>): Fields | null {
    const { kind, start, part, lists, isClosed, isPassed } = block;
    const hasEnded = isClosed || isPassed || this.isComplete;
    if (kind === "toolUse") return this.#writeCall(block, answered);
    if (part?.type === "reasoning") {
      const { text, signature } = part;
      if (hasEnded || signature !== undefined)
        return { reasoningContent: { reasoningText: { text, ...(signature !== undefined && { signature }) } } };
      leaveReasoning(this.leftOut, text);
      return null;
    }
    if (lists.citations !== undefined)
      return { citationsContent: { content: part?.type === "text" ? [{ text: part.text }] : [], citations: lists.citations } };
    if (part?.type === "text") return part.text === "" && !isClosed ? null : { text: part.text };
    if (kind === "" || kind === "text") return null;
    if (kind === "redacted") return start;
    const { toolResult, image } = start;
    if (isFields(toolResult)) return { toolResult: { ...toolResult, content: lists.toolResult ?? [] } };
    const whole = { ...start, ...lists, ...(isFields(image) && { image: { ...image, ...fieldsOf(lists.image) } }) };
    if (hasEnded && kind in start) return whole;
    this.leftOut.push({ type: "part", why: UNFINISHED, content: whole });
    return null;
  }

  #writeCall(block: Block, answered: Set<unknown>): Fields | null {
    const toolUse = fieldsOf(block.start.toolUse);
    const [names, json] = [namesOf(block.start), block.json?.text ?? ""];
    const input = callArguments(json, hasNoArguments(block.isClosed, block === this.#blocks.all.at(-1), this.isComplete, this.#reason));
    const isOpen = toolUse.type === "server_tool_use" && !this.isComplete && !answered.has(toolUse.toolUseId);
    if (input !== undefined && names.name !== "" && !isOpen) return { toolUse: { ...toolUse, input } };
    leaveCall(this.leftOut, { ...names, arguments: json });
    return null;
  }
}

function namesOf({ toolUse }: Fields): Pick<CallPart, "id" | "name"> {
  const { toolUseId, name } = fieldsOf(toolUse);
  return { id: textOf(toolUseId), name: textOf(name) };
}

/** Events are padded, so that their length reveals nothing. */
function withoutPadding({ p: _, ...rest }: Fields): Fields {
  return rest;
}
