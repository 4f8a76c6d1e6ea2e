// The content of a message of the assistant, as it is read part by part.

import type { NeutralCall, NeutralMessage, NeutralPart } from "../types/program-format.js";
import { type ReasoningPart, joinReasoning } from "./reasoning.js";
import { isPlainText } from "./text.js";

/** Parts and calls. */
export class AssistantContent {
  readonly parts: NeutralPart[] = [];
  readonly calls: NeutralCall[] = [];

  /** Adds reasoning, to the part before it if both are of the same item. */
  addReasoning(part: ReasoningPart): void {
    const isBehindCall = this.calls.at(-1)?.afterParts === this.parts.length;
    const joined = isBehindCall ? null : joinReasoning(this.parts.at(-1), part);
    if (joined === null) this.parts.push(part);
    else this.parts[this.parts.length - 1] = joined;
  }

  /** Adds a call after the parts so far. */
  addCall(call: NeutralCall): void {
    call.afterParts = this.parts.length;
    this.calls.push(call);
  }

  /** Returns the message. A single text is not a list of parts if calls follow it and, with `isShort`, if no calls follow. */
  message(isShort: boolean): NeutralMessage {
    const { parts, calls } = this;
    // Calls behind all parts need no place of their own.
    for (const call of calls) if (call.afterParts === parts.length) delete call.afterParts;
    const areBehind = calls.length > 0 && calls.every(({ afterParts }) => afterParts === undefined);
    const [part, another] = parts;
    const isAlone = areBehind || (isShort && calls.length === 0);
    const isText = isAlone && part !== undefined && another === undefined && isPlainText(part);
    const content = isText ? part.text : areBehind && part === undefined ? null : parts;
    return { role: "assistant", content, ...(calls.length > 0 && { toolCalls: calls }) };
  }
}
