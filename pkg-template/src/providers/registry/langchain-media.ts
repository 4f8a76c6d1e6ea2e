// The forms of media that providers have of their own.

import type { Fields } from "../../formats/fields.js";
import type { Media } from "../../formats/media.js";
import type { MediaPart } from "../../langchain/media-form.js";
import * as anthropic from "../anthropic/langchain-media.js";
import * as openaiResponses from "../openai-responses/langchain-media.js";

const OWN = { anthropic, "openai-responses": openaiResponses };

/** Reads a block in the form of a provider; undefined when it is of none, or has a field that is not modelled. */
export function readOwn(fields: Fields, type: string): MediaPart | undefined {
  for (const { read } of Object.values(OWN)) {
    const part = read(fields, type);
    if (part !== null) return part;
  }
  return undefined;
}

/** Writes a block in the form of a provider. */
export function writeOwn(part: MediaPart, media: Media, form: string): Fields {
  return OWN[form as keyof typeof OWN].write(part, media);
}
