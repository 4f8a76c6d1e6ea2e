// Reading a conversation: a list of messages, or the state of a graph that holds one as `messages`.

import { type Fields, fieldsOf, isFields, list } from "../formats/fields.js";
import type { ReadLimits, ReadMessage, ReadRepair, Reading } from "../types/program-format.js";
import { at } from "../formats/read-error.js";
import { checkBytes } from "../formats/size.js";
import { isSerialized, open } from "./envelope.js";
import { unescaped } from "./escape.js";
import { readMessage } from "./read-message.js";
import type { Form } from "./write.js";

/** Reads a conversation. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const state: Fields = isFields(body) && !isSerialized(body) && body.messages !== undefined ? body : { messages: body };
  const messages: ReadMessage[] = [];
  const repairs: ReadRepair[] = [];
  const ids = new Set<string>();
  /** The message whose call without an id waits for its result. */
  let asking: number | undefined;
  for (const [wire, value] of list(state.messages).entries()) {
    at(`[${wire}]`, () => {
      checkBytes(value, limits);
      const opened = open(isSerialized(value) ? unescaped(value) : value);
      const { message, detail, isAsking } = at(opened.step, () => readMessage(opened, ids, asking));
      if (opened.kind === "function" || message.role === "user") asking = undefined;
      if (isAsking) asking = wire;
      if (detail !== undefined) repairs.push({ code: "role-corrected", detail, message: wire });
      messages.push({ message, wire });
    });
  }
  return { path: "", messages, repairs, beside: Object.keys(state).filter((name) => name !== "messages") };
}

/** The form of the messages: those of the SDK's classes are serialised when they are written. */
export function formOf(body: unknown): Form {
  const [first] = messagesIn(body);
  return isSerialized(first) || typeof fieldsOf(first).toJSON === "function" ? "serialized" : "stored";
}

function messagesIn(body: unknown): readonly unknown[] {
  return list(isFields(body) && !isSerialized(body) && body.messages !== undefined ? body.messages : body);
}
