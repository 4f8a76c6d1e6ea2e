// Lists and bodies of every format for `fit`, and what comes of them.

import { ConversationManager, convert, fit } from "backscroll";
import { LISTS } from "../support/judges.mjs";
import { paramsFor } from "../support/request-params.mjs";
import "./programs-support.mjs";

/** The data that a program of this format keeps: a body for a target, with the tools of `all`; else a list or an agent's data. Deeply frozen. */
export function written(format, messages, form, all = messages) {
  if (!(format in LISTS)) return frozen(convert(messages, "backscroll", format, form === undefined ? undefined : { form }).body);
  const said = [all, messages].map((list) => ConversationManager.from("backscroll", list));
  try {
    return frozen(said[1].toRequest(format, paramsFor(format, said[0].toOpenAIMessages())).body);
  } finally {
    for (const conversation of said) conversation.dispose();
  }
}

/** The messages of a list or a body. */
export function listOf(format, value) {
  return Array.isArray(value) ? value : value[LISTS[format] ?? "messages"];
}

/** The list or body that a fit returned. */
export const outOf = ({ messages, body }) => messages ?? body;

/** As it comes out of a database. */
export const stored = (memory) => JSON.parse(JSON.stringify(memory));

/** Null where nothing could have fitted. */
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

/** Tells whether one list is the beginning of the other. */
export function continues(list, before) {
  return before.every((message, place) => JSON.stringify(message) === JSON.stringify(list[place]));
}
