// Answers of models, as messages of any format have them.

import { others } from "../formats/fields.js";
import type { NeutralPart, WrittenMessage } from "../types/program-format.js";

type Message = WrittenMessage["message"];

/** The message, with a refusal beside its content as a part. */
export function withRefusal(message: Message): Message {
  const { role, extras = {} } = message;
  const { refusal } = extras;
  if (role !== "assistant" || typeof refusal !== "string" || refusal === "") return message;
  return { ...message, content: [...partsOf(message), { type: "refusal", text: refusal }], extras: others(extras, ["refusal"]) };
}

/** The parts of an answer: a text is one, and an empty one none. */
export function partsOf({ content }: Pick<Message, "content">): readonly NeutralPart[] {
  return Array.isArray(content) ? content : content ? [{ type: "text", text: content }] : [];
}
