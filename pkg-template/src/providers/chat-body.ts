// The bodies of chat APIs: a list of messages, a request that holds one, and an answer, which holds one message.

import { type Fields, fieldsOf, isFields, list } from "../formats/fields.js";
import { at, invalid } from "../formats/read-error.js";

/** The messages of a body. */
export interface OpenedBody {
  /** Messages, and answers in their place. */
  readonly items: readonly unknown[];
  /** The path of the list; `""` if the body is the list, or an answer. */
  readonly path: string;
  /** The fields that are not part of the conversation. */
  readonly beside: readonly string[];
}

/** Opens a body. `known` are the fields of an answer that its message keeps. */
export function openBody(body: unknown, known: readonly string[]): OpenedBody {
  const fields = fieldsOf(body);
  if (fields.messages !== undefined) {
    return {
      items: at("messages", () => list(fields.messages)),
      path: "messages",
      beside: Object.keys(fields).filter((name) => name !== "messages"),
    };
  }
  if (isAnswer(body)) return { items: [body], path: "", beside: Object.keys(fields).filter((name) => !known.includes(name)) };
  return { items: list(body), path: "", beside: [] };
}

/** Reports whether an item of the list is the answer of the provider, with its message inside. */
export function isAnswer(item: unknown): item is Fields & { readonly message: unknown } {
  return isFields(item) && item.role === undefined && item.message !== undefined;
}

/** Refuses the error of a provider in place of an answer. The error quotes the provider. */
export function refuseFailure(message: unknown): void {
  if (typeof message === "string") throw invalid(`the provider answered with an error: ${message}`, "message");
}
