// Lists and bodies of every format for `fit`, and checks of the results.

import { ConversationManager, convert, fit } from "backscroll";
import { LISTS } from "../judges.mjs";
import { paramsFor } from "../request-params.mjs";
import "../formats/all.mjs";

/**
 * Returns the data that a program of this format keeps, deeply frozen: a body for a target, with the tools of `all`; else a list or an
 * agent's data.
 */
export function written(format, messages, form, all = messages) {
  if (!(format in LISTS)) return frozen(convert("backscroll", format, messages, form === undefined ? undefined : { form }).body);
  const said = [all, messages].map((list) => ConversationManager.from("backscroll", list));
  try {
    return frozen(said[1].toRequest(format, paramsFor(format, said[0].toOpenAIMessages())).body);
  } finally {
    for (const conversation of said) conversation.dispose();
  }
}

/** The fields of bodies that hold the messages, where they are not `messages`. */
const FIELDS = { ...LISTS, "gemini-interactions": "input", "mistral-conversations": "inputs" };

/** Returns the name of the field in which bodies of this format hold their messages. */
export const listField = (format) => FIELDS[format] ?? "messages";

/** Returns the messages of a list or a body. */
export function listOf(format, value) {
  return Array.isArray(value) ? value : value[listField(format)];
}

/** Returns the list or body of a result of `fit`. */
export const outOf = ({ messages, body }) => messages ?? body;

/** Returns a copy through JSON, as from a database. */
export const stored = (memory) => JSON.parse(JSON.stringify(memory));

/** Returns null where nothing could have fitted. */
export function fitOrNull(format, value, options) {
  try {
    return fit(format, value, options);
  } catch (error) {
    if (error.code === "cannot-fit") return null;
    throw error;
  }
}

export function frozen(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Returns true if one list is the beginning of the other. */
export function continues(list, before) {
  return before.every((message, place) => JSON.stringify(message) === JSON.stringify(list[place]));
}
