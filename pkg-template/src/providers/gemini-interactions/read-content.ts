// Reading contents: text and media.

import { withExtras } from "../../formats/extras.js";
import { each, list, object, others, required } from "../../formats/fields.js";
import type { NeutralPart } from "../../types/program-format.js";
import { at } from "../../formats/read-error.js";
import { readMedia } from "./media.js";
import { CONTENTS, NAME, verbatim } from "./names.js";

/** Reads the contents under `content`; a text is one content. */
export function readContents(given: unknown, name = "content"): NeutralPart[] {
  if (given === undefined || given === null) return [];
  if (typeof given === "string") return [{ type: "text", text: given }];
  return each(
    at(name, () => list(given)),
    name,
    readContent,
  );
}

/** Reads one content. */
export function readContent(value: unknown): NeutralPart {
  const fields = object(value);
  const type = required(fields, "type");
  if (type === "text") return withExtras({ type: "text", text: required(fields, "text") }, others(fields, ["type", "text"]), NAME);
  return (CONTENTS.includes(type) ? readMedia(fields) : undefined) ?? verbatim(fields, CONTENTS.includes(type) ? {} : { inside: true });
}
