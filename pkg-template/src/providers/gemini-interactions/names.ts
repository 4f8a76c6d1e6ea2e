// The names of the format and of its parts.

import type { NeutralPart } from "../../types/program-format.js";
import { verbatimPart } from "../parts.js";

/** The format. */
export const NAME = "gemini-interactions";

/** The types of content. Everything else with a type is a step. */
export const CONTENTS: readonly string[] = ["text", "image", "audio", "document", "video"];

/** The unmodelled field that keeps the fields of a step of the model's words, with the first of its contents. */
export const OUTPUT = "modelOutput";

/** The signature of a placeholder thought: Google's documented value for calls without a signed thought. */
export const STAND_IN = "skip_thought_signature_validator";

/** Marks of the spelling in the source. */
export interface Marks {
  /** Of the only message: the input was a text, one content, or a list of contents. */
  readonly input?: "text" | "content" | "contents";
  /** Of a part: it is the first content of a step after another step of the model's words. */
  readonly begins?: true;
  /** Of an unmodelled part: it was among the contents of a step. */
  readonly inside?: true;
  /** Of media: the type of content, if it is not the default. */
  readonly as?: string;
  /** Of text in a result: the result is the value of its JSON. */
  readonly isJson?: true;
  /** Of the first call of a message: there was no signed thought before it, or only a placeholder. */
  readonly thought?: "none" | "stand-in";
}

/** A part that is not modelled. */
export function verbatim(value: object, marks: Marks = {}): NeutralPart {
  return verbatimPart(NAME, value, marks);
}
