// Streams of Mistral chat completions: those of the wire, and those of its client, which wraps each chunk and spells its fields in camelCase.

import { type Fields, fieldsOf, isFields, listOf } from "../../stream/assembler.js";
import { ChatAssembler } from "../openai-chat/stream.js";

export class MistralAssembler extends ChatAssembler {
  /** Its client wraps chunks. Chunks of Google's client have a getter of this name, which warns. */
  static override isEvent(event: Fields): boolean {
    return Object.hasOwn(event, "data") && isFields(event.data) && Array.isArray(event.data.choices);
  }

  /** True for chunks of the client. The response is then spelled as the client spells it, and so is the next request. */
  #isCamelCase = false;

  protected override take(event: Fields): void {
    const chunk = isFields(event.data) ? event.data : event;
    const [choice] = listOf(chunk.choices);
    if (choice !== undefined && ("finishReason" in choice || "toolCalls" in fieldsOf(choice.delta ?? choice.message)))
      this.#isCamelCase = true;
    super.take(this.#isCamelCase ? (spelled(chunk, toSnakeCase) as Fields) : chunk);
  }

  override finish(): Fields | null {
    const response = super.finish();
    return this.#isCamelCase ? (spelled(response, toCamelCase) as Fields | null) : response;
  }
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames the fields. The arguments of a call are the caller's, and stay. */
function spelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => spelled(each, spell));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [spell(name), name === "arguments" ? inner : spelled(inner, spell)]),
  );
}
