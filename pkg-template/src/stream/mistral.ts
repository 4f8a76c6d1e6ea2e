// Streams of Mistral chat completions: those of the wire, and those of its client, which wraps each chunk and spells its fields in camelCase.

import { type Fields, isFields } from "./assembler.js";
import { ChatAssembler } from "./openai-chat.js";

export class MistralAssembler extends ChatAssembler {
  override push(event: Fields): void {
    super.push(isFields(event.data) ? (snakeCased(event.data) as Fields) : event);
  }
}

/** Spells the fields as the wire does. The arguments of a call are the caller's. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [spelled, name === "arguments" ? inner : snakeCased(inner)];
  }));
}
